#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What clocks.sh does, on one CPU, and after a boot line that begins with both.
# guest: --smp 1 --timeout 900 --append "trace_clock=global ftrace=function"
# guest: --files REPO/tools/testing/trace/guest/clocks.sh:clocks.sh

. /clocks.sh

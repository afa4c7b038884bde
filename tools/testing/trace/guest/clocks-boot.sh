#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The checks of clocks.sh on one CPU, in a kernel whose command line selects the trace
# clock and the function tracer.
# long
# guest: --smp 1 --timeout 900 --append "trace_clock=global ftrace=function"
# guest: --files REPO/tools/testing/trace/guest/clocks.sh:clocks.sh

. /clocks.sh

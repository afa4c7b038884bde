#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Invalid input to the control files: errno and the state of each file afterwards are
# the same as on the stock kernel. See input.c.
# guest: --mem 1024 --timeout 600 --program REPO/tools/testing/trace/guest/input.c
# compare: text

echo 1 > /sys/kernel/tracing/tracing_on
exec input /sys/kernel/tracing

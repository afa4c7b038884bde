#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What the control files must not take: the errno and the state afterwards are
# those of the stock kernel. See input.c.
# guest: --mem 1024 --timeout 600 --program REPO/tools/testing/trace/guest/input.c
# compare: text

echo 1 > /sys/kernel/tracing/tracing_on
exec input /sys/kernel/tracing

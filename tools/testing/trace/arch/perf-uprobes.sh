#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# perf_event_open(2) on uprobes and uprobe events, on an architecture: the script of x86.
# arch: arm64
# config: arm64=arm64-test
# guest: --timeout 900 --program REPO/tools/testing/trace/guest/perf_uprobes.c
# guest: --files REPO/tools/testing/trace/guest/perf-uprobes.sh:perf-uprobes.sh
# compare: facts

exec sh /perf-uprobes.sh

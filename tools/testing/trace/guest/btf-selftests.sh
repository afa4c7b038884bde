#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own selftests of dynamic events and kprobe events, unmodified, on a kernel
# with BTF. Each must have the same result as on the stock kernel.
# guest: --smp 2 --mem 1024 --timeout 2400 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests
# config: btf
# nightly
# compare: status

exec /selftests dynevent kprobe

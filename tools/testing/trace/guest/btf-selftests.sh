#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own selftests of dynamic events and kprobe events, unmodified, on a kernel
# with BTF. Each must have the same result as on the stock kernel. One is left out, because the
# stock kernel dies in it: a tracepoint probe of a module that is unloaded. Group "fprobe-modules"
# has this case.
# guest: --smp 2 --mem 1024 --timeout 2400 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests
# config: btf
# nightly
# compare: status

cd /ftrace/test.d || exit 1
tests=$(ls dynevent/*.tc kprobe/*.tc | grep -v add_remove_tprobe_module)
# shellcheck disable=SC2086
exec /selftests $tests

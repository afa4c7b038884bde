#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own ftrace selftests, unmodified, on an architecture: those of kprobe events
# and of dynamic events in general.
# Each must pass, or have the same result as on the stock kernel of the same architecture.
# One is left out, because the stock kernel dies in it: a tracepoint probe of a module that is
# unloaded.
# long
# config: arm64=arm64-test i386=i386-test riscv=riscv-test
# cpus: 2
# guest: --mem 1024 --timeout 3600 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests
# compare: failures

cd /ftrace/test.d || exit 1
# shellcheck disable=SC2046
exec /selftests $(ls dynevent/*.tc kprobe/*.tc | grep -v add_remove_tprobe_module)

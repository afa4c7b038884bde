#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own ftrace selftests, unmodified, on an architecture: those of filters,
# triggers, histograms and synthetic events.
# Each must pass, or have the same result as on the stock kernel of the same architecture.
# long
# config: arm64=arm64-test i386=i386-test riscv=riscv-test
# cpus: 2
# guest: --mem 1024 --timeout 3600 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests
# compare: failures

exec /selftests filter trigger

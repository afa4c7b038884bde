#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own selftests of function tracing, of direct calls and of
# tracers, unmodified. Each must pass, or have the same result as on the stock kernel.
# long
# guest: --smp 2 --mem 1024 --timeout 1800 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --host chrt --files REPO/tools/testing/trace/guest/selftests:selftests
# compare: failures

exec /selftests direct ftrace preemptirq tracer

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own selftests of filters, triggers, histograms and synthetic
# events, unmodified. Each must have the same result as on the stock kernel.
# guest: --smp 2 --mem 1024 --timeout 1800 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests
# long
# compare: failures

exec /selftests filter trigger dynevent/add_remove_synth.tc

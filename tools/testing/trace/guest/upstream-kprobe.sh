#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own selftests of kprobe events and of dynamic events in general,
# unmodified. Each must have the same result as on the stock kernel.
# guest: --smp 2 --mem 1024 --timeout 1800 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests
# long
# compare: failures

exec /selftests kprobe dynevent/add_remove_kprobe.tc dynevent/add_remove_eprobe.tc \
	dynevent/clear_select_events.tc dynevent/generic_clear_event.tc \
	dynevent/test_duplicates.tc dynevent/eprobes_syntax_errors.tc

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The option prof-text-offset: the function profiler shows places in the kernel image.
# guest: --smp 1 --mem 512

. /guest/tap

cd /sys/kernel/tracing || exit 1

address() { awk -v name="$1" '$3 == name { print $1; exit }' /proc/kallsyms; }
offset=$(printf '_text+0x%x' $((0x$(address vfs_read) - 0x$(address _text))))

echo vfs_read > set_ftrace_filter
echo 1 > function_profile_enabled
dd if=/proc/version of=/dev/null 2> /dev/null
echo 0 > function_profile_enabled
names() { awk 'NR > 2 { print $1 }' trace_stat/function0 | sort; }

check "a function has its name" sh -c 'grep -q "^  vfs_read  " trace_stat/function0'
is "the option is off at first" 0 cat options/prof-text-offset
echo 1 > options/prof-text-offset
is "it shows the place of the function" "$offset" names
is "the heading is the same" 2 grep -c '^  \(Function\|---\)' trace_stat/function0
echo noprof-text-offset > trace_options
is "and can be cleared" vfs_read names
mkdir instances/none
check "it is an option of the global instance alone" test ! -e \
	instances/none/options/prof-text-offset
rmdir instances/none
exit 0

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The file recursed_functions (FTRACE_RECORD_RECURSION): which functions the callbacks of
# ftrace call that are traced themselves. FTRACE_VALIDATE_RCU_IS_WATCHING: a callback is left
# out where RCU does not watch the CPU.
# config: check
# module: recurser
# expects: WARNING: .* at ftrace_rcu_is_watching

. /guest/tap
cd /sys/kernel/tracing || exit 1

check "no function has recursed" eval '[ "$(wc -l < recursed_functions)" = 0 ]'
insmod /recurser.ko
echo 1 > /sys/module/recurser/parameters/call
# In the same context it may be called a second time, as in an interrupt that is just begun.
is "the callback was called twice" 2 cat /sys/module/recurser/parameters/calls
is "the function that recursed is recorded" "recurser_func:	recurser_inner" \
	sed 's:+0x[0-9a-f]*/0x[0-9a-f]* .recurser.::g' recursed_functions
echo 1 > /sys/module/recurser/parameters/call
is "it is recorded once" 1 eval 'wc -l < recursed_functions'
echo > recursed_functions
is "the list is emptied" 0 eval 'wc -l < recursed_functions'

calls=$(cat /sys/module/recurser/parameters/calls)
echo 1 > /sys/module/recurser/parameters/unwatched
is "the callback is left out where RCU does not watch" "$calls" \
	cat /sys/module/recurser/parameters/calls
check "a warning has the function" eval 'dmesg | grep "RCU not on for: recurser_traced+"'
echo 1 > /sys/module/recurser/parameters/unwatched
is "there is one warning" 1 eval 'dmesg | grep -c "RCU not on for:"'
rmmod recurser
echo "1..$n"

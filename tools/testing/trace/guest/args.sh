#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Arguments of functions, and who called them: func-args, funcgraph-args and
# funcgraph-retaddr, which stock does not have. Without a description of types all
# registers are shown, with one the arguments by name.
# guest: --smp 1

cd /sys/kernel/tracing || exit 1
echo "1..11"

# expect NAME PATTERN [FILE]: some line is like that
expect()
{
	if grep -Eq "$2" "${3:-trace}"; then
		echo "ok $1"
	else
		echo "not ok $1"
		grep -v '^#' "${3:-trace}" | head -n 5 | sed 's/^/# /'
	fi
}

# Five bytes that nobody reads.
call()
{
	echo > trace
	printf hello > /dev/null
}

R='0x[0-9a-f]+'
ARGS="\(($R, $R, 0x5, $R, $R, $R|file=$R, buf=$R, count=5, ppos=$R)\)"

echo write_null > set_ftrace_filter
echo function > current_tracer
call
expect "functions have no arguments at first" ': write_null <-vfs_write$'
echo func-args > trace_options
call
expect "func-args shows them, while the tracer runs" ": write_null$ARGS <-vfs_write\$"
echo 1 > options/func_stack_trace
call
expect "with stacks" ": write_null$ARGS <-vfs_write\$"
expect "which begin where they should" '^ => vfs_write$'
echo 0 > options/func_stack_trace
echo 1 > options/func-no-repeats
echo > trace
for i in 1 2 3; do
	printf hello
done > /dev/null
expect "with the first of repeated calls" ": write_null$ARGS <-vfs_write\$"
echo 0 > options/func-no-repeats
echo nofunc-args > trace_options
expect "what was recorded stays" ": write_null$ARGS <-vfs_write\$"
call
expect "and more of it does not come" ': write_null <-vfs_write$'

echo function_graph > current_tracer
echo funcgraph-args > trace_options
echo funcgraph-retaddr > trace_options
call
expect "function_graph has both" "  write_null$ARGS; /\\* <-vfs_write \\*/\$"
echo sym-offset > trace_options
expect "the place in the caller" "; /\\* <-vfs_write\\+$R/$R \\*/\$"
echo nosym-offset > trace_options
echo nofuncgraph-retaddr > trace_options
expect "and each alone" "  write_null$ARGS;\$"
echo nofuncgraph-args > trace_options
expect "and none" '  write_null\(\);$'

#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The options func-args, funcgraph-args and funcgraph-retaddr, which the stock kernel
# does not have: arguments and callers of functions. With BTF the arguments are printed
# by name, without BTF all argument registers are printed.
# guest: --smp 1

cd /sys/kernel/tracing || exit 1
echo "1..11"

# expect NAME PATTERN [FILE]: at least one line matches
expect()
{
	if grep -Eq "$2" "${3:-trace}"; then
		echo "ok $1"
	else
		echo "not ok $1"
		grep -v '^#' "${3:-trace}" | head -n 5 | sed 's/^/# /'
	fi
}

# Write five bytes into a pipe that has no reader.
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
expect "no arguments by default" ': write_null <-vfs_write$'
echo func-args > trace_options
call
expect "func-args takes effect while the tracer runs" ": write_null$ARGS <-vfs_write\$"
echo 1 > options/func_stack_trace
call
expect "func-args with stack traces" ": write_null$ARGS <-vfs_write\$"
expect "a stack trace begins with the caller" '^ => vfs_write$'
echo 0 > options/func_stack_trace
echo 1 > options/func-no-repeats
echo > trace
for i in 1 2 3; do
	printf hello
done > /dev/null
expect "func-args with func-no-repeats" ": write_null$ARGS <-vfs_write\$"
echo 0 > options/func-no-repeats
echo nofunc-args > trace_options
expect "recorded arguments are printed after func-args is cleared" ": write_null$ARGS <-vfs_write\$"
call
expect "no arguments are recorded after func-args is cleared" ': write_null <-vfs_write$'

echo function_graph > current_tracer
echo funcgraph-args > trace_options
echo funcgraph-retaddr > trace_options
call
expect "function_graph with arguments and return address" "  write_null$ARGS; /\\* <-vfs_write \\*/\$"
echo sym-offset > trace_options
expect "the return address with sym-offset" "; /\\* <-vfs_write\\+$R/$R \\*/\$"
echo nosym-offset > trace_options
echo nofuncgraph-retaddr > trace_options
expect "arguments without return address" "  write_null$ARGS;\$"
echo nofuncgraph-args > trace_options
expect "neither arguments nor return address" '  write_null\(\);$'

# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Bounds of histograms and parsers: commands at a limit and beyond it, see class_bounds.c.
# bounds.txt has the answers of the stock kernel, and the intended differences.

class_bounds > /tmp/bounds 2>&1
bounds_compare() {
	sed '/^#/d; /^$/d; s/: .* => /: /' /classes/bounds.txt > /tmp/expected
	diff /tmp/expected /tmp/bounds
}
echo "# bounds: $(wc -l < /tmp/bounds) commands"
t "each command at a limit has the expected answer" bounds_compare
for bounds_file in events/sched/sched_switch/trigger events/sched/sched_switch/filter \
		dynamic_events set_ftrace_filter set_event set_event_pid; do
	t "$bounds_file can be read afterwards" cat $bounds_file
done
echo > error_log
echo > set_ftrace_notrace
echo > trace

# SPDX-License-Identifier: GPL-2.0
"""The functions of the record path, the traceable functions called there, and why.

Functions have the same names as in the source. Each row must be reached: the test fails
for a row that no call path leads to.
"""


# Called for every traced function, without a guard.
BARE = [
    "ftrace_caller", "ftrace_regs_caller", "return_to_handler", "ftrace_return_to_handler",
    "arch_ftrace_ops_list_func", "ftrace_ops_assist", "ftrace_ops_pid", "ftrace_direct_call",
    "ftrace_ops_call_ask", "instance_cgroups_want_func",
    "function_call", "function_call_args", "latency_call", "latency_graph_call",
    "latency_graph_return", "graph_call", "fgraph_entry", "graph_return", "graph_return_direct",
]

# Functions that write the ring buffer, and all clocks. An interrupted attempt is repeated.
RING = [
    "ring_reserve_far", "ring_reserve_slow", "ring_commit_slow", "ring_buffer_lock_reserve",
    "ring_buffer_unlock_commit", "ring_buffer_discard_commit", "ring_buffer_write",
    "ring_buffer_nest_start", "ring_buffer_nest_end", "ring_buffer_time_stamp",
    "ring_buffer_event_time_stamp",
]
CLOCKS = [
    "trace_clock_local", "trace_clock_global", "trace_clock_counter", "trace_clock_jiffies",
    "trace_clock", "trace_clock_x86_tsc", "ktime_get_mono_fast_ns", "ktime_get_raw_fast_ns",
    "ktime_get_boot_fast_ns", "ktime_get_tai_fast_ns",
]

# Guards: the functions at which a guard begins, and why functions called from there may be
# traced. A callback that calls a traced function is entered recursively; the inner call
# must return without calling that function again, or the recursion does not end.
GUARDS = {
    "busy": (
        ["function_call_stack", "function_call_once", "function_call_once_stack",
         "function_call_args_stack", "function_call_args_once",
         "function_call_args_once_stack"],
        "function_recursion: a context of a CPU does not enter the callback twice"),
    "assist": (
        ["stack_tracer_call", "ftrace_func_probe_hit", "perf_function_called", "profile_entry",
         "profile_return",
         "fprobe_entry", "fprobe_entry_shared", "fprobe_return", "kprobe_ftrace_handler"],
        "ftrace_ops_assist(), fgraph_entry(), fgraph_call_retfunc_guarded() or "
        "ftrace_test_recursion_trylock(): calls within the callback are not traced"),
    "event": (
        ["trace_event_buffer_reserve", "trace_event_buffer_commit", "event_triggers",
         "event_triggers_after", "instance_pids_event_ignored",
         "instance_cgroups_event_ignored", "instance_stack_event",
         "marker_iterate", "marker_record_0", "marker_record_1", "marker_record_all",
         "marker_record_texts", "marker_record_text_1", "tracing_mark_write",
         "tracing_mark_raw_write", "__trace_printk", "__trace_bprintk", "__trace_puts",
         "__trace_bputs", "trace_array_printk", "instance_print", "instance_stack",
         "instance_stack_user", "perf_trace_buf_alloc", "perf_trace_run_bpf_submit",
         "filter_match_preds", "trace_hardirqs_on", "trace_hardirqs_off",
         "trace_hardirqs_on_prepare", "trace_hardirqs_off_finish", "trace_preempt_on",
         "trace_preempt_off", "tracer_hardirqs_on", "tracer_hardirqs_off",
         "tracer_preempt_on", "tracer_preempt_off", "start_critical_timings",
         "stop_critical_timings", "wakeup_probe_wakeup", "wakeup_probe_switch",
         "wakeup_probe_migrate",
         "tasks_on_switch", "tasks_on_wakeup", "osnoise_record", "timerlat_record",
         "syscall_enter_probe", "syscall_exit_probe", "syscall_enter_perf",
         "syscall_enter_record_data", "syscall_enter_perf_data", "source_syscall_data_copy",
         "source_syscall_data_store", "syscall_exit_perf", "kprobe_hit", "kprobe_hit_entry", "kprobe_hit_return",
         "eprobe_fire", "synth_emit", "interference_irq_entry", "interference_irq_exit",
         "interference_softirq_entry",
         "interference_softirq_exit", "interference_switch", "trace_osnoise_callback",
         "trace_hwlat_callback", "instance_pids_switch_before",
         "instance_pids_switch_after", "instance_pids_wakeup_before",
         "instance_pids_wakeup_after", "instance_pids_switch_funcs", "sleep_time_on_switch",
         "sched_switch_probe_switch", "sched_switch_probe_wakeup", "mmio_trace_rw",
         "mmio_trace_mapping"],
        "tracepoints, breakpoints and tasks call it; a function that is traced meanwhile "
        "writes a record of its own and calls none of these"),
    "clock": (
        ["ktime_get_mono_fast_ns", "ktime_get_raw_fast_ns", "ktime_get_boot_fast_ns",
         "ktime_get_tai_fast_ns"],
        "the clocksource belongs to a driver; ring_write_reserve_clock(): the ring rejects what this "
        "context writes meanwhile"),
    "wake": (
        ["ring_wake"],
        "the record is committed, and waiters are removed before irq_work_queue(): the "
        "next record finds no waiter"),
}

# These guards begin at functions on a call path; the others begin at entries.
GUARDS_ON_THE_WAY = ("clock", "wake")

# Functions at which a call path ends, and why.
ENDS = {
    "preempt_schedule_notrace_thunk":
        "called when preemption is enabled again after the callback; another task runs",
    "preempt_schedule_thunk": "the same as preempt_schedule_notrace_thunk",
    "panic": "records after a panic do not matter",
    "__warn_printk": "a warning is printed once",
    "_printk": "called to print on the console; printk has a guard of its own",
    "ftrace_dump": "recording is off from here on",
}

# Functions for the format specifiers %pS, %pfw, %pK, %pt.
TEXT = ["sprint_symbol", "sprint_symbol_build_id", "sprint_symbol_no_offset",
        "sprint_backtrace", "sprint_backtrace_build_id", "fwnode_count_parents",
        "fwnode_get_name", "fwnode_get_name_prefix", "fwnode_get_nth_parent",
        "has_capability_noaudit", "time64_to_tm"]
# Wake-up of waiters.
IRQ_WORK = ["preempt_count_add", "preempt_count_sub", "arch_irq_work_raise"]
# Stack traces, and access to memory that may be unmapped.
STACKS = ["stack_trace_save", "stack_trace_save_regs", "stack_trace_save_user"]
MEMORY = ["copy_from_kernel_nofault", "copy_from_kernel_nofault_allowed",
          "copy_from_user_nofault", "strncpy_from_kernel_nofault",
          "strncpy_from_user_nofault", "strnlen_user_nofault"]
# Locks for new histogram entries, for a new maximum latency and for console output.
LOCKS = ["_raw_spin_lock_irqsave", "_raw_spin_unlock_irqrestore", "_raw_spin_trylock",
         "_raw_spin_unlock"]
PERF = ["perf_swevent_get_recursion_context", "perf_tp_event"]
# trace_call_bpf() enters and leaves the context of BPF programs.
BPF = ["__rcu_read_lock", "__rcu_read_unlock", "migrate_disable", "migrate_enable"]
# A mark that is copied into several instances; a write(2) does this.
COPIES = ["memdup_user", "kfree"]
# Exchange of a ring buffer and its spare one.
SWAP = ["__smp_call_single_queue", *IRQ_WORK]

# guard -> traceable functions that are called under the guard.
COVERED = {
    "busy": ["stack_trace_save", "stack_trace_save_regs"],
    "assist": ["sprint_symbol", *SWAP, *STACKS, *MEMORY, *LOCKS, *PERF, *BPF, "call_rcu",
               "get_kprobe", "kprobe_busy_begin", "kprobe_busy_end", "kprobes_inc_nmissed_count",
               "queued_spin_lock_slowpath"],
    "event": [*TEXT, *SWAP, *STACKS, *MEMORY, *LOCKS, *PERF, *BPF, *COPIES,
              "_raw_spin_lock", "__put_task_struct", "fault_in_readable", "perf_swevent_put_recursion_context"],
    "clock": ["delta_to_ns_safe", "dummy_clock_read", "jiffies_read", "read_hpet"],
    "wake": IRQ_WORK,
}

# guard -> tracepoints that may fire under the guard. Tracepoints for interrupts fire once
# for each change; those for preemption fire only if preemption was enabled, which is not
# the case in a probe.
FIRED = {
    "assist": ["irq_disable", "irq_enable", "ipi_send_cpu"],
    "event": ["irq_disable", "irq_enable", "preempt_disable", "preempt_enable",
              "ipi_send_cpu", "irq_noise", "nmi_noise", "softirq_noise", "thread_noise"],
    "wake": ["ipi_send_cpu"],
}

# Indirect calls: caller -> possible callees.
FIRE = [
    "hist_fire", "hist_fire_single", "enable_hist_fire", "enable_hist_disable_fire",
    "trigger_enable_event_fire",
    "enable_event_disable_fire", "trigger_traceon_fire", "trigger_traceoff_fire",
    "trigger_snapshot_fire", "stacktrace_fire",
    "event_watch_fire",
]
LEADS = {
    "ring_reserve_slow": CLOCKS,
    "ring_buffer_time_stamp": CLOCKS,
    "ring_buffer_event_time_stamp": CLOCKS,
    "ktime_get_mono_fast_ns": ["read_tsc", "read_hpet", "jiffies_read",
                               "dummy_clock_read"],
    "ktime_get_raw_fast_ns": ["read_tsc", "read_hpet", "jiffies_read",
                              "dummy_clock_read"],
    "__trace_trigger_soft_disabled": ["trigger_hook_plain", "instance_pids_event_ignored"],
    "event_emit_commit_slow": ["trigger_hook_record", "trigger_hook_after", "filter_match",
                               "instance_stack_event", "console_print"],
    "event_emit_commit_unrecorded": ["trigger_hook_record", "trigger_hook_after"],
    "event_triggers": ["trigger_hook_record"],
    "event_triggers_after": ["trigger_hook_after"],
    "trigger_fire": FIRE,
    "trigger_hook_plain": FIRE,
    "trigger_hook_record": FIRE,
    "event_watch_fire": ["eprobe_fire"],
    "ftrace_func_probe_hit": ["func_command_traceon_hit", "func_command_traceoff_hit",
                              "func_command_stacktrace_hit",
                       "func_command_dump_hit", "func_command_dump_cpudump_hit",
                       "func_command_event_enable_hit",
                       "func_command_event_disable_hit", "func_command_snapshot_hit"],
    "fgraph_entry": ["profile_entry"],
    "kprobe_ftrace_handler": ["kprobe_hit"],
    "marker_iterate": ["marker_record_all", "marker_record_texts"],
    "instance_on": ["block_on_off"],
    "instance_off": ["block_on_off"],
    "action_run_trace": ["synth_emit"],
    "wakeup_is_urgent": ["wakeup_match_any", "wakeup_match_rt", "wakeup_match_dl"],
}

# Indirect calls that the walk does not follow, and why.
NOT_FOLLOWED = {
    "arch_ftrace_ops_list_func": "every callback is an entry",
    "ftrace_ops_assist": "every callback is an entry",
    "ftrace_ops_pid": "every callback is an entry",
    "ftrace_ops_call_ask": "every callback, and what it asks, is an entry",
    "ftrace_return_to_handler": "every callback at a return is an entry",
    "fgraph_return_indirect": "every callback at a return is an entry",
    "fgraph_call_retfunc_guarded": "every callback at a return is an entry",
    "event_export": "a driver's export must prevent recursion itself (struct trace_export)",
    "fprobe_entry": "the owner of the handler is responsible",
    "fprobe_entry_shared": "the owner of the handler is responsible",
    "fprobe_return": "the owner of the handler is responsible",
    "trace_call_bpf": "bpf_prog_active: a program does not run while another one runs on the CPU",
    "block_update_client": "a client enables and disables its own tracepoints",
    "instance_snapshot_cond": "the owner of the condition is responsible",
    "output_text": "the line of an event on the console is formatted as for a reader",
    "fwnode_full_name_string": "the operations of a device's description",
}

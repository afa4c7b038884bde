# SPDX-License-Identifier: GPL-2.0
"""What the record path is, what it may call, and why.

A function in here is named as in the source. Each row must be of use: run fails
on one that nothing leads to any more.
"""


# Called with every function that is traced, and without a guard of their own.
BARE = [
    "ftrace_caller", "ftrace_regs_caller", "return_to_handler", "ftrace_return_to_handler",
    "arch_ftrace_ops_list_func", "ftrace_ops_assist", "ftrace_ops_pid", "ftrace_direct_call",
    "function_call", "function_call_args", "latency_call", "latency_graph_call",
    "latency_graph_return", "graph_call", "graph_return",
]

# What writes the ring, and each clock: an attempt that is disturbed is made again.
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

# Guards: where one begins, and why what is called from there may be traced. Two
# callbacks of functions meet when one calls a function that is traced; the inner one
# must end without calling that function again, or the outer one never ends.
GUARDS = {
    "busy": (
        ["function_call_stack", "function_call_once", "function_call_once_stack",
         "function_call_args_stack", "function_call_args_once",
         "function_call_args_once_stack"],
        "function_busy: a context of a CPU does not enter the callback twice"),
    "assist": (
        ["stack_call", "ftrace_func_probe_hit", "function_called", "profile_entry", "profile_return",
         "fprobe_entry", "fprobe_entry_shared", "fprobe_return", "kprobe_ftrace_handler"],
        "ftrace_ops_assist(), graph_call(), graph_tell_guarded() or "
        "ftrace_test_recursion_trylock(): a call within the callback is not told"),
    "event": (
        ["trace_event_buffer_reserve", "trace_event_buffer_commit", "event_triggers",
         "event_triggers_after", "instance_event_ignored", "instance_event_stacks",
         "marker_iterate", "marker_record_0", "marker_record_1", "marker_record_all",
         "marker_record_texts", "marker_record_text_1", "tracing_mark_write",
         "tracing_mark_raw_write", "__trace_printk", "__trace_bprintk", "__trace_puts",
         "__trace_bputs", "trace_array_printk", "instance_print", "instance_stack",
         "instance_user_stack", "perf_trace_buf_alloc", "perf_trace_run_bpf_submit",
         "filter_match_preds", "trace_hardirqs_on", "trace_hardirqs_off",
         "trace_hardirqs_on_prepare", "trace_hardirqs_off_finish", "trace_preempt_on",
         "trace_preempt_off", "tracer_hardirqs_on", "tracer_hardirqs_off",
         "tracer_preempt_on", "tracer_preempt_off", "start_critical_timings",
         "stop_critical_timings", "wakeup_woken", "wakeup_switch", "wakeup_migrate",
         "tasks_on_switch", "tasks_on_wakeup", "osnoise_record", "timerlat_record",
         "syscall_enter_probe", "syscall_exit_probe", "syscall_enter_perf",
         "syscall_exit_perf", "kprobe_hit", "kprobe_hit_entry", "kprobe_hit_return",
         "eprobe_fire", "synth_emit", "interference_irq_entry", "interference_irq_exit", "interference_softirq_entry",
         "interference_softirq_exit", "interference_switch", "trace_osnoise_callback",
         "trace_hwlat_callback", "on_switch_before", "on_switch_after", "on_wakeup_before",
         "on_wakeup_after", "on_switch_funcs", "sleep_on_switch",
         "switch_from_to", "switch_wakes", "mmio_trace_rw", "mmio_trace_mapping"],
        "tracepoints, breakpoints and tasks call it; a function that is traced meanwhile "
        "writes a record of its own and calls none of these"),
    "clock": (
        ["ktime_get_mono_fast_ns", "ktime_get_raw_fast_ns", "ktime_get_boot_fast_ns",
         "ktime_get_tai_fast_ns"],
        "what they ask is a driver's; ring_read_clock(): the ring refuses what this context "
        "writes meanwhile"),
    "wake": (
        ["ring_wake"],
        "the record is committed, and who waits is taken off before irq_work_queue(): the "
        "next record finds nobody to wake"),
}

# These begin at what a path comes to; the others where a path begins.
GUARDS_ON_THE_WAY = ("clock", "wake")

# Functions that a path ends at, and why.
ENDS = {
    "preempt_schedule_notrace_thunk":
        "where preemption is allowed again the callback is done; another task runs",
    "preempt_schedule_thunk": "likewise",
    "panic": "nothing is recorded any more that matters",
    "__warn_printk": "a warning is printed once",
    "_printk": "it is asked to print on the console, and has a guard of its own",
    "ftrace_dump": "recording is off from there on",
}

# Of a text's format: %pS, %pfw, %pK, %pt.
TEXT = ["sprint_symbol", "sprint_symbol_build_id", "sprint_symbol_no_offset",
        "sprint_backtrace", "sprint_backtrace_build_id", "fwnode_count_parents",
        "fwnode_get_name", "fwnode_get_name_prefix", "fwnode_get_nth_parent",
        "has_capability_noaudit", "time64_to_tm"]
# Who waits is woken.
IRQ_WORK = ["preempt_count_add", "preempt_count_sub", "arch_irq_work_raise"]
# Of the stack, and of memory that may not be there.
STACKS = ["stack_trace_save", "stack_trace_save_regs", "stack_trace_save_user"]
MEMORY = ["copy_from_kernel_nofault", "copy_from_kernel_nofault_allowed",
          "copy_from_user_nofault", "strncpy_from_kernel_nofault",
          "strncpy_from_user_nofault", "strnlen_user_nofault"]
# A histogram's new entry, a maximum that is taken, a line on the console.
LOCKS = ["_raw_spin_lock_irqsave", "_raw_spin_unlock_irqrestore", "_raw_spin_trylock",
         "_raw_spin_unlock"]
PERF = ["perf_swevent_get_recursion_context", "perf_tp_event"]
# A ring and the spare one are exchanged.
SWAP = ["__smp_call_single_queue", *IRQ_WORK]

# guard -> functions that may be traced and are called under it.
COVERED = {
    "busy": ["stack_trace_save", "stack_trace_save_regs"],
    "assist": ["sprint_symbol", *SWAP, *STACKS, *MEMORY, *LOCKS, *PERF, "call_rcu", "get_kprobe",
               "kprobe_busy_begin", "kprobe_busy_end", "kprobes_inc_nmissed_count",
               "queued_spin_lock_slowpath"],
    "event": [*TEXT, *SWAP, *STACKS, *MEMORY, *LOCKS, *PERF, "_raw_spin_lock",
              "__rcu_read_lock", "__rcu_read_unlock", "__put_task_struct",
              "fault_in_readable"],
    "clock": ["delta_to_ns_safe", "dummy_clock_read", "jiffies_read", "read_hpet"],
    "wake": IRQ_WORK,
}

# guard -> tracepoints that may fire under it. Those of interrupts are told once for
# each change; those of preemption only where it was on, which it is not under a probe.
FIRED = {
    "assist": ["irq_disable", "irq_enable", "ipi_send_cpu"],
    "event": ["irq_disable", "irq_enable", "preempt_disable", "preempt_enable",
              "ipi_send_cpu", "irq_noise", "nmi_noise", "softirq_noise", "thread_noise"],
    "wake": ["ipi_send_cpu"],
}

# Indirect calls: who makes them -> whom they lead to.
FIRE = [
    "hist_fire", "hist_fire_single", "enable_hist_fire", "disable_hist_fire", "enable_fire",
    "disable_fire", "traceon_fire", "traceoff_fire", "snapshot_fire", "stacktrace_fire",
    "watch_fire",
]
LEADS = {
    "ring_reserve_slow": CLOCKS,
    "ring_buffer_time_stamp": CLOCKS,
    "ring_buffer_event_time_stamp": CLOCKS,
    "ktime_get_mono_fast_ns": ["read_tsc", "read_hpet", "jiffies_read",
                               "dummy_clock_read"],
    "ktime_get_raw_fast_ns": ["read_tsc", "read_hpet", "jiffies_read",
                              "dummy_clock_read"],
    "__trace_trigger_soft_disabled": ["triggers_plain", "instance_event_ignored"],
    "commit_slow": ["triggers_refused", "triggers_after", "export_copies",
                    "instance_event_stacks"],
    "event_triggers": ["triggers_refused"],
    "event_triggers_after": ["triggers_after"],
    "event_export": ["export_record"],
    "fire": FIRE,
    "triggers_plain": FIRE,
    "fire_record": FIRE,
    "watch_fire": ["eprobe_fire"],
    "ftrace_func_probe_hit": ["func_command_traceon_hit", "func_command_traceoff_hit", "func_command_stacktrace_hit",
                       "func_command_dump_hit", "func_command_cpudump_hit", "func_command_enable_hit",
                       "func_command_disable_hit", "func_command_snapshot_hit"],
    "graph_call": ["profile_entry"],
    "kprobe_ftrace_handler": ["kprobe_hit"],
    "marker_iterate": ["marker_record_all", "marker_record_texts"],
    "instance_on": ["blk_on_off"],
    "instance_off": ["blk_on_off"],
    "act_trace": ["synth_emit"],
    "wakeup_is_urgent": ["wakeup_wants_any", "wakeup_wants_rt", "wakeup_wants_dl"],
}

# Indirect calls that are not followed, and why.
NOT_FOLLOWED = {
    "arch_ftrace_ops_list_func": "every callback is an entry",
    "ftrace_ops_assist": "every callback is an entry",
    "ftrace_ops_pid": "every callback is an entry",
    "ftrace_return_to_handler": "every callback at a return is an entry",
    "graph_tell_guarded": "every callback at a return is an entry",
    "export_record": "an export belongs to a driver, which must see to it (struct trace_export)",
    "fprobe_entry": "the handler is its owner's",
    "fprobe_entry_shared": "the handler is its owner's",
    "fprobe_return": "the handler is its owner's",
    "blk_tell": "a client switches its own tracepoints",
    "snapshot_cond": "the condition is its owner's",
    "output_text": "an event's line on the console is written as for a reader",
    "fwnode_full_name_string": "the operations of a device's description",
}

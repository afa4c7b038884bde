# SPDX-License-Identifier: GPL-2.0
"""The longest times with interrupts or preemption off: both kernels with configs/rt.config."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bench_table import Row  # noqa: E402

UNIT = "1,000 instructions"
ROWS = (
    Row("rt-calls", "rt-calls", UNIT, None, "a loop of stat(), nothing is traced"),
    Row("rt-function", "rt-function", UNIT, 1.00, "the same, all functions traced"),
    Row("rt-events", "rt-events", UNIT, 1.00, "the same, all events recorded"),
    Row("rt-functions-on", "rt-control", UNIT, 1.00, "echo function > current_tracer"),
    Row("rt-functions-off", "rt-control", UNIT, 1.00, "and back to nop"),
    Row("rt-filter", "rt-control", UNIT, 1.00, "echo '*sched*' > set_ftrace_filter"),
    Row("rt-events-on", "rt-control", UNIT, 1.00, "echo 1 > events/enable"),
    Row("rt-events-off", "rt-control", UNIT, 1.00, "echo 0 > events/enable"),
    Row("rt-grow", "rt-control", UNIT, 1.00, "echo 8192 > buffer_size_kb"),
    Row("rt-clear", "rt-control", UNIT, 1.00, "echo > trace, with this buffer"),
    Row("rt-shrink", "rt-control", UNIT, 1.00, "echo 64 > buffer_size_kb"),
    Row("rt-kprobe", "rt-control", UNIT, 1.00, "a kprobe event made"),
    Row("rt-kprobe-off", "rt-control", UNIT, 1.00, "and deleted"),
)

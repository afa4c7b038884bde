# SPDX-License-Identifier: GPL-2.0
"""The rows of BPF programs: both kernels with configs/peers.config, which has BPF and BTF."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bench_table import Row  # noqa: E402

ROWS = (
    Row("bpf-raw", "bpf-raw", "instructions", 1.00, "a program on the raw tracepoint sys_enter"),
    Row("bpf-tracepoint", "bpf-tracepoint", "instructions", 1.00, "on a perf counter of sys_enter"),
    Row("bpf-syscall", "bpf-syscall", "instructions", 1.00, "on a perf counter of sys_enter_getppid"),
    Row("bpf-kprobe", "bpf-kprobe", "instructions", 1.00, "on a perf counter of a kprobe"),
    Row("bpf-multi", "bpf-multi", "instructions", 1.00, "kprobe_multi, at the entry of a function"),
    Row("bpf-multi-return", "bpf-multi-return", "instructions", 1.00, "kprobe_multi, at the return"),
    Row("bpf-fentry", "bpf-fentry", "instructions", 1.00, "fentry"),
    Row("bpf-fexit", "bpf-fexit", "instructions", 1.00, "fexit"),
    Row("bpf-attach", "bpf-attach", "instructions", 0.30, "kprobe_multi on 10,000 functions by name"),
    Row("bpf-detach", "bpf-attach", "instructions", 0.30, "and detaching it"),
)

# SPDX-License-Identifier: GPL-2.0
"""The metrics of 'make bench', one row each, and the table of their figures.

A metric is one Row here and one function in tools/testing/trace/bench (its program);
a program can print the figures of several rows.
"""

import collections
import fnmatch
import re

# name: as printed; program: the argument of bench in the guest; unit; goal: the ratio
# to stock to reach, or None; what: the description.
Row = collections.namedtuple("Row", "name program unit goal what")

ROWS = (
    Row("boot", "boot", "instructions", None, "power-on to the first process"),
    Row("boot-memory", "boot", "KiB", None, "of 512 MiB, neither in MemAvailable nor on the free list of a CPU"),
    Row("ring", "ring", "instructions", 0.28, "reserve + commit of 32 bytes, private buffer"),
    Row("probe", "probe", "instructions", None, "a tracepoint with one empty probe"),
    Row("probe-syscall", "probe-syscall", "instructions", None, "sys_enter with one empty probe, beyond untraced getppid"),
    Row("ops", "ops", "instructions", None, "a function with one empty ftrace_ops"),
    Row("event-kernel", "event-kernel", "instructions", None, "an event of 24 bytes, fired by a loop"),
    Row("event", "event", "instructions", 0.40, "raw_syscalls/sys_enter beyond untraced getppid"),
    Row("event-stopped", "event-stopped", "instructions", 0.65, "the same, tracing_on=0"),
    Row("event-filtered", "event-filtered", "instructions", 0.36, "the same, filtered out"),
    Row("event-syscall", "event-syscall", "instructions", 0.45, "syscalls/sys_enter_getppid"),
    Row("event-hist", "event-hist", "instructions", 0.36, "a hist trigger on sys_enter"),
    Row("event-kprobe", "event-kprobe", "instructions", 0.35, "a kprobe event on a function"),
    Row("event-kprobe-args", "event-kprobe-args", "instructions", None, "the same with four numbers"),
    Row("event-kprobe-string", "event-kprobe-string", "instructions", None, "the same with strings of 120 bytes and a few"),
    Row("event-fprobe", "event-fprobe", "instructions", 0.50, "an fprobe event at the entry of a function"),
    Row("event-fprobe-return", "event-fprobe-return", "instructions", 0.50, "the same at the return"),
    Row("event-tprobe", "event-tprobe", "instructions", 0.50, "a tracepoint probe on sys_enter"),
    Row("event-uprobe", "event-uprobe", "instructions", 0.50, "a uprobe event, without the trap"),
    Row("event-uprobe-args", "event-uprobe-args", "instructions", 0.50, "the same with four numbers"),
    Row("event-uprobe-string", "event-uprobe-string", "instructions", 0.50, "the same with strings of 120 bytes and a few"),
    Row("event-uprobe-return", "event-uprobe-return", "instructions", 0.50, "a uprobe event at a return, without the traps"),
    Row("event-user", "event-user", "instructions", 0.50, "a user event of 32 bytes, write() beyond /dev/null"),
    Row("event-user-writev", "event-user-writev", "instructions", 0.50, "the same, writev()"),
    Row("marker-32", "marker-32", "instructions", 0.35, "trace_marker beyond /dev/null, 32 bytes"),
    Row("marker-512", "marker-512", "instructions", 0.48, "the same, 512 bytes"),
    Row("function", "function", "instructions", 0.33, "a traced call, one function"),
    Row("graph", "graph", "instructions", 0.25, "a graphed call, one function"),
    Row("section", "section", "instructions", None, "a call inside what wakeup_rt measures"),
    Row("section-function", "section", "instructions", None, "the same call, by the function tracer"),
    Row("function-loop", "function-loop", "times slower", None, "stat loop, all functions traced"),
    Row("graph-loop", "graph-loop", "times slower", None, "stat loop, all functions graphed"),
    Row("functions-on", "functions", "instructions", 0.10, "echo function > current_tracer"),
    Row("functions-off", "functions", "instructions", 0.10, "and back to nop"),
    Row("graphs-on", "graphs", "instructions", 0.10, "echo function_graph > current_tracer"),
    Row("graphs-off", "graphs", "instructions", None, "and back to nop"),
    Row("glob", "glob", "instructions", 0.05, "echo '*sched*' > set_ftrace_filter"),
    Row("refilter", "refilter", "instructions", None, "echo 'vfs_*' > set_ftrace_filter, after all were traced"),
    Row("refilter-on", "refilter", "instructions", None, "and function > current_tracer"),
    Row("refilter-off", "refilter", "instructions", None, "and back to nop"),
    Row("functions-list", "functions-list", "per line", 0.05, "available_filter_functions"),
    Row("events-on", "events", "instructions", 0.30, "echo 1 > events/enable"),
    Row("events-off", "events", "instructions", 0.30, "echo 0 > events/enable"),
    Row("event-on", "event-one", "instructions", None, "echo 1 > events/sched/sched_switch/enable"),
    Row("filter-set", "event-one", "instructions", None, "echo 'prev_prio < 3' > its filter"),
    Row("filter-clear", "event-one", "instructions", None, "echo 0 > its filter"),
    Row("event-off", "event-one", "instructions", None, "echo 0 > its enable"),
    Row("hist-set", "hist-one", "instructions", None, "echo hist:keys=next_pid > trigger"),
    Row("hist-remove", "hist-one", "instructions", None, "and its end"),
    Row("line-sched", "line-sched", "per line", 0.12, "trace, sched events"),
    Row("line-function", "line-function", "per line", 0.06, "trace, functions"),
    Row("line-graph", "line-graph", "per line", 0.08, "trace, function_graph"),
    Row("line-all", "line-all", "per line", 0.15, "trace, all events"),
    Row("line-kprobe", "line-kprobe", "per line", 0.15, "trace, a kprobe event, 4 arguments"),
    Row("line-pipe", "line-pipe", "per line", 0.12, "trace_pipe, sched events"),
    Row("raw-read", "raw-read", "per KiB", 0.50, "read of trace_pipe_raw, buffer of 64 KiB"),
    Row("raw-read-page", "raw-read-page", "per KiB", None, "the same, buffer of one sub-buffer"),
    Row("raw-splice", "raw-splice", "per KiB", 0.15, "splice of trace_pipe_raw to /dev/null"),
    Row("instance-mkdir", "instance", "instructions", 0.50, "a new instance"),
    Row("instance-rmdir", "instance", "instructions", 0.30, "and its end"),
    Row("snapshot", "snapshot", "instructions", None, "echo 1 > snapshot"),
    Row("snapshot-free", "snapshot", "instructions", None, "echo 0 > snapshot"),
    Row("snapshot-again", "snapshot", "instructions", None, "and echo 1 > snapshot at once"),
    Row("command-set", "command", "instructions", None, "echo schedule:traceon > set_ftrace_filter"),
    Row("command-remove", "command", "instructions", None, "and its end"),
    Row("kprobe-add", "kprobe-one", "instructions", None, "one kprobe event"),
    Row("kprobe-remove", "kprobe-one", "instructions", None, "and its end"),
    Row("fprobe-add", "fprobe-one", "instructions", None, "one fprobe event"),
    Row("fprobe-on", "fprobe-one", "instructions", None, "and enable it"),
    Row("fprobe-off", "fprobe-one", "instructions", None, "and disable it"),
    Row("fprobe-remove", "fprobe-one", "instructions", None, "and its end"),
    Row("kprobes-create", "kprobes", "per event", None, "work to create 10,000 kprobe events"),
    Row("kprobes-register", "kprobes", "per event", None, "of which register_kprobe(), which is the base's"),
    Row("kprobes-own", "kprobes", "per event", 0.30, "what remains without it"),
    Row("kprobes-time", "kprobes", "per event", None, "time that passes meanwhile"),
    Row("kprobes-list", "kprobes", "per line", None, "dynamic_events with them"),
    Row("kprobes-clear", "kprobes", "per event", 0.30, "time to remove all of them at once"),
    Row("uprobes-create", "uprobes", "per event", 0.30, "work to create 10,000 uprobe events"),
    Row("uprobes-time", "uprobes", "per event", 0.30, "time that passes meanwhile"),
    Row("uprobes-list", "uprobes", "per line", None, "dynamic_events with them"),
    Row("uprobes-clear", "uprobes", "per event", 0.30, "time to remove all of them at once"),
    Row("fprobes-create", "fprobes", "per event", 0.30, "work to create 500 fprobe events"),
    Row("fprobes-time", "fprobes", "per event", 0.30, "time that passes meanwhile"),
    Row("fprobes-list", "fprobes", "per line", None, "dynamic_events with them"),
    Row("fprobes-clear", "fprobes", "per event", 0.30, "time to remove all of them at once"),
    Row("walk", "walk", "per file", None, "find /sys/kernel/tracing"),
    Row("walk-slab", "walk", "KiB", 0.30, "slab memory used afterwards"),
    Row("walk-slab-kept", "walk", "KiB", None, "slab memory that reclaim does not free"),
)

# Figures that depend on the scheduler or the allocator and differ between boots.
LOOSE = {"boot", "boot-memory", "walk-slab", "walk-slab-kept"}

# A second figure of a row: the time that passed, which contains waiting.
ELAPSED = ".elapsed"
# What a write may take beyond its own work, in instructions.
WAIT = 1_000_000

FIGURE = re.compile(r"^([\w.-]+) (-?\d+(?:\.\d+)?)$")
MISSING = re.compile(r"^([\w-]+) - (.*)$")


def chosen(patterns, rows=ROWS):
    """The rows that match the patterns; all rows if there is no pattern."""
    if not patterns:
        return list(rows)
    return [r for r in rows if any(fnmatch.fnmatchcase(r.name, p) for p in patterns)]


def parse(text, rows=ROWS):
    """Parse the output of a guest: ({row name: figure}, {row name: reason for no figure})."""
    figures, missing = {}, {}
    for line in text.splitlines():
        figure, reason = FIGURE.match(line.strip()), MISSING.match(line.strip())
        if figure:
            figures[figure.group(1)] = float(figure.group(2))
        elif reason:
            for row in rows:
                if row.program == reason.group(1):
                    missing[row.name] = reason.group(2)
    return figures, missing


class Leg:
    """The figures of one kernel, from all passes."""

    def __init__(self):
        self.passes, self.missing = [], {}

    def add(self, text, rows=ROWS):
        figures, missing = parse(text, rows)
        self.passes.append(figures)
        self.missing.update(missing)

    def also(self, figures):
        """Add figures that are the same in all passes."""
        self.passes = self.passes or [{}]
        for one in self.passes:
            one.update(figures)

    def figure(self, name):
        """The minimum of all passes; None if there is no figure."""
        known = [p[name] for p in self.passes if name in p]
        return min(known) if known else None

    def spread(self, name):
        """None if all passes have the same figure, else (minimum, maximum)."""
        known = [p.get(name) for p in self.passes]
        if None in known or len(set(known)) <= 1:
            return None
        return min(known), max(known)


def ratio(stock, ours):
    """Ours divided by stock; None if either is missing or stock is not positive."""
    if stock is None or ours is None or stock <= 0:
        return None
    return ours / stock


def number(value):
    """Format a figure."""
    if value is None:
        return "-"
    if abs(value) < 10:
        return f"{value:.2f}"
    if abs(value) < 1000:
        return f"{value:.1f}"
    return f"{value:,.0f}"


def milliseconds(value):
    """Format a time: an instruction takes a nanosecond."""
    return "" if value is None else f"{value / 1e6:.2f} ms"


def waits(row, leg):
    """How many instructions more than its own work an operation takes; None if not known."""
    work, elapsed = leg.figure(row.name), leg.figure(row.name + ELAPSED)
    return None if work is None or elapsed is None else elapsed - work


def state(row, of, wait=None):
    """The state column: short if the ratio misses the goal, else whether the operation waits."""
    if row.goal is not None and of is not None and of > row.goal:
        return "short"
    return "waits" if wait is not None and wait > WAIT else ""


HEAD = ("metric", "stock", "ours", "ratio", "goal", "", "elapsed", "stock", "unit, what")


def table(rows, stock, ours):
    """The text of the table."""
    cells = [HEAD]
    for row in rows:
        a, b = stock.figure(row.name), ours.figure(row.name)
        of = ratio(a, b)
        cells.append((row.name, number(a), number(b), "-" if of is None else f"{of:.3f}",
                      "" if row.goal is None else f"{row.goal:.2f}",
                      state(row, of, waits(row, ours)),
                      *(milliseconds(leg.figure(row.name + ELAPSED)) for leg in (ours, stock)),
                      f"{row.unit}: {row.what}"))
    wide = [max(len(c[i]) for c in cells) for i in range(len(HEAD))]
    lines = []
    for c in cells:
        parts = [c[0].ljust(wide[0])] + [c[i].rjust(wide[i]) for i in range(1, 5)]
        parts += [c[5].ljust(wide[5])] + [c[i].rjust(wide[i]) for i in (6, 7)]
        lines.append("  ".join(parts + [c[8]]).rstrip())
    return "\n".join(lines) + "\n"


def gaps(rows, legs):
    """Rows without a figure; rows with the same reason share a line."""
    same = {}
    for row in rows:
        whys = {name: leg.missing.get(row.name, "no output")
                for name, leg in legs.items() if leg.figure(row.name) is None}
        for name, why in whys.items():
            both = len(whys) == len(legs) and len(set(whys.values())) == 1
            kernel = "both" if both else name
            names = same.setdefault((kernel, why), [])
            if row.name not in names:
                names.append(row.name)
    return [f"not measured on {kernel}: {' '.join(names)}: {why}"
            for (kernel, why), names in same.items()]


def agreement(rows, legs):
    """Lines about figures that differ between the passes over a kernel."""
    lines, loose = [], []
    for name, leg in legs.items():
        for row in rows:
            spread = leg.spread(row.name)
            count = sum(row.name in p for p in leg.passes)
            if 0 < count < len(leg.passes):
                lines.append(f"in one pass only: {row.name} on {name}")
            if spread and row.name in LOOSE:
                loose.append(f"{row.name} ({name})")
            elif spread:
                least, most = spread
                lines.append(f"passes differ: {row.name} on {name}: {number(least)} to "
                             f"{number(most)} ({(most - least) / max(abs(least), 1e-9):.2%})")
    if loose:
        lines.append("passes differ, as these may: " + ", ".join(loose))
    passes = max((len(leg.passes) for leg in legs.values()), default=0)
    if passes > 1 and not any(line.startswith(("passes differ:", "in one pass")) for line in lines):
        lines.append(f"{passes} passes, equal to the digit" + (" but for those" if loose else ""))
    return lines


def goals(rows, legs):
    """Lines about goals that are reached and missed."""
    requested = [(r, ratio(legs["stock"].figure(r.name), legs["ours"].figure(r.name)))
             for r in rows if r.goal]
    short = [f"{r.name} {of:.3f} (goal {r.goal:.2f})" for r, of in requested
             if of is not None and of > r.goal]
    waiting = [(r.name, waits(r, legs["ours"])) for r in rows]
    waiting = [f"{name} for {milliseconds(extra)}" for name, extra in waiting
               if extra is not None and extra > WAIT]
    met = sum(of is not None and of <= r.goal for r, of in requested)
    return [f"goals: {met} reached, {len(short)} short, "
            f"{len(requested) - met - len(short)} without a ratio"] + \
        [f"short: {text}" for text in short] + [f"waits: {text}" for text in waiting]


def notes(rows, legs):
    """The notes below the table: passes that differ, missing figures, missed goals."""
    return "\n".join(agreement(rows, legs) + gaps(rows, legs) + goals(rows, legs)) + "\n"

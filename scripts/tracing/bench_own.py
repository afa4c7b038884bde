# SPDX-License-Identifier: GPL-2.0
"""What the stock kernel does not have: a separate table.

Each row is compared with another one of our kernel: a marker with the typed tracepoint that does
the same, a setting with the same operation without it.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench_table  # noqa: E402
from bench_table import Row, number, ratio  # noqa: E402

# A goal is the ratio to the row in AGAINST.
ROWS = (
    Row("mark-off", "mark-off", "instructions", 1.00, "off: only the nop"),
    Row("mark-probe", "mark-probe", "instructions", 1.10, "one probe that does nothing"),
    Row("mark-words", "mark-words", "instructions", 1.10, "recorded: three integers"),
    Row("mark-text", "mark-text", "instructions", 1.10, "recorded: an integer and a string"),
    Row("inline-marker", "size", "bytes", 1.00, "off, bytes in the straight path of its function"),
    Row("inline-marker-all", "size", "bytes", None, "the same, with the bytes out of line"),
    Row("event-budget", "event-budget", "instructions", 1.02, "with a budget that is not reached"),
    Row("event-withheld", "event-withheld", "instructions", None, "withheld by a budget"),
    Row("event-cgroup", "event-cgroup", "instructions", None, "of a task in set_event_cgroup"),
    Row("event-cgroup-other", "event-cgroup-other", "instructions", None,
        "of a task that is not in set_event_cgroup"),
    Row("event-ns-pid", "event-ns-pid", "instructions", None, "filtered out by common_ns_pid"),
    Row("event-hist-cgroup", "event-hist-cgroup", "instructions", None,
        "a hist trigger with the key common_cgroup"),
    Row("function-cgroup", "function-cgroup", "instructions", None,
        "a traced call of a task in set_ftrace_cgroup"),
    Row("mapping-recorded", "mapping-recorded", "instructions", None, "with option user-mappings"),
)

# The rows to compare with, measured on both kernels.
BASES = (
    Row("mapping", "mapping", "instructions", None, "mmap and munmap of code of a program"),
    Row("tracepoint-off", "tracepoint-off", "instructions", None, "a tracepoint that is off"),
    Row("tracepoint-words", "tracepoint-words", "instructions", None,
        "an event of three integers"),
    Row("tracepoint-text", "tracepoint-text", "instructions", None,
        "an event of an integer and a string"),
)

AGAINST = {
    "mark-off": "tracepoint-off", "mark-probe": "probe", "mark-words": "tracepoint-words",
    "mark-text": "tracepoint-text", "inline-marker": "inline-event",
    "inline-marker-all": "inline-event-all",
    "event-budget": "event", "event-withheld": "event", "event-cgroup": "event",
    "event-cgroup-other": "event-filtered", "event-ns-pid": "event-filtered",
    "event-hist-cgroup": "event-hist", "function-cgroup": "function",
    "mapping-recorded": "mapping",
}


def needed(rows, known):
    """Those of the known rows that the rows are compared with."""
    wanted = {AGAINST[r.name] for r in rows}
    return [r for r in known if r.name in wanted]


def compared(rows, leg):
    """Yield (row, figure of the row that it is compared with, its own figure, ratio)."""
    for row in rows:
        base, own = leg.figure(AGAINST[row.name]), leg.figure(row.name)
        yield row, base, own, ratio(base, own)


def table(rows, leg):
    """The text of the table, and the notes below it."""
    cells = [("metric", "base", "metric", "ratio", "goal", "", "against", "unit, what")]
    reached = short = missing = 0
    for row, base, own, of in compared(rows, leg):
        if row.goal is not None:
            reached += of is not None and of <= row.goal
            short += of is not None and of > row.goal
            missing += of is None
        cells.append((row.name, number(base), number(own), "-" if of is None else f"{of:.3f}",
                      "" if row.goal is None else f"{row.goal:.2f}", bench_table.state(row, of),
                      AGAINST[row.name], f"{row.unit}: {row.what}"))
    wide = [max(len(c[i]) for c in cells) for i in range(len(cells[0]))]
    lines = ["What the stock kernel does not have, and the row of our kernel that is its base:"]
    for c in cells:
        parts = [c[0].ljust(wide[0])] + [c[i].rjust(wide[i]) for i in range(1, 5)]
        lines.append("  ".join(parts + [c[5].ljust(wide[5]), c[6].ljust(wide[6]), c[7]]).rstrip())
    legs = {"ours": leg}
    lines += [""] + bench_table.agreement(rows, legs) + bench_table.gaps(rows, legs)
    lines.append(f"goals of these: {reached} reached, {short} short, {missing} without a ratio")
    return "\n".join(lines) + "\n"

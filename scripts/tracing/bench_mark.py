# SPDX-License-Identifier: GPL-2.0
"""Kernel markers, which the stock kernel does not have: a separate table.

Each marker is compared with the typed tracepoint of our kernel that does the same.
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
)

# The rows to compare with, measured on both kernels.
TYPED = (
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
}


def needed(rows, known):
    """Those of the known rows that the rows are compared with."""
    wanted = {AGAINST[r.name] for r in rows}
    return [r for r in known if r.name in wanted]


def compared(rows, leg):
    """Yield (row, figure of the tracepoint, figure of the marker, ratio)."""
    for row in rows:
        typed, mark = leg.figure(AGAINST[row.name]), leg.figure(row.name)
        yield row, typed, mark, ratio(typed, mark)


def table(rows, leg):
    """The text of the table, and the notes below it."""
    cells = [("marker", "typed", "marker", "ratio", "goal", "", "against", "unit, what")]
    reached = short = missing = 0
    for row, typed, mark, of in compared(rows, leg):
        if row.goal is not None:
            reached += of is not None and of <= row.goal
            short += of is not None and of > row.goal
            missing += of is None
        cells.append((row.name, number(typed), number(mark), "-" if of is None else f"{of:.3f}",
                      "" if row.goal is None else f"{row.goal:.2f}", bench_table.state(row, of),
                      AGAINST[row.name], f"{row.unit}: {row.what}"))
    wide = [max(len(c[i]) for c in cells) for i in range(len(cells[0]))]
    lines = ["Markers, which the stock kernel does not have, and typed tracepoints of our kernel:"]
    for c in cells:
        parts = [c[0].ljust(wide[0])] + [c[i].rjust(wide[i]) for i in range(1, 5)]
        lines.append("  ".join(parts + [c[5].ljust(wide[5]), c[6].ljust(wide[6]), c[7]]).rstrip())
    own = {"ours": leg}
    lines += [""] + bench_table.agreement(rows, own) + bench_table.gaps(rows, own)
    lines.append(f"markers' goals: {reached} reached, {short} short, {missing} without a ratio")
    return "\n".join(lines) + "\n"

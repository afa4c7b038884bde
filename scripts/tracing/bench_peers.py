# SPDX-License-Identifier: GPL-2.0
"""PEERS=1: alternatives, measured on the stock kernel in the same run."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench_table  # noqa: E402
from bench_table import Row, number, ratio  # noqa: E402

# Figures of the stock kernel with configs/peers.config.
ROWS = (
    Row("peer-bpf-ring", "peer-bpf-ring", "instructions", None,
        "eBPF: 32 bytes with a time to its ring, raw tracepoint sys_enter"),
    Row("peer-bpf-count", "peer-bpf-count", "instructions", None,
        "eBPF: a counter per CPU, raw tracepoint sys_enter"),
    Row("peer-perf", "peer-perf", "instructions", None,
        "perf's mapped ring, sys_enter with perf record's sample type"),
    Row("peer-user-events", "peer-user-events", "instructions", None,
        "user_events: 32 bytes beyond writev() to /dev/null"),
    Row("peer-lttng", "peer-lttng", "instructions", None, "LTTng, sys_enter"),
)

# The row of ours that does the same.
AGAINST = {
    "peer-bpf-ring": "event", "peer-bpf-count": "event-hist", "peer-perf": "event",
    "peer-user-events": "marker-32", "peer-lttng": "event",
}


def needed():
    """Rows that a run with peers always measures."""
    return [r for r in bench_table.ROWS if r.name in AGAINST.values()]


def table(peer, legs):
    """The table: each alternative, the stock kernel and our kernel."""
    cells = [("peer", "peer", "stock", "ours", "ours/peer", "compared row", "what")]
    for row in ROWS:
        other = AGAINST[row.name]
        ours = legs["ours"].figure(other)
        of = ratio(peer.figure(row.name), ours)
        cells.append((row.name, number(peer.figure(row.name)),
                      number(legs["stock"].figure(other)), number(ours),
                      "-" if of is None else f"{of:.3f}", other, row.what))
    wide = [max(len(c[i]) for c in cells) for i in range(7)]
    lines = []
    for c in cells:
        parts = [c[0].ljust(wide[0])] + [c[i].rjust(wide[i]) for i in range(1, 5)]
        lines.append("  ".join(parts + [c[5].ljust(wide[5]), c[6]]).rstrip())
    both = {"the stock kernel": peer}
    return "\n".join(lines + [""] + bench_table.agreement(ROWS, both)
                     + bench_table.gaps(ROWS, both)) + "\n"

# SPDX-License-Identifier: GPL-2.0
"""The cache lines that one operation touches, seen by a plugin of QEMU.

The programs of the guest mark single calls (tools/testing/trace/bench/plugin/mark.h), the
plugin lines.c records what is between the marks, and this file compares the calls with tracing
to those without.
"""

import bisect
import collections
import functools
import os
import re
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench_table  # noqa: E402
import common  # noqa: E402

PLUGIN = os.path.join(common.REPO, "tools", "testing", "trace", "bench", "plugin")

# name, program, what: as in bench_table. goal: lines of code and of data, at most; None if
# there is none. unit is for the messages of bench_table.
CacheRow = collections.namedtuple("CacheRow", "name program goal what unit", defaults=("lines",))

ROWS = (
    CacheRow("cache-bound", "probe-syscall", None,
             "an empty probe on sys_enter: the way to it is the base's"),
    CacheRow("cache-event", "event", (12, 11), "raw_syscalls/sys_enter beyond untraced getppid"),
    CacheRow("cache-off", "event-stopped", (6, 5), "the same, tracing_on=0"),
    CacheRow("cache-filtered", "event-filtered", None, "the same, filtered out"),
    CacheRow("cache-hist", "event-hist", (24, 16), "a hist trigger on sys_enter"),
    CacheRow("cache-syscall", "event-syscall", None, "syscalls/sys_enter_getppid"),
    CacheRow("cache-kprobe", "event-kprobe", (18, 20), "a kprobe event on a function"),
    CacheRow("cache-function", "function", None, "a traced call, one function"),
    CacheRow("cache-graph", "graph", (20, 16), "a graphed call, one function"),
    CacheRow("cache-mark", "marker-32", (11, 14), "trace_marker beyond /dev/null, 32 bytes"),
)

# Functions that run only if an interrupt or a page fault came between the marks.
INTERRUPTS = re.compile(r"asm_(sysvec_|common_interrupt|spurious_|exc_nmi|exc_page_fault)|"
                        r"irq_entries_start")
LINE = 64
KERNEL = 1 << 63
STACK = 1 << 14
# Per-CPU memory behind the variables of the kernel: for modules and allocated.
PERCPU_DYNAMIC = 64 << 10

# One use of a line of data: the instruction, bytes read and written, kind of the operand.
Use = collections.namedtuple("Use", "pc read written kind")


class Window:
    """What one call touched: {line: first pc} of code, {line: [Use]} of data."""

    def __init__(self):
        self.code, self.data, self.percpu = {}, {}, None


def parse(text):
    """Parse the output of the plugin: {series: [Window]}."""
    found, windows, window = {}, None, None
    for line in text.splitlines():
        words = line.split()
        if words[0] == "series":
            windows = found.setdefault(words[1], [])
        elif words[0] == "round":
            window = Window()
        elif words[0] == "percpu":
            window.percpu = int(words[1], 16)
        elif words[0] == "c":
            window.code[int(words[1], 16)] = int(words[2], 16)
        elif words[0] == "d":
            window.data.setdefault(int(words[1], 16), []).append(
                Use(*(int(w, 16) for w in words[2:5]), words[5]))
        elif words[0] == "end" and windows is not None:
            windows.append(window)
    return found


class Symbols:
    """The symbols of a vmlinux, from the output of nm -n."""

    def __init__(self, listing):
        known, ends = {}, {}
        for line in listing.splitlines():
            words = line.split()
            if len(words) != 3:
                continue
            address = int(words[0], 16)
            if words[2] in ("__per_cpu_end", "_text", "_end"):
                ends[words[2]] = address
            elif not words[2].startswith(("__pfx_", ".L", "$")):
                known.setdefault(address, words[2])
        # The link addresses of per-CPU variables begin at 0.
        self.percpu_end = ends.get("__per_cpu_end", 0)
        self.start, self.end = ends.get("_text", KERNEL), ends.get("_end", 1 << 64)
        self.at = sorted(a for a in known if a < self.percpu_end or self.start <= a < self.end)
        self.names = [known[a] for a in self.at]

    def name(self, address):
        """The symbol that an address is in, with the offset; None outside of the kernel."""
        if not self.at or not (address < self.percpu_end or self.start <= address < self.end):
            return None
        at = bisect.bisect_right(self.at, address) - 1
        return (self.names[at], address - self.at[at]) if at >= 0 else None

    def function(self, pc):
        """The name of the function of an instruction."""
        if pc < KERNEL:
            return "[user]"
        found = self.name(pc)
        return found[0] if found else "[generated or module]"

    def variable(self, window, line, uses):
        """What a line of data belongs to."""
        if line < KERNEL:
            return "user memory"
        # The first byte of the line that was used tells which variable it is.
        used = functools.reduce(lambda bits, use: bits | use.read | use.written, uses, 0)
        first = line + (used & -used).bit_length() - 1
        found = self.name(first)
        if found:
            return f"{found[0]}+{found[1]:#x}"
        if line & -STACK in stacks(window):
            return "stack"
        percpu = -1 if window.percpu is None else line - window.percpu
        if 0 <= percpu < self.percpu_end:
            name, offset = self.name(first - window.percpu)
            return f"per-CPU {name}+{offset:#x}"
        if 0 <= percpu < self.percpu_end + PERCPU_DYNAMIC:
            return f"per-CPU allocated +{percpu:#x}"
        return f"heap {line:x}"


def stacks(window):
    """The kernel stacks that calls and pushes wrote to."""
    return {line & -STACK for line, uses in window.data.items()
            if line >= KERNEL and any(u.kind == "s" for u in uses)}


def undisturbed(windows, symbols):
    """The windows without an interrupt."""
    return [w for w in windows
            if not any(INTERRUPTS.match(symbols.function(pc)) for pc in w.code.values())]


def middle(windows):
    """The window whose numbers of lines are the medians, or are closest to them."""
    code = statistics.median_low([len(w.code) for w in windows])
    data = statistics.median_low([len(w.data) for w in windows])
    return min(windows, key=lambda w: abs(len(w.code) - code) + abs(len(w.data) - data))


def beyond(found, row, symbols):
    """(base, traced) windows of a row; None if one was not recorded."""
    pair = []
    for number in range(2):
        windows = undisturbed(found.get(f"{row.program}-{number}", []), symbols)
        if not windows:
            return None
        pair.append(middle(windows))
    return pair


def count(pair):
    """(lines of code, lines of data) beyond the base."""
    base, traced = pair
    return len(traced.code) - len(base.code), len(traced.data) - len(base.data)


def mask(bits):
    """The bytes of a line as ranges: 0-7,32-35."""
    parts, start = [], None
    for byte in range(LINE + 1):
        used = byte < LINE and bits >> byte & 1
        if used and start is None:
            start = byte
        elif not used and start is not None:
            parts.append(f"{start}-{byte - 1}" if byte - 1 > start else f"{start}")
            start = None
    return ",".join(parts) or "-"


def listing(row, pair, symbols):
    """The text about one row: which functions, and which data, the lines belong to."""
    base, traced = pair
    code, data = count(pair)
    text = [f"{row.name}: {code} lines of code, {data} of data beyond the base", ""]
    functions = collections.Counter()
    for sign, one, other in ((1, traced, base), (-1, base, traced)):
        for line in set(one.code) - set(other.code):
            functions[symbols.function(one.code[line])] += sign
    used = collections.defaultdict(list)
    for line in sorted(set(traced.data) - set(base.data)):
        first = symbols.function(traced.data[line][0].pc)
        used[first].append(symbols.variable(traced, line, traced.data[line]))
    lines = {pc: line for line, pc in traced.code.items()}
    order = {symbols.function(pc): line for pc, line in sorted(lines.items(), reverse=True)}
    text.append(f"{'code':>4}  {'data':>4}  function, and the data that it was the first to use")
    for name in sorted(set(functions) | set(used), key=lambda n: order.get(n, 0)):
        text.append(f"{functions[name] or '':>4}  {len(used[name]) or '':>4}  {name}")
        text += [f"{'':12}  {where}" for where in used[name]]
    gone = sorted(set(base.data) - set(traced.data))
    text += [f"  not used any more: {symbols.variable(base, line, base.data[line])}"
             for line in gone]
    text += ["", "lines of code"]
    text += [f"  {line:x}  {symbols.function(traced.code[line])}"
             for line in sorted(set(traced.code) - set(base.code))]
    text += ["", "lines of data: bytes read, bytes written, functions"]
    for line in sorted(set(traced.data) - set(base.data)):
        uses = traced.data[line]
        names = dict.fromkeys(symbols.function(u.pc) for u in uses)
        read = written = 0
        for use in uses:
            read, written = read | use.read, written | use.written
        text.append(f"  {line:x}  {symbols.variable(traced, line, uses)}: read {mask(read)}, "
                    f"written {mask(written)}: {' '.join(names)}")
    return "\n".join(text) + "\n"


def compiled(where):
    """Compile the plugin; return its path."""
    plugin = os.path.join(where, "lines.so")
    common.call(["gcc", "-O2", "-Wall", "-Wextra", "-D_GNU_SOURCE", "-shared", "-fPIC",
                 "-fvisibility=hidden", "-o", plugin, os.path.join(PLUGIN, "lines.c")])
    return plugin


def figures(rows, found, symbols, leg):
    """Add the figures of what parse() found to a Leg; return the listing."""
    parts = []
    for row in rows:
        pair = beyond(found, row, symbols)
        if pair:
            code, data = count(pair)
            leg.also({row.name: code + data, row.name + ".code": code, row.name + ".data": data})
            parts.append(listing(row, pair, symbols))
    return "\n\n".join(parts)


def evaluate(rows, place, kernel, leg):
    """Add the figures of the plugin's output in a file to a Leg; return the listing."""
    text = (common.read_whole(place) or b"").decode()
    symbols = subprocess.check_output(["nm", "-n", os.path.join(kernel, "vmlinux")], text=True)
    return figures(rows, parse(text), Symbols(symbols), leg)


def both(leg, row):
    """(lines of code, lines of data) of a row; None if there is no figure."""
    if leg.figure(row.name) is None:
        return None
    return tuple(int(leg.figure(row.name + part)) for part in (".code", ".data"))


def pair_text(pair):
    return "-" if pair is None else f"{pair[0]} + {pair[1]}"


def short(row, leg):
    """Whether our kernel touches more lines than the goal; None without figure or goal."""
    ours = both(leg, row)
    if row.goal is None or ours is None:
        return None
    return ours[0] > row.goal[0] or ours[1] > row.goal[1]


def table(rows, legs):
    """The text of the table, and the notes below it."""
    cells = [("lines of code + data", "stock", "ours", "goal", "", "what")]
    for row in rows:
        cells.append((row.name, pair_text(both(legs["stock"], row)),
                      pair_text(both(legs["ours"], row)),
                      pair_text(row.goal) if row.goal else "",
                      "short" if short(row, legs["ours"]) else "", row.what))
    wide = [max(len(c[i]) for c in cells) for i in range(len(cells[0]))]
    lines = ["Cache lines that one operation touches, beyond the same call without tracing:"]
    for c in cells:
        parts = [c[0].ljust(wide[0])] + [c[i].rjust(wide[i]) for i in (1, 2, 3)]
        lines.append("  ".join(parts + [c[4].ljust(wide[4]), c[5]]).rstrip())
    states = [short(r, legs["ours"]) for r in rows if r.goal]
    lines += [""] + bench_table.gaps(rows, legs)
    lines.append(f"cache lines' goals: {states.count(False)} reached, {states.count(True)} short, "
                 f"{states.count(None)} without a figure")
    return "\n".join(lines) + "\n"

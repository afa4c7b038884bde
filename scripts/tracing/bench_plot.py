# SPDX-License-Identifier: GPL-2.0
"""Plots of the growth of costs of both kernels, as one SVG file."""

import collections
import math
import re

# program: the argument of bench; series: the name of its points; log: whether the
# vertical axis is logarithmic (costs of a whole change) or starts at zero.
Panel = collections.namedtuple("Panel", "program series title x y log")

PANELS = (
    Panel("grow-cpus", "grow-cpus", "Reading all CPUs' records, merged", "CPUs",
          "instructions per line", False),
    Panel("grow-records", "grow-records", "Reading one line", "records held",
          "instructions per line", False),
    Panel("grow-instances", "grow-instances", "An event that all instances record", "instances",
          "instructions per event", False),
    Panel("grow-functions", "grow-functions", "Switching the function tracer on",
          "functions chosen", "instructions", True),
    Panel("grow-events", "grow-events", "Switching events on", "events", "instructions", True),
    Panel("grow-instances", "grow-mkdir", "One more instance (mkdir)", "instances",
          "instructions", False),
    Panel("grow-kprobes", "grow-kprobes-create", "One more kprobe event", "events",
          "instructions", True),
    Panel("grow-uprobes", "grow-uprobes-create", "One more uprobe event", "events",
          "instructions", True),
    Panel("grow-fprobes", "grow-fprobes-create", "One more fprobe event", "events",
          "instructions", True),
    Panel("grow-kprobes", "grow-kprobes-list", "Reading a line of dynamic_events",
          "kprobe events", "instructions", True),
    Panel("grow-uprobes", "grow-uprobes-list", "Reading a line of dynamic_events",
          "uprobe events", "instructions", True),
    Panel("grow-fprobes", "grow-fprobes-list", "Reading a line of dynamic_events",
          "fprobe events", "instructions", True),
    Panel("grow-kprobes", "grow-kprobes-clear", "Removing all, per kprobe event", "events",
          "nanoseconds", True),
    Panel("grow-uprobes", "grow-uprobes-clear", "Removing all, per uprobe event", "events",
          "nanoseconds", True),
    Panel("grow-fprobes", "grow-fprobes-clear", "Removing all, per fprobe event", "events",
          "nanoseconds", True),
)

CPUS = (1, 2, 4, 8)
COLOURS = {"stock": "#b45f06", "ours": "#1f5fa8"}
WIDTH, HEIGHT = 400, 290
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 46, 48

POINT = re.compile(r"^([\w-]+)@(\d+) (-?\d+(?:\.\d+)?)$")


def points(text):
    """Parse the output of a guest: {series: {x: cost}}."""
    found = {}
    for line in text.splitlines():
        match = POINT.match(line.strip())
        if match:
            found.setdefault(match.group(1), {})[int(match.group(2))] = float(match.group(3))
    return found


def short(value):
    """Format a number at an axis."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def linear_marks(most):
    """0 and some round numbers up to slightly more than the maximum."""
    raw = most / 4 or 1
    power = 10 ** int(math.log10(raw) // 1)
    step = next(s * power for s in (1, 2, 2.5, 5, 10) if s * power >= raw)
    return [step * i for i in range(int(math.ceil(most / step)) + 1)]


def log_marks(least, most):
    """The powers of ten that enclose the values."""
    low, high = int(math.log10(least) // 1), math.ceil(math.log10(most))
    return [10 ** i for i in range(low, max(high, low + 1) + 1)]


def text(x, y, label, size=11, anchor="middle", extra=""):
    label = str(label).replace("&", "&amp;").replace("<", "&lt;")
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{extra}>'
            f"{label}</text>")


def line(x1, y1, x2, y2, colour, width=1):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{colour}" stroke-width="{width}"/>')


class Axes:
    """The scales of one panel: data to coordinates."""

    def __init__(self, panel, series, left, top):
        xs = sorted({x for data in series.values() for x in data})
        ys = [y for data in series.values() for y in data.values()]
        self.panel, self.xs = panel, xs
        self.x0, self.x1 = left + LEFT, left + WIDTH - RIGHT
        self.y0, self.y1 = top + HEIGHT - BOTTOM, top + TOP
        self.low, self.high = math.log(xs[0]), math.log(max(xs[-1], xs[0] * 2))
        if panel.log:
            self.marks = log_marks(max(min(ys), 1), max(max(ys), 2))
        else:
            self.marks = linear_marks(max(max(ys), 1))

    def x(self, value):
        return self.x0 + (math.log(value) - self.low) / (self.high - self.low) * (self.x1 - self.x0)

    def y(self, value):
        least, most = self.marks[0], self.marks[-1]
        if self.panel.log:
            part = math.log(max(value, least) / least) / math.log(most / least)
        else:
            part = max(value, 0) / most
        return self.y0 - part * (self.y0 - self.y1)

    def frame(self):
        """Title, axes, marks, labels."""
        middle = (self.x0 + self.x1) / 2
        out = [text(middle, self.y1 - 24, self.panel.title, 13, extra=' font-weight="bold"')]
        for mark in self.marks:
            out.append(line(self.x0, self.y(mark), self.x1, self.y(mark), "#dddddd"))
            out.append(text(self.x0 - 6, self.y(mark) + 4, short(mark), anchor="end"))
        last = -100.0
        for value in self.xs:
            at = self.x(value)
            out.append(line(at, self.y0, at, self.y0 + 4, "#444444"))
            if at - last > 30:
                out.append(text(at, self.y0 + 17, short(value)))
                last = at
        out.append(line(self.x0, self.y0, self.x1, self.y0, "#444444"))
        out.append(line(self.x0, self.y0, self.x0, self.y1, "#444444"))
        out.append(text(middle, self.y0 + 36, self.panel.x + " (logarithmic)", 12))
        side = self.x0 - 50
        out.append(text(side, (self.y0 + self.y1) / 2, self.panel.y, 12,
                        extra=f' transform="rotate(-90 {side:.1f} {(self.y0 + self.y1) / 2:.1f})"'))
        return out

    def curve(self, name, data, above):
        """The points of one kernel, and its name above or below the last point."""
        at = [(self.x(x), self.y(y)) for x, y in sorted(data.items())]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        out = [f'<polyline points="{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>']
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[name]}"/>' for x, y in at]
        out.append(text(at[-1][0], at[-1][1] + (-8 if above else 18), name, 12, "end",
                        f' fill="{COLOURS[name]}" font-weight="bold"'))
        return out


def draw(grown):
    """{'stock': {series: {x: cost}}, 'ours': ...} -> the SVG."""
    columns = 3
    rows = (len(PANELS) + columns - 1) // columns
    width, height = columns * WIDTH, rows * HEIGHT + 34
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           f'width="{width}" height="{height}" font-family="sans-serif" fill="#222222">',
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
           text(width / 2, 22, "How costs grow: the stock kernel and ours, retired instructions", 16)]
    for number, panel in enumerate(PANELS):
        left, top = number % columns * WIDTH, number // columns * HEIGHT + 30
        series = {name: data[panel.series] for name, data in grown.items() if data.get(panel.series)}
        if not series:
            out.append(text(left + WIDTH / 2, top + HEIGHT / 2, panel.title + ": not measured", 12))
            continue
        axes = Axes(panel, series, left, top)
        out += axes.frame()
        last = {name: data[max(data)] for name, data in series.items()}
        for name, data in series.items():
            out += axes.curve(name, data, last[name] == max(last.values()))
    return "\n".join(out + ["</svg>"]) + "\n"


def table(grown):
    """The figures as a text table."""
    lines = []
    for panel in PANELS:
        lines.append(f"{panel.title} ({panel.y})")
        series = {name: data.get(panel.series, {}) for name, data in grown.items()}
        xs = sorted({x for data in series.values() for x in data})
        if not xs:
            lines.append("  not measured")
        for name, data in [(panel.x, {x: x for x in xs})] + list(series.items()):
            cells = [f"{data[x]:,.0f}" if x in data else "-" for x in xs]
            lines.append(f"  {name:<18}" + "".join(f"{c:>14}" for c in cells))
    return "\n".join(lines) + "\n"

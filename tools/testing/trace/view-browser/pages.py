# SPDX-License-Identifier: GPL-2.0
"""What the pages of trace-view show, and what they should show."""

import importlib.machinery
import importlib.util
import os

TOOLS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "view-tools")
UNITS = {"s": 10 ** 9, "ms": 10 ** 6, "µs": 1000, "ns": 1}


def load_view(out):
    """The class that builds and runs trace-view in the group view-tools."""
    path = os.path.join(TOOLS, "run")
    loader = importlib.machinery.SourceFileLoader("view_tools_run", path)
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("view_tools_run", loader))
    loader.exec_module(module)
    return module.View(out)


def tables(browser, page):
    """The tables of a page: {caption: rows of text}."""
    return dict(browser.run(
        "return [...document.querySelectorAll(`#${arguments[0]} table`)].map(table =>"
        "[table.caption.textContent, [...table.tBodies[0].rows].map(row =>"
        "[...row.cells].map(cell => cell.textContent))])", page))


def parse_time(text):
    """Nanoseconds of a text like "1.5 ms"."""
    number, unit = text.split()
    return float(number) * UNITS[unit]


def about(text, ns):
    """Is a text the rounded form of a time?"""
    _, unit = text.split()
    return abs(parse_time(text) - ns) <= UNITS[unit] * 0.00051


def task_times(recording):
    """How long each task ran, idle left out."""
    times = {}
    for task, time in zip(recording.column("run.task"), recording.column("run.time")):
        if recording.meta["tasks"][task][1]:
            name = recording.task(task)
            times[name] = times.get(name, 0) + time
    return times


def self_times(recording):
    """Self time and count of each name and kind of slices."""
    kinds = ["function", "system call", "interrupt", "softirq", "mark"]
    times = {}
    for name, kind, time, inner in recording.rows("slice", "name", "kind", "time", "inner"):
        key = recording.strings[name], kinds[kind & 7]
        own, count = times.get(key, (0, 0))
        times[key] = own + time - inner, count + 1
    return times


def compare_runs(recording, rows):
    """Who ran how long."""
    times = task_times(recording)
    if [row[0] for row in rows] != sorted(times, key=times.get, reverse=True)[:25]:
        return f"tasks {[row[0] for row in rows]}, times {times}"
    return "\n".join(f"{row[0]} ran for {row[1]}, not {times[row[0]]}" for row in rows
                     if not about(row[1], times[row[0]]))


def compare_slices(recording, rows):
    """Functions by self time."""
    times, wrong = self_times(recording), []
    if len(rows) != min(len(times), 25):
        wrong.append(f"{len(rows)} names, not {len(times)}")
    for name, kind, count, own, *_ in rows:
        want, many = times.get((name, kind), (-1, 0))
        if str(many) != count or not about(own, want):
            wrong.append(f"{name} ({kind}): {count}, {own}; not {many}, {want}")
    owns = [parse_time(row[3]) for row in rows]
    if owns != sorted(owns, reverse=True):
        wrong.append(f"order {owns}")
    return "\n".join(wrong)


def compare_latencies(recording, rows):
    """The longest latencies."""
    want = sorted(recording.column("latency.ns"), reverse=True)[:25]
    if len(rows) != len(want) or not all(about(row[0], ns) for row, ns in zip(rows, want)):
        return f"latencies {[row[0] for row in rows]}, not {want}"
    return ""


def compare_losses(recording, rows):
    """What was lost: gaps, and what the kernel counted."""
    gaps = len(recording.column("lost.time"))
    if sum(int(row[6]) for row in rows) != gaps:
        return f"{rows}: not {gaps} gaps"
    over = sum(loss[3] for loss in recording.meta["losses"])
    if sum(int(row[3]) for row in rows if row[3] != "unknown") != over:
        return f"{rows}: not {over} overwritten"
    return ""


def compare_summary(recording, shown):
    """What is wrong with the tables of the summary."""
    parts = (("Tasks by", compare_runs), ("Functions,", compare_slices),
             ("Longest", compare_latencies), ("Lost", compare_losses))
    for begin, compare in parts:
        found = [rows for title, rows in shown.items() if title.startswith(begin)]
        if len(found) != 1:
            return f"{len(found)} tables begin with {begin}: {list(shown)}"
        wrong = compare(recording, found[0])
        if wrong:
            return wrong
    events = next(rows for title, rows in shown.items() if title == "Records by event")
    counted = sum(int(row[1].replace(" ", "")) for row in events)
    records = recording.meta["records"]
    return "" if counted == records else f"{counted} records by event, not {records}"


def figures(browser):
    """Load and frame times of the open page, as lines. Frames of every zoom and place."""
    loaded = browser.run("return traceView.loaded")
    frames = browser.run_async("""
        const done = arguments[0];
        const next = () => new Promise(resolve => requestAnimationFrame(resolve));
        (async () => {
            const {begin, end} = traceView.view();
            const scroller = document.getElementById('scroller');
            const times = [];
            for (const part of [0, 0.3, 0.6, 1]) {
                scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight);
                for (let zoom = 1; zoom < 1e6; zoom *= 2) {
                    const half = (end - begin) / 2 / zoom;
                    traceView.show((begin + end) / 2 - half, (begin + end) / 2 + half);
                    await next();
                    times.push(traceView.frame());
                }
            }
            traceView.show(begin, end);
            done(times.sort((a, b) => a - b));
        })()""")
    return [f"loaded in {loaded['total']:.0f} ms, of which decoding {loaded['decode']:.0f} ms "
            f"and tracks {loaded['tracks']:.0f} ms",
            f"{len(frames)} frames: median {frames[len(frames) // 2]:.1f} ms, "
            f"longest {frames[-1]:.1f} ms"]

# SPDX-License-Identifier: GPL-2.0
"""Chrome's Trace Event format."""

import json

import exports


def _number(entry):
    """The time of an entry in ns: exact, as its text has three decimals."""
    return round(entry["ts"] * 1000)


def structure(trace):
    """What is wrong with the order, nesting and names of the entries."""
    open_slices, last, named, runs = {}, {}, set(), {}
    for entry in trace["traceEvents"]:
        track = entry["pid"], entry["tid"]
        where = f"{json.dumps(entry)}: "
        if entry["ph"] == "M":
            named.add((entry["name"], *track))
            continue
        if entry["ph"] not in "BEXiC":
            return where + "phase"
        if entry["ph"] != "C" and ("thread_name", *track) not in named:
            return where + "the thread has no name"
        ts = _number(entry)
        if entry["ph"] == "X":
            end = ts + round(entry["dur"] * 1000)
            if entry["cat"] == "sched" and ts < runs.get(track, 0):
                return where + "begins before the preceding run ends"
            runs[track] = end
            continue
        # A slice that lost records cut ends where it was known to go on: before instants.
        order = *track, entry["ph"] in "BE" or entry["ph"] + entry["name"]
        if ts < last.get(order, 0):
            return where + "time goes back"
        last[order] = ts
        if entry["ph"] == "B":
            open_slices.setdefault(track, []).append(entry["name"])
        elif entry["ph"] == "E":
            if not open_slices.get(track):
                return where + "end without a begin"
            open_slices[track].pop()
    left = [track for track, slices in open_slices.items() if slices]
    return f"slices without an end: {left}" if left else ""


def load(view, name, dats):
    """Convert, parse and check: (what is wrong, text, the object)."""
    out = view.file(name)
    wrong, _ = exports.convert(view, "json", dats, out)
    if wrong:
        return wrong, "", {}
    with open(out, encoding="utf-8") as file:
        text = file.read()
    try:
        trace = json.loads(text)
    except ValueError as error:
        return str(error), text, {}
    return structure(trace), text, trace


def _hostile(trace):
    instants = {}
    for entry in trace["traceEvents"]:
        if entry["ph"] == "i":
            instants.setdefault(entry["name"], []).append(entry["args"])
    keywords, many, text = (instants.get(name, []) for name in ("keywords", "many", "text"))
    if len(keywords) != 1 or len(many) != 1 or len(text) != 9:
        return f"{len(keywords)} {len(many)} {len(text)} instants"
    if keywords[0]["values"] != "{0x1,0x2,0x3}" or keywords[0]["values_length"] != 9:
        return str(keywords[0])
    if many[0]["field_99"] != 99:
        return str(many[0])
    if text[0]["text"] != "\ufffd\ufffd\x01 \u00e9 \ufffd\ufffd\ufffd \\ \"":
        return repr(text[0])
    if text[2]["text"] != "long " * 600:
        return "a long string is cut"
    if text[3] != {"cpu": 0, "fixed": "", "text": ""}:
        return f"short record: {text[3]}"
    names = [entry["name"] for entry in trace["traceEvents"] if entry["ph"] == "B"]
    return "" if names == ["\U0001f600 \ufffd </script>"] else repr(names)


def _machines(trace):
    threads = [entry["args"]["name"] for entry in trace["traceEvents"]
               if entry["ph"] == "M" and entry["name"] == "thread_name"]
    if not any("guest.dat: init" in name for name in threads):
        return f"threads: {threads}"
    pids = {entry["pid"] for entry in trace["traceEvents"] if entry["ph"] == "i"}
    # Both machines have a task 100.
    return "" if {100, 100 + 2 ** 23} <= pids else f"pids: {pids}"


def tests(view):
    """Golden output, structure, and what is hard to write."""
    wrong, text, trace = load(view, "scene.json", {"scene.dat": exports.scene()})
    yield "the scene's structure", wrong
    yield "the scene", view.same("scene.json", text)
    other = trace.get("otherData", {})
    yield "missing records are counted", "" if (
        other.get("lost") == 13 and other.get("gaps of unknown size") == 1) else str(other)

    wrong, _, trace = load(view, "hostile.json", {"hostile.dat": exports.hostile()})
    yield "names and values that are hard to write", wrong or _hostile(trace)

    wrong, _, trace = load(view, "machines.json", exports.machines())
    yield "two machines", wrong or _machines(trace)

    wrong, _ = exports.convert(view, "json", {"scene.dat": exports.scene()}, "/dev/full")
    yield "a full disk is an error", "" if "No space left" in wrong else f"found: {wrong}"

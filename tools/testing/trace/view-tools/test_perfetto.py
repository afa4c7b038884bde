# SPDX-License-Identifier: GPL-2.0
"""Perfetto's format, decoded by what is known of its messages."""

import exports

# Messages: {number: (name, type)}; a type that is a dictionary is a message.
NAME = {1: ("iid", "uint"), 2: ("name", "str")}
ANNOTATION = {1: ("name_iid", "uint"), 2: ("bool", "uint"), 3: ("uint", "uint"),
              4: ("int", "int"), 6: ("string", "str"), 7: ("pointer", "hex"),
              10: ("name", "str")}
EVENT = {3: ("category_iids", "uint"), 4: ("debug_annotations", ANNOTATION),
         9: ("type", "uint"), 10: ("name_iid", "uint"), 11: ("track_uuid", "hex"),
         22: ("categories", "str"), 23: ("name", "str"), 30: ("counter_value", "int")}
TRACK = {1: ("uuid", "hex"), 2: ("name", "str"),
         3: ("process", {1: ("pid", "int"), 6: ("process_name", "str")}),
         4: ("thread", {1: ("pid", "int"), 2: ("tid", "int"), 5: ("thread_name", "str")}),
         5: ("parent_uuid", "hex"), 8: ("counter", {})}
SWITCH = {1: ("prev_comm", "str"), 2: ("prev_pid", "int"), 3: ("prev_prio", "int"),
          4: ("prev_state", "int"), 5: ("next_comm", "str"), 6: ("next_pid", "int"),
          7: ("next_prio", "int")}
WAKEUP = {1: ("comm", "str"), 2: ("pid", "int"), 3: ("prio", "int"), 4: ("success", "int"),
          5: ("target_cpu", "int")}
POWER = {1: ("state", "uint"), 2: ("cpu_id", "uint")}
FTRACE = {1: ("timestamp", "uint"), 2: ("pid", "int"), 4: ("sched_switch", SWITCH),
          11: ("cpu_frequency", POWER), 13: ("cpu_idle", POWER),
          17: ("sched_wakeup", WAKEUP), 20: ("sched_waking", WAKEUP)}
PACKET = {1: ("ftrace_events", {1: ("cpu", "uint"), 2: ("event", FTRACE),
                                3: ("lost_events", "uint")}),
          8: ("timestamp", "uint"), 10: ("sequence", "uint"), 11: ("track_event", EVENT),
          12: ("interned_data", {1: ("event_categories", NAME), 2: ("event_names", NAME),
                                 3: ("debug_annotation_names", NAME)}),
          13: ("flags", "uint"), 60: ("track_descriptor", TRACK)}
TYPES = {1: "begin", 2: "end", 3: "instant", 4: "counter"}


class Wrong(Exception):
    """The stream is not as expected."""


def varint(data, at):
    """(number, place behind it)."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7f) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def decode(data, schema):
    """A message as a list of (name, value); a message within it is such a list."""
    at, fields = 0, []
    while at < len(data):
        tag, at = varint(data, at)
        if tag >> 3 not in schema:
            raise Wrong(f"unknown field {tag >> 3}, known are {[n for n, _ in schema.values()]}")
        name, kind = schema[tag >> 3]
        value, at = varint(data, at)
        if (tag & 7 == 2) != (kind == "str" or isinstance(kind, dict)):
            raise Wrong(f"{name} has wire type {tag & 7}")
        if tag & 7 == 2:
            if at + value > len(data):
                raise Wrong(f"{name} is longer than its message")
            value, at = data[at:at + value], at + value
            value = value.decode() if kind == "str" else decode(value, kind)
        elif kind == "int" and value >= 1 << 63:
            value -= 1 << 64
        elif kind == "hex":
            value = f"0x{value:x}"
        fields.append((name, value))
    return fields


class Trace:
    """A trace as lines, sorted by time as readers sort it."""

    def __init__(self, path):
        self.rows, self.tracks, self.names, self.resets = [], {}, {}, 0
        self.bundle_most = 0
        with open(path, "rb") as file:
            data = file.read()
        at = 0
        while at < len(data):
            tag, at = varint(data, at)
            size, at = varint(data, at)
            if tag != 10 or at + size > len(data):
                raise Wrong(f"no packet at {at}")
            self.bundle_most = max(self.bundle_most, size)
            self.packet(decode(data[at:at + size], PACKET))
            at += size
        # Stable: what has one time stays in the order of the file.
        self.rows.sort(key=lambda row: row[0])

    def row(self, ts, text, track=None, kind=None):
        """Add a line."""
        self.rows.append((ts, text, track, kind))

    def packet(self, fields):
        """Add what a packet says."""
        packet = dict(fields)
        if not packet.get("sequence"):
            raise Wrong("a packet without a sequence")
        if packet.get("flags", 0) & 1:
            self.names, self.resets = {}, self.resets + 1
        for table, entry in packet.get("interned_data", ()):
            entry = dict(entry)
            self.names[table, entry["iid"]] = entry["name"]
        if "track_descriptor" in packet:
            track = packet["track_descriptor"]
            self.tracks[dict(track)["uuid"]] = track
            self.row(packet["timestamp"], f"track {self.text(track)}")
        if "track_event" in packet:
            self.event(packet["timestamp"], packet["track_event"])
        if "ftrace_events" in packet:
            self.bundle(packet["ftrace_events"])

    def name(self, table, iid):
        """An interned name."""
        if (table, iid) not in self.names:
            raise Wrong(f"{table} {iid} was not interned")
        return self.names[table, iid]

    def text(self, fields):
        """Fields in a line."""
        return " ".join(f"{name}=" + (f"({self.text(value)})" if isinstance(value, list) else
                                      repr(value) if isinstance(value, str) and
                                      not value.startswith("0x") else str(value))
                        for name, value in fields)

    def event(self, ts, fields):
        """A track event."""
        event, notes = {}, []
        for name, value in fields:
            if name == "category_iids":
                event["category"] = self.name("event_categories", value)
            elif name == "name_iid":
                event["name"] = self.name("event_names", value)
            elif name == "debug_annotations":
                (key, what), (_, of) = value
                if key == "name_iid":
                    what = self.name("debug_annotation_names", what)
                notes.append((what, of))
            else:
                event[name] = value
        if event["track_uuid"] not in self.tracks:
            raise Wrong(f"track {event['track_uuid']} was not described")
        track, kind = event.pop("track_uuid"), TYPES[event.pop("type")]
        rest = self.text([*event.items(), *notes])
        self.row(ts, f"{kind} {track} {rest}".rstrip(), track, kind)

    def bundle(self, fields):
        """Events of ftrace of one CPU."""
        cpu = dict(fields)["cpu"]
        lost, last = dict(fields).get("lost_events"), 0
        for name, value in fields:
            if name != "event":
                continue
            event = dict(value)
            if event["timestamp"] < last:
                raise Wrong(f"time goes back on CPU {cpu}")
            last = event["timestamp"]
            rest = self.text([item for item in value if item[0] != "timestamp"])
            self.row(last, f"ftrace cpu={cpu} {'lost_events ' if lost else ''}{rest}")
            lost = None

    def lines(self):
        """The text that is compared."""
        return "".join(f"{ts} {text}\n" for ts, text, _, _ in self.rows)

    def nesting(self):
        """What is wrong with begins and ends."""
        depth = {}
        for ts, text, track, kind in self.rows:
            depth[track] = depth.get(track, 0) + {"begin": 1, "end": -1}.get(kind, 0)
            if depth[track] < 0:
                return f"{ts} {text}: end without a begin"
        left = [track for track, count in depth.items() if count]
        return f"slices without an end on {left}" if left else ""


def load(view, name, dats):
    """Convert and decode: (what is wrong, the trace)."""
    out = view.file(name)
    wrong, _ = exports.convert(view, "perfetto", dats, out)
    if wrong:
        return wrong, None
    try:
        trace = Trace(out)
    except (Wrong, IndexError, KeyError, UnicodeDecodeError) as error:
        return f"{type(error).__name__}: {error}", None
    return trace.nesting(), trace


def _hostile(trace):
    text = trace.lines()
    for want in ("event=1 stream=2 trace=3 clock=4", "values='{0x1,0x2,0x3}'", "field_99=99",
                 "text='" + "long " * 600 + "'", "fixed='' text=''", "\U0001f600 \ufffd"):
        if want not in text:
            return f"{want} is not in the trace"
    return ""


def _machines(trace):
    text = trace.lines()
    for want in ("'host.dat: bash'", "'guest.dat: init'", f"tid={100 + 2 ** 23} ", "tid=100 "):
        if want not in text:
            return f"{want} is not in the trace"
    return ""


def tests(view):
    """Golden output, and what is hard to write."""
    wrong, trace = load(view, "scene.pftrace", {"scene.dat": exports.scene()})
    yield "the scene's structure", wrong
    yield "the scene", view.same("scene.pftrace.txt", trace.lines() if trace else "")

    wrong, trace = load(view, "hostile.pftrace", {"hostile.dat": exports.hostile()})
    yield "names and values that are hard to write", wrong or _hostile(trace)

    wrong, trace = load(view, "machines.pftrace", exports.machines())
    yield "two machines", wrong or _machines(trace)

    wrong, trace = load(view, "names.pftrace", {"names.dat": exports.names(20000)})
    if not wrong and not 2 <= trace.resets <= 10:
        wrong = f"names were forgotten {trace.resets} times"
    if not wrong and trace.lines().count("name 1234") != 11:
        wrong = "names are wrong"
    yield "names are forgotten when there are many", wrong

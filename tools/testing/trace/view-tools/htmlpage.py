# SPDX-License-Identifier: GPL-2.0
"""Read the pages of "trace-view html" again: their elements and their data.

The encoding is described in tools/tracing/trace-view/html_data.h.
"""

import base64
import html.parser
import json

EMPTY = {"meta", "input"}
SIGNED = {"head.pid", "run.prio", "run.state", "counter.value"}
TIMES = {"record.time", "run.end", "slice.end", "counter.time", "latency.time", "lost.time",
         "stack.record"}
KINDS = ["function", "syscall", "irq", "softirq", "mark"]


class Page(html.parser.HTMLParser):
    """The elements of a page."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.tags, self.open, self.wrong = [], [], []   # (tag, attributes)
        self.texts, self.columns, self.scripts = {}, {}, []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        self.close()
        if self.open:
            self.wrong.append(f"not closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()} closes nothing")

    def handle_data(self, data):
        if not self.open:
            return
        tag, attrs = self.open[-1], self.tags[-1][1]
        if tag == "script" and "data-column" in attrs:
            self.columns.setdefault(attrs["data-column"], []).append(data)
        elif tag == "script":
            self.scripts.append(data)
        else:
            self.texts[tag] = self.texts.get(tag, "") + data

    def ids(self):
        """All ids, in their order."""
        return [attrs["id"] for _, attrs in self.tags if "id" in attrs]

    def data(self):
        """The bytes of each column."""
        return {name: b"".join(map(base64.b64decode, parts))
                for name, parts in self.columns.items()}


class Numbers:
    """Numbers from bytes."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def number(self):
        """One number."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self):
        """One signed number."""
        value = self.number()
        return (value >> 1) ^ -(value & 1)

    def all(self, signed=False):
        """All of them."""
        while self.at < len(self.data):
            yield self.signed() if signed else self.number()


class Recording:
    """What a page holds."""

    def __init__(self, page):
        data = page.data()
        self.meta = json.loads(data["meta"].decode("utf-8", "replace"))
        self.base = int(self.meta["base"])
        self.raw = data
        sizes = list(Numbers(data.get("string.size", b"")).all())
        self.strings, at = [], 0
        for size in sizes:
            self.strings.append(data["string.bytes"][at:at + size].decode("utf-8", "replace"))
            at += size
        self.columns = {}

    def column(self, name):
        """The numbers of a column."""
        if name not in self.columns:
            times = name in TIMES
            numbers = list(Numbers(self.raw.get(name, b"")).all(times or name in SIGNED))
            if times:
                last = 0
                for nr, one in enumerate(numbers):
                    last += one
                    numbers[nr] = last
            self.columns[name] = numbers
        return self.columns[name]

    def rows(self, group, *names):
        """The columns of a group, row by row; all columns have the same length."""
        columns = [self.column(f"{group}.{name}") for name in names]
        assert len(set(map(len, columns))) <= 1, [(n, len(c)) for n, c in zip(names, columns)]
        return zip(*columns)

    def address(self, numbers):
        """A symbol and an offset, or an address."""
        symbol, offset = numbers.number(), numbers.number()
        return f"{self.strings[symbol - 1]}+{offset:#x}" if symbol else f"{offset:#x}"

    def field(self, numbers, kind, time):
        """The value of a field as text."""
        if kind == "u":
            return str(numbers.number())
        if kind == "t":
            return str(self.base + time + numbers.signed())
        if kind == "i":
            return str(numbers.signed())
        if kind == "p":
            return self.address(numbers)
        if kind == "s":
            return json.dumps(self.strings[numbers.number()], ensure_ascii=False)
        size = numbers.number()
        numbers.at += size
        return numbers.data[numbers.at - size:numbers.at].hex()

    def place(self, nr):
        """A place as text."""
        buffer, machine, cpu = self.meta["places"][nr]
        return f"m{machine}" + (f" b{buffer}" if buffer >= 0 else "") + f" cpu{cpu}"

    def records(self):
        """Each record as (time, event's name, place, pid, flags, task, [(field, text)])."""
        numbers = Numbers(self.raw.get("record.bytes", b""))
        heads = list(self.rows("head", "event", "place", "pid", "flags", "task"))
        for time, head, size in self.rows("record", "time", "head", "size"):
            event, place, pid, flags, task = heads[head]
            about, end = self.meta["events"][event], numbers.at + size
            fields = [(name, self.field(numbers, kind, time)) for name, kind, _, _ in
                      about["fields"]] if size else []
            assert numbers.at == end, (about["name"], numbers.at, end)
            yield (time, f"{about['system']}:{about['name']}", self.place(place), pid, flags, task,
                   fields)

    def task(self, nr):
        """A task as text."""
        _, pid, _, cpu, irq, comm = self.meta["tasks"][nr]
        return f"irq{cpu}" if irq else f"{comm}-{pid}" + (f"/{cpu}" if pid == 0 else "")

    def stacks(self):
        """The lines of all stacks."""
        numbers = Numbers(self.raw.get("stack.frames", b""))
        for record, head in self.rows("stack", "record", "head"):
            frames = [self.address(numbers) for _ in range(head >> 1)]
            yield f"{record} {'user' if head & 1 else 'kernel'} {' '.join(frames)}"

    def text(self):
        """All of it as lines."""
        meta = self.meta
        lines = [f"{name} {meta[name]}" for name in (
            "base", "records", "kept", "with_fields", "runs", "slices", "broken")]
        lines += [f"machine clock {one['clock']} cpus {one['cpus']}" for one in meta["machines"]]
        lines += [f"buffer {one['name']!r} of {one['machine']}" for one in meta["buffers"]]
        lines += [f"loss {one}" for one in meta["losses"]]
        lines += [f"task {one}" for one in meta["tasks"]]
        for time, event, place, pid, flags, task, fields in self.records():
            lines.append(f"record {time} {event} {place} pid {pid} flags {flags:#x}"
                         f"{f' at {self.task(task - 1)}' if task else ''}: "
                         + " ".join(f"{name}={value}" for name, value in fields))
        for task, place, end, time, prio, state, wait in self.rows(
                "run", "task", "place", "end", "time", "prio", "state", "wait"):
            lines.append(f"run {self.task(task)} {self.place(place)} {end - time} {end} "
                         f"prio {prio} state {state} wait {wait - 1}")
        for task, name, kind, end, time, inner, place in self.rows(
                "slice", "task", "name", "kind", "end", "time", "inner", "place"):
            lines.append(f"slice {self.task(task)} {KINDS[kind & 7]} {self.strings[name]!r} "
                         f"{self.place(place)} depth {kind >> 4} {end - time} {end} self "
                         f"{time - inner}{' cut' if kind & 8 else ''}")
        for time, name, task, place, value in self.rows(
                "counter", "time", "name", "task", "place", "value"):
            lines.append(f"counter {time} {self.strings[name]!r} "
                         f"{self.task(task - 1) if task else '-'} {self.place(place)} {value}")
        for time, name, task, place, ns in self.rows(
                "latency", "time", "name", "task", "place", "ns"):
            lines.append(f"latency {time} {self.strings[name]} "
                         f"{self.task(task - 1) if task else '-'} {self.place(place)} {ns}")
        for time, place, missed in self.rows("lost", "time", "place", "missed"):
            lines.append(f"lost {time} {self.place(place)} {missed - 1 if missed else 'unknown'}")
        lines += [f"stack {line}" for line in self.stacks()]
        return "\n".join(lines) + "\n"

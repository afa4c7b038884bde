#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Write files of trace-cmd (version 6) from a description, always the same bytes.

  mkdat.py scene FILE          the recording that the golden files are made from
  mkdat.py big FILE RECORDS    function graph and scheduling on two CPUs
  mkdat.py tracefs DIR         a directory like tracefs, with the records of the scene

    dat = Dat(cpus=2, clock="mono")
    dat.record(0, 1000, "sched_switch", common_pid=1, prev_comm="init", prev_pid=1, ...)
    dat.missed(0, 5)                    # before the next record of that CPU
    dat.write("trace.dat")

Fields that are not given are 0. Times are in nanoseconds and must not go back on one CPU.
With order=">", the machine that recorded is a big-endian one.
"""

import os
import re
import struct
import sys

from mkdat_events import COMMON, EVENTS, HEADER_EVENT, HEADER_PAGE

PAGE = 4096
PAGE_HEAD = 16
MISSED = 1 << 31            # in a page's commit word: records are missing before it
MISSED_STORED = 1 << 30     # their number follows the data
CLOCKS = "local global counter uptime perf mono mono_raw boot tai x86-tsc"


class Event:
    """An event: its format, and records made from the values of its fields."""

    def __init__(self, order, system, name, number, fields, print_fmt):
        self.order = order
        self.system, self.name, self.id = system, name, number
        self.fields, self.print_fmt = fields, print_fmt
        self.size = max([8] + [offset + size for _, offset, size, _ in fields])

    def format(self):
        """The text of the event's format file."""
        def lines(fields):
            return "".join(f"\tfield:{decl};\toffset:{offset};\tsize:{size};\tsigned:{signed};\n"
                           for decl, offset, size, signed in fields)
        return (f"name: {self.name}\nID: {self.id}\nformat:\n{lines(COMMON)}\n"
                f"{lines(self.fields)}\nprint fmt: {self.print_fmt}\n")

    def _bytes(self, value, decl, size):
        """The bytes of an array's or string's value."""
        if isinstance(value, str):
            return value.encode() + b"\0"
        if isinstance(value, (bytes, bytearray)):
            return bytes(value)
        one = {"u16": 2, "s16": 2, "short": 2, "u32": 4, "s32": 4, "int": 4, "char": 1,
               "u8": 1}.get(decl.split()[-2].split("[")[0], 8)
        if size and len(value):
            one = min(one, max(1, size // max(1, len(value))))
        return b"".join(self._number(item, one) for item in value)

    def _number(self, value, size):
        """The bytes of an integer."""
        return (value & ((1 << 8 * size) - 1)).to_bytes(
            size, "little" if self.order == "<" else "big")

    def pack(self, pid, flags, preempt, values):
        """A record's bytes."""
        data = bytearray(self.size)
        struct.pack_into(self.order + "HBBi", data, 0, self.id, flags, preempt, pid)
        values = dict(values)
        for decl, offset, size, _ in self.fields:
            name = re.split(r"[ *]", decl.split("[")[0] if decl.endswith("]") else decl)[-1]
            if name not in values:
                continue
            value = values.pop(name)
            if decl.startswith(("__data_loc", "__rel_loc")):
                more = self._bytes(value, decl, 0)
                where = len(data)
                if decl.startswith("__rel_loc"):
                    where -= offset + 4
                struct.pack_into(self.order + "I", data, offset, where | len(more) << 16)
                data += more
                data += bytes(-len(data) % 4)
            elif decl.endswith("]"):
                more = self._bytes(value, decl.split("[")[0], 0)
                if size and offset + size < self.size:
                    more = more[:size]
                data[offset:offset + max(len(more), 0)] = more
            else:
                data[offset:offset + size] = self._number(int(value), size)
        if self.name == "kernel_stack":     # the kernel writes the frames that there are
            del data[16 + 8 * struct.unpack_from(self.order + "I", data, 8)[0]:]
        if values:
            raise KeyError(f"{self.name} has no {', '.join(values)}")
        return bytes(data) + bytes(-len(data) % 4)


class Pages:
    """The pages of one CPU's ring buffer."""

    def __init__(self, order):
        self.order = order
        self.pages, self.data = [], bytearray()
        self.begin = self.last = self.lost = 0
        self.records = 0

    def flush(self):
        """End the current page."""
        if not self.data:
            return
        commit, data = len(self.data), self.data
        if self.lost:
            commit |= MISSED
            if self.lost > 0:
                commit |= MISSED_STORED
                data = data + struct.pack(self.order + "Q", self.lost)
        page = struct.pack(self.order + "QQ", self.begin, commit) + data
        self.pages.append(page + bytes(PAGE - len(page)))
        self.data, self.lost = bytearray(), 0

    def missed(self, count):
        """Records are missing before the next one; -1 if their number is not known."""
        self.flush()
        self.lost = count

    def _head(self, kind, delta):
        """The word before a record: bit fields, the first of which is where the order begins."""
        return struct.pack(self.order + "I", kind | delta << 5 if self.order == "<" else
                           kind << 27 | delta)

    def add(self, ts, payload):
        """Append one record."""
        head = b""
        delta = ts - self.last
        if len(payload) <= 28 * 4:
            length = len(payload) // 4
        else:
            length, head = 0, struct.pack(self.order + "I", len(payload) + 4)
        size = 4 + len(head) + len(payload)
        if not self.data or len(self.data) + size + 8 > PAGE - PAGE_HEAD - 8:
            self.flush()
            self.begin, delta = ts, 0
        if delta >= 1 << 27:
            self.data += self._head(30, delta & ((1 << 27) - 1))
            self.data += struct.pack(self.order + "I", delta >> 27)
            delta = 0
        self.data += self._head(length, delta) + head + payload
        self.last = ts
        self.records += 1

    def bytes(self):
        """All pages."""
        self.flush()
        return b"".join(self.pages)


class Dat:
    """A recording."""

    def __init__(self, cpus=2, clock="local", events=EVENTS, symbols=(), comms=None,
                 printk=None, order="<"):
        self.cpus, self.clock, self.order = cpus, clock, order
        self.events = {event[1]: Event(order, *event) for event in events}
        self.symbols = list(symbols)        # (address, name)
        self.comms = dict(comms or {})      # pid: name
        self.printk = dict(printk or {})    # address: text
        self.buffers = {"": [Pages(order) for _ in range(cpus)]}
        self.stats = {}                     # cpu: {"overrun": 1, "dropped events": 2, ...}
        self.options = []                   # (number, bytes), written as they are

    def buffer(self, name):
        """Add an instance's buffer."""
        self.buffers[name] = [Pages(self.order) for _ in range(self.cpus)]

    def record(self, cpu, ts, event, /, buffer="", **fields):
        """Append a record; common_pid, common_flags and common_preempt_count are fields, too."""
        common = [fields.pop(name, 0) for name in (
            "common_pid", "common_flags", "common_preempt_count")]
        self.buffers[buffer][cpu].add(ts, self.events[event].pack(*common, fields))

    def missed(self, cpu, count=-1, buffer=""):
        """Records are missing before the next one of that CPU."""
        self.buffers[buffer][cpu].missed(count)

    def traceid(self, number):
        """The number by which other machines' files name this one."""
        self.options.append((11, struct.pack(self.order + "Q", number)))

    def guest(self, name, traceid, pids):
        """A guest of this machine, with the tasks that are its CPUs."""
        data = name.encode() + b"\0" + struct.pack(self.order + "QI", traceid, len(pids))
        data += b"".join(struct.pack(self.order + "II", *one) for one in enumerate(pids))
        self.options.append((13, data))

    def time_shift(self, traceid, offset):
        """This is a guest: its clock is behind that machine's by so many ns, on all CPUs."""
        data = struct.pack(self.order + "QII", traceid, 0, self.cpus)
        for _ in range(self.cpus):
            data += struct.pack(self.order + "I", 2)
            data += struct.pack(self.order + "QQqqQQ", 0, 1 << 62, offset, offset, 1, 1)
        for _ in range(self.cpus):
            data += struct.pack(self.order + "QQ", 0, 0)
        self.options.append((12, data))

    def clock_text(self):
        """As the file trace_clock has it."""
        return " ".join(f"[{name}]" if name == self.clock else name
                        for name in CLOCKS.split()) + "\n"

    def kallsyms(self):
        """As /proc/kallsyms has it."""
        return "".join(f"{addr:016x} T {name}\n" for addr, name in sorted(self.symbols))

    def stats_text(self, cpu, entries=0):
        """As per_cpu/cpuN/stats has it."""
        stats = {"entries": entries, "overrun": 0, "commit overrun": 0, "bytes": 0,
                 "oldest event ts": "0.000000", "now ts": "0.000000", "dropped events": 0,
                 "read events": self.buffers[""][cpu].records}
        stats.update(self.stats.get(cpu, {}))
        return "".join(f"{key}: {value}\n" for key, value in stats.items())

    def _systems(self):
        systems = {}
        for event in self.events.values():
            systems.setdefault(event.system, []).append(event)
        return systems

    def head(self):
        """The file up to the number of CPUs, this included."""
        def sized(text, form="Q"):
            text = text.encode() if isinstance(text, str) else text
            return struct.pack(self.order + form, len(text)) + text

        systems = self._systems()
        ftrace = systems.pop("ftrace", [])
        out = b"\x17\x08\x44tracing6\0"
        out += struct.pack(self.order + "BBI", self.order == ">", 8, PAGE)
        out += b"header_page\0" + sized(HEADER_PAGE) + b"header_event\0" + sized(HEADER_EVENT)
        out += struct.pack(self.order + "I", len(ftrace))
        out += b"".join(sized(event.format()) for event in ftrace)
        out += struct.pack(self.order + "I", len(systems))
        for name, events in systems.items():
            out += name.encode() + b"\0" + struct.pack(self.order + "I", len(events))
            out += b"".join(sized(event.format()) for event in events)
        out += sized(self.kallsyms(), "I")
        out += sized("".join(f'0x{a:x} : "{t}"\n' for a, t in self.printk.items()), "I")
        out += sized("".join(f"{pid} {comm}\n" for pid, comm in sorted(self.comms.items())))
        return out + struct.pack(self.order + "I", self.cpus)

    def bytes(self):
        """The file."""
        def option(number, data):
            return struct.pack(self.order + "HI", number, len(data)) + data

        names = [name for name in self.buffers if name]
        out = bytearray(self.head() + b"options  \0")
        if self.stats:
            for cpu in range(self.cpus):
                text = f"CPU: {cpu}\n" + self.stats_text(cpu)
                out += option(2, text.encode() + b"\0")
        out += option(4, self.clock_text().encode())
        out += option(8, struct.pack(self.order + "I", self.cpus))
        for number, data in self.options:
            out += option(number, data)
        patch = {}
        for name in names:
            patch[name] = len(out) + 6
            out += option(3, bytes(8) + name.encode() + b"\0")
        out += struct.pack(self.order + "H", 0)
        for name in ["", *names]:
            if name:
                struct.pack_into(self.order + "Q", out, patch[name], len(out))
            pages = [cpu.bytes() for cpu in self.buffers[name]]
            out += b"flyrecord\0"
            where = len(out) + 16 * len(pages)
            where += -where % PAGE
            table, data = b"", b""
            for one in pages:
                table += struct.pack(self.order + "QQ", where + len(data), len(one))
                data += one
            out += table
            out += bytes(-len(out) % PAGE) + data
        return bytes(out)

    def write(self, path):
        """Write the file."""
        with open(path, "wb") as file:
            file.write(self.bytes())

    def tracefs(self, path):
        """Write a directory like tracefs, whose trace_pipe_raw files are plain files."""
        def put(name, data):
            os.makedirs(os.path.dirname(os.path.join(path, name)), exist_ok=True)
            with open(os.path.join(path, name), "wb") as file:
                file.write(data.encode() if isinstance(data, str) else data)

        put("events/header_page", HEADER_PAGE)
        put("events/header_event", HEADER_EVENT)
        for event in self.events.values():
            put(f"events/{event.system}/{event.name}/format", event.format())
            put(f"events/{event.system}/{event.name}/id", f"{event.id}\n")
            if event.system != "ftrace":
                put(f"events/{event.system}/enable", "0\n")
        put("trace_clock", self.clock_text())
        put("saved_cmdlines", "".join(f"{p} {c}\n" for p, c in sorted(self.comms.items())))
        put("printk_formats", "".join(f'0x{a:x} : "{t}"\n' for a, t in self.printk.items()))
        put("trace", "# tracer: nop\n")
        put("current_tracer", "nop\n")
        for name, cpus in self.buffers.items():
            where = f"instances/{name}/" if name else ""
            for cpu, pages in enumerate(cpus):
                put(f"{where}per_cpu/cpu{cpu}/trace_pipe_raw", pages.bytes())
                put(f"{where}per_cpu/cpu{cpu}/stats", self.stats_text(cpu, pages.records))
            put(f"{where}trace_clock", self.clock_text())


def big(path, records):
    """Write about so many records: pages that differ in their time only."""
    from mkdat_scene import SYMBOLS, big_page
    dat = Dat(cpus=2, clock="mono", symbols=SYMBOLS, comms={100: "make", 200: "cc1"})
    body = [big_page(dat, cpu) for cpu in range(2)]
    count, span = body[0]
    pages = max(1, records // (2 * count))
    table, head = b"", bytearray(dat.head() + b"options  \0")
    clock = dat.clock_text().encode()
    head += struct.pack("<HI", 4, len(clock)) + clock
    head += struct.pack("<HIIH", 8, 4, 2, 0) + b"flyrecord\0"
    where = len(head) + 32
    where += -where % PAGE
    for cpu in range(2):
        table += struct.pack("<QQ", where + cpu * pages * PAGE, pages * PAGE)
    head += table
    head += bytes(-len(head) % PAGE)
    with open(path, "wb") as file:
        file.write(head)
        for cpu in range(2):
            page = dat.buffers[""][cpu].bytes()[8:PAGE]
            ts = 10 ** 9
            for _ in range(pages):
                file.write(struct.pack("<Q", ts) + page)
                ts += span
    return 2 * pages * count


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "big":
        print(big(sys.argv[2], int(sys.argv[3])))
        return 0
    if len(sys.argv) == 3 and sys.argv[1] in ("scene", "tracefs"):
        from mkdat_scene import scene
        dat = scene()
        (dat.write if sys.argv[1] == "scene" else dat.tracefs)(sys.argv[2])
        return 0
    print(__doc__, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())

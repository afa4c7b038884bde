#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""fuzz_seeds.py DIR: initial inputs of the fuzz targets.

DIR/scene.dat is the file whose events view_pages knows. DIR/seeds-view_map gets this file and
short heads of files of both versions, DIR/seeds-view_pages the pages of the scene for each output,
as a whole and in parts, and of machines of the other byte order and with a short long, and
DIR/seeds-view_notes the text of last_boot_notes.
"""

import os
import struct
import sys

import mkdat
import mkdat_scene
from mkdat_events import EVENTS

OUTPUTS = 8
# Flags of fuzz_pages.c.
SWAP, SHORT, COUNT, EVENT, BUFFER, MACHINE, LIMIT = (1 << bit for bit in range(7))


def write(place, name, data):
    """A seed."""
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, name), "wb") as file:
        file.write(data)


def pages(dat, cpu):
    """The pages of a CPU, one by one."""
    data = dat.buffers[""][cpu].bytes()
    return [data[at:at + mkdat.PAGE] for at in range(0, len(data), mkdat.PAGE)]


def used(page, order):
    """A page without what nobody reads; the target appends it again."""
    commit, = struct.unpack_from(order + "Q", page, 8)
    return page[:16 + (commit & 0xfffff) + (8 if commit & mkdat.MISSED_STORED else 0)]


def short(page):
    """A page as a little-endian machine of 32 bits has it."""
    return page[:12] + page[16:] + bytes(4)


def deep():
    """A recording of more tasks, slices, names and frames than the tables of the target hold."""
    dat = mkdat.Dat(cpus=2)
    run = mkdat_scene.Scene(dat, 0, 100)
    for depth in range(40):
        run.put("funcgraph_entry", func=mkdat_scene.BEGIN + depth, depth=depth)
    for nr in range(12):
        run.put("sys_exit_openat", __syscall_nr=257, ret=nr)
        run.mark(f"B|100|{nr:0120d}")
        run.put("sys_enter_read", __syscall_nr=0, fd=3)
        run.mark("E|100")
    for depth in range(39, -1, -1):
        run.put("funcgraph_exit", func=mkdat_scene.BEGIN + depth, depth=depth, calltime=run.ts,
                rettime=run.ts + 1000)
    run = mkdat_scene.Scene(dat, 1, 0)
    for nr in range(50):
        run.switch((f"task{nr}", nr, 120), (f"task{nr + 1}", nr + 1, 120))
        run.put("kernel_stack", size=4, caller=[nr << 16 | at for at in range(4)])
        run.mark(f"B|{nr + 1}|{nr:0150d}")
        run.mark(f"I|{nr}")
    return dat


def pages_seeds(place):
    """Inputs of view_pages."""
    def seed(name, output, flags, one, two):
        write(place, f"{output}-{name}", struct.pack("<BBH", output, flags, len(one)) + one + two)

    scene, big = mkdat_scene.scene(), mkdat_scene.scene(">")
    first, second = pages(scene, 0), pages(scene, 1)
    others = [pages(big, cpu) for cpu in range(2)]
    for nr in range(OUTPUTS):
        for name, flags in (("all", 0), ("count", COUNT), ("event", EVENT), ("buffer", BUFFER),
                            ("machine", MACHINE), ("limit", LIMIT)):
            seed(name, nr, flags, b"".join(first), b"".join(second))
        seed("swap", nr, SWAP, b"".join(others[0]), b"".join(others[1]))
        seed("short", nr, SHORT, *(b"".join(map(short, one)) for one in (first, second)))
        for at, page in enumerate(first):
            seed(f"first{at}", nr, 0, b"", used(page, "<"))
        for at, page in enumerate(second):
            seed(f"second{at}", nr, 0, b"", used(page, "<"))
        seed("both", nr, 0, first[0], used(second[0], "<"))
        seed("deep", nr, 0, *(b"".join(pages(deep(), cpu)) for cpu in range(2)))


def section(number, data):
    """A section of a file of version 7 that is not compressed."""
    return struct.pack("<HHIQ", number, 0, 0, len(data)) + data


def option(number, data):
    """An option of a file of version 7."""
    return struct.pack("<HI", number, len(data)) + data


def version_7(names, cpus, again=False):
    """The head of a file of version 7: two sections of options, a part, buffers without pages.

    With @again, the second section leads into the first.
    """
    def buffer(name, at):
        data = struct.pack("<Q", at) + name + b"\0local\0" + struct.pack("<II", mkdat.PAGE, cpus)
        return option(3, data + b"".join(struct.pack("<IQQ", cpu, 4096 * (cpu + 1), 4096)
                                         for cpu in range(cpus)))

    def last(at):
        return struct.pack("<HIQ", 0, 8, at)

    out = b"\x17\x08\x44tracing7\0" + struct.pack("<BBI", 0, 8, mkdat.PAGE) + b"none\0\0"
    part = len(out) + 8
    one = section(16, b"text") + section(3, b"")
    begin = part + len(one)
    options = (option(8, struct.pack("<I", cpus)) + option(16, struct.pack("<Q", part))
               + option(7, b"1\0"))
    more = begin + 16 + len(options) + 14
    out += struct.pack("<Q", begin) + one + section(0, options + last(more))
    return out + section(0, b"".join(buffer(name, part + 20) for name in names)
                         + last(begin if again else 0))


def tables():
    """A file of 8192 CPUs with a thousand buffers, whose tables cannot be in it."""
    dat = mkdat.Dat(events=EVENTS[:1])
    dat.options = [(8, struct.pack("<I", 8192))] + 1000 * [(3, bytes(8) + b"x\0")]
    return dat.bytes()


def map_seeds(place, scene):
    """Inputs of view_map."""
    write(place, "scene", scene)
    for name, order in (("little", "<"), ("big", ">")):
        dat = mkdat.Dat(events=[event for event in EVENTS if event[1] in ("print", "cpu_idle")],
                        symbols=mkdat_scene.SYMBOLS[:2], comms={1: "init"}, order=order)
        dat.buffer("second")
        dat.time_shift(2, 1000)
        dat.guest("Guest", 2, [100])
        for cpu in range(2):
            for where in ("", "second"):
                dat.record(cpu, 1000, "cpu_idle", buffer=where)
        write(place, name, dat.bytes())
    write(place, "latency", dat.head() + b"latency  \0text")
    write(place, "version7", version_7([b"", b"second"], 2))
    write(place, "again", version_7([b""], 1, True))
    write(place, "tables", tables())


NOTES = """# another kernel
[kernel]
Linux version 6.12.1 (builder) #1
build-id: 0123456789abcdef0123456789abcdef01234567
[format 5]
ftrace
name: print
ID: 5
format:
\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;

print fmt: "%ps: %s", (void *)REC->ip, REC->buf
[format 312]
sched
name: sched_process_fork
ID: 312
[symbols]
ffffffff81000000 40 first
ffffffff81000040 7f next_one
ffffffffc0001000 100 far module_name
[tasks]
1 18446744073709551615 init
120 5000 older name
120 9000 newer name
[strings]
ffffffff82000010 text\\n
ffffffff82000000 two \\\\ words\\t
"""


def notes_seeds(place):
    """Inputs of view_notes."""
    write(place, "notes", NOTES.encode())
    sections = NOTES.split("\n[")[1:]
    write(place, "reverse", "".join(f"[{text.rstrip()}\n" for text in reversed(sections)).encode())
    for number, text in enumerate(sections):
        write(place, f"section{number}", f"[{text}".encode())


def main():
    """Write all seeds."""
    with open(os.path.join(sys.argv[1], "scene.dat"), "rb") as file:
        scene = file.read()
    map_seeds(os.path.join(sys.argv[1], "seeds-view_map"), scene)
    pages_seeds(os.path.join(sys.argv[1], "seeds-view_pages"))
    notes_seeds(os.path.join(sys.argv[1], "seeds-view_notes"))


if __name__ == "__main__":
    main()

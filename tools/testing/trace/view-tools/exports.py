# SPDX-License-Identifier: GPL-2.0
"""Recordings for the tests of the exports, beside that of mkdat_scene.py."""

import os
import struct

from mkdat import Dat
from mkdat_events import EVENTS, _fields
from mkdat_scene import SYMBOLS, guest, scene

BEGIN = 5 * 10 ** 9


def write(view, name, dat):
    """Write a recording; the directory and the name for the command line."""
    path = view.file(name)
    dat.write(path)
    return os.path.dirname(path)


def convert(view, command, dats, out, **more):
    """Convert recordings, in the directory of the files: what is wrong, and standard error."""
    where = None
    for name, dat in dats.items():
        where = write(view, name, dat)
    status, _, err = view.run(command, "-q", "-o", out, *dats, cwd=where, **more)
    return f"exit status {status}: {err}" if status else "", err


def records(dat):
    """How many records a recording has."""
    return sum(cpu.records for cpus in dat.buffers.values() for cpu in cpus)


def hostile():
    """Names and values that are hard to write."""
    keywords = ("unsigned int event; unsigned int stream; unsigned int trace; int clock;"
                "int enum; int typealias; int variant; int floating_point; int integer;"
                "int string; int align; unsigned int _under; unsigned int __two;"
                "int values_length; __data_loc u32[] values; int env")
    many = ";".join(f"u8 field_{nr}" for nr in range(100))
    events = [*EVENTS, ("odd", "keywords", 400, _fields(keywords), '"%d", REC->clock'),
              ("odd", "many", 401, _fields(many), '"%d", REC->field_7'),
              ("odd", "text", 402, _fields("char fixed[16]; __data_loc char[] text"),
               '"%s", __get_str(text)')]
    dat = Dat(cpus=1, clock="mono", events=events, symbols=SYMBOLS, comms={7: "odd \"name\"\t"})

    def put(nr, event, /, **fields):
        dat.record(0, BEGIN + nr * 1000, event, common_pid=7, **fields)

    put(0, "keywords", event=1, stream=2, trace=3, clock=4, values=[1, 2, 3], values_length=9,
        _under=5, __two=6, env=7)
    put(1, "many", **{f"field_{nr}": nr for nr in range(100)})
    put(2, "text", fixed=b"no end of string", text=b"\xff\xfe\x01 \xc3\xa9 \xed\xa0\x80 \\ \"\0")
    put(3, "text", fixed=b"", text=b"")
    put(4, "text", fixed=b"x", text=b"long " * 600 + b"\0")
    put(5, "print", ip=0, buf=b"B|7|\xf0\x9f\x98\x80 \x80 </script>\0")
    put(6, "print", ip=0, buf=b"E|7\0")
    # Records that end within their fields, or say that they go on behind their end.
    short = dat.events["text"].pack(7, 0, 0, {"fixed": b"fixed", "text": b"text\0"})
    for nr, size in enumerate((8, 12, 24, 28)):
        dat.buffers[""][0].add(BEGIN + 10000 + nr * 1000, short[:size])
    wrong = bytearray(short)
    struct.pack_into("<I", wrong, 24, 0xffff0010)
    dat.buffers[""][0].add(BEGIN + 20000, bytes(wrong))
    struct.pack_into("<I", wrong, 24, 0xffffffff)
    dat.buffers[""][0].add(BEGIN + 21000, bytes(wrong))
    return dat


def names(count):
    """Marks that all have another name."""
    dat = Dat(cpus=1, clock="mono", symbols=SYMBOLS, comms={7: "names"})
    for nr in range(count):
        dat.record(0, BEGIN + nr * 2000, "print", common_pid=7, buf=f"B|7|name {nr}\n")
        dat.record(0, BEGIN + nr * 2000 + 1000, "print", common_pid=7, buf="E|7\n")
    return dat


def machines():
    """Two machines: {file: recording}."""
    return {"host.dat": scene(), "guest.dat": guest()}

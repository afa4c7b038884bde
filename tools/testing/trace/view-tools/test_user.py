# SPDX-License-Identifier: GPL-2.0
"""User stacks: mappings of processes, and symbols that are found by build-id."""

import os
import shutil
import subprocess

from mkdat import Dat
from mkdat_events import EVENTS, MAPPING
from mkdat_scene import Scene

BASE = 0x7f0000000000

SOURCE = """\
int inner(int x) { __asm__ volatile(""); return x + 1; }
int outer(int x) { __asm__ volatile(""); return inner(x) + 1; }
int main(void) { return outer(0); }
"""


class Program:
    """An ELF file with its build-id, the mapping of its code, and the addresses of symbols."""

    def __init__(self, view, name, text=SOURCE, flags=()):
        source = view.file(name + ".c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        self.path = view.file(name)
        subprocess.run(["gcc", "-O1", "-fno-inline", "-Wl,--build-id=sha1", *flags, "-o",
                        self.path, source], check=True)
        self.build_id = self._tool("readelf", "-n", marker="Build ID:")[-1]
        load = [line.split() for line in self._lines("readelf", "-lW") if " R E " in line][0]
        self.offset, self.vaddr, size = (int(load[i], 16) for i in (1, 2, 4))
        self.size = (size + 4095) & ~4095
        self.symbols = {}
        for line in self._lines("nm"):
            if len(line.split()) == 3:
                self.symbols[line.split()[2]] = int(line.split()[0], 16)

    def _lines(self, *command):
        return subprocess.run([*command, self.path], check=True, capture_output=True,
                              text=True).stdout.splitlines()

    def _tool(self, *command, marker):
        return [line for line in self._lines(*command) if marker in line][0].split()

    def at(self, symbol, plus, base=BASE):
        """The address of a function in the mapping."""
        return base + self.symbols[symbol] - self.vaddr + plus

    def file(self, address, base=BASE):
        """How an address is printed without symbols."""
        return f"{os.path.basename(self.path)}+{address - base + self.offset:#x}"


def recording():
    dat = Dat(cpus=1, clock="mono", comms={7: "seven", 8: "eight"}, events=[*EVENTS, MAPPING])
    return dat, Scene(dat, 0, 7)


def mapping(scene, program, tgid=7, base=BASE, build_id=None, path=None):
    if build_id is None:
        build_id = program.build_id
    scene.put("user_mapping", tgid=tgid, parent=0, start=base, size=program.size,
              offset=program.offset, build_id_size=len(build_id) // 2,
              build_id=bytes.fromhex(build_id), path=program.path if path is None else path)


def stack(scene, *addresses, tgid=7):
    scene.put("user_stack", tgid=tgid, caller=[*addresses, *[0] * (8 - len(addresses))])


def folded(view, name, dat, wanted, cache="/none"):
    """Compare the folded stacks, without their values."""
    path = view.file(f"user-{name}.dat")
    dat.write(path)
    env = dict(os.environ, DEBUGINFOD_CACHE_PATH=cache)
    status, out, err = view.run("folded", path, env=env)
    got = [line.split(";", 1)[1].rsplit(" ", 1)[0] for line in out.splitlines()]
    if status or err or got != wanted:
        return f"status {status}\n{err}wanted {wanted}\ngot    {got}"
    return ""


def processes(view, program, other):
    calls = program.at("inner", 2), program.at("outer", 9)
    named = "outer;inner"

    dat, scene = recording()
    mapping(scene, program)
    stack(scene, *calls)
    yield "functions", folded(view, "functions", dat, [named])

    dat, scene = recording()
    stack(scene, *calls)
    mapping(scene, program)
    yield "a stack before the mapping", folded(
        view, "before", dat, [f"{calls[1]:#x};{calls[0]:#x}"])

    dat, scene = recording()
    mapping(scene, program)
    stack(scene, program.at("inner", 0), program.at("inner", 0))
    yield "a return address is behind the call", folded(
        view, "caller", dat, [f"{_before(program, 'inner')};inner"])

    dat, scene = recording()
    mapping(scene, program)
    scene.put("user_mapping", tgid=8, parent=7)
    mapping(scene, other)
    stack(scene, program.at("inner", 2), tgid=8)
    stack(scene, other.at("second", 2))
    stack(scene, program.at("inner", 2), tgid=9)
    yield "fork, and another file at the same address", folded(
        view, "fork", dat, ["inner", "second", f"{program.at('inner', 2):#x}"])

    dat, scene = recording()
    mapping(scene, program)
    scene.put("user_mapping", tgid=7, parent=0, start=BASE, size=program.size, offset=0,
              build_id_size=0, path="")
    stack(scene, calls[0])
    yield "memory without a file", folded(view, "memory", dat, [f"{calls[0]:#x}"])

    dat, scene = recording()
    mapping(scene, program)
    for tgid in range(8, 300):
        scene.put("user_mapping", tgid=tgid, parent=tgid - 1)
    scene.put("user_mapping", tgid=300, parent=300)
    stack(scene, calls[0], tgid=20)
    stack(scene, calls[0], tgid=299)
    stack(scene, calls[0], tgid=300)
    yield "forks of forks", folded(view, "forks", dat, ["inner", f"{calls[0]:#x}"])


def _before(program, symbol):
    """The function whose last byte is before another one."""
    below = [name for name, addr in program.symbols.items()
             if addr < program.symbols[symbol] and name in ("frame_dummy", "main", "outer")]
    return max(below, key=program.symbols.get)


def files(view, program):
    inner = program.at("inner", 2)

    def one(name, wanted, cache="/none", **more):
        dat, scene = recording()
        mapping(scene, program, **more)
        stack(scene, inner)
        return folded(view, name, dat, [wanted], cache)

    plain = program.file(inner)
    wrong = "00" * 20
    yield "another build-id: the file was replaced", one("replaced", plain, build_id=wrong)
    yield "no build-id", one("without", plain, build_id="")
    gone = view.file("gone")
    yield "a file that does not exist", one("gone", f"gone+{inner - BASE + program.offset:#x}",
                                            path=gone)

    cache = view.file("cache")
    where = os.path.join(cache, program.build_id)
    os.makedirs(where, exist_ok=True)
    shutil.copy(program.path, os.path.join(where, "executable"))
    yield "the cache of debuginfod", one("cache", "inner", cache, path=gone)
    subprocess.run(["objcopy", "--only-keep-debug", program.path,
                    os.path.join(where, "debuginfo")], check=True)
    os.unlink(os.path.join(where, "executable"))
    yield "debug information of the cache", one("debuginfo", "inner", cache, path=gone)
    os.unlink(os.path.join(where, "debuginfo"))
    os.mkdir(os.path.join(where, "debuginfo"))
    os.mkfifo(os.path.join(where, "executable"))
    yield "a directory and a pipe instead", one(
        "pipe", f"gone+{inner - BASE + program.offset:#x}", cache, path=gone)
    shutil.rmtree(cache)

    stripped = view.file("stripped")
    subprocess.run(["strip", "-o", stripped, program.path], check=True)
    yield "a file without symbols", one(
        "stripped", f"stripped+{inner - BASE + program.offset:#x}", path=stripped)


def damaged(view, program):
    """Each header and table with other bytes: no crash, and one line of output."""
    with open(program.path, "rb") as file:
        whole = file.read()
    broken = view.file("broken")
    sections = int.from_bytes(whole[0x28:0x30], "little")
    places = [*range(0, 0x240, 3), *range(sections, len(whole), 7)]
    wrong = ""
    for nr, place in enumerate(places):
        data = bytearray(whole)
        data[place] ^= (0xff, 0x80, 1)[nr % 3]
        if nr % 10 == 0:
            del data[place:]
        with open(broken, "wb") as file:
            file.write(data)
        dat, scene = recording()
        mapping(scene, program, path=broken)
        stack(scene, program.at("inner", 2))
        dat.write(view.file("user-broken.dat"))
        env = dict(os.environ, DEBUGINFOD_CACHE_PATH="/none")
        status, out, err = view.run("folded", view.file("user-broken.dat"), env=env)
        if status or err or len(out.splitlines()) != 1:
            wrong += f"byte {place}: status {status} {out}{err}\n"
    yield f"{len(places)} damaged files", wrong


def outputs(view, program):
    dat, scene = recording()
    mapping(scene, program)
    stack(scene, program.at("inner", 2), program.at("outer", 9))
    dat.write(view.file("user-outputs.dat"))
    for name, want in (("json", '"inner+0x2"'), ("speedscope", '"inner"')):
        status, out, err = view.run(name, "-o", "/dev/stdout", view.file("user-outputs.dat"))
        yield name, "" if not status and want in out else f"status {status}\n{err}{out}"


def tests(view):
    program = Program(view, "user-program")
    other = Program(view, "user-other", SOURCE.replace("inner", "second"))
    yield from processes(view, program, other)
    yield from files(view, program)
    yield from damaged(view, program)
    yield from outputs(view, program)

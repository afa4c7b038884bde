# SPDX-License-Identifier: GPL-2.0
"""The Common Trace Format, read by babeltrace2."""

import os
import shutil
import subprocess

import exports


def babeltrace(view, out):
    """What babeltrace2 prints: lines, and what it warns of beside missing events."""
    done = subprocess.run(["babeltrace2", "--clock-seconds", os.path.basename(out)],
                          cwd=os.path.dirname(out), capture_output=True, timeout=120,
                          check=False, env={**os.environ, "TZ": "UTC"})
    lines = done.stdout.decode(errors="replace").splitlines()
    warnings = done.stderr.decode(errors="replace").splitlines()
    lost = [line.split(" in trace ")[0] for line in warnings
            if line.startswith("WARNING: Tracer discarded ")]
    other = [line for line in warnings if not line.startswith("WARNING: Tracer discarded ")]
    if done.returncode or other:
        return lines, lost, f"exit status {done.returncode}\n" + "\n".join(other)
    return lines, lost, ""


def read(view, name, dats):
    """Convert and read: (lines, missing events, what is wrong)."""
    out = view.file(name)
    wrong, _ = exports.convert(view, "ctf", dats, out)
    if wrong:
        return [], [], wrong
    lines, lost, wrong = babeltrace(view, out)
    want = sum(map(exports.records, dats.values()))
    if not wrong and len(lines) != want:
        wrong = f"{want} records, {len(lines)} events"
    return lines, lost, wrong


def _hostile(lines):
    for nr, want in ((0, "event = 1, stream = 2, trace = 3, clock = 4"),
                     (0, "_under = 5, __two = 6"), (0, "values_length = 9"),
                     (0, "values = [ [0] = 0x1, [1] = 0x2, [2] = 0x3 ]"),
                     (1, "field_98 = 98, field_99 = 99"),
                     (2, "\ufffd\ufffd"), (3, 'fixed = "", text = ""'), (4, "long " * 600),
                     (7, 'fixed = "", text = ""')):
        if want not in lines[nr]:
            return f"{want} is not in\n{lines[nr]}"
    return ""


def _again(view):
    """A second conversion replaces the first one, and touches no directory of someone else."""
    out = view.file("scene.ctf")
    small = {"hostile.dat": exports.hostile()}
    wrong, _ = exports.convert(view, "ctf", small, out)
    if wrong:
        return wrong
    names = sorted(os.listdir(out))
    if names != ["metadata", "stream_0_0"]:
        return f"files: {names}"
    with open(os.path.join(out, "notes.txt"), "w", encoding="utf-8") as file:
        file.write("mine\n")
    wrong, _ = exports.convert(view, "ctf", small, out)
    if "not empty" not in wrong:
        return f"found: {wrong}"
    names = sorted(os.listdir(out))
    return "" if names == ["metadata", "notes.txt", "stream_0_0"] else f"files: {names}"


def _packets(view, path):
    """The sizes of a stream's packets, from their headers."""
    with open(path, "rb") as file:
        data = file.read()
    at, sizes = 0, []
    while at < len(data):
        size = int.from_bytes(data[at + 32:at + 40], "little") // 8
        if data[at:at + 4] != b"\xc1\x1f\xfc\xc1" or not size:
            return sizes, f"no packet at {at}"
        sizes.append(size)
        at += size
    return sizes, "" if at == len(data) else "the last packet is cut"


def tests(view):
    """Golden output of babeltrace2, counts, and what is hard to write."""
    if not shutil.which("babeltrace2"):
        yield "babeltrace2 reads it", None, "babeltrace2 is not installed"
        return
    shutil.rmtree(view.file("scene.ctf"), ignore_errors=True)
    lines, lost, wrong = read(view, "scene.ctf", {"scene.dat": exports.scene()})
    yield "babeltrace2 reads the scene without a warning", wrong
    yield "the scene", view.same("scene.ctf.txt", "\n".join(lines + lost) + "\n")
    with open(os.path.join(view.file("scene.ctf"), "metadata"), encoding="ascii") as file:
        yield "the scene's metadata", view.same("scene.ctf.metadata", file.read())

    shutil.rmtree(view.file("hostile.ctf"), ignore_errors=True)
    lines, lost, wrong = read(view, "hostile.ctf", {"hostile.dat": exports.hostile()})
    yield "names and values that are hard to write", wrong or _hostile(lines)

    shutil.rmtree(view.file("machines.ctf"), ignore_errors=True)
    lines, lost, wrong = read(view, "machines.ctf", exports.machines())
    names = sorted(os.listdir(view.file("machines.ctf")))
    if not wrong and names != ["machine_0", "machine_1"]:
        wrong = f"directories: {names}"
    yield "two machines", wrong

    shutil.rmtree(view.file("names.ctf"), ignore_errors=True)
    lines, lost, wrong = read(view, "names.ctf", {"names.dat": exports.names(5000)})
    sizes, more = _packets(view, os.path.join(view.file("names.ctf"), "stream_0_0"))
    if not wrong and (max(sizes, default=0) > 40000 or len(sizes) < 2):
        more = more or f"packets of {sizes} bytes"
    yield "packets are bounded", wrong or more
    yield "the directory of an earlier conversion", _again(view)

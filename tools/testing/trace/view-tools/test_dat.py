# SPDX-License-Identifier: GPL-2.0
"""trace-view dat: a file of trace-cmd of the notes and pages of the last boot."""

import os
import random
import shutil
import subprocess

import mkdat_scene


def _notes(dat, head="# another kernel\n"):
    """The text of last_boot_notes; the formats and symbols in no particular order."""
    text = head + "[kernel]\nLinux version 6.12.0-first\nbuild-id: 00112233\n"
    for event in reversed(list(dat.events.values())):
        text += f"[format {event.id}]\n{event.system}\n{event.format()}"
    text += "[symbols]\n" + "".join(f"{addr:x} 100 {name}\n"
                                    for addr, name in reversed(dat.symbols))
    text += "[tasks]\n" + "".join(f"{pid} {until} {comm}\n" for pid, name in dat.comms.items()
                                  for until, comm in ((2 ** 64 - 1, name), (1000, "before")))
    if dat.printk:
        text += "[strings]\n" + "".join(f"{addr:x} {string}\n"
                                        for addr, string in dat.printk.items())
    return text


def _tracefs(view, dat, notes):
    """A directory like tracefs, with the records in the instance past."""
    path = view.file("past-tracefs")
    shutil.rmtree(path, ignore_errors=True)
    dat.tracefs(path)
    shutil.move(os.path.join(path, "per_cpu"), os.path.join(path, "instances/past/per_cpu"))
    shutil.copy(os.path.join(path, "trace_clock"), os.path.join(path, "instances/past"))
    with open(os.path.join(path, "instances/past/last_boot_notes"), "w",
              encoding="latin-1") as file:
        file.write(notes)
    return path


def _report(path):
    done = subprocess.run(["trace-cmd", "report", "-N", "-i", path], capture_output=True, text=True,
                          errors="replace", check=False)
    return done.stdout + ("" if not done.returncode else f"status {done.returncode}")


def _same(view, dat):
    """The reports of the file and of one that has the same records are the same."""
    want, got = view.file("past-want.dat"), view.file("past.dat")
    dat.write(want)
    status, out, err = view.run("dat", "--tracefs", _tracefs(view, dat, _notes(dat)),
                                "--live=past", "-o", got)
    if status or out or err:
        return f"status {status}: {out}{err}"
    a, b = _report(want).splitlines(), _report(got).splitlines()
    if len(a) < 50:
        return f"the report has {len(a)} lines"
    for mine, other in zip(a, b):
        if mine != other:
            return f"expected: {mine}\nfound:    {other}"
    return "" if len(a) == len(b) else f"{len(a)} lines, {len(b)} found"


def _refused(view, dat):
    """Records of another kernel are not read live; nor is there a file of no records."""
    path = _tracefs(view, dat, _notes(dat))
    status, _, err = view.run("summary", "--tracefs", path, "--live=past")
    if status != 1 or "another kernel" not in err:
        return f"summary: status {status}: {err}"
    for notes, why in (("# Current\n", "no records"), ("# another kernel\n", "no formats")):
        path = _tracefs(view, dat, notes)
        status, _, err = view.run("dat", "--tracefs", path, "--live=past", "-o", view.file("x.dat"))
        if status != 1 or why not in err:
            return f"{notes}: status {status}: {err}"
    for args in ((), ("--live=past",), ("--live=../past", "-o", "x"), ("-o", "x"), ("--unknown",)):
        status, _, err = view.run("dat", *args)
        if status != 1 or "usage" not in err:
            return f"{args}: status {status}: {err}"
    return ""


def _damaged(view, dat):
    """Damaged notes: what is left is written, and nothing crashes."""
    chance = random.Random(1)
    notes = _notes(dat)
    for nr in range(60):
        text = list(notes)
        for _ in range(chance.randrange(1, 40)):
            at = chance.randrange(len(text))
            text[at] = chance.choice(["[", "\n", " ", "\x7f", "9", "]"])
        if nr % 3 == 0:
            text = text[:chance.randrange(len(text))]
        path = _tracefs(view, dat, "".join(text))
        status, _, err = view.run("dat", "--tracefs", path, "--live=past", "-o",
                                  view.file("damaged.dat"))
        if status not in (0, 1) or "anitizer" in err or "runtime error" in err:
            return f"status {status}: {err[:2000]}"
    return ""


def tests(view):
    dat = mkdat_scene.scene()
    del dat.buffers["second"]
    yield "trace-cmd reports the same", _same(view, dat)
    yield "what is refused", _refused(view, dat)
    yield "damaged notes", _damaged(view, dat)

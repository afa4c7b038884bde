# SPDX-License-Identifier: GPL-2.0
"""The HTML page: its elements, its data, and that what was recorded stays text."""

import glob
import os
import re
import resource
import subprocess

import mkdat
from htmlpage import Page, Recording
from mkdat_scene import BEGIN, scene

HOSTILE = "</script><b>x"
TITLE = "a \"title\" </title><script>alert(1)</script> & more"
POLICY = ("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
          "base-uri 'none'; form-action 'none'")


def convert(view, dat, name, *args):
    """Write a recording, convert it: (page, what is wrong)."""
    path, page = view.file(name + ".dat"), view.file(name + ".html")
    dat.write(path)
    status, _, err = view.run("html", "-q", "-o", page, *args, path)
    return (page, "") if not status else (None, f"exit status {status}\n{err}")


def structure(page):
    """What is wrong with the elements of a page."""
    wrong = list(page.wrong)
    if len(set(page.ids())) != len(page.ids()):
        wrong.append("an id is used twice")
    for tag, attrs in page.tags:
        for name, value in attrs.items():
            if name in ("src", "href", "action", "srcset") or name.startswith("on"):
                wrong.append(f"<{tag} {name}={value!r}>")
            if name in ("aria-controls", "aria-labelledby", "aria-describedby", "for") and \
               value not in page.ids():
                wrong.append(f"<{tag} {name}={value!r}>: there is no such id")
    policies = [attrs["content"] for _, attrs in page.tags
                if attrs.get("http-equiv") == "Content-Security-Policy"]
    if policies != [POLICY]:
        wrong.append(f"policies: {policies}")
    if len(page.scripts) != 1:
        wrong.append(f"{len(page.scripts)} scripts")
    if ("html", {"lang": "en"}) not in page.tags:
        wrong.append("there is no language")
    return "\n".join(wrong)


def addresses(path):
    """Addresses of the network in a page; the name space of SVG is none."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = set(re.findall(r"(?:https?|wss?|ftp):/[^\s\"'`)]*|@import|url\([^)]*\)", text))
    return "\n".join(sorted(found - {"http://www.w3.org/2000/svg"}))


def sources(view):
    """Rules of the scripts."""
    wrong = []
    for path in sorted(glob.glob(os.path.join(view.source, "html", "*.js"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        name = os.path.basename(path)
        if len(text.splitlines()) >= 400:
            wrong.append(f"{name} is too long")
        if "\n'use strict';\n" not in text:
            wrong.append(f"{name} is not strict")
        for word in ("eval(", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                     "new Function", "fetch(", "XMLHttpRequest", "WebSocket", "import("):
            if word in text:
                wrong.append(f"{name} has {word}")
        with open(os.path.join(view.source, "html_files.S"), encoding="utf-8") as file:
            if f'.incbin "html/{name}"' not in file.read():
                wrong.append(f"html_files.S does not have {name}")
    return "\n".join(wrong)


def golden(view, path):
    """Compare the data of the scene's page."""
    return view.same("scene.html.txt", Recording(Page(path)).text())


def counts(path, dat):
    """Compare the records of a page with those that the recording was made from."""
    recording = Recording(Page(path))
    want = sum(pages.records for buffer in dat.buffers.values() for pages in buffer)
    got = len(recording.column("record.time"))
    if not want == got == recording.meta["records"] == recording.meta["kept"]:
        return f"{want} written, {got} in the page, meta {recording.meta['records']}"
    return ""


def hostile(view):
    """Names that try to be more than text."""
    dat = mkdat.Dat(cpus=1, comms={100: HOSTILE})
    dat.record(0, BEGIN, "sched_switch", common_pid=0, prev_comm="swapper/0", prev_pid=0,
               next_comm=HOSTILE, next_pid=100)
    dat.record(0, BEGIN + 1000, "print", common_pid=100, buf=f"B|100|{HOSTILE}\n")
    dat.record(0, BEGIN + 2000, "print", common_pid=100, buf="<!--<script>\\u0022\x01\x7f\n")
    dat.record(0, BEGIN + 3000, "print", common_pid=100, buf="E|100\n")
    path, wrong = convert(view, dat, "hostile", "--title", TITLE)
    if wrong:
        return wrong
    page = Page(path)
    recording = Recording(page)
    if page.texts["title"] != TITLE or page.texts["h1"] != TITLE:
        return f"the title is {page.texts['title']!r}"
    if HOSTILE not in [task[5] for task in recording.meta["tasks"]]:
        return f"tasks: {recording.meta['tasks']}"
    if HOSTILE not in recording.strings:
        return f"strings: {recording.strings}"
    return structure(page)


def empty(view):
    """A recording without records."""
    path, wrong = convert(view, mkdat.Dat(cpus=2), "nothing")
    if wrong:
        return wrong
    recording = Recording(Page(path))
    return "" if recording.meta["records"] == 0 else recording.text()


def many(view):
    """More strings and bytes than the converter keeps: nothing is mixed up."""
    dat = mkdat.Dat(cpus=1, comms={100: "many"})
    count = 70000
    for nr in range(count):
        dat.record(0, BEGIN + nr * 10, "print", common_pid=100, buf=f"C|100|counter {nr}|{nr}\n")
    path, wrong = convert(view, dat, "many")
    if wrong:
        return wrong
    recording = Recording(Page(path))
    names = recording.column("counter.name")
    values = recording.column("counter.value")
    if len(names) != count:
        return f"{len(names)} counters"
    for nr, (name, value) in enumerate(zip(names, values)):
        if recording.strings[name] != f"counter {nr}" or value != nr:
            return f"counter {nr}: {recording.strings[name]!r} = {value}"
    return counts(path, dat)


def memory(view):
    """Convert in an address space that does not grow with the recording."""
    path, page = view.file("memory.dat"), view.file("memory.html")
    count = mkdat.big(path, 300000)

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (256 << 20, 256 << 20))

    done = subprocess.run([view.program, "html", "-q", "-o", page, path], capture_output=True,
                          text=True, check=False, timeout=300, preexec_fn=limit)
    if done.returncode:
        return f"exit status {done.returncode}\n{done.stderr}"
    recording = Recording(Page(page))
    times = recording.column("record.time")
    if len(times) != count or times != sorted(times):
        return f"{count} records written, {len(times)} in the page"
    return ""


def tests(view):
    """All tests of this module."""
    dat = scene()
    path, wrong = convert(view, dat, "scene", "--title", "scene")
    yield "the scene becomes a page", wrong
    if not wrong:
        yield "the page is well-formed and accessible", structure(Page(path))
        yield "the page needs no network", addresses(path)
        yield "the page has every record", counts(path, dat)
        yield "the data of the scene", golden(view, path)
    yield "the scripts follow their rules", sources(view)
    yield "hostile names stay text", hostile(view)
    yield "a recording without records", empty(view)
    yield "very many names", many(view)
    yield "memory is bounded", memory(view)

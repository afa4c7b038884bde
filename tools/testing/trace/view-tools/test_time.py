# SPDX-License-Identifier: GPL-2.0
"""What records mean: tasks, slices, latencies; and the outputs that are text."""

import glob
import json
import os
import re
import subprocess
import xml.etree.ElementTree

from mkdat import Dat, big
from mkdat_events import EVENTS
from mkdat_scene import ADDR, SYMBOLS, Scene, scene

A, B, C, D = (ADDR[name] for name in ("vfs_open", "vfs_read", "schedule", "path_openat"))
SHORT = {"vfs_open": "a", "vfs_read": "b", "schedule": "c", "path_openat": "d"}


def run(view, *args, columns="80", locale="C.UTF-8"):
    """trace-view in the directory of the test's files: no path is in its output."""
    env = dict(os.environ, COLUMNS=columns, LC_ALL=locale)
    return view.run(*args, cwd=os.path.dirname(view.file("x")), env=env)


def dat(cpus=1, **more):
    """An empty recording."""
    return Dat(cpus=cpus, clock="mono", symbols=SYMBOLS, comms={7: "seven", 8: "eight"}, **more)


def enter(one, func, depth, wait=1000):
    one.put("funcgraph_entry", wait, func=func, depth=depth)


def leave(one, func, depth, took=0, wait=1000):
    one.put("funcgraph_exit", wait, func=func, depth=depth,
            calltime=one.ts + wait - took if took else 0, rettime=one.ts + wait if took else 0)


def balanced(text):
    """What is wrong with a speedscope file, or ""; and its profiles as text."""
    data = json.loads(text)
    frames = [frame["name"] for frame in data["shared"]["frames"]]
    shapes = {}
    for profile in data["profiles"]:
        name = profile["name"]
        if profile["type"] == "sampled":
            if len(profile["samples"]) != len(profile["weights"]):
                return f"{name}: samples and weights", {}
            if any(not 0 <= f < len(frames) for sample in profile["samples"] for f in sample):
                return f"{name}: unknown frame", {}
            continue
        stack, last, shape = [], profile["startValue"], ""
        for event in profile["events"]:
            if event["at"] < last:
                return f"{name}: time goes back at {event['at']}", {}
            last = event["at"]
            frame = frames[event["frame"]]
            frame = SHORT.get(frame, frame)
            if event["type"] == "O":
                stack.append(event["frame"])
                shape += f"{frame}[{last} "
            elif not stack or stack.pop() != event["frame"]:
                return f"{name}: {frame} is closed at {last} but not innermost", {}
            else:
                shape += f"]{last} "
        if stack:
            return f"{name}: {len(stack)} frames are not closed", {}
        if last > profile["endValue"]:
            return f"{name}: {last} is behind the end", {}
        shapes[name] = shape.strip()
    return "", shapes


def shapes(view, name, recording):
    """The slices of a recording by task, as text."""
    recording.write(view.file(name))
    status, out, err = run(view, "speedscope", "-q", name)
    if status:
        return f"status {status}: {err}", {}
    return balanced(out)


def shape(view, name, recording, **want):
    """What is wrong with the slices of a recording."""
    wrong, got = shapes(view, name + ".dat", recording)
    got = {key.split(" ")[0] if key[0] != "I" else "irq": value for key, value in got.items()}
    for key, text in want.items():
        if not wrong and got.get(key) != text:
            wrong = f"{key}\nexpected: {text}\nfound:    {got.get(key)}"
    return wrong


def _one(cpus=1):
    recording = dat(cpus)
    return recording, Scene(recording, 0, 7)


def goldens(view):
    scene().write(view.file("time.dat"))
    for name, args in (("folded.txt", ["folded"]),
                       ("folded_count.txt", ["folded", "--weight", "count"]),
                       ("summary.txt", ["summary"]),
                       ("latency.txt", ["latency"]),
                       ("latency_event.txt", ["latency", "--event", "timerlat"]),
                       ("latency_function.txt", ["latency", "--event", "vfs_open"]),
                       ("latency_none.txt", ["latency", "--event", "no_such"]),
                       ("speedscope.json", ["speedscope"]),
                       ("speedscope_count.json", ["speedscope", "--weight", "count"])):
        status, out, err = run(view, *args, "-q", "time.dat")
        yield name, f"status {status}: {err}" if status or err else view.same("time_" + name, out)
    _, out, _ = run(view, "latency", "-q", "time.dat", columns="50", locale="C")
    yield "latency of ASCII", ("not ASCII" if not out.isascii() else
                               view.same("time_latency_ascii.txt", out))
    wide = max(len(line) for line in out.splitlines() if "#" in line)
    yield "bars fill the terminal", "" if wide == 50 else f"{wide} columns of 50"
    status, out, err = run(view, "latency", "-q", "-o", "time.svg", "time.dat")
    with open(view.file("time.svg"), encoding="utf-8") as file:
        text = file.read()
    xml.etree.ElementTree.fromstring(text)
    yield "latency as SVG", out + err if status or out or err else view.same("time_latency.svg",
                                                                             text)
    _, out, _ = run(view, "speedscope", "-q", "time.dat")
    yield "speedscope's frames are nested", balanced(out)[0]


def graph(view):
    recording, one = _one()
    leave(one, A, 0)
    enter(one, B, 0)
    leave(one, B, 0)
    yield "exit without entry", shape(view, "exit", recording,
                                      seven="a[0 ]0 b[1000 ]2000")

    recording, one = _one()
    enter(one, C, 2)
    leave(one, C, 2)
    leave(one, B, 1)
    leave(one, A, 0)
    yield "exits of functions that were running", shape(
        view, "running", recording, seven="c[0 ]1000 b[1000 ]2000 a[2000 ]3000")

    recording, one = _one()
    enter(one, A, 0)
    enter(one, B, 1)
    enter(one, C, 1)
    leave(one, C, 1)
    enter(one, D, 0)
    yield "entries without exit", shape(
        view, "entry", recording, seven="a[0 b[1000 ]2000 c[2000 ]3000 ]4000 d[4000 ]4000")

    recording, one = _one()
    enter(one, A, 0)
    enter(one, B, 1)
    leave(one, C, 1, 500)
    leave(one, A, 0)
    yield "exit of another function", shape(
        view, "other", recording, seven="a[0 b[1000 ]2000 c[2000 ]2000 ]3000")

    recording, one = _one()
    enter(one, A, 0)
    enter(one, B, 1000000000)
    enter(one, C, -5)
    leave(one, C, 0x7fffffff)
    leave(one, B, 1000000000)
    leave(one, A, 0)
    yield "depths that jump", shape(view, "jump", recording, seven="a[0 b[1000 ]4000 ]5000")

    recording, one = _one()
    enter(one, A, 0)
    enter(one, B, 1)
    one.put("raw_data")
    recording.missed(0, 3)
    leave(one, C, 2, 700)
    leave(one, A, 0)
    yield "lost in between", shape(view, "lost", recording,
                                   seven="a[0 b[1000 ]2000 ]2000 c[3000 ]3000 a[3000 ]4000")

    fields = [("unsigned long func", 8, 8, 0), ("int depth", 16, 4, 1)]
    recording = dat(events=[event if event[1] != "funcgraph_exit" else
                            (*event[:3], fields, '"%ps", (void *)REC->func') for event in EVENTS])
    one = Scene(recording, 0, 7)
    enter(one, A, 0)
    for func in (B, C):
        one.put("funcgraph_exit", func=func, depth=1)
    one.put("funcgraph_exit", func=A, depth=0)
    yield "exits of functions without times", shape(view, "exits", recording,
                                                    seven="a[0 b[0 ]1000 c[1000 ]2000 ]3000")


def tasks(view):
    recording = dat(2)
    zero, one = Scene(recording, 0, 7), Scene(recording, 1, 0)
    enter(zero, A, 0)
    enter(zero, B, 1)
    zero.switch(("seven", 7, 120), ("swapper/0", 0, 120), 0)
    one.ts = zero.ts
    one.switch(("swapper/1", 0, 120), ("seven", 7, 120), 0)
    recording.missed(0, 9)
    leave(one, B, 1)
    leave(one, A, 0)
    zero.ts = one.ts
    zero.put("raw_data")
    yield "a task moves to another CPU", shape(view, "moves", recording,
                                               seven="a[0 b[1000 ]4000 ]5000")

    recording, one = _one()
    one.pid = 4711
    enter(one, A, 0)
    leave(one, A, 0)
    yield "a task of which only the pid is known", shape(
        view, "unknown", recording, **{"<...>": "a[0 ]1000"})

    names = (b'a"b\\;c d', b"\xff\xfe\xc3(", b"\x1b[31m\n")
    recording, one = _one()
    for nr, name in enumerate(names):
        one.put("task_rename", pid=7, newcomm=name)
        one.put("kernel_stack", size=nr + 1, caller=[A, B, C][:nr + 1])
        enter(one, A, 0)
        leave(one, A, 0)
        one.put("sched_waking", comm=name, pid=7)
        one.put("timerlat", timer_latency=5, context=1)
    recording.write(view.file("names.dat"))
    yield "names that have to be quoted: speedscope", shapes(view, "names.dat", recording)[0]
    done = view.run("folded", "-q", "names.dat", cwd=os.path.dirname(view.file("x")),
                    sanitized=True)
    lines = done[1].splitlines()
    yield "names that have to be quoted: folded", (
        "" if len(lines) == 3 and all(len(line.split(" ")) == 2 and line.count(";") == 1
                                      for line in lines) else done[1] + done[2])
    status, out, err = run(view, "summary", "-q", "names.dat")
    yield "names that have to be quoted: summary", (
        f"{err}{out!r}" if status or "\x1b" in out else "")

    recording, one = _one()
    for nr in range(20000):
        pid = 1000 + nr % 5000
        one.put("sched_process_fork", 10, parent_pid=7, parent_comm="seven", child_pid=pid,
                child_comm=f"child{nr}")
        one.switch(("seven", 7, 120), (f"child{nr}", pid, 120), 0, 10)
        for depth in range(3):
            enter(one, A, depth, 10)
        one.put("sched_process_exit", 10, comm=f"child{nr}", pid=pid)
        one.switch((f"child{nr}", pid, 120), ("seven", 7, 120), 0x20, 10)
    recording.write(view.file("children.dat"))
    status, out, err = run(view, "folded", "-q", "children.dat")
    yield "20000 children", ("" if not status and len(out.splitlines()) == 60000 else
                             f"status {status}, {len(out.splitlines())} lines: {err}")


def interrupts(view):
    recording, one = _one()
    one.put("softirq_entry", vec=1)
    one.put("irq_handler_entry", irq=9, name="acpi")
    one.put("irq_handler_exit", irq=9)
    one.put("softirq_exit", vec=1)
    one.put("irq_handler_entry", irq=9, name="acpi")
    one.put("softirq_exit", vec=3)
    one.put("softirq_entry", vec=7)
    one.put("softirq_entry", vec=77)
    one.put("irq_handler_exit", irq=9)
    yield "interrupts within softirqs, and what is missing of them", shape(
        view, "irq", recording,
        irq="TIMER[0 acpi[1000 ]2000 ]3000 acpi[4000 NET_RX[4000 ]5000 SCHED[6000 ]7000 "
            "softirq 77[7000 ]8000 ]8000")

    recording, one = _one()
    one.put("sys_enter_read", __syscall_nr=0)
    enter(one, A, 0)
    leave(one, A, 0)
    one.put("sys_enter_openat", __syscall_nr=257)
    one.put("sys_exit_read", __syscall_nr=0)
    yield "system calls without exit or entry", shape(
        view, "calls", recording,
        seven="read[0 a[1000 ]2000 ]3000 openat[3000 ]4000 read[4000 ]4000")

    # The records of a system call are within functions of the entry and exit paths.
    recording, one = _one()
    enter(one, C, 0)
    one.put("sys_enter_read", __syscall_nr=0)
    leave(one, C, 0)
    enter(one, A, 0)
    leave(one, A, 0)
    enter(one, D, 0)
    one.put("sys_exit_read", __syscall_nr=0)
    leave(one, D, 0)
    yield "a system call between traced functions", shape(
        view, "paths", recording,
        seven="c[0 ]2000 read[2000 a[3000 ]4000 d[5000 ]7000 ]7000")


def marks(view):
    recording, one = _one()
    one.mark("B|7|outer")
    one.mark("B|7|in|ner")
    one.put("sys_enter_read", __syscall_nr=0)
    enter(one, A, 0)
    leave(one, A, 0)
    one.put("sys_exit_read", __syscall_nr=0)
    one.mark("E|7")
    one.mark("E")
    one.mark("E|7")
    one.mark("B|no pid")
    one.mark("Everything")
    yield "marks", shape(
        view, "marks", recording,
        seven="outer[0 in|ner[1000 read[2000 a[3000 ]4000 ]5000 ]6000 ]7000")

    recording, one = _one()
    for text in ("B|7|one", "E|7"):
        one.put("sys_enter_read", __syscall_nr=0)
        enter(one, A, 0)
        one.mark(text)
        leave(one, A, 0)
        one.put("sys_exit_read", __syscall_nr=0)
    yield "marks are written within system calls", shape(
        view, "written", recording,
        seven="read[0 a[1000 ]3000 ]4000 one[4000 read[5000 a[6000 ]8000 ]9000 ]9000")

    recording, one = _one()
    enter(one, A, 0)
    one.put("print", ip=B, buf="B|0|kernel\n")
    leave(one, A, 0)
    enter(one, B, 0)
    one.put("print", ip=B, buf="E|0\n")
    leave(one, B, 0)
    yield "marks of the kernel overlap with functions", shape(
        view, "kernel", recording,
        seven="a[0 kernel[1000 ]2000 ]2000 kernel[2000 b[3000 ]5000 ]5000")

    recording, one = _one()
    enter(one, A, 0)
    for nr in range(40):
        one.mark(f"B|7|{nr}", 10)
        one.mark("E|7", 10)
        one.put("sys_enter_read", 10, __syscall_nr=0)
    wrong, _ = shapes(view, "waiting.dat", recording)
    yield "more marks wait than can", wrong

    fmt, text = 0xffffffff82000000, 0xffffffff82000040
    recording = dat(printk={fmt: "B|%d|deep\\n", text: "E|0\\n", fmt + 0x100: "other %d\\n"})
    one = Scene(recording, 0, 7)
    one.put("bprint", ip=A, fmt=fmt + 0x100, buf=[1])
    one.put("bprint", ip=A, fmt=fmt, buf=[7])
    one.put("bputs", ip=A, str=text)
    yield "marks by trace_printk()", shape(view, "printk", recording,
                                           seven="deep[1000 ]2000")


def deep(view):
    for depth in (30, 2000):
        recording, one = _one()
        for nr in range(depth):
            enter(one, A + nr % 2 * (B - A), nr, 10)
        for nr in reversed(range(depth)):
            leave(one, A + nr % 2 * (B - A), nr, 10)
        enter(one, C, 0)
        leave(one, C, 0)
        wrong, got = shapes(view, f"deep{depth}.dat", recording)
        text = got.get("seven (7)", "")
        count, end = text.count("["), text.split("c[")[-1]
        want = min(depth, 1024) + 1
        if not wrong and (count != want or end.count("]") != 1):
            wrong = f"{count} slices, not {want}; ... {text[-60:]}"
        yield f"{depth} functions deep", wrong
        status, out, err = run(view, "folded", "-q", f"deep{depth}.dat")
        most = max((line.count(";") for line in out.splitlines()), default=0)
        yield f"folded: {depth} functions deep", ("" if not status and most == want - 1 else
                                                  f"{status}, {most} deep: {err}")


def times(view):
    recording, one = _one()
    one.switch(("seven", 7, 120), ("swapper/0", 0, 120))
    one.put("sched_waking", 5000, comm="seven", pid=7)
    one.put("sched_wakeup", 300, comm="seven", pid=7)
    one.switch(("swapper/0", 0, 120), ("seven", 7, 120), 0, 700)
    one.put("sched_waking", 5000, comm="seven", pid=7)          # it runs already
    one.switch(("seven", 7, 120), ("eight", 8, 100), 0x100)     # eight's wakeup is not recorded
    one.switch(("eight", 8, 100), ("seven", 7, 120), 1)         # preempted, not woken
    one.put("sched_waking", comm="eight", pid=8)
    recording.missed(0, 1)
    one.switch(("seven", 7, 120), ("eight", 8, 100), 1)         # that may be another wakeup
    recording.write(view.file("wakeups.dat"))
    status, out, err = run(view, "latency", "-q", "wakeups.dat")
    yield "wakeup latencies", ("" if not status and out.startswith(
        "wakeup: 1 value\n  min 1.000 us,") else f"{status} {err}{out}")

    recording, one = _one()
    recording.write(view.file("empty.dat"))
    for name in ("folded", "speedscope", "summary", "latency"):
        status, out, err = run(view, name, "-q", "empty.dat")
        yield f"{name} of an empty recording", f"{status} {err}" if status else ""

    recording, one = _one()
    one.put("timerlat", timer_latency=2 ** 64 - 1, context=2)
    one.put("timerlat", timer_latency=0, context=0)
    one.put("osnoise", max_sample=2 ** 63)
    recording.write(view.file("extreme.dat"))
    for name in ("summary", "latency"):
        status, out, err = run(view, name, "-q", "extreme.dat")
        yield f"{name} of extreme numbers", f"{status} {err}" if status or err else ""


HIST = """\
# event histogram
#
# trigger info: hist:keys=common_pid,name:vals=hitcount:sort=hitcount:size=2048 [active]
#

{ common_pid:          1, name: a } b & <c> } hitcount:          3
{ common_pid:         22, name: \u00e9 } hitcount:         40  lat:         7

Totals:
    Hits: 43
    Entries: 2
    Dropped: 0

# event histogram
#
# trigger info: hist:keys=common_stacktrace:vals=hitcount:sort=hitcount:size=2048 [active]
#

{ common_stacktrace:
         vfs_open+0x10/0x20
         path_openat+0x30/0x40
} hitcount:         12
"""
# Stacks between other fields, one with a module, and one whose name has no colon.
STACKS = """\
# trigger info: hist:keys=common_pid,common_stacktrace,cpu [active]

{ common_pid:          7, common_stacktrace:
         hid_input_report+0x112/0x190 [hid]
         do_idle+0x1c/0x40
, cpu:          1} hitcount:          5
{ st.stacktrace         vfs_open+0x10/0x20
         path_openat+0x30/0x40
} hitcount:          2
{ common_stacktrace:
} hitcount:          1
"""


def live_stacks(view, where):
    """Stacks of what a kernel has counted."""
    with open(os.path.join(where, "events/sched/sched_waking/hist"), "w",
              encoding="utf-8") as file:
        file.write(STACKS)
    for name, event, wanted in (
            ("hist triggers of one event", "softirq_entry",
             "irq:softirq_entry;common_pid:_1;name:_a_}_b_&_<c> 3\n"
             "irq:softirq_entry;common_pid:_22;name:_\u00e9 40\n"
             "irq:softirq_entry;path_openat;vfs_open 12\n"),
            ("stacks of hist triggers", "sched:sched_waking",
             "sched:sched_waking 1\n"
             "sched:sched_waking;common_pid:_7;do_idle;hid_input_report;cpu:_1 5\n"
             "sched:sched_waking;path_openat;vfs_open 2\n")):
        status, out, err = run(view, "folded", "-q", "--tracefs", where, "--live",
                               "--event", event)
        yield f"folded: {name}", "" if (status, out) == (0, wanted) else f"{status} {err}{out}"
    status, out, err = run(view, "speedscope", "-q", "--tracefs", where, "--live",
                           "--event", "sched_waking")
    found = json.loads(out) if not status else {}
    names = [frame["name"] for frame in found.get("shared", {}).get("frames", [])]
    hists = [[(weight, [names[frame] for frame in stack])
              for stack, weight in zip(profile["samples"], profile["weights"])]
             for profile in found.get("profiles", []) if profile["name"] == "histograms"]
    wanted = [(1, ["sched:sched_waking"]),
              (5, ["sched:sched_waking", "common_pid: 7", "do_idle", "hid_input_report", "cpu: 1"]),
              (2, ["sched:sched_waking", "path_openat", "vfs_open"])]
    yield "speedscope: stacks of hist triggers", "" if hists == [wanted] else f"{hists} {err}"


def live(view):
    """What a kernel has counted itself, in a directory that imitates tracefs."""
    where = view.file("time.tracefs")
    scene().tracefs(where)
    for name, text in (("events/irq/softirq_entry/hist", HIST),
                       ("events/irq/softirq_exit/hist", "".join(
                           f"{{ vec: {nr} }} hitcount: {nr}\n" if nr else
                           "# trigger info: hist:keys=vec [active]\n" for nr in range(200))),
                       ("events/sched/sched_waking/hist", ""),
                       ("current_tracer", "irqsoff\n"), ("tracing_max_latency", "1234\n")):
        with open(os.path.join(where, name), "w", encoding="utf-8") as file:
            file.write(text)
    for name, more in (("live", []), ("live_event", ["--event", "irq:softirq_entry"])):
        status, out, err = run(view, "latency", "-q", "--tracefs", where, "--live", *more)
        yield f"latency --live: {name}", (f"status {status}: {err}" if status else
                                          view.same(f"time_{name}.txt", out))
    status, out, err = run(view, "latency", "-q", "--tracefs", where, "--live",
                           "--event", "softirq_entry", "-o", "live.svg")
    yield from live_stacks(view, where)
    tree = xml.etree.ElementTree.parse(view.file("live.svg")) if not status else None
    text = "".join(tree.getroot().itertext()) if tree else err
    yield "hist triggers as SVG", "" if "a } b & <c>" in text else text


def with_spool(view, blocks):
    """Build trace-view with memory for so many blocks of a spool. Return its path."""
    path = view.file(f"spool{blocks}")
    with open(os.path.join(view.source, "sizes.c"), encoding="utf-8") as file:
        text, replaced = re.subn(r"\.spool = [^,]*", f".spool = {blocks}", file.read())
    assert replaced == 1
    with open(path + ".c", "w", encoding="utf-8") as file:
        file.write(text)
    objects = [name for name in glob.glob(os.path.join(view.out, "*.o"))
               if os.path.basename(name) != "sizes.o"]
    libraries = subprocess.check_output(["pkg-config", "--libs", "libtracecmd", "libtracefs",
                                         "libtraceevent"], text=True).split()
    subprocess.check_call(["gcc", f"-I{view.source}", "-o", path, path + ".c", *objects,
                           *libraries, "-lm"])
    return path


def spool(view):
    """The events of tasks, in memory and in a temporary file."""
    big(view.file("spool.dat"), 20000)
    _, wanted, _ = run(view, "speedscope", "-q", "spool.dat")
    yield "speedscope of 20,000 records", balanced(wanted)[0]
    for blocks in (0, 1, 100):
        done = subprocess.run([with_spool(view, blocks), "speedscope", "-q", "spool.dat"],
                              cwd=os.path.dirname(view.file("x")), capture_output=True,
                              text=True, check=False)
        yield f"the same with {blocks} blocks in memory", (
            "" if (done.returncode, done.stdout) == (0, wanted) else
            f"status {done.returncode} {done.stderr}: {len(done.stdout)} bytes of {len(wanted)}")
    # An item of a spool has 44 bits for the time since the event before.
    recording, one = _one()
    for wait in (2 ** 44 - 1, 2 ** 44, 3 * 2 ** 45 + 7):
        enter(one, A, 0)
        leave(one, A, 0, wait=wait)
    wrong, found = shapes(view, "gaps.dat", recording)
    at, wanted = 0, []
    for wait in (2 ** 44 - 1, 2 ** 44, 3 * 2 ** 45 + 7):
        wanted.append(f"a[{at} ]{at + wait}")
        at += wait + 1000
    yield "hours between events", wrong or (
        "" if " ".join(wanted) in found.values() else f"{wanted} {found}")


def tests(view):
    """All tests."""
    yield from goldens(view)
    yield from graph(view)
    yield from tasks(view)
    yield from interrupts(view)
    yield from marks(view)
    yield from deep(view)
    yield from times(view)
    yield from live(view)
    yield from spool(view)

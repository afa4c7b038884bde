# SPDX-License-Identifier: GPL-2.0
"""Native measurements: the same kernels as user-mode kernels (ARCH=um).

Stock and ours run alternately, several times. The figures are medians; the width of the
middle half of the runs is printed as well. Features that patch code cannot be measured
in this way.
"""

import os
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench_table  # noqa: E402
import common  # noqa: E402
from bench_table import Row  # noqa: E402
from initramfs import Initramfs, add_userland  # noqa: E402

PROGRAMS = os.path.join(common.REPO, "tools", "testing", "trace", "bench")
TURNS = 9
MEMORY = "256M"

ROWS = (
    Row("um-ring", "ring", "ns", 0.38, "reserve + commit of 32 bytes, private buffer"),
    Row("um-event", "event-kernel", "ns", 0.50, "an event of 24 bytes, fired by a loop"),
    Row("um-event-stopped", "event-kernel-stopped", "ns", 0.75, "the same, tracing_on=0"),
    Row("um-event-filtered", "event-kernel-filtered", "ns", 0.65, "the same, filtered out"),
    Row("um-marker", "marker-many", "ns", 0.45,
        "32 bytes to trace_marker, beyond a file that copies and discards them"),
    Row("um-marker-all", "marker-many", "ns", None, "the same, including the copy from user memory"),
    Row("um-events-on", "events", "ns", None, "echo 1 > events/enable"),
    Row("um-events-off", "events", "ns", None, "echo 0 > events/enable"),
    Row("um-line-sched", "line-sched", "ns per line", None, "trace, sched events"),
    Row("um-line-pipe", "line-pipe", "ns per line", None, "trace_pipe, sched events"),
    Row("um-raw-read", "raw-read", "ns per KiB", None, "read of trace_pipe_raw"),
    Row("um-raw-splice", "raw-splice", "ns per KiB", None, "splice of trace_pipe_raw to /dev/null"),
    Row("um-instance-mkdir", "instance", "ns", None, "a new instance"),
    Row("um-instance-rmdir", "instance", "ns", None, "and its end"),
)


def archive(place, binary, module, programs):
    """Write the initramfs of one kernel."""
    image = Initramfs()
    add_userland(image)
    image.tree(binary, "bin/bench")
    if module:
        image.tree(module, "bench_kernel.ko")
    image.file("programs", (" ".join(programs) + "\n").encode())
    image.tree(os.path.join(PROGRAMS, "um", "init"), "init-um")
    common.write_whole(place, image.bytes())


def preload(where):
    """Build the library for hosts with more registers than the kernel can save, else None."""
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as f:
        if "amx_tile" not in f.read():
            return None
    library = os.path.join(where, "xstate.so")
    common.call(["gcc", "-O2", "-Wall", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", library,
                 os.path.join(PROGRAMS, "um", "xstate.c")])
    return library


def once(kernel, initrd, library):
    """Run a kernel once; return its output."""
    env = dict(os.environ)
    if library:
        env["LD_PRELOAD"] = library
    argv = [os.path.join(kernel, "vmlinux"), f"mem={MEMORY}", f"initrd={initrd}",
            "rdinit=/init-um", "con=null", "con0=null,fd:1", "console=tty0", "norandmaps"]
    try:
        done = subprocess.run(argv, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120, check=False,
                              start_new_session=True)
    except subprocess.TimeoutExpired as e:
        return (e.stdout or b"").decode(errors="replace") + "\nno end after 120 s\n"
    return done.stdout.decode(errors="replace")


class Middle(bench_table.Leg):
    """The figures of one kernel; a figure is the median of all passes."""

    def known(self, name):
        return sorted(p[name] for p in self.passes if name in p)

    def figure(self, name):
        known = self.known(name)
        return statistics.median(known) if known else None

    def spread(self, name):
        """The width of the middle half of the runs, relative to the median."""
        known = self.known(name)
        if len(known) < 4:
            return None
        low, middle, high = statistics.quantiles(known, n=4)
        return (high - low) / abs(middle) if middle else None


def renamed(output):
    """Replace the names of programs by the names of the rows here."""
    return "\n".join("um-" + {"event-kernel": "event", "event-kernel-stopped": "event-stopped",
                              "event-kernel-filtered": "event-filtered", "marker-many": "marker",
                              "marker-many-all": "marker-all"}
                     .get(line.split(" ")[0], line.split(" ")[0]) + line[len(line.split(" ")[0]):]
                     for line in output.replace("\r", "").splitlines() if line.strip())


def reasons(output, rows):
    """{row: reason for no figure}, from the output of the programs."""
    return bench_table.parse(output.replace("\r", ""), rows)[1]


def measure(rows, found, files, where):
    """Run both kernels alternately; return {'stock': Middle, 'ours': Middle}."""
    programs = list(dict.fromkeys(r.program for r in rows))
    library = preload(where)
    legs = {name: Middle() for name in found}
    initrds = {}
    for name in found:
        initrds[name] = os.path.join(where, f"um-{name}.initrd")
        archive(initrds[name], *files[name], programs)
    with common.Step("bench um") as step:
        for turn in range(TURNS):
            for name in sorted(found, reverse=bool(turn % 2)):
                step.progress(f"turn {turn + 1} of {TURNS}")
                output = once(found[name], initrds[name], library)
                common.write_whole(os.path.join(where, f"um-{name}.log"), output.encode())
                legs[name].add(renamed(output), rows)
                legs[name].missing.update(reasons(output, rows))
        step.note = f"{len(rows)} metrics, {TURNS} turns of each kernel"
    return legs


def notes(rows, legs):
    """The notes below the table."""
    lines = ["the middle half of the runs lies within (stock, ours):"]
    for row in rows:
        parts = [legs[name].spread(row.name) for name in ("stock", "ours")]
        if any(p is not None for p in parts):
            spreads = ", ".join("-" if p is None else f"{p:.0%}" for p in parts)
            lines.append(f"  {row.name}: {spreads} of the median")
    lines += bench_table.gaps(rows, legs) + bench_table.goals(rows, legs)
    return "\n".join(lines) + "\n"

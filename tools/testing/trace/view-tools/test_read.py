# SPDX-License-Identifier: GPL-2.0
"""What trace-view reads: whole, truncated and damaged files, live instances, the command line."""

import json
import os
import random
import select
import shutil
import signal
import struct
import subprocess
import time

import fuzz_seeds
import mkdat
import mkdat_scene

# Deaths within libtracecmd are the supervisor's business; a sanitizer's report is ours.
SANITIZE = {"ASAN_OPTIONS": "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:"
                            "allocator_may_return_null=1:abort_on_error=1",
            "UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1"}
HEAD = 14 * 1024        # the scene's head is longer; its pages begin behind


def _run(view, *args, **more):
    env = dict(os.environ, **SANITIZE)
    return view.run(*args, env=env, **more)


def _write(view, name, data):
    path = view.file(name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def _expect(got, status, out="", err=""):
    """What is wrong with a run: its status, or a text that is missing."""
    if got[0] != status:
        return f"exit status {got[0]}, expected {status}\n{got[2][:2000]}"
    if out not in got[1]:
        return f"standard output lacks: {out}\n{got[1][:500]}"
    if err not in got[2]:
        return f"standard error lacks: {err}\n{got[2][:500]}"
    return ""


def _sound(got):
    """A run on a damaged file: no signal, no report of a sanitizer, no silence."""
    if got[0] not in (0, 1, 2):
        return f"exit status {got[0]}\n{got[2][:2000]}"
    for text in ("Sanitizer", "runtime error", "internal error"):
        if text in got[2]:
            return got[2][:2000]
    if got[0] and "trace-view: " not in got[2]:
        return f"exit status {got[0]}, and no message"
    return ""


def _orders(view, scene):
    """The records of a big-endian machine.

    libtraceevent prints the string of a bputs record, and does not swap its address.
    """
    path = view.file("big-endian.dat")
    mkdat_scene.scene(">").write(path)
    want, got = _run(view, "json", scene), _run(view, "json", path)
    same = got[1].replace("40000082ffffffff", "puts") == want[1].replace(scene, path)
    yield "the other byte order", _expect(got, 0) or (
        "" if same else "other records than those of this machine's order")
    os.unlink(path)


def _versions(view, scene):
    """The same records from each version of the format."""
    if not shutil.which("trace-cmd"):
        yield "version 7", None, "trace-cmd is not installed"
        return
    want = _run(view, "json", scene)
    for name in ("none", "zstd", "zlib"):
        path = view.file("scene.dat7")
        done = subprocess.run(["trace-cmd", "convert", "--file-version", "7", "--compression", name,
                               "-i", scene, "-o", path], capture_output=True, text=True,
                              check=False)
        if done.returncode or not os.path.exists(path):
            yield f"version 7, compression {name}", None, "trace-cmd cannot write it"
            continue
        got = _run(view, "json", path)
        os.unlink(path)
        same = got[1].replace("scene.dat7", "scene.dat") == want[1]
        yield f"version 7, compression {name}", _expect(got, 0) or (
            "" if same else "other records than those of version 6")


def _truncated(view, data):
    wrong = ""
    for part in range(16):
        size = len(data) * part // 16
        got = _run(view, "summary", _write(view, "cut.dat", data[:size]))
        wrong = wrong or _sound(got) or ("" if got[0] else f"{size} bytes are whole")
    yield "truncated at each sixteenth", wrong
    path = _write(view, "cut.dat", data[:len(data) - 4096 - 100])
    yield "truncated: what is whole, and where it ends", _expect(
        _run(view, "summary", path), 2, "bash", f"at byte {len(data) - 4196}: the file ends there")
    pages = data.index(b"flyrecord")
    first, = struct.unpack_from("<Q", data, pages + 10)
    broken = bytearray(data)
    broken[first + 16 + 200:first + 16 + 400] = bytes(200)
    yield "a damaged page: what precedes it, and where it is", _expect(
        _run(view, "summary", _write(view, "cut.dat", broken)), 2, "",
        f"records at byte {first}: the page there is damaged")
    yield "the commit of a page is longer than the page", _expect(
        _run(view, "summary", _write(view, "cut.dat", data[:first + 8] + b"\xff\xff\0\0"
                                     + data[first + 12:])), 2, "", f"at byte {first}")


def _long(path, pages):
    """A file that libtracecmd reads, as it corrects the times: offset of the second CPU's pages.

    The second CPU has so many pages of 100 records each, the first one a record before each of
    these pages and behind the last one.
    """
    dat = mkdat.Dat(cpus=2, clock="mono")
    dat.options.append((7, b"1000\0"))
    for page in range(pages):
        dat.record(0, 10 ** 9 + page * 10 ** 6, "print", common_pid=1, buf=f"zero {page}")
        for nr in range(100):
            dat.record(1, 10 ** 9 + page * 10 ** 6 + nr * 1000 + 1, "print", common_pid=2,
                       buf=f"one {page * 100 + nr:012d}")
        dat.buffers[""][1].flush()
    dat.record(0, 2 * 10 ** 9, "print", common_pid=1, buf="zero last")
    dat.write(path)
    return os.path.getsize(path) - pages * mkdat.PAGE


def _fifo(view, path, begin, middle):
    """Convert @path into a FIFO, and call @middle when so many bytes came out of it."""
    fifo = view.file("fifo")
    if os.path.exists(fifo):
        os.unlink(fifo)
    os.mkfifo(fifo)
    out, fd = b"", os.open(fifo, os.O_RDWR | os.O_NONBLOCK)
    with subprocess.Popen([view.sanitized, "json", "-q", "-o", fifo, path],
                          stderr=subprocess.PIPE, text=True,
                          env=dict(os.environ, **SANITIZE)) as process:
        ended = False
        while not ended:
            ended = process.poll() is not None
            while select.select([fd], [], [], 0 if ended else 0.05)[0]:
                out += os.read(fd, 65536)
                if middle and len(out) >= begin:
                    middle()
                    middle = None
        err = process.stderr.read()
    os.close(fd)
    return process.returncode, out.decode(), err


def _library(view):
    """Damages that libtracecmd meets.

    A file that becomes shorter while libtracecmd has it mapped is the death of the process that
    reads it. The process cannot go far beyond what the test has read of its output, as a pipe
    holds 64 KiB and the process collects 256 KiB.
    """
    path, pages, keep = view.file("long.dat"), 200, 120
    begin = _long(path, pages)
    status, out, err = _fifo(view, path, 1, None)
    whole = json.loads(out)["traceEvents"]
    yield "libtracecmd reads a long file", _expect((status, out, err), 0, "zero last") or (
        "" if sum(event["name"].startswith("one ") for event in whole) == pages * 100 else
        "records are missing")
    with open(path, "rb") as file:
        data = bytearray(file.read())
    at = begin + keep * mkdat.PAGE
    struct.pack_into("<Q", data, at + 8, 0x7ffffff)
    yield "a damaged page that libtracecmd reads", _expect(
        _run(view, "summary", _write(view, "cut.dat", data)), 2,
        f"{keep * 100 + pages + 1} records",
        f"cpu 1 breaks after {keep * 100} records at byte {at}: the page there is damaged")
    status, out, err = _fifo(view, path, 100000,
                             lambda: os.truncate(path, at))
    starts = out.split('{"displayTimeUnit"')
    wrong = _expect((status, out, err), 2, "zero last",
                    f"cpu 1 breaks after {keep * 100} records")
    if not wrong and len(starts) != 3:
        wrong = f"{len(starts) - 1} attempts"
    if not wrong:
        names = [event["name"] for event in json.loads('{"displayTimeUnit"' + starts[2])[
            "traceEvents"]]
        ones = [int(name[4:]) for name in names if name.startswith("one ")]
        zeros = sum(name.startswith("zero ") for name in names)
        if ones != list(range(keep * 100)) or zeros != pages + 1:
            wrong = f"{len(ones)} records of CPU 1, {zeros} of CPU 0"
    yield "a file that becomes shorter while it is read", wrong or _sound((status, out, err))
    got = _run(view, "summary", path)
    yield "truncated: a file whose times are to be corrected", _expect(
        got, 2, f"{keep * 100 + pages + 1} records", "its times are not corrected")
    os.unlink(path)


def _corrupt(view, data):
    wrong = ""
    for seed in range(100):
        rand, bad = random.Random(seed), bytearray(data)
        for _ in range(rand.choice((1, 2, 8, 40))):
            at = rand.randrange(HEAD if seed % 2 else len(bad))
            bad[at] = rand.choice((0, 0x80, 0xff, rand.randrange(256)))
        got = _run(view, "summary", _write(view, "bad.dat", bad), timeout=300)
        one = _sound(got)
        wrong = wrong or (one and f"seed {seed}: {one}")
    yield "100 damaged files", wrong


def _hostile(view, data):
    """Sizes and numbers that are absurd, each in its place."""
    places = {"header_page\0": 8, "header_event\0": 8, "flyrecord\0": 16, "options  \0": 6,
              "sched\0": 4}
    wrong = ""
    for text, size in places.items():
        at = data.index(text.encode()) + len(text)
        for value in (b"\xff" * size, b"\xff" * (size - 1) + b"\x7f", bytes(size)):
            path = _write(view, "bad.dat", data[:at] + value + data[at + size:])
            wrong = wrong or _sound(_run(view, "summary", path))
    yield "absurd sizes", wrong
    yield "options that lead into themselves", _expect(
        _run(view, "summary", _write(view, "bad.dat", fuzz_seeds.version_7([b""], 1, True))), 1,
        "", "no end of the options is there")
    got = _run(view, "summary", _write(view, "bad.dat", fuzz_seeds.tables()))
    yield "more tables than fit into the file", _sound(got) or (
        "" if got[2].count("no table of pages is there") == 1 else got[2][:500])
    bad = bytearray(data)
    bad[14:18] = struct.pack("<I", 3)
    yield "an absurd size of a page", _expect(
        _run(view, "summary", _write(view, "bad.dat", bad)), 1, "", "damaged at byte")


def _inputs(view, scene):
    yield "an empty file", _expect(_run(view, "summary", _write(view, "empty", b"")), 1, "",
                                   "is empty")
    yield "no recording", _expect(_run(view, "summary", _write(view, "text", b"text" * 99)), 1,
                                  "", "is not a file of trace-cmd")
    yield "a directory", _expect(_run(view, "summary", view.out), 1, "", "is a directory")
    yield "no file", _expect(_run(view, "summary", view.file("none")), 1, "",
                             "No such file or directory")
    head = mkdat_scene.scene().head()
    yield "the text of a latency tracer", _expect(
        _run(view, "summary", _write(view, "text", head + b"latency  \0text")), 1, "",
        "latency tracer")
    host, guest = view.file("host.dat"), view.file("guest.dat")
    dat = mkdat_scene.guest()
    dat.traceid(2)
    dat.write(guest)
    dat = mkdat_scene.guest()
    dat.traceid(1)
    dat.guest("Guest1", 2, [100])
    dat.write(host)
    got = _run(view, "json", host, guest)
    yield "a host and its guest", _expect(got, 0, "Guest1")
    yield "two inputs", _expect(_run(view, "summary", scene, guest), 0)


def _outputs(view, scene):
    def shell(command):
        done = subprocess.run(["sh", "-c", command, view.sanitized, scene], check=False,
                              capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    yield "standard output is full", _expect(shell('"$0" summary "$1" >/dev/full'), 1, "",
                                             "No space left")
    yield "the output is full", _expect(_run(view, "summary", "-o", "/dev/full", scene), 1, "",
                                        "No space left")
    path = view.file("scene.txt")
    got = _run(view, "summary", "-o", path, scene)
    with open(path, encoding="utf-8") as file:
        same = file.read() == _run(view, "summary", scene)[1]
    yield "a file as output", _expect(got, 0) or ("" if same else "not what stdout gets")
    yield "the input as output", _expect(_run(view, "summary", "-o", scene, scene), 1, "",
                                         "is the output as well")
    yield "a directory as output", _expect(_run(view, "summary", "-o", view.out, scene), 1, "",
                                           "is a directory")
    yield "ctf needs a directory", _expect(_run(view, "ctf", scene), 1, "", "--output")


def _command_line(view, scene):
    got = _run(view, "--help")
    lines = got[1].splitlines()
    fits = len(lines) <= 24 and max(map(len, lines)) <= 80
    yield "--help", _expect(got, 0, "usage: ") or ("" if fits else "no screen of 80 by 24")
    yield "--help behind a command", _expect(_run(view, "html", "--help"), 0, "usage: ")
    yield "--version", _expect(_run(view, "--version"), 0, "trace-view ")
    for args, err in (((), "a command is missing"), (("nothing", scene), "unknown command"),
                      (("summary",), "an input is missing"),
                      (("summary", "--nothing", scene), "--nothing: unknown option"),
                      (("summary", "-x", scene), "unknown option"),
                      (("summary", scene, "-o"), "needs an argument"),
                      (("summary", "--title", "x", scene), "another command"),
                      (("folded", "--weight", "x", scene), "is no weight"),
                      (("summary", "--seconds", "1", scene), "only with --live"),
                      (("folded", "--event", "x", scene), "only with --live"),
                      (("speedscope", "--event", "x", scene), "only with --live"),
                      (("summary", "--live", "--seconds", "x"), "no number of seconds")):
        yield "refused: " + " ".join(("trace-view",) + args).replace(scene, "FILE"), _expect(
            _run(view, *args), 1, "", err)


def _live(view):
    path = view.file("tracefs")
    shutil.rmtree(path, ignore_errors=True)
    mkdat_scene.scene().tracefs(path)
    args = ("summary", "--tracefs", path)

    def run(*more):
        return _run(view, *args, *more, sanitized=False)

    yield "live: the top instance", _expect(run("--live"), 0, "timerlat")
    yield "live: an instance", _expect(run("--live=second"), 0)
    yield "live: no such instance", _expect(run("--live=none"), 1, "", "no such instance")
    yield "live: a path as instance", _expect(run("--live=../x"), 1, "", "no such instance")
    begin = time.monotonic()
    got = run("--live", "--seconds", "1")
    yield "live: --seconds", _expect(got, 0, "timerlat") or (
        "" if time.monotonic() - begin >= 1 else "it ended early")
    with subprocess.Popen([view.program, *args, "--live", "--seconds", "1000"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    yield "live: SIGINT completes the output", _expect((process.returncode, out, err), 0,
                                                       "timerlat")


def _big(view):
    """Memory does not grow with the file."""
    path = view.file("big.dat")
    sizes = []
    for records in (600000, 6000000):
        mkdat.big(path, records)
        with subprocess.Popen([view.program, "summary", path], stdout=subprocess.DEVNULL) as run:
            _, status, usage = os.wait4(run.pid, 0)
            run.returncode = status
        sizes.append(usage.ru_maxrss)
    os.unlink(path)
    yield "memory is bounded", "" if max(sizes) < 128 * 1024 and not status else (
        f"status {status}, {sizes} KiB")


def tests(view):
    """All tests of the reading side."""
    scene = view.file("scene.dat")
    mkdat_scene.scene().write(scene)
    with open(scene, "rb") as file:
        data = file.read()
    yield "the scene", _expect(_run(view, "summary", scene), 0, "kworker/1:2")
    yield from _command_line(view, scene)
    yield from _inputs(view, scene)
    yield from _outputs(view, scene)
    yield from _orders(view, scene)
    yield from _versions(view, scene)
    yield from _live(view)
    yield from _library(view)
    yield from _truncated(view, data)
    yield from _hostile(view, data)
    yield from _big(view)
    yield from _corrupt(view, data)

# SPDX-License-Identifier: GPL-2.0
"""The host suites of tools/testing/trace, built object by object for 'mutants'.

The run scripts and Makefiles of the suites say how a program is compiled. They are run
once with compilers that only write down their arguments; the programs are then built
from these arguments, one object per source, in a copy of the sources.
"""

import collections
import hashlib
import json
import os
import pickle
import re
import resource
import shutil
import subprocess
import time

import common

# The suites, and how to make them call the compiler.
SUITES = {
    "filter": ["./run"],
    "output": ["./run"],
    "command": ["./run"],
    "event": ["./run"],
    "ring": ["make", "-s", "CC=cc", "all"],
}
COPIED = ("kernel", "include", "tools/testing/trace")
RECORDER = """#!/bin/sh
{ printf '%s\\0' "$(basename "$0")" "$PWD" "$@"; printf '\\n\\0'; } >> "$MUTANTS_LOG"
"""

# Suite, program and arguments of each test; "*" stands for each test that the program
# lists when it has no arguments.
TESTS = (
    ("filter", "cases", []),
    ("filter", "random", ["20000", "1"]),
    ("output", "host", []),
    ("output", "lines", []),
    ("output", "args", []),
    ("output", "readers", []),
    ("output", "headers", []),
    ("output", "merge-checked", ["1"]),
    ("output", "merge-checked", ["3"]),
    ("output", "merge-checked", ["64"]),
    ("command", "lib", []),
    ("command", "events", []),
    ("command", "every", ["{here}/sessions", "{here}/transcript"]),
    ("event", "emit", []),
    ("event", "context", []),
    ("event", "export", []),
    ("event", "text", []),
    ("event", "calls", []),
    ("event", "perf", []),
    ("event", "comm", []),
    ("event", "seq", []),
    ("event", "files", []),
    ("ring", "check", ["*"]),
    ("ring", "pairs", ["*"]),
    ("ring", "persist", ["*"]),
    ("ring", "nest", ["*", "3"]),
    ("ring", "stress", ["overwrite", "500000", "1"]),
    ("ring", "stress", ["no_overwrite", "500000", "1"]),
    ("ring", "stress-tsan", ["overwrite", "100000", "1"]),
    ("ring", "stress-tsan", ["no_overwrite", "100000", "1"]),
)

# Programs that read the sources of a component: (directory, arguments).
READERS = (
    ("kernel/trace/ring/", ["python3", "-B", "tools/testing/trace/ring/proofs.py"]),
)

Unit = collections.namedtuple("Unit", "compiler cwd source flags")
Program = collections.namedtuple("Program", "compiler cwd flags units libraries")


class Test:
    """A program with arguments, its run time, and the lines that it reaches."""

    def __init__(self, program, argv):
        self.program, self.argv = program, argv
        self.name = " ".join(["/".join(program)] + [os.path.basename(a) for a in argv])
        self.cost = 1.0
        # File and line -> the sources whose objects reach it: inline functions of
        # headers are in several objects.
        self.reached = collections.defaultdict(set)


def split(argv):
    """Compiler arguments: (flags, sources, objects, libraries, output, only compile)."""
    flags, sources, objects, libraries, output = [], [], [], [], None
    words = iter(argv)
    for word in words:
        if word == "-o":
            output = next(words)
        elif word in ("-include", "-x"):
            flags += [word, next(words)]
        elif word.startswith("-l"):
            libraries.append(word)
        elif word.endswith(".c"):
            sources.append(word)
        elif word.endswith(".o"):
            objects.append(word)
        elif word != "-c":
            flags.append(word)
    return tuple(flags), sources, objects, libraries, output, "-c" in argv


def limits(seconds):
    """A function that limits the CPU time of a child process."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return limit


class Tree:
    """A copy of the sources with the objects of all suites."""

    def __init__(self, place, source=common.REPO):
        self.place = place
        self.objects = os.path.join(place, "objects")
        shutil.rmtree(place, ignore_errors=True)
        for name in COPIED:
            shutil.copytree(os.path.join(source, name), os.path.join(place, name),
                            ignore=shutil.ignore_patterns("guest"))
        os.makedirs(self.objects)
        self.programs = {}
        self.dependents = collections.defaultdict(set)
        self.env = dict(os.environ, CCACHE_BASEDIR=place, CCACHE_NOHASHDIR="1", LC_ALL="C",
                        ASAN_OPTIONS="detect_leaks=1:abort_on_error=0", MALLOC_PERTURB_="165")
        for name in ("O", "CC", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "SEED", "RUNS"):
            self.env.pop(name, None)
        for suite in SUITES:
            self._record(suite)

    def _record(self, suite):
        """Find the programs of a suite."""
        bin_dir = os.path.join(self.place, "bin")
        log = os.path.join(self.place, suite + ".log")
        for name in ("cc", "clang"):
            common.write_whole(os.path.join(bin_dir, name), RECORDER.encode(), 0o755)
        out = os.path.join(self.place, "out", suite)
        env = dict(self.env, PATH=bin_dir + ":" + os.environ["PATH"], MUTANTS_LOG=log, O=out,
                   CC="cc", FILTERS="1")
        os.makedirs(out, exist_ok=True)
        subprocess.run(SUITES[suite], env=env, stdout=subprocess.DEVNULL,
                       cwd=os.path.join(self.place, "tools/testing/trace", suite),
                       stderr=subprocess.DEVNULL, check=False)
        objects = {}
        for call in common.read_whole(log).decode().split("\n\0")[:-1]:
            compiler, cwd, *argv = call.split("\0")[:-1]
            flags, sources, used, libraries, output, compiles = split(argv)
            units = [Unit(compiler, cwd, os.path.normpath(os.path.join(cwd, source)), flags)
                     for source in sources]
            if compiles:
                objects.update((output, unit) for unit in units)
                continue
            # The shell found no object, as none was made: all that were to be made count,
            # in its order, which is the order of initialization.
            units += [objects[name] for name in sorted(objects)] \
                if any("*" in name for name in used) else \
                [objects[name] for name in used]
            self.programs[suite, os.path.basename(output)] = \
                Program(compiler, cwd, flags, units, libraries)

    def adopt(self, other):
        """Use the objects of another tree with the same sources."""
        for name in os.listdir(other.objects):
            if name.endswith(".o"):
                os.link(os.path.join(other.objects, name), os.path.join(self.objects, name))
        for path, units in other.dependents.items():
            self.dependents[path] = {unit._replace(
                cwd=self._moved(other, unit.cwd), source=self._moved(other, unit.source),
                flags=tuple(self._moved(other, flag) for flag in unit.flags)) for unit in units}

    def _moved(self, other, text):
        return re.sub(re.escape(other.place) + r"(?=/|$)", self.place, text)

    def relative(self, path):
        return os.path.relpath(path, self.place)

    def object_of(self, unit, variant):
        """The path of the object of a unit; a variant has other flags."""
        key = repr((self.relative(unit.source), unit.compiler,
                    [f.replace(self.place, "") for f in unit.flags], variant))
        return os.path.join(self.objects, hashlib.sha256(key.encode()).hexdigest()[:20] + ".o")

    def compile(self, unit, output, more=(), cached=True):
        """Compile a unit; return the compiler's complaint, or an empty string."""
        compiler = "clang" if unit.compiler == "clang" else "gcc"
        argv = ["ccache"] * cached + [compiler, *unit.flags, "-w", *more, "-c", "-o", output,
                                      unit.source]
        done = subprocess.run(argv, cwd=unit.cwd, env=self.env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, preexec_fn=limits(300))
        return done.stdout.decode(errors="replace") or "failed" if done.returncode else ""

    def link(self, name, objects, output, more=()):
        program = self.programs[name]
        compiler = "clang" if program.compiler == "clang" else "gcc"
        flags, skip = [], False
        for flag in program.flags:
            if skip or flag in ("-include", "-x"):
                skip = not skip
                continue
            flags.append(flag)
        argv = [compiler, *flags, *more, "-o", output, *objects, *program.libraries]
        done = subprocess.run(argv, cwd=program.cwd, env=self.env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        return done.stdout.decode(errors="replace") if done.returncode else ""

    def program_path(self, name, variant=""):
        return os.path.join(self.objects, "-".join(name) + variant)

    def build(self, names, variant="", more=(), link=(), without=()):
        """Build whole programs."""
        for name in names:
            objects = []
            for unit in self.programs[name].units:
                output = self.object_of(unit, variant)
                objects.append(output)
                if os.path.exists(output):
                    continue
                plain = unit._replace(flags=tuple(f for f in unit.flags
                                                  if not f.startswith(without or "\0")))
                bad = self.compile(plain, output, ("-MMD", "-MF", output[:-2] + ".d", *more))
                if bad:
                    raise common.Failure(f"{unit.source} does not compile:\n{bad}")
                with open(output[:-2] + ".d", encoding="utf-8") as f:
                    for path in f.read().replace("\\\n", " ").split()[1:]:
                        path = os.path.normpath(os.path.join(unit.cwd, path))
                        self.dependents[self.relative(path)].add(unit)
            program = self.programs[name]
            self.programs[name] = program._replace(flags=tuple(
                f for f in program.flags if not f.startswith(without or "\0")))
            bad = self.link(name, objects, self.program_path(name, variant), link)
            self.programs[name] = program
            if bad:
                raise common.Failure(f"{'/'.join(name)} does not link:\n{bad}")

    def run(self, test, path, seconds):
        """Run a test: (how it ended, CPU time). An empty string is success."""
        program = self.programs[test.program]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        with subprocess.Popen([path, *test.argv], cwd=program.cwd, env=self.env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True,
                              preexec_fn=limits(int(seconds) + 1)) as process:
            try:
                status = process.wait(timeout=60 + 20 * seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                process.wait()
                return "no end", time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        ended = "" if not status else f"status {status}" if status > 0 else f"signal {-status}"
        return ended, spent

    def reader_that_fails(self, path):
        """The name of a program that reads a changed source and fails, or None."""
        for directory, argv in READERS:
            if path.startswith(directory) and subprocess.run(
                    argv, cwd=self.place, env=self.env, stdin=subprocess.DEVNULL, check=False,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
                return os.path.basename(argv[-1])
        return None

    def tests(self):
        """All tests, after their programs were built."""
        found = []
        for suite, name, argv in TESTS:
            program = (suite, name)
            argv = [a.format(here=self.programs[program].cwd) for a in argv]
            each = [None]
            if "*" in argv:
                each = common.call([self.program_path(program)], cwd=self.place).decode().split()
            found += [Test(program, [one if a == "*" else a for a in argv]) for one in each]
        return found

    def code(self, unit, barrier, output):
        """
        Compile a unit to assembler; None if that fails. Weaker barriers are compared with
        the checks of TSan, which show the ordering of each access.
        """
        flags = tuple(f for f in unit.flags if barrier or "sanitize" not in f)
        path = os.path.join(self.objects, output)
        bad = self.compile(unit._replace(flags=flags), path, ("-S", "-O2", "-g0"))
        return None if bad else common.read_whole(path)

    def same_code(self, units, barrier, place, mutated):
        """Whether units compile to the same code with and without a change of a file."""
        original = common.read_whole(place)
        for unit in units:
            plain = self.code(unit, barrier, "plain.s")
            common.write_whole(place, mutated)
            changed = self.code(unit, barrier, "mutant.s")
            common.write_whole(place, original)
            if plain != changed:
                return False
        return True


def suite_digest(tree, suite):
    """A digest of all that the results of a suite depend on: its sources and tests."""
    units = {unit for name, program in tree.programs.items() if name[0] == suite
             for unit in program.units}
    files = {path for path, users in tree.dependents.items() if users & units}
    for where, _, names in os.walk(os.path.join(tree.place, "tools/testing/trace", suite)):
        files |= {tree.relative(os.path.join(where, name)) for name in names}
    digest = hashlib.sha256(repr([t for t in TESTS if t[0] == suite]).encode())
    for path in sorted(files):
        data = None if path.startswith("..") else common.read_whole(os.path.join(tree.place, path))
        digest.update(path.encode() + (data or b""))
    return digest.hexdigest()


def measure(tree, tests, component, step):
    """
    Find how long each test takes without a mutant and which lines of components it
    reaches, as long as nothing changes once only; return {file: all lines}.
    """
    lines = collections.defaultdict(set)
    for suite in SUITES:
        mine = [t for t in tests if t.program[0] == suite]
        step.progress(suite)
        kept = os.path.join(os.path.dirname(tree.place), f"reached-{suite}")
        digest = suite_digest(tree, suite)
        try:
            with open(kept, "rb") as f:
                old, known, reached, costs = pickle.load(f)
        except FileNotFoundError:
            old = None
        if old != digest:
            costs = {test.name: undisturbed(tree, test) for test in mine}
            known, reached = coverage(tree, [t for t in mine if "tsan" not in t.program[1]],
                                      component)
            common.write_whole(kept, pickle.dumps((digest, known, reached, costs)))
        for test in mine:
            test.reached = reached[test.name.replace("-tsan", "").replace("100000", "500000")]
            test.cost = costs[test.name]
        for path, numbers in known.items():
            lines[path] |= numbers
    return lines


def undisturbed(tree, test):
    """The CPU time of a test without a mutant."""
    ended, cost = tree.run(test, tree.program_path(test.program), 600)
    if ended:
        raise common.Failure(f"{test.name} fails without a mutant: {ended}")
    return cost


def coverage(tree, tests, component):
    """Run tests of a suite with gcov: (lines of each file, {test: reached lines})."""
    names = sorted({test.program for test in tests})
    tree.build(names, "-gcov", ("--coverage", "-fprofile-update=atomic", "-O0"), ("--coverage",),
               ("-fsanitize", "-fno-sanitize"))
    lines = collections.defaultdict(set)
    for test in tests:
        notes = {tree.object_of(unit, "-gcov")[:-2]: tree.relative(unit.source)
                 for unit in tree.programs[test.program].units}
        ended, _ = tree.run(test, tree.program_path(test.program, "-gcov"), 600)
        if ended:
            raise common.Failure(f"{test.name} fails without a mutant: {ended}")
        counted = [n + ".gcda" for n in sorted(notes) if os.path.exists(n + ".gcda")]
        text = common.call(["gcov", "--json-format", "--stdout", *counted], cwd=tree.objects)
        cwd = tree.programs[test.program].cwd
        for part in text.decode().splitlines():
            if not part.startswith("{"):
                continue
            part = json.loads(part)
            unit = notes[part["data_file"].removesuffix(".gcda")]
            for source in part["files"]:
                path = tree.relative(os.path.normpath(os.path.join(cwd, source["file"])))
                for line in source["lines"] if component(path) else ():
                    lines[path].add(line["line_number"])
                    if line["count"]:
                        test.reached[path, line["line_number"]].add(unit)
        for path in counted:
            os.remove(path)
    return dict(lines), {test.name: dict(test.reached) for test in tests}

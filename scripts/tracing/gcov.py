# SPDX-License-Identifier: GPL-2.0
"""Counters of gcov: reading and adding up files of counters, and lines, branches and
functions per source file.
"""

import glob
import json
import os
import re
import shutil
import struct
import subprocess

import common

# Our sources in the path of a source file in any tree.
OURS = re.compile(r"(?:^|/)((?:kernel/trace|fs/tracefs)/[\w/.-]+\.[ch]|kernel/tracepoint\.c|"
                  r"arch/x86/kernel/ftrace(?:_trampolines_64)?\.c)$")
# Files that only tests use: KUnit tests and test modules.
TESTS = re.compile(r"_test(_target)?\.c$|/marker_(clash|window)\.c$")
# A file of counters: magic, version, stamp, checksum, then records of a tag, a length in
# bytes and data. The counters of a function are 64-bit numbers.
MAGIC, HEAD, ARCS = 0x67636461, 16, 0x01a10000


def stamp(data):
    """The stamp of a .gcda or .gcno file; the two files of an object have the same."""
    return data[8:12]


def counters(data):
    """Yield the offset and the number of each function's counters in a .gcda file."""
    if len(data) < HEAD or struct.unpack_from("<I", data)[0] != MAGIC:
        raise common.Failure("not a file of gcov's counters")
    at = HEAD
    while at + 8 <= len(data):
        tag, length = struct.unpack_from("<Ii", data, at)
        at += 8
        if tag == ARCS and length > 0:
            yield at, length // 8
        # A negative length means that all counters are 0 and are left out.
        at += max(length, 0)


def add(total, data):
    """Add the counters of a .gcda file of the same object to those in a bytearray."""
    if len(total) != len(data):
        raise common.Failure("files of counters of one object differ in size")
    for at, number in counters(data):
        layout = f"<{number}Q"
        sums = (a + b for a, b in zip(struct.unpack_from(layout, total, at),
                                      struct.unpack_from(layout, data, at)))
        struct.pack_into(layout, total, at, *sums)


class Source:
    """The counts of one source file."""

    def __init__(self):
        self.lines = {}      # line -> count
        self.branches = {}   # line -> {number of branches -> their counts}
        self.functions = {}  # (name, first line) -> count
        self.ends = {}       # the same -> last line

    def take(self, found):
        """Add what gcov found in one object; lines of inline functions are in several."""
        for f in found["functions"]:
            key = (f["name"], f["start_line"])
            self.functions[key] = self.functions.get(key, 0) + f["execution_count"]
            self.ends[key] = f["end_line"]
        for line in found["lines"]:
            nr = line["line_number"]
            self.lines[nr] = self.lines.get(nr, 0) + line["count"]
            counts = [b["count"] for b in line["branches"]]
            if counts:
                same = self.branches.setdefault(nr, {})
                old = same.get(len(counts), [0] * len(counts))
                same[len(counts)] = [a + b for a, b in zip(old, counts)]

    def take_host(self, found):
        """Add the counts of another compilation, for what the kernel has as well.

        A line with another number of branches there, because its macros or its inline
        functions differ, adds no counts of branches.
        """
        for f in found["functions"]:
            key = (f["name"], f["start_line"])
            if key in self.functions:
                self.functions[key] += f["execution_count"]
        for line in found["lines"]:
            nr = line["line_number"]
            if nr not in self.lines:
                continue
            self.lines[nr] += line["count"]
            counts = [b["count"] for b in line["branches"]]
            same = self.branches.get(nr, {})
            if len(counts) in same:
                same[len(counts)] = [a + b for a, b in zip(same[len(counts)], counts)]

    def all_branches(self):
        """line -> counts of its branches; those of the longest list, if lists differ."""
        return {nr: same[max(same)] for nr, same in self.branches.items()}

    def uncalled(self):
        """The functions that are not called, as (name, first line).

        If each of its callers has a copy of a function, only its lines have counts.
        """
        return [key for key, count in self.functions.items() if not count and
                not any(self.lines.get(nr) for nr in range(key[1], self.ends[key] + 1))]

    def reached(self):
        """Lines reached, lines, branches reached, branches."""
        branches = [count for counts in self.all_branches().values() for count in counts]
        return (sum(c > 0 for c in self.lines.values()), len(self.lines),
                sum(c > 0 for c in branches), len(branches))


class Sources:
    """The counts of all source files: path in the repository -> Source."""

    def __init__(self):
        self.files = {}

    def run_gcov(self, directory, take):
        """Call take(path, what gcov found) for our files in the .gcda files below."""
        for where, _, names in sorted(os.walk(directory)):
            names = sorted(n for n in names if n.endswith(".gcda"))
            if not names:
                continue
            done = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities",
                                   *names], cwd=where, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, check=False)
            for text in done.stdout.splitlines():
                for found in json.loads(text)["files"]:
                    ours = OURS.search(os.path.normpath(found["file"]))
                    if ours and not TESTS.search(ours.group(1)):
                        take(ours.group(1), found)

    def kernel(self, directory):
        """Take the counters of the kernel's objects."""
        known = {}

        def take(path, found):
            if path not in known:
                known[path] = os.path.exists(os.path.join(common.REPO, path))
            if known[path]:
                self.files.setdefault(path, Source()).take(found)
        self.run_gcov(directory, take)

    def host(self, directory):
        """Take the counters of programs of the host."""
        def take(path, found):
            if path in self.files:
                self.files[path].take_host(found)
        self.run_gcov(directory, take)

    def unreached(self):
        """The functions that are not called, as (path, name, line)."""
        return sorted((path, name, line) for path, s in self.files.items()
                      for name, line in s.uncalled())

    def write_info(self, path):
        """Write the format of lcov, for genhtml."""
        out = []
        for name, source in sorted(self.files.items()):
            out += ["TN:", "SF:" + os.path.join(common.REPO, name)]
            functions = sorted(source.functions.items(), key=lambda f: f[0][1])
            out += [f"FN:{line},{function}" for (function, line), _ in functions]
            out += [f"FNDA:{count},{function}" for (function, _), count in functions]
            for nr, counts in sorted(source.all_branches().items()):
                run = source.lines[nr]
                out += [f"BRDA:{nr},0,{i},{count if run else '-'}"
                        for i, count in enumerate(counts)]
            out += [f"DA:{nr},{count}" for nr, count in sorted(source.lines.items())]
            out.append("end_of_record")
        common.write_whole(path, ("\n".join(out) + "\n").encode())


def merge_kernel(groups, objects, target):
    """Add up the counters of all groups, each with its .gcno file, in the directory target.

    The counters of an object that was compiled again since then are left out.
    """
    shutil.rmtree(target, ignore_errors=True)
    totals, old = {}, set()
    for path in sorted(glob.glob(os.path.join(groups, "*", "**", "*.gcda"), recursive=True)):
        inside = os.path.relpath(path, groups).split(os.sep, 1)[1]
        # The path in debugfs is the path of the object on the machine that compiled it.
        ours = re.search(r"(?:^|/)((?:kernel|fs|arch)/[\w/.-]+)\.gcda$", "/" + inside)
        if not ours:
            continue
        name = ours.group(1)
        data = common.read_whole(path)
        note = common.read_whole(os.path.join(objects, name + ".gcno"))
        if note is None or stamp(note) != stamp(data):
            old.add(name)
        elif name in totals:
            add(totals[name], data)
        else:
            totals[name] = bytearray(data)
    for name, data in totals.items():
        common.write_whole(os.path.join(target, name + ".gcda"), bytes(data))
        shutil.copy(os.path.join(objects, name + ".gcno"), os.path.join(target, name + ".gcno"))
    return len(totals), old - set(totals)

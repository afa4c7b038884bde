#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare the table "proofs" with the labels in the code and with the proofs.

Each ordered access in kernel/trace has a label in a comment that begins with
RB(function:letter) or HIST(function:letter). In ring/ each access that may be ordered, and
each compiler barrier, needs one. Fails if a label has no row or a row has no label, if the
code at a label is not of the kind of the row or is at another number of lines, if a proof
does not exist or is not about the label, or if a litmus test or a label in a litmus test is
in no row. Prints the table with the lines of the code.
"""

import os
import re
import sys

import litmus

HERE = os.path.dirname(os.path.abspath(__file__))
TRACE = os.path.normpath(os.path.join(HERE, "../../../../kernel/trace"))
LABEL = re.compile(r"/\*\s*((?:RB|HIST)\(\w+:[A-Z]\))")

KINDS = {
    "release": r"_release\(",
    "acquire": r"(?:load|read)_acquire\(",
    "full": r"smp_mb(?:__\w+)?\(|\b(?:atomic\w*_)?(?:try_)?(?:cmp)?xchg\(|\batomic\w*_fetch_\w+(?<!_relaxed)\(",
    "read": r"smp_rmb\(",
    "write": r"smp_wmb\(",
    "local": r"\blocal\w*_(?:try_)?(?:cmp)?xchg\(",
    "interrupt": r"\bring_(?:sync_writer|call_on)\(",
    "atomic": r"\batomic\w*_(?:cmp)?xchg\(",
    "compiler": r"\bbarrier\(\)",
}
# Accesses that need a label in ring/.
ORDERED = re.compile(r"\bsmp_\w+\(|\bbarrier\(\)|\b\w*(?:_release|_acquire|_relaxed)\(|\b\w*xchg\(|"
                     r"\batomic\w*_fetch_\w+\(|\batomic\w*_\w+_return\w*\(|\bring_sync_writer\(")
NOT_ORDERED = re.compile(r"^\s*(?:/?\*|#)|\b__(?:acquire|release)\(|\blockdep_")
# deps.h defines ring_sync_writer(); the other file is a test.
EXEMPT = ("deps.h", "ring_test.c")
NEAR = 5


class Code:
    """The labels of a tree: label -> [(file, number of the line)]; and the lines."""

    def __init__(self, top):
        self.labels, self.lines, self.unlabelled = {}, {}, []
        for directory, _, names in sorted(os.walk(top)):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    self.read(os.path.join(directory, name), os.path.relpath(directory, top))

    def read(self, path, component):
        with open(path, encoding="utf-8") as f:
            lines = f.read().splitlines()
        name = os.path.join(component, os.path.basename(path))
        self.lines[name] = lines
        for at, line in enumerate(lines):
            for label in LABEL.findall(line):
                self.labels.setdefault(label, []).append((name, at))
        if component != "ring" or os.path.basename(path) in EXEMPT:
            return
        for at, line in enumerate(lines):
            if ORDERED.search(line) and not NOT_ORDERED.search(line):
                if not any(LABEL.search(near) for near in lines[max(0, at - NEAR + 1):at + 1]):
                    self.unlabelled.append(f"{name}:{at + 1}: {line.strip()}")

    def near(self, name, at, kind):
        """The lines from a label to its access, which may be before the comment."""
        return self.lines[name][at:at + (1 if kind == "compiler" else NEAR)]

    def has_point(self, label, point):
        text = f"ring_test_point({point})"
        return any(text in line for name, at in self.labels[label]
                   for line in self.lines[name][max(0, at - 22):at + 22])

    def has_point_anywhere(self, point):
        return any(f"ring_test_point({point})" in line
                   for lines in self.lines.values() for line in lines)


def is_of_kind(lines, kind):
    """Whether the first ordered access in some lines is of a kind."""
    for line in lines:
        code = re.sub(r"/\*.*?\*/", "", line)
        if any(re.search(pattern, code) for pattern in KINDS.values()):
            return bool(re.search(KINDS[kind], code))
    return False


def litmus_kinds(name):
    """Label -> statements of a litmus test with that label."""
    found = {}
    with open(os.path.join(HERE, "litmus", name + ".litmus"), encoding="utf-8") as f:
        for line in f.read().splitlines():
            for label in LABEL.findall(line):
                found.setdefault(label, []).append(re.sub(r"/\*.*", "", line))
    return found


def check_litmus(name, label, kind):
    try:
        found = litmus_kinds(name)
    except FileNotFoundError:
        return "does not exist"
    if label not in found:
        return "does not have the label"
    redundant = label in litmus.Litmus(os.path.join(HERE, "litmus", name + ".litmus")).redundant
    if kind == "interrupt":
        good = all(re.search(r"_(?:acquire|release)\(", line) for line in found[label])
    elif kind == "atomic":
        return None if redundant else "is not about a redundant barrier"
    else:
        good = not redundant and all(re.search(KINDS[kind], line) for line in found[label])
    return None if good else f"is not about the kind {kind}"


def has_test(name):
    """Whether the program check has a test of this name."""
    with open(os.path.join(HERE, "check.c"), encoding="utf-8") as f:
        return re.search(rf'{{ "{name}",', f.read())


def check_row(code, label, row, models):
    """Complaints about a row of the table."""
    kind, count, *proofs = row
    if label not in code.labels:
        yield "is not in the code"
        return
    if len(code.labels[label]) != int(count):
        yield f"is at {len(code.labels[label])} lines of the code, not {count}"
    if kind not in KINDS:
        yield f"kind {kind} is unknown"
        return
    for name, at in code.labels[label]:
        if not is_of_kind(code.near(name, at, kind), kind):
            yield f"{name}:{at + 1} is not of the kind {kind}"
    for proof in proofs:
        method, name = proof.split(":")
        why = None
        if method == "litmus":
            why = check_litmus(name, label, kind)
        elif method == "check":
            why = None if has_test(name) else "does not exist"
        elif method == "nest" and kind == "compiler":
            why = None if code.has_point_anywhere(name) else "does not exist"
        elif method == "nest":
            why = None if code.has_point(label, name) else "is not near the label"
        elif method != "model" or name not in models:
            why = "does not exist"
        if why:
            yield f"{proof} {why}"
    if kind not in ("local", "compiler") and not any(p.startswith("litmus:") for p in proofs):
        yield "has no litmus test"
    if not proofs:
        yield "has no proof"


def rows(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        return [line.split() for line in f if line.strip() and not line.startswith("#")]


def main():
    code = Code(os.path.join(sys.argv[1], "kernel/trace") if len(sys.argv) > 1 else TRACE)
    models = {row[0] for row in rows("models")}
    table = {row[0]: row[1:] for row in rows("proofs")}
    bad = [f"no label: {where}" for where in code.unlabelled]
    bad += [f"{label}: {name}:{at + 1} has no row in the table" for label in code.labels
            if label not in table for name, at in code.labels[label]]
    for label, row in table.items():
        bad += [f"{label}: {why}" for why in check_row(code, label, row, models)]
        where = " ".join(f"{name}:{at + 1}" for name, at in code.labels.get(label, ()))
        print(f"{label:18} {row[0]:9} {where}: {' '.join(row[2:])}")
    for name in sorted(os.listdir(os.path.join(HERE, "litmus"))):
        name = os.path.splitext(name)[0]
        bad += [f"{label}: litmus:{name} is not in its row" for label in litmus_kinds(name)
                if label not in table or f"litmus:{name}" not in table[label]]
        if not litmus_kinds(name):
            bad.append(f"litmus:{name} has no label")
    for line in bad:
        print(f"FAILED {line}")
    print(f"{len(table)} labels, {sum(map(len, code.labels.values()))} lines of code")
    sys.exit(bool(bad))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()

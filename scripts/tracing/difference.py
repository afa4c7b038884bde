# SPDX-License-Identifier: GPL-2.0
"""Two lists of what there is, and a file that names each difference and why it is meant.

Such a file consists of paragraphs: lines that start with # give the reason, then come
the differences that it is the reason for:

  - WHAT                 stock has it, ours does not
  + WHAT                 ours has it, stock does not
  ! WHAT: STOCK => OURS  both have it, but unlike

A * stands for any text. Every difference has to be named, and everything named has to be
a difference.
"""

import re


class Differences:
    """What is between two dictionaries, as lines."""

    def __init__(self, stock, ours):
        self.lines = []
        for what in sorted(set(stock) | set(ours)):
            if what not in ours:
                self.lines.append("- " + what)
            elif what not in stock:
                self.lines.append("+ " + what)
            elif stock[what] != ours[what]:
                self.lines.append(f"! {what}: {stock[what] or '(none)'} => {ours[what] or '(none)'}")


def named(path):
    """The differences of a file, each with its reason."""
    found, reason, open_reason = {}, [], False
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip("\n")
            if line.startswith("#"):
                if not open_reason:
                    reason = []
                reason.append(line.strip("# "))
                open_reason = True
            elif line.strip():
                open_reason = False
                if line[:2] not in ("- ", "+ ", "! ") or not any(reason) or line in found:
                    raise ValueError(f"{path}:{number}: no sign, no reason, or named twice")
                found[line] = " ".join(reason)
            else:
                reason, open_reason = [], False
    return found


def unlike(lines, known):
    """-> the lines that are not known, what is known and is not there."""
    used, rest = set(), []
    patterns = [(k, re.compile(".*".join(map(re.escape, k.split("*"))) + "$"))
                for k in known if "*" in k]
    for line in lines:
        hits = {line} & set(known) or {k for k, pattern in patterns if pattern.match(line)}
        used |= hits
        if not hits:
            rest.append(line)
    return rest, sorted(set(known) - used)


class Report:
    """Results as TAP."""

    def __init__(self):
        self.count = self.failed = 0

    def tell(self, name, wrong):
        """A test that passes when nothing is wrong."""
        self.count += 1
        self.failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {self.count} {name}")
        for line in wrong:
            print("# " + line)

    def skip(self, name, why):
        self.count += 1
        print(f"ok {self.count} {name} # SKIP {why}")

    def compare(self, name, lines, path):
        """Each line is named in the file at path, and each name there is one of the lines."""
        rest, gone = unlike(lines, named(path))
        self.tell(f"{name}: no difference that is not named", rest)
        self.tell(f"{name}: each named difference is there", gone)

    def end(self):
        print(f"1..{self.count}")
        return 1 if self.failed else 0

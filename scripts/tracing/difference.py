# SPDX-License-Identifier: GPL-2.0
"""Compare two lists with a file that lists each intended difference and its reason.

Such a file consists of paragraphs: lines that start with # give the reason, followed by
the differences that have this reason:

  - WHAT                 only stock has WHAT
  + WHAT                 only ours has WHAT
  ! WHAT: STOCK => OURS  both have WHAT, with different values

A * matches any text. Every difference has to be listed, and every line of the list has to
match a difference.
"""

import re


class Differences:
    """The differences between two dictionaries, as lines."""

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
    """The differences listed in a file, each with its reason."""
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
                    raise ValueError(f"{path}:{number}: no sign, no reason, or listed twice")
                found[line] = " ".join(reason)
            else:
                reason, open_reason = [], False
    return found


def unlike(lines, known):
    """Return the lines that are not known, and the known lines that do not occur."""
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
    """Print test results as TAP."""

    def __init__(self):
        self.count = self.failed = 0

    def result(self, name, wrong):
        """Print a test, which passes if the list of errors is empty."""
        self.count += 1
        self.failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {self.count} {name}")
        for line in wrong:
            print("# " + line)

    def skip(self, name, why):
        self.count += 1
        print(f"ok {self.count} {name} # SKIP {why}")

    def compare(self, name, lines, path):
        """Check that the lines and the differences listed in a file are the same."""
        rest, absent = unlike(lines, named(path))
        self.result(f"{name}: no difference that is not listed", rest)
        self.result(f"{name}: each listed difference exists", absent)

    def end(self):
        print(f"1..{self.count}")
        return 1 if self.failed else 0

# SPDX-License-Identifier: GPL-2.0
"""What a kernel says on its console when it finds a mistake in itself."""

import os
import re

import bench_size
import common

# The first line of each kind of report. KASAN, SLUB, lockups and sleeping in atomic
# context begin with BUG; lockdep and RCU usage with WARNING; stalls, hung tasks and
# lock classes without a key with INFO.
REPORT = re.compile(
    r"\bBUG\b|\bWARNING: |\bINFO: (?!NMI handler)|\bKASAN: |\bKCSAN: |\bUBSAN: |\bODEBUG: |\bOops: |"
    r"general protection fault|Kernel panic|DEBUG_LOCKS_WARN_ON|detected stalls|"
    r"kmemleak: \d+ new suspected")
RACE = re.compile(r"KCSAN: data-race in (\S+)(?: / (\S+))?$")
STAMP = re.compile(r"^\[ *\d+\.\d+\](?:\[[^]]*\])? ?")
FINDERS = ("CONFIG_KASAN=y", "CONFIG_KCSAN=y", "CONFIG_PROVE_LOCKING=y")


def looks_for_mistakes(kernel):
    """Was this kernel built with what makes it find mistakes in itself?"""
    config = (common.read_whole(os.path.join(kernel, ".config")) or b"").decode().splitlines()
    return any(line in config for line in FINDERS)


def foreign(line, ours):
    """A data race in which no function of ours has part: the base has its own."""
    race = RACE.search(line)
    return bool(race and ours and not any(
        name in ours or re.match(r"(trace_event|perf_trace|__traceiter)_", name)
        for name in race.groups() if name))


def reports(console, expects=(), ours=()):
    """The reports in the text of a console, each with what follows it.

    -> (those that nobody expects, expected texts that do not occur). An expectation is
    a regular expression that is looked for in the first line of a report.
    """
    lines = [STAMP.sub("", line) for line in console.replace("\r", "").splitlines()]
    found, seen = [], set()
    for i, line in enumerate(lines):
        if not REPORT.search(line) or foreign(line, ours):
            continue
        wanted = {e for e in expects if re.search(e, line)}
        seen |= wanted
        if not wanted:
            found.append("\n".join(lines[i:i + 20]))
    return found, [e for e in expects if e not in seen]


def of_guest(console, kernel, expects):
    """The same for the file that holds the console of a guest with this kernel."""
    config = (common.read_whole(os.path.join(kernel, ".config")) or b"").decode().splitlines()
    ours = bench_size.functions(kernel) if "CONFIG_KCSAN=y" in config else ()
    text = (common.read_whole(console) or b"").decode(errors="replace")
    return reports(text, expects, set(ours))

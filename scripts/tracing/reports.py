# SPDX-License-Identifier: GPL-2.0
"""Find the reports of debug checks (KASAN, lockdep, ...) on the console of a kernel."""

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
CHECKS = ("CONFIG_KASAN=y", "CONFIG_KCSAN=y", "CONFIG_PROVE_LOCKING=y")


def has_debug_checks(kernel):
    """Whether this kernel was built with debug checks."""
    config = (common.read_whole(os.path.join(kernel, ".config")) or b"").decode().splitlines()
    return any(line in config for line in CHECKS)


def foreign(line, ours):
    """Whether a line reports a data race of the base, without a function of ours."""
    race = RACE.search(line)
    return bool(race and ours and not any(
        name in ours or re.match(r"(trace_event|perf_trace|__traceiter)_", name)
        for name in race.groups() if name))


def reports(console, expects=(), ours=()):
    """Find the reports in the text of a console, each with the lines that follow it.

    Returns (unexpected reports, expected texts that do not occur). An expected text is a
    regular expression that is searched for in the first line of a report.
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
    """The same for the console file of a guest that runs this kernel."""
    config = (common.read_whole(os.path.join(kernel, ".config")) or b"").decode().splitlines()
    ours = bench_size.functions(kernel) if "CONFIG_KCSAN=y" in config else ()
    text = (common.read_whole(console) or b"").decode(errors="replace")
    return reports(text, expects, set(ours))

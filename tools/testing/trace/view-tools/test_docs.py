# SPDX-License-Identifier: GPL-2.0
"""The manual pages, --help and the completion of bash name the same commands and options."""

import glob
import os
import re
import shutil
import subprocess

COMMAND = re.compile(r"^  ([a-z]+)  ", re.M)
OPTION = re.compile(r"--[a-z]+")


def words(pattern, *paths):
    """What matches in these files."""
    found = set()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            found |= set(pattern.findall(file.read()))
    return found


def differ(what, have, want):
    return "".join(f"{what} lacks {word}\n" for word in sorted(want - have)) + \
        "".join(f"{what} has {word}, --help has not\n" for word in sorted(have - want))


def completes(script, *line):
    """The completions of the last word of a command line."""
    code = (f'. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trace_view; '
            'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", code, script, *line], stdout=subprocess.PIPE, text=True,
                          check=False)
    return set(done.stdout.split())


def pages(man, out):
    """Convert the manual pages: what is wrong with one."""
    done = subprocess.run(["make", "-s", "-C", man, f"O={out}"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        return done.stdout
    made = {os.path.basename(path)[:-2] for path in glob.glob(os.path.join(out, "*.1"))}
    want = {os.path.basename(path)[:-4] for path in glob.glob(os.path.join(man, "trace-view*.rst"))}
    return differ("the directory", made, want)


def tests(view):
    man = os.path.join(view.repo, "Documentation", "tools", "trace-view")
    script = os.path.join(view.source, "trace-view.bash")
    _, text, _ = view.run("--help")
    commands, options = set(COMMAND.findall(text)), set(OPTION.findall(text))
    yield "help names commands and options", "" if len(commands) > 6 and len(options) > 6 else text
    yield "each command has a manual page", differ(
        "the directory", {os.path.basename(path)[len("trace-view-"):-4]
                          for path in glob.glob(os.path.join(man, "trace-view-*.rst"))}, commands)
    yield "the manual pages have the options", differ(
        "the pages", words(OPTION, *glob.glob(os.path.join(man, "*.rst"))), options)
    yield "bash completes commands", differ(
        "the completion", completes(script, "trace-view", ""), commands | {"--help", "--version"})
    completed = set().union(*(completes(script, "trace-view", command, "--")
                              for command in commands))
    yield "bash completes options", differ("the completion", completed, options)
    yield "an option belongs to its command", "" if "--weight" not in completes(
        script, "trace-view", "html", "--") else "html has --weight"
    if not shutil.which("rst2man"):
        yield "the manual pages convert", None, "no rst2man: python3-docutils is not installed"
    else:
        yield "the manual pages convert", pages(man, os.path.join(view.out, "man"))

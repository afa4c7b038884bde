# SPDX-License-Identifier: GPL-2.0
"""The KUnit suites of a user-mode kernel (CONFIG=um-test), for 'mutants'.

Such a kernel boots in less than a second, and a changed file is compiled and linked in
some seconds. It has the components that patch no code.
"""

import os
import re
import shutil
import subprocess

import bench_um
import common

NAME = "um-test"
ARGUMENTS = ["mem=128M", "con=null", "con0=null,fd:1", "console=tty0", "norandmaps",
             "kunit.enable=1", "panic=-1"]
RESULT = re.compile(r"^\s*(?:not )?ok \d+ (\w+)", re.M)
BROKEN = re.compile(r"^\s*not ok \d+ (\w+)", re.M)
REPORT = re.compile(r"(?:BUG|WARNING|Oops|Kernel panic).*", re.M)
ADDRESS = re.compile(r"\b(?:0x)?[0-9a-f]{6,}\b|:\d+\b|\bPID.*")


def reports(text):
    """The errors that a kernel reports, without numbers that differ from run to run."""
    return [ADDRESS.sub("", line) for line in REPORT.findall(text)]


class Kernel:
    """The kernel, and its results without a mutant."""

    def __init__(self, component):
        self.tree = os.path.join(common.out_dir(), "linux")
        self.objects = os.path.join(common.out_dir(), NAME)
        self.library = None
        self.wanted, self.usual = set(), set()
        self.component = component
        self.env = {}  # of the commands that make its files

    def files(self):
        """The C files of components that the kernel has."""
        found = set()
        for where, _, names in os.walk(os.path.join(common.REPO, "kernel", "trace")):
            for name in names:
                path = os.path.relpath(os.path.join(where, name), common.REPO)
                if name.endswith(".c") and self.component(path) and \
                        os.path.exists(os.path.join(self.objects, path[:-2] + ".o")):
                    found.add(path)
        return found

    def build(self):
        """Build the kernel without a mutant, and run it."""
        # The link calls nm: one that writes down the environment is found first.
        seen = os.path.join(self.objects, "environment")
        wrapper = os.path.join(common.out_dir(), "mutants", "nm")
        common.write_whole(os.path.join(wrapper, "nm"),
                           f"#!/bin/sh\nenv -0 > {seen}\nexec {shutil.which('nm')} \"$@\"\n".encode(),
                           0o755)
        env = dict(os.environ, CONFIG=NAME, TARGET="", SUFFIX="",
                   PATH=wrapper + ":" + os.environ["PATH"])
        if not os.path.exists(seen) and os.path.exists(os.path.join(self.objects, "vmlinux")):
            os.remove(os.path.join(self.objects, "vmlinux"))
        for script in ("tree", "build"):
            done = subprocess.run([os.path.join(common.HERE, script)], env=env, check=False)
            if done.returncode:
                raise common.Failure(f"CONFIG={NAME} does not build")
        self.env = dict(item.split("=", 1) for item in common.read_whole(seen).decode().split("\0")
                        if "=" in item)
        self.env["MAKE"] = "true"
        self.library = bench_um.preload(self.objects)
        text = self.boot()
        self.wanted, self.usual = set(RESULT.findall(text)), set(reports(text))
        bad = self.verdict(text)
        if bad or not self.wanted:
            raise common.Failure(f"CONFIG={NAME} fails without a mutant: {bad}")

    def boot(self):
        """Boot the kernel once; return what it prints."""
        env = dict(os.environ)
        if self.library:
            env["LD_PRELOAD"] = self.library
        with subprocess.Popen([os.path.join(self.objects, "vmlinux"), *ARGUMENTS], env=env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=True) as process:
            try:
                text, _ = process.communicate(timeout=120)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                text, _ = process.communicate()
                text += b"\nWARNING: no end\n"
        return text.decode(errors="replace")

    def verdict(self, text):
        """What a run shows against the kernel; an empty string if nothing."""
        broken = BROKEN.search(text)
        report = min(set(reports(text)) - self.usual, default="")
        missing = self.wanted - set(RESULT.findall(text))
        if broken:
            return broken.group(1)
        return report or ("missing: " + min(missing) if missing else "")

    def path(self, name):
        return os.path.join(self.objects, name)

    def saved(self, name):
        """The command that made a file of the kernel."""
        where, base = os.path.split(os.path.join(self.objects, name))
        text = common.read_whole(os.path.join(where, f".{base}.cmd")).decode()
        return re.match(r"savedcmd_\S+ := (.*)", text).group(1).replace("ccache ", "")

    def run(self, name):
        """Run the command that makes a file of the kernel; whether that worked."""
        done = subprocess.run(["nice", "bash", "-c", self.saved(name)], env=self.env,
                              cwd=self.objects, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False)
        return not done.returncode

    def test(self, cases, step):
        """Run the suites with each of the mutants that the kernel has."""
        mine = self.files()
        cases = [case for case in cases if case.path in mine]
        for number, case in enumerate(cases):
            step.progress(f"{number} of {len(cases)}")
            place = os.path.join(self.tree, case.path)
            name = case.path[:-2] + ".o"
            source, code = common.read_whole(place), common.read_whole(self.path(name))
            try:
                common.write_whole(place, case.mutant.apply(source.decode()).encode())
                self._test(case, name, code)
            finally:
                common.write_whole(place, source)
                common.write_whole(self.path(name), code)
        step.note = f"{sum(c.by.startswith('KUnit') for c in cases)} of {len(cases)} killed"
        if cases and not self.run("vmlinux"):
            raise common.Failure(f"CONFIG={NAME} does not link any more")

    def _test(self, case, name, code):
        """Compile, link and boot one mutant."""
        if not self.run(name):
            case.result = "invalid"
        elif common.read_whole(self.path(name)) == code:
            case.result = "equivalent"
        elif not self.run("vmlinux"):
            case.result = "invalid"
        else:
            bad = self.verdict(self.boot())
            case.result = "killed" if bad else case.result.replace("not compiled", "survived")
            case.by = f"KUnit ({bad})" if bad else ""

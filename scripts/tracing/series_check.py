# SPDX-License-Identifier: GPL-2.0
"""'make series CHECK=1': apply the series to the base, and build each of its steps.

The patches are applied by 'git am' to a copy of the base, in O/series-check. Its repository is
beside the tree, because kbuild would put the commit into the version of the kernel. The
configuration is that of CONFIG; the base ignores the symbols that only our kernel has.
"""

import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

import common
import series_patches
from kernel import Build
from progress import Progress, expected

sys.path.insert(0, os.path.join(common.REPO, "tools/testing/trace/style"))
from exempt import exempt  # noqa: E402

# What the series changes, as targets of kbuild.
TARGETS = ["kernel/trace/", "fs/tracefs/", "kernel/tracepoint.o", "arch/x86/kernel/ftrace.o"]
SCRIPT = os.path.join(common.REPO, "tools", "testing", "trace", "series", "boot.sh")


class Step(Build):
    """The build directory of all steps."""

    def __init__(self, where, config):
        super().__init__("series-check", os.path.join(where, "linux"), os.path.join(where, config))
        self.listed = config
        self.lines = common.fragment(config)

    def compile(self, title):
        """Compile what the series changes."""
        self.run(TARGETS, title, Progress())

    def whole(self, title):
        """Build the kernel, boot it, and use a tracer and events."""
        self.write_config(self.lines)
        self.run(["bzImage"], title + ", kernel", Progress(expected().get(self.listed, 0)))
        with common.Step(title + ", boot"):
            common.call([os.path.join(common.HERE, "guest"), self.objects, SCRIPT])


class Applied:
    """A copy of the base with a repository to which patches are applied."""

    def __init__(self, where, base, copy):
        self.tree = os.path.join(where, "linux")
        self.env = dict(os.environ, GIT_DIR=os.path.join(where, "git"), GIT_WORK_TREE=self.tree,
                        GIT_CONFIG_NOSYSTEM="1", HOME=where)
        for role in ("AUTHOR", "COMMITTER"):
            self.env.update({f"GIT_{role}_NAME": "series", f"GIT_{role}_EMAIL": "series@localhost"})
        with common.Step("copy of the base") as step:
            copy(base, self.tree, step)
            self.git("init", "-q")
            step.progress("git add")
            self.git("add", "-A", "-f", ".")
            self.git("commit", "-q", "-m", "base")

    def git(self, *argv):
        """Run git in the tree; return what it prints."""
        return common.call(["git", "-c", "core.autocrlf=false", "-c", "core.fsync=none",
                            "-c", "gc.auto=0", *argv], cwd=self.tree, env=self.env)


def complaints(base, patch):
    """What checkpatch --strict says about a patch, as lines, without what does not fit its files."""
    done = subprocess.run(["perl", os.path.join(base, "scripts", "checkpatch.pl"), "--strict",
                           "--no-tree", "--root=" + base, "--showfile", "--terse", "--show-types",
                           "--quiet", "--no-summary", patch], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = []
    for line in done.stdout.splitlines():
        about = re.match(r"([^:]*):\d*: \w+:(\w+): ", line)
        if not about or about.group(2) not in exempt(about.group(1), in_patch=True):
            found.append(line)
    if done.returncode and not done.stdout:
        found.append(f"checkpatch ended with status {done.returncode}")
    return found


def check_patches(base, patches):
    """Raise an error if checkpatch complains about a patch: its message or its lines."""
    with common.Step("checkpatch of the patches"), \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [line for lines in pool.map(lambda patch: complaints(base, patch), patches)
                 for line in lines]
        if found:
            raise common.Failure("\n".join(found))


def check(base, series, copy):
    """Apply all patches of a directory; raise an error if a step does not build or boot.

    copy is copy_base() of the script tree. Its hard links are safe: git replaces files.
    """
    # The kernel's make has a variable with this name, too.
    os.environ.pop("CHECK", None)
    patches = sorted(p for p in glob.glob(os.path.join(series, "*.patch"))
                     if not os.path.basename(p).startswith("0000-"))
    check_patches(base, patches)
    where = os.path.join(common.out_dir(), "series-check")
    shutil.rmtree(where, ignore_errors=True)
    applied = Applied(where, base, copy)
    step = Step(where, os.environ.get("CONFIG") or "test")
    step.whole("the base")
    for patch in patches:
        title = os.path.basename(patch)[:-len(".patch")]
        applied.git("am", "-q", "--keep-cr", patch)
        subject = applied.git("log", "-1", "--format=%s").decode().strip()
        if subject == series_patches.SWITCH[0] or patch == patches[-1]:
            step.whole(title)
        else:
            step.compile(title)

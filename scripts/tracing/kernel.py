# SPDX-License-Identifier: GPL-2.0
"""A kernel that is built: its configuration, its make commands, its progress and errors.

ccache is used in a way that does not depend on the paths of the trees, so that another
clone, or another O=, can use the cached compilations of the same configuration. It
identifies a compilation by the contents of its source and headers (CCACHE_DEPEND), not by
the preprocessed source: a compilation that is not in the cache takes a third less time.
"""

import hashlib
import os
import re
import subprocess
import sys

import common
from architectures import ARCHITECTURES, HOST
from kconfig import Kconfig
from progress import Progress, expected, lines_of, objects_in


def symbols(lines):
    """Parse CONFIG_X=value lines: a dict; the last line of a symbol counts, n is not set."""
    found = {}
    for line in lines:
        on = re.match(r"(CONFIG_\w+)=(.*)", line)
        off = re.match(r"# (CONFIG_\w+) is not set", line)
        if on:
            found[on.group(1)] = on.group(2)
        elif off:
            found[off.group(1)] = "n"
    return found


def stated_absent(lines):
    """The symbols in lines "# Absent: CONFIG_X CONFIG_Y: why", which are not available."""
    return {name for line in lines
            for absent in [re.match(r"# Absent: ((?:CONFIG_\w+ ?)+): \S", line)] if absent
            for name in absent.group(1).split()}


def stated(what, lines):
    """NAME of a line "# WHAT: NAME" of a configuration, as a list, else empty."""
    names = [m.group(1) for m in (re.match(f"# {what}: (\\w+)", line) for line in lines) if m]
    return names[-1:]


# Objects that contain other files of the build by .incbin. With CCACHE_DEPEND, ccache does not
# see that such a file has changed; it does not cache a compilation with -gtoggle.
INCBIN = ("bootconfig-data", "configs", "initramfs_data", "kexec-purgatory", "kheaders", "piggy",
          "revocation_certificates", "rmpiggy", "system_certificates", "vdso")


class Build:
    """A build directory: its source tree, its make commands, progress and errors."""

    def __init__(self, name, source, objects, arch=()):
        self.name, self.source, self.objects, self.arch = name, source, objects, list(arch)
        self.listed = name	# its name in configs/files
        self.env = common.environment()
        self.env.update(
            KBUILD_BUILD_TIMESTAMP="Thu Jan  1 00:00:00 UTC 1970",
            KBUILD_BUILD_USER="tracing", KBUILD_BUILD_HOST="tracing",
            KBUILD_BUILD_VERSION="1", LC_ALL="C",
            CCACHE_BASEDIR="/", CCACHE_NOHASHDIR="1", CCACHE_DEPEND="1",
            CCACHE_SLOPPINESS="time_macros",
            CCACHE_IGNOREOPTIONS="-fmacro-prefix-map=*")

    def target(self):
        """The entry of ARCHITECTURES for the architecture that is built."""
        return ARCHITECTURES[self.arch[0]] if self.arch else HOST

    def compiler(self):
        """The variables of make that select the compiler."""
        prefix = self.target().prefix
        return [f"CC=ccache {prefix}gcc", "HOSTCC=ccache gcc"] + \
            ([f"CROSS_COMPILE={prefix}"] if prefix else []) + \
            [f"{kind}FLAGS_{name}.o=-gtoggle" for name in INCBIN for kind in "AC"]

    def make(self, targets):
        """The command line of make for targets."""
        source = os.path.relpath(self.source, self.objects)
        jobs = os.environ.get("JOBS") or str(os.cpu_count() or 1)
        return ["make", "-C", self.source, f"O={self.objects}", f"-j{jobs}",
                f"KCFLAGS=-fmacro-prefix-map={source}/="] + self.compiler() + \
            [f"ARCH={name}" for name in self.arch] + \
            [f"{k}={os.environ[k]}" for k in ("V", "W", "C", "CHECK") if os.environ.get(k)] + targets

    def image(self):
        """The make target of the kernel image."""
        return self.target().target

    def image_path(self):
        """The path of the kernel image in the object directory."""
        return self.target().image

    def values(self):
        """The symbols that are set in .config, as a dict."""
        with open(os.path.join(self.objects, ".config"), encoding="utf-8") as f:
            return symbols(f)

    def digest(self, lines):
        """What .config depends on: the lines of a configuration, and the Kconfig files."""
        digest = hashlib.sha256("\n".join(lines).encode())
        for where, dirs, files in os.walk(os.path.join(self.source, "kernel", "trace")):
            dirs.sort()
            for name in sorted(files):
                if name.startswith("Kconfig"):
                    digest.update(common.read_whole(os.path.join(where, name)))
        # The identity of the base from which the source tree was assembled.
        state = ".base" if os.path.basename(self.source) == "base" else ".tree"
        digest.update(common.read_whole(os.path.join(common.out_dir(), state, "base")) or b"")
        return digest.hexdigest().encode()

    def is_configured(self, digest):
        """Whether .config is as digest() was when it was made."""
        return os.path.exists(os.path.join(self.objects, ".config")) and \
            common.read_whole(os.path.join(self.objects, ".configured")) == digest

    def set_configured(self, digest):
        """Note what .config was made from."""
        common.write_whole(os.path.join(self.objects, ".configured"), digest)

    def write_config(self, lines):
        """Write .config from the lines of a configuration; what they do not set is off."""
        os.makedirs(self.objects, exist_ok=True)
        requested = os.path.join(self.objects, "requested.config")
        common.write_whole(requested, ("\n".join(lines) + "\n").encode())
        env = dict(self.env, KCONFIG_ALLCONFIG=requested)
        common.call(self.make(["allnoconfig"]), env=env)
        common.call(self.make(["olddefconfig"]), env=self.env)

    def progress(self):
        """The progress counter for a build of the whole kernel."""
        if os.path.exists(os.path.join(self.objects, self.image_path())):
            return Progress()
        return Progress(expected().get(self.listed, 0), objects_in(self.objects))

    def run(self, targets, title, progress):
        """Run make and show the progress; on failure raise an error with the messages."""
        log = os.path.join(self.objects, "build.log")
        with common.Step(title) as step, open(log, "w", encoding="utf-8") as out, \
                subprocess.Popen(self.make(targets), env=self.env, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as make:
            for line in lines_of(make.stdout):
                if line is not None:
                    out.write(line)
                    progress.take(line)
                    if common.VERBOSE:
                        sys.stdout.write(line)
                step.progress(progress.note())
            if make.wait():
                out.flush()
                raise common.Failure(self._why(log))
            step.note = f"{progress.done} files" if progress.done else "up to date"

    @staticmethod
    def _why(log):
        """The lines of a build log that show why make failed."""
        with open(log, encoding="utf-8", errors="replace") as f:
            lines = f.read().splitlines()
        if any("No space left on device" in line for line in lines):
            return (f"no space left on the disk of {common.out_dir()}: free some 6 GB "
                    "or set O= to another disk")
        if any("Killed signal terminated program" in line for line in lines):
            return "the compiler was killed, as the memory is full: set JOBS=1, or free some memory"
        errors = [i for i, line in enumerate(lines)
                  if re.search(r"error:|undefined reference|\*\*\*|ERROR:", line)]
        first = max(errors[0] - 3, 0) if errors else max(len(lines) - 20, 0)
        return "the kernel does not build:\n" + "\n".join(lines[first:first + 80]) + \
            f"\n(complete log: {log})"


class Kernel(Build):
    """A kernel with a configuration of configs/, of our tree or of the base."""

    def __init__(self, stock, config):
        out = common.out_dir()
        variant = common.tree_variant(config)
        source = "base" if stock else "linux" + (variant and "-" + variant)
        listed = ("stock-" if stock else "") + config
        name = listed + os.environ.get("SUFFIX", "")
        super().__init__(name, os.path.join(out, source), os.path.join(out, name),
                         stated("Architecture", common.fragment(config)))
        self.listed, self.stock, self.config = listed, stock, config

    def copy_objects(self):
        """Copy the objects of a similar configuration, if this one has none yet."""
        for name in stated("Objects of", common.fragment(self.config)):
            other = Kernel(self.stock, name)
            if os.path.exists(self.objects) or \
               not os.path.exists(os.path.join(other.objects, other.image_path())):
                continue
            with common.Step(f"copy {other.name}"):
                part = self.objects + ".part"
                common.call(["rm", "-rf", part], env=self.env)
                common.call(["cp", "-a", other.objects, part], env=self.env)
                # Commands that build objtool have the path of the directory. Kbuild would
                # execute the new ones, and compile all that objtool has checked again.
                for where, _, names in os.walk(os.path.join(part, "tools")):
                    for name in [os.path.join(where, n) for n in names if n.endswith(".cmd")]:
                        text = common.read_whole(name)
                        common.write_whole(name, text.replace(other.objects.encode() + b"/",
                                                              self.objects.encode() + b"/"))
                os.rename(part, self.objects)

    def configure(self):
        """Write .config if the configuration or the Kconfig files have changed."""
        lines = common.fragment(self.config)
        if self.stock:
            lines += self._not_ours()
        want = self.digest(lines)
        if self.is_configured(want):
            return
        with common.Step(f"config {self.name}"):
            self.write_config(lines)
            got = self.values()
            missing = [k for k, v in sorted(symbols(lines).items()) if got.get(k, "n") != v
                       and not (self.stock and k.endswith("_KUNIT_TEST"))]
            common.write_whole(os.path.join(self.objects, "missing.config"),
                               "".join(k + "\n" for k in missing).encode())
            common.write_whole(os.path.join(self.objects, "missing.why"), self._reasons(lines, missing).encode())
            self.set_configured(want)

    def _reasons(self, config, missing):
        """A line for each symbol that is missing although configs/ does not say so."""
        stated = set() if self.stock else stated_absent(config)
        lines = [f"{name} is available, but configs/ says that it is absent"
                 for name in sorted(stated - set(missing))]
        unstated = [name for name in missing if name not in stated]
        if unstated:
            menus = Kconfig(self.source, self.target().sources)
            values = {k[len("CONFIG_"):]: v for k, v in self.values().items()}
            requested = symbols(config)
            for name in unstated:
                short = name[len("CONFIG_"):]
                # The stock kernel does not know symbols that only we define.
                if not self.stock or short in menus.defined:
                    lines.append(f"{name}={requested[name]} is not available: "
                                 + menus.why(short, requested[name], values))
        return "".join(line + "\n" for line in lines)

    def print_missing(self):
        """Print which symbols the kernel lacks; done on every build."""
        for line in (common.read_whole(os.path.join(self.objects, "missing.why")) or b"").decode().splitlines():
            print(f"    {line}", flush=True)

    def _not_ours(self):
        """Lines that unset, for the stock kernel, the symbols that our kernel lacks."""
        ours = Kernel(False, self.config)
        ours.configure()
        missing = (common.read_whole(os.path.join(ours.objects, "missing.config")) or b"").decode()
        return [f"# {symbol} is not set" for symbol in missing.split()]

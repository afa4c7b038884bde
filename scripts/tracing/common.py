# SPDX-License-Identifier: GPL-2.0
"""Code shared by the scripts: paths, progress lines, locking, files, errors."""

import contextlib
import errno
import fcntl
import os
import re
import subprocess
import sys
import time

REPO = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.join(REPO, "scripts", "tracing")
CACHE = os.environ.get("TRACING_CACHE") or os.path.join(
    os.environ.get("HOME", "/root"), ".cache", "linux-tracing")
SERIES = "6.12"
# Without a terminal, a long step prints a progress line at this interval, in seconds.
SAY_EVERY = float(os.environ.get("SAY_EVERY") or 30)
VERBOSE = os.environ.get("V", "0") not in ("", "0")

# What make and the users of our scripts set, and other Makefiles would take for their own.
VARIABLES = ("O", "V", "W", "C", "ARCH", "CONFIG", "FLAVOUR", "KBUILD_OUTPUT", "KERNEL_SRC",
             "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MODULES", "SCRIPT", "SUFFIX", "TARGET")


class Failure(Exception):
    """An error that is reported to the user as one line."""


def out_dir():
    """The directory of all build products (O=, by default build)."""
    return os.path.abspath(os.environ.get("O") or os.path.join(REPO, "build"))


def debian_kernel(flavour, few):
    """The name of Debian's kernel of a flavour, with all modules or a few."""
    return flavour + ("-qemu" if few else "")


def environment():
    """The environment for the make of another tree: without our own variables."""
    return {name: value for name, value in os.environ.items() if name not in VARIABLES}


def base_dir():
    """The pristine base: KERNEL_SRC, or the unpacked Debian package."""
    src = os.environ.get("KERNEL_SRC")
    base = os.path.abspath(src) if src else os.path.join(CACHE, "linux-source-" + SERIES)
    version = base_version(base)
    if version is None:
        if src:
            raise Failure(f"KERNEL_SRC={src} holds no kernel source")
        raise Failure(f"{base} is missing: run 'make setup'")
    if not version.startswith(SERIES + "."):
        raise Failure(f"{base} is Linux {version}: a {SERIES}.y tree is needed")
    if os.path.exists(os.path.join(base, ".config")) or \
       os.path.exists(os.path.join(base, "include", "config")):
        raise Failure(f"{base} has been built in: run 'make mrproper' there first")
    return base


def base_version(base):
    """The version of a kernel tree; None if the directory is not a kernel tree."""
    found = {}
    try:
        with open(os.path.join(base, "Makefile"), encoding="utf-8") as f:
            for line in f:
                key, sep, value = line.partition("=")
                if sep and key.strip() in ("VERSION", "PATCHLEVEL", "SUBLEVEL"):
                    found[key.strip()] = value.strip()
                if len(found) == 3:
                    break
    except (OSError, UnicodeDecodeError):
        return None
    if len(found) != 3:
        return None
    return f"{found['VERSION']}.{found['PATCHLEVEL']}.{found['SUBLEVEL']}"


def fragment(name):
    """The lines of a configuration, after those of the configurations below it."""
    path = os.path.join(REPO, "configs", name + ".config")
    if not os.path.exists(path):
        known = sorted(n[:-7] for n in os.listdir(os.path.dirname(path)) if n.endswith(".config"))
        raise Failure(f"CONFIG={name} is unknown: known are {' '.join(known)}")
    lines = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            below = re.match(r"# On top of: (\S+)", line)
            lines += fragment(below.group(1)) if below else [line.strip()]
    return lines


def tree_variant(config):
    """The name in the line "# Tree: NAME" of a configuration; empty for the usual tree.

    Such a configuration is built from O/linux-NAME, to which configs/NAME.patch is applied
    in addition to patches/.
    """
    names = [m.group(1) for m in (re.match(r"# Tree: (\S+)", n) for n in fragment(config)) if m]
    return names[-1] if names else ""


def read_list(path):
    """The lines of a list file, without comments and empty lines."""
    with open(path, encoding="utf-8") as f:
        lines = (line.split("#", 1)[0].strip() for line in f)
        return [line for line in lines if line]


class Step:
    """One output line per step: its name, its run time, and a note."""

    def __init__(self, name):
        self.name = name
        self.note = ""
        self.start = time.monotonic()
        self.tty = sys.stdout.isatty() and not VERBOSE
        self.every = 0.2 if self.tty else SAY_EVERY
        self.shown = 0.0 if self.tty else self.start

    def _line(self, note):
        return f"  {self.name:<24} {time.monotonic() - self.start:7.1f} s  {note}".rstrip()

    def progress(self, note):
        """Show the progress: redrawn on a terminal, elsewhere a line per interval."""
        now = time.monotonic()
        if VERBOSE or now - self.shown <= self.every:
            return
        self.shown = now
        if self.tty:
            sys.stdout.write("\r\033[K" + self._line(note))
            sys.stdout.flush()
        else:
            print(self._line(note), flush=True)

    def __enter__(self):
        self.progress("")
        return self

    def __exit__(self, kind, value, trace):
        if self.tty:
            sys.stdout.write("\r\033[K")
        if kind is None:
            print(self._line(self.note), flush=True)
        return False


@contextlib.contextmanager
def lock(directory):
    """Allow one builder at a time in an output directory."""
    os.makedirs(directory, exist_ok=True)
    fd = os.open(os.path.join(directory, ".lock"), os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"  waiting for another make in {directory}", flush=True)
            fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def write_whole(path, data, mode=None):
    """Replace a file atomically."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    tmp = path + ".half"
    with open(tmp, "wb") as f:
        f.write(data)
    if mode is not None:
        os.chmod(tmp, mode)
    os.replace(tmp, path)


def read_whole(path):
    """The contents of a file; None if it does not exist."""
    try:
        with open(path, "rb") as f:
            return f.read()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def call(argv, **kwargs):
    """Run a command without output; the output is part of the error if it fails."""
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **kwargs)
    if done.returncode:
        text = done.stdout.decode(errors="replace").strip()
        raise Failure(f"{' '.join(argv[:3])}... failed:\n{text}")
    return done.stdout


def run(main):
    """Call main(argv); a failure prints one line and exits with status 1."""
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as e:
        print(f"error: {e}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted: run the same command again to continue", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(141)
    except OSError as e:
        if e.errno == errno.ENOSPC:
            print(f"error: no space left on the disk of {out_dir()}: "
                  "free some 6 GB or set O= to another disk", file=sys.stderr)
        elif e.errno in (errno.EACCES, errno.EROFS):
            print(f"error: {e.filename} cannot be written: set O= to a writable directory",
                  file=sys.stderr)
        else:
            print(f"error: {e}", file=sys.stderr)
    sys.exit(1)

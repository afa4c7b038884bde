# SPDX-License-Identifier: GPL-2.0
"""The initramfs of a guest: busybox and additional files in one archive."""

import gzip
import os
import stat
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
from machine import X86, busybox_of  # noqa: E402


class Initramfs:
    """A cpio archive (newc), written without root."""

    def __init__(self):
        self.parts = []
        self.seen = set()
        self.inode = 0

    def _entry(self, path, mode, data=b"", rdev=(0, 0)):
        self.inode += 1
        name = path.encode() + b"\0"
        head = "070701" + "".join(f"{v:08X}" for v in (
            self.inode, mode, 0, 0, 1, 0, len(data), 0, 0, rdev[0], rdev[1], len(name), 0))
        block = head.encode() + name
        block += b"\0" * (-len(block) % 4)
        self.parts.append(block + data + b"\0" * (-len(data) % 4))

    def dirs(self, path):
        """Add a directory and its parents."""
        path = path.strip("/")
        if not path or path in self.seen:
            return
        self.dirs(os.path.dirname(path))
        self.seen.add(path)
        self._entry(path, stat.S_IFDIR | 0o755)

    def file(self, path, data, mode=0o755):
        self.dirs(os.path.dirname(path))
        self._entry(path.strip("/"), stat.S_IFREG | mode, data)

    def link(self, path, to):
        self.dirs(os.path.dirname(path))
        self._entry(path.strip("/"), stat.S_IFLNK | 0o777, to.encode())

    def node(self, path, major, minor):
        self.dirs(os.path.dirname(path))
        self._entry(path.strip("/"), stat.S_IFCHR | 0o600, rdev=(major, minor))

    def tree(self, source, target):
        """Add a file or directory of the host, recursively."""
        if os.path.islink(source):
            self.link(target, os.readlink(source))
        elif os.path.isdir(source):
            self.dirs(target)
            for name in sorted(os.listdir(source)):
                self.tree(os.path.join(source, name), os.path.join(target, name))
        else:
            with open(source, "rb") as f:
                self.file(target, f.read(), os.stat(source).st_mode & 0o777)

    def bytes(self):
        self._entry("TRAILER!!!", 0)
        return gzip.compress(b"".join(self.parts), compresslevel=1)


def add_userland(image, machine=X86):
    """Add busybox under all its names, and the device nodes that init needs."""
    with open(busybox_of(machine), "rb") as f:
        image.file("bin/busybox", f.read())
    # That of the host tells the names, as that of another architecture cannot be executed.
    for name in subprocess.check_output([busybox_of(X86), "--list"], text=True).split():
        if name != "busybox":
            image.link(f"bin/{name}", "busybox")
    for top in ("proc", "sys", "dev", "tmp", "root", "mnt", "run", "guest", "sbin", "usr/bin",
                "var/log"):
        image.dirs(top)
    image.link("usr/bin/env", "/bin/busybox")
    image.node("dev/console", 5, 1)
    image.node("dev/null", 1, 3)
    image.file("etc/passwd", b"root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n",
               0o644)
    image.file("etc/group", b"root:x:0:\nnogroup:x:65534:\n", 0o644)
    image.file("etc/profile", b"PS1='tracing# '\n", 0o644)
    image.tree(os.path.join(common.HERE, "init"), "init")

# SPDX-License-Identifier: GPL-2.0
"""Progress of a kernel build: compiled files, total number of files, time left.

The number of files of a configuration is only known when all of them are compiled,
because kbuild descends into directories during the build. The list configs/files has the
numbers that were last measured; the progress line therefore says "about". A build that
continues an interrupted one counts the existing objects. If the kernel was built before,
only files that depend on a change are compiled again; their number is unknown, and no
total is shown.
"""

import os
import re
import select
import time

import common

COMPILES = re.compile(r"^\s+(CC|AS|HOSTCC)\s")
LINKS = re.compile(r"^\s+(LD\s+vmlinux|MODPOST|NM\s|KSYMS|SORTTAB|OBJCOPY|GZIP|BUILD)")


def lines_of(pipe, tick=1.0):
    """Yield the lines of a pipe; None if no data arrived for a tick, in seconds."""
    rest = b""
    while True:
        if not select.select([pipe], [], [], tick)[0]:
            yield None
            continue
        data = os.read(pipe.fileno(), 65536)
        if not data:
            break
        *whole, rest = (rest + data).split(b"\n")
        for line in whole:
            yield line.decode(errors="replace") + "\n"
    if rest:
        yield rest.decode(errors="replace")


def objects_in(directory):
    """The number of object files below a directory."""
    return sum(name.endswith(".o") for _, _, names in os.walk(directory) for name in names)


def expected():
    """The number of files of each kernel in configs/files, as a dict."""
    lines = common.read_list(os.path.join(common.REPO, "configs", "files"))
    return {name: int(number) for name, number in (line.split() for line in lines)}


class Progress:
    """Count the compilations in the output of make."""

    def __init__(self, total=0, present=0, clock=time.monotonic):
        self.total, self.present, self.clock = total, present, clock
        self.done, self.linking = 0, False
        self.first = None	# when the first file was compiled

    def take(self, line):
        """Process a line that make printed."""
        if COMPILES.match(line):
            if self.first is None:
                self.first = self.clock()
            self.done += 1
        self.linking = bool(LINKS.match(line))

    def left(self):
        """Seconds until all files are compiled; None while there is no estimate."""
        rest = self.total - self.present - self.done
        if rest <= 0 or self.first is None or self.done < 20 or self.clock() - self.first < 5:
            return None
        return (self.clock() - self.first) / self.done * rest

    def note(self):
        """The progress as text."""
        have = self.present + self.done
        if self.linking:
            return f"{have} files, linking"
        if have >= self.total:
            return f"{have} files"
        left = self.left()
        text = f"{have} of about {self.total} files"
        if left is None:
            return text
        return text + (f", about {left / 60:.0f} min left" if left >= 90 else
                       f", about {max(10, round(left, -1)):.0f} s left")

# SPDX-License-Identifier: GPL-2.0
"""How far a build of the kernel is: files compiled, of how many, time left.

How many files a configuration has is not known before all of them are compiled: kbuild
walks the tree as it goes. The list configs/files therefore says how many there were
when it was last measured, and what is shown says "about". A build that goes on where an earlier one was interrupted counts the
objects that it finds. Where a kernel was built before, only what depends on a change
is compiled again, and nobody knows how much that is: no total is shown.
"""

import os
import re
import select
import time

import common

COMPILES = re.compile(r"^\s+(CC|AS|HOSTCC)\s")
LINKS = re.compile(r"^\s+(LD\s+vmlinux|MODPOST|NM\s|KSYMS|SORTTAB|OBJCOPY|GZIP|BUILD)")


def lines_of(pipe, tick=1.0):
    """The lines of a pipe as they come; None when nothing came for a tick, in seconds."""
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
    """How many compiled files stand below a directory."""
    return sum(name.endswith(".o") for _, _, names in os.walk(directory) for name in names)


def expected():
    """Files of each kernel that configs/files names: name -> number."""
    lines = common.read_list(os.path.join(common.REPO, "configs", "files"))
    return {name: int(number) for name, number in (line.split() for line in lines)}


class Progress:
    """Counts what make says that it compiles."""

    def __init__(self, total=0, present=0, clock=time.monotonic):
        self.total, self.present, self.clock = total, present, clock
        self.done, self.linking = 0, False
        self.first = None	# when the first file was compiled

    def take(self, line):
        """A line that make printed."""
        if COMPILES.match(line):
            if self.first is None:
                self.first = self.clock()
            self.done += 1
        self.linking = bool(LINKS.match(line))

    def left(self):
        """Seconds until all files are compiled, None while that cannot be told."""
        rest = self.total - self.present - self.done
        if rest <= 0 or self.first is None or self.done < 20 or self.clock() - self.first < 5:
            return None
        return (self.clock() - self.first) / self.done * rest

    def note(self):
        """The state as a text."""
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

# SPDX-License-Identifier: GPL-2.0
"""Open recordings with KernelShark on a screen of Xvfb."""

import os
import re
import subprocess
import tempfile
import time

from screen import Screen

# KernelShark has to show the files in this time, in seconds.
PATIENCE = 120
SIZE = "1280x1024"
# KernelShark opens a dialog if root starts it, which would hide the window.
SETTINGS = "[General]\nnoRootWarn=true\n"
# What is said on a machine without a desktop, and of a plugin for files of several machines.
HARMLESS = re.compile(r'Loading +"|plugin "kvm_combo" failed to initialize|QStandardPaths|'
                      r"propagateSizeHints|libEGL|MESA|dbus|^\s*$", re.I)


def graph(picture):
    """The colors of tasks in the graph: no gray, and right of the names of the CPUs."""
    found = picture.colors(0.12, 0.25, 0.08)
    return [color for color, pixels in found.items()
            if pixels >= 20 and max(color) - min(color) >= 60]


def blank(picture):
    """What is wrong with a picture that should show a graph and a table."""
    found = picture.colors()
    most = max(found.values()) / (picture.width * picture.height)
    wrong = ""
    if len(found) < 50:
        wrong += f"only {len(found)} colors\n"
    if most > 0.97:
        wrong += f"one color on {most:.1%} of the screen\n"
    if len(graph(picture)) < 3:
        wrong += f"the graph has only the colors {graph(picture)}\n"
    return wrong


def shown(picture_path, path, *others):
    """Open a file, and others on top of it, and write a picture of the screen.

    Return: what is wrong with the screen; what was said if the program has ended; its errors.
    """
    with tempfile.TemporaryDirectory(prefix="kernelshark-") as scratch, \
            Screen(scratch, SIZE) as screen, tempfile.TemporaryFile() as said:
        with open(os.path.join(scratch, "setting.ini"), "w", encoding="utf-8") as file:
            file.write(SETTINGS)
        # Without a window manager, the window would have half of the screen.
        argv = ["kernelshark", "-qwindowgeometry", SIZE + "+0+0", path]
        shark = subprocess.Popen(  # pylint: disable=consider-using-with
            argv + [word for other in others for word in ("-a", other)], cwd=scratch,
            env=dict(screen.environment, KS_USER_CACHE_DIR=scratch), stdin=subprocess.DEVNULL,
            stdout=said, stderr=said)
        try:
            end, last, picture = time.monotonic() + PATIENCE, None, screen.picture()
            # Until the graph is complete: the screen does not change any more.
            while time.monotonic() < end and shark.poll() is None and \
                    (blank(picture) or picture.rows != last):
                time.sleep(2)
                last, picture = picture.rows, screen.picture()
            with open(picture_path, "wb") as file:
                file.write(picture.png())
            alive = shark.poll() is None
        finally:
            shark.kill()
            shark.wait()
        said.seek(0)
        text = said.read().decode(errors="replace")
    wrong = blank(picture)
    errors = [line + "\n" for line in text.splitlines() if not HARMLESS.search(line)]
    return wrong + (text if wrong else ""), "" if alive else text or "it ended", "".join(errors)

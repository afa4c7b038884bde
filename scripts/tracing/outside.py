# SPDX-License-Identifier: GPL-2.0
"""Build modules outside the tree of a kernel, for our kernel and the stock kernel."""

import os
import re
import subprocess

import common
from architectures import HOST, of_kernel


def source_of(kernel):
    """The source tree from which a kernel was built."""
    makefile = (common.read_whole(os.path.join(kernel, "Makefile")) or b"").decode()
    found = re.search(r"^include (\S+)/Makefile$", makefile, re.M)
    places = [found.group(1)] if found else []
    stock = os.path.basename(kernel.rstrip("/")).startswith("stock")
    places.append(os.path.join(os.path.dirname(kernel.rstrip("/")), "base" if stock else "linux"))
    for place in places:
        place = os.path.join(kernel, place)
        if os.path.exists(os.path.join(place, "Kbuild")):
            return os.path.abspath(place)
    raise common.Failure(f"{kernel}: the source tree does not exist: {' '.join(places)}")


def drop_old(kernel, where):
    """Remove modules that are older than the kernel.

    The BTF of a module refers to that of the kernel, but make does not link a module outside
    the tree again if only vmlinux has changed.
    """
    vmlinux = os.path.join(kernel, "vmlinux")
    built = os.path.getmtime(vmlinux) if os.path.exists(vmlinux) else 0
    for part in os.listdir(where):
        path = os.path.join(where, part)
        if part.endswith(".ko") and os.path.getmtime(path) < built:
            os.unlink(path)


def variables(kernel):
    """The variables of make that select the architecture and the compiler of a kernel."""
    arch = of_kernel(kernel) or HOST
    return ([f"ARCH={arch.name}"] if arch != HOST else []) + [f"CC=ccache {arch.prefix}gcc"] + \
        ([f"CROSS_COMPILE={arch.prefix}"] if arch.prefix else [])


def module(kernel, sources, where):
    """Build the module in a source directory for a kernel, in another directory.

    Returns whether the build succeeded; the messages are in where/build.log.
    """
    os.makedirs(where, exist_ok=True)
    for part in os.listdir(sources):
        text = common.read_whole(os.path.join(sources, part))
        if common.read_whole(os.path.join(where, part)) != text:
            common.write_whole(os.path.join(where, part), text)
    drop_old(kernel, where)
    done = subprocess.run(["make", "-C", source_of(kernel), f"O={os.path.abspath(kernel)}",
                           f"M={where}", *variables(kernel), "modules"], env=common.environment(),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    common.write_whole(os.path.join(where, "build.log"), done.stdout)
    return not done.returncode

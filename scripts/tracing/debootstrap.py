# SPDX-License-Identifier: GPL-2.0
"""A Debian system in a directory, made by debootstrap.

debootstrap takes the packages from the mirror that apt of this host uses, and needs root.
"""

import contextlib
import os
import re
import shutil
import subprocess

import common

SUITE = "bookworm"
SBIN = "/usr/local/sbin:/usr/sbin:/sbin"


def apt(*argv):
    """The output of a program of apt; empty if there is no apt."""
    with contextlib.suppress(OSError):
        return subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, check=False).stdout
    return ""


def mirror():
    """The address from which apt of this host takes the packages of the suite."""
    for line in apt("apt-get", "indextargets", "--format",
                    "$(CODENAME) $(ORIGIN) $(COMPONENT) $(REPO_URI)",
                    "Created-By: Packages").splitlines():
        words = line.split()
        if len(words) == 4 and words[:3] == [SUITE, "Debian", "main"]:
            return words[3]
    raise common.Failure(f"apt of this host has no index of Debian's {SUITE}: add its archive "
                         "to the sources of apt, then run 'apt-get update'")


def environment():
    """The environment of debootstrap, with the proxies that apt uses.

    What make exports is not part of it: scripts of packages run make, too.
    """
    env = {name: os.environ[name] for name in
           ("HOME", "TMPDIR", "http_proxy", "https_proxy", "no_proxy") if name in os.environ}
    env.update(LC_ALL="C", DEBIAN_FRONTEND="noninteractive",
               PATH=os.environ.get("PATH", "/usr/bin:/bin") + ":" + SBIN)
    for scheme in ("http", "https"):
        found = re.search(r"^proxy='(.*)'$", apt("apt-config", "shell", "proxy",
                                                  f"Acquire::{scheme}::Proxy"), re.M)
        if found and found.group(1) != "DIRECT":
            env[scheme + "_proxy"] = found.group(1)
    return env


def require_root(what):
    """Debian's packages can only be installed by root."""
    if os.geteuid():
        raise common.Failure(f"{what} needs root: debootstrap and dpkg install packages")


def logged(argv, log, env, what):
    """Run a command whose output goes to a log; the end of it is part of the error."""
    with open(log, "ab") as f:
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=f, stderr=subprocess.STDOUT,
                              env=env, check=False)
    if done.returncode:
        end = (common.read_whole(log) or b"").decode(errors="replace").splitlines()[-10:]
        raise common.Failure("\n".join([f"{what} failed, see {log}:"] + end))


def install(root, packages, log):
    """Install a minimal system and packages into a directory."""
    with contextlib.suppress(FileNotFoundError):
        os.remove(log)
    logged(["debootstrap", "--variant=minbase", "--include=" + ",".join(packages), SUITE, root,
            mirror()], log, environment(), "debootstrap")


def remove(root, names):
    """Remove files and directories of a system."""
    for name in names:
        shutil.rmtree(os.path.join(root, name), ignore_errors=True)


def megabytes(root):
    """The space of a directory in MB."""
    return int(common.call(["du", "-s", "--block-size=1M", root]).split()[0])

# SPDX-License-Identifier: GPL-2.0
"""The architectures that kernels are built for: the one table of them.

'architectures.py ARCH' prints the words that setup-arch needs: Debian's name of the
architecture, and a release that has it.
"""

import dataclasses
import os
import sys


@dataclasses.dataclass(frozen=True)
class Architecture:
    """An architecture that a configuration names in its line "# Architecture: NAME"."""

    name: str			# ARCH= of make, the name of its configuration and its list of packages
    symbol: str			# the symbol that is y in its .config only
    prefix: str = ""		# of the cross compiler, for the kernel
    target: str = "bzImage"	# of make, for the kernel image
    image: str = "arch/x86/boot/bzImage"	# its path in the object directory
    sources: str = "x86"	# its directory below arch/
    debian: str = ""		# Debian's name of it, where setup-arch fetches programs for guests
    release: str = "bookworm"	# a release of Debian that has it
    tested: bool = False	# 'make test ARCH=' knows it


HOST = Architecture("x86_64", "CONFIG_X86_64")
ARCHITECTURES = {entry.name: entry for entry in (
    Architecture("um", "CONFIG_UML", target="vmlinux", image="vmlinux", sources="um"),
    Architecture("i386", "CONFIG_X86_32", debian="i386", tested=True),
    Architecture("arm64", "CONFIG_ARM64", "aarch64-linux-gnu-", "Image", "arch/arm64/boot/Image",
                 "arm64", debian="arm64", tested=True),
    Architecture("riscv", "CONFIG_RISCV", "riscv64-linux-gnu-", "Image", "arch/riscv/boot/Image",
                 "riscv", debian="riscv64", release="trixie", tested=True),
    Architecture("s390", "CONFIG_S390", "s390x-linux-gnu-", "bzImage", "arch/s390/boot/bzImage",
                 "s390", debian="s390x"),
    Architecture("powerpc", "CONFIG_PPC64", "powerpc64le-linux-gnu-", "vmlinux", "vmlinux",
                 "powerpc", debian="ppc64el"))}
# Those with groups of tests of their own.
TESTED = tuple(sorted(name for name, entry in ARCHITECTURES.items() if entry.tested))


def of_kernel(kernel):
    """The architecture of the kernel in a build directory; None if it has no .config."""
    try:
        with open(os.path.join(kernel, ".config"), encoding="utf-8") as f:
            lines = f.read().splitlines()
    except OSError:
        return None
    # UML for x86-64 has CONFIG_X86_64 as well.
    known = [*ARCHITECTURES.values(), HOST]
    return next((entry for entry in known if entry.symbol + "=y" in lines), None)


def main(argv):
    """Print what setup-arch needs for one architecture."""
    entry = ARCHITECTURES.get(argv[0]) if len(argv) == 1 else None
    if not (entry and entry.debian):
        known = " ".join(sorted(n for n, e in ARCHITECTURES.items() if e.debian))
        print(f"error: ARCH={' '.join(argv)} is unknown: known are {known}", file=sys.stderr)
        return 1
    print(entry.debian, entry.release)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

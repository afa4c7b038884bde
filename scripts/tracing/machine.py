# SPDX-License-Identifier: GPL-2.0
"""The machines of guests: what QEMU is told, by the architecture of the kernel."""

import os
import shutil

import common
from architectures import ARCHITECTURES, HOST, of_kernel

# Without these, each of the 32 PCI slots has methods in ACPI's tables, which a kernel with
# KASAN interprets for six seconds.
NO_HOTPLUG = ["-global", "PIIX4_PM.acpi-root-pci-hotplug=off",
              "-global", "PIIX4_PM.acpi-pci-hotplug-with-bridge-support=off"]


class X86:
    """A PC: the console and up to three channels are serial ports."""

    arch = HOST
    program, compiler, cpu = "qemu-system-x86_64", "gcc", "qemu64"
    options = ["-machine", "pc", *NO_HOTPLUG]
    append = "console=ttyS0 panic=-1 no_timer_check tsc=reliable"
    busybox = ("/bin/busybox", "/usr/bin/busybox")

    @staticmethod
    def channels(names):
        """The arguments for channels from the guest to these chardevs."""
        return [word for name in names for word in ("-serial", f"chardev:{name}")]


class I386(X86):
    """A PC with a 32-bit kernel."""

    arch, compiler = ARCHITECTURES["i386"], "i686-linux-gnu-gcc"
    busybox = (os.path.join(common.CACHE, "i386/bin/busybox"),)


class Virt:
    """The machine virt: the console is a serial port, channels are ports of a virtio device."""

    options = ["-machine", "virt"]

    @staticmethod
    def channels(names):
        """The arguments for channels from the guest to these chardevs."""
        return ["-device", "virtio-serial-device"] + [
            word for number, name in enumerate(names, 1)
            for word in ("-device", f"virtserialport,chardev={name},nr={number}")]


class Arm64(Virt):
    """The machine virt of arm64."""

    arch = ARCHITECTURES["arm64"]
    program, compiler, cpu = "qemu-system-aarch64", "aarch64-linux-gnu-gcc", "cortex-a57"
    append = "console=ttyAMA0 panic=-1"
    busybox = (os.path.join(common.CACHE, "arm64/bin/busybox"),)


class Riscv(Virt):
    """The machine virt of riscv, with 64 bits."""

    arch = ARCHITECTURES["riscv"]
    program, compiler, cpu = "qemu-system-riscv64", "riscv64-linux-gnu-gcc", "rv64"
    append = "console=ttyS0 panic=-1"
    busybox = (os.path.join(common.CACHE, "riscv/bin/busybox"),)


MACHINES = (X86, I386, Arm64, Riscv)


def machine_of(kernel):
    """The machine for the kernel in a build directory."""
    arch = of_kernel(kernel)
    for machine in MACHINES:
        if machine.arch == arch and os.path.exists(os.path.join(kernel, machine.arch.image)):
            if not shutil.which(machine.program):
                raise common.Failure(f"{machine.program} is missing: run 'make setup'")
            return machine
    raise common.Failure(f"{kernel} holds no kernel: run 'make kernel' first")


def busybox_of(machine):
    """The static busybox for a machine."""
    for place in machine.busybox:
        if os.path.exists(place):
            return place
    raise common.Failure("busybox is missing: run 'make setup'")

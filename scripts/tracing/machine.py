# SPDX-License-Identifier: GPL-2.0
"""The machines of guests: what QEMU is told, by the architecture of the kernel."""

import os
import shutil

import common

# Without these, each of the 32 PCI slots has methods in ACPI's tables, which a kernel with
# KASAN interprets for six seconds.
NO_HOTPLUG = ["-global", "PIIX4_PM.acpi-root-pci-hotplug=off",
              "-global", "PIIX4_PM.acpi-pci-hotplug-with-bridge-support=off"]


class X86:
    """A PC: the console and up to three channels are serial ports."""

    image, program, compiler, cpu = "arch/x86/boot/bzImage", "qemu-system-x86_64", "gcc", "qemu64"
    options = ["-machine", "pc", *NO_HOTPLUG]
    append = "console=ttyS0 panic=-1 no_timer_check tsc=reliable"
    busybox = ("/bin/busybox", "/usr/bin/busybox")

    @staticmethod
    def channels(names):
        """The arguments for channels from the guest to these chardevs."""
        return [word for name in names for word in ("-serial", f"chardev:{name}")]


class Arm64:
    """The machine virt: the console is a serial port, channels are ports of a virtio device."""

    image, program, compiler, cpu = ("arch/arm64/boot/Image", "qemu-system-aarch64",
                                     "aarch64-linux-gnu-gcc", "cortex-a57")
    options = ["-machine", "virt"]
    append = "console=ttyAMA0 panic=-1"
    busybox = (os.path.join(common.CACHE, "arm64/bin/busybox"),)

    @staticmethod
    def channels(names):
        """The arguments for channels from the guest to these chardevs."""
        return ["-device", "virtio-serial-device"] + [
            word for number, name in enumerate(names, 1)
            for word in ("-device", f"virtserialport,chardev={name},nr={number}")]


def machine_of(kernel):
    """The machine for the kernel in a build directory."""
    for machine in (X86, Arm64):
        if os.path.exists(os.path.join(kernel, machine.image)):
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

# SPDX-License-Identifier: GPL-2.0
"""The functions of a linked x86-64 kernel and their call graph."""

import bisect
import os
import re
import struct
import subprocess

# "ffffffff810010a0:	call   ffffffff81000010 <foo+0x10>", "jmp    *%rax", "call   *0x18(%rbx)"
CALL = re.compile(r"^([0-9a-f]+):\s+(?:\S+ )?(call|jmp|j[a-z]+)\s+(\*?)([^<#\n]*)")


# struct alt_instr: instr_offset, repl_offset, feature and flags, instrlen, replacementlen.
ALTERNATIVE = struct.Struct("<iiIBB")


class Function:
    """A function. A part that the compiler placed elsewhere (.cold) is another function."""

    def __init__(self, address, names):
        self.address, self.names = address, names
        self.calls = {}       # address of the target -> address of the call or jump
        self.indirect = []    # operands of calls through a register or memory
        self.traceable = False

    @property
    def name(self):
        """The name without the suffix that the compiler adds to copies."""
        return self.names[0].split(".")[0]


class Kernel:
    """The kernel in a build directory."""

    def __init__(self, where):
        self.image = os.path.join(where, "vmlinux")
        self.functions, self.data = {}, {}
        self._read_sections()
        self._read_symbols()
        self._read_alternatives()
        self._read_code()
        self._read_sites()

    def _read_sections(self):
        """Read the addresses of all sections."""
        self.sections = {}
        text = subprocess.check_output(["readelf", "-SW", self.image], text=True)
        for name, start, size in re.findall(
                r"^ *\[ *\d+\] (\S+) +\S+ +([0-9a-f]{16}) [0-9a-f]+ ([0-9a-f]+) ", text, re.M):
            self.sections[name] = (int(start, 16), int(start, 16) + int(size, 16))

    def _within(self, section, address):
        first, last = self.sections.get(section, (0, 0))
        return first <= address < last

    def _read_alternatives(self):
        """Assign replacement instructions to the function whose instructions are replaced."""
        self.replaced = []
        first, last = self.sections.get(".altinstructions", (0, 0))
        raw = self.raw(first, last)
        for at in range(0, len(raw) - ALTERNATIVE.size + 1, ALTERNATIVE.size):
            instruction, replacement, _, _, length = ALTERNATIVE.unpack_from(raw, at)
            start = first + at + 4 + replacement
            self.replaced.append((start, start + length, first + at + instruction))
        self.replaced.sort()

    def _read_symbols(self):
        text = subprocess.check_output(["nm", "-n", self.image], text=True)
        names = {}
        for line in text.splitlines():
            address, kind, name = line.split(None, 2)
            if kind in "tTwW":
                names.setdefault(int(address, 16), []).append(name)
            else:
                self.data.setdefault(name, int(address, 16))
        for address, known in names.items():
            self.functions[address] = Function(address, known)
        self.starts = sorted(self.functions)

    def at(self, address):
        """The function that contains an address, or None."""
        if self._within(".altinstr_replacement", address):
            i = bisect.bisect_right(self.replaced, (address, 1 << 64, 0)) - 1
            start, end, where = self.replaced[i]
            return self.at(where) if start <= address < end else None
        # Code of static_cpu_has(), which jumps back to its function.
        if self._within(".altinstr_aux", address):
            return None
        i = bisect.bisect_right(self.starts, address)
        return self.functions[self.starts[i - 1]] if i else None

    def named(self, name):
        """All functions of this name, including copies."""
        return [f for f in self.functions.values()
                if any(n == name or n.startswith(name + ".") and ".cold" not in n
                       for n in f.names)]

    def _read_code(self):
        with subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", self.image],
                              stdout=subprocess.PIPE, text=True) as dump:
            for line in dump.stdout:
                said = CALL.match(line)
                if said:
                    self._note(int(said.group(1), 16), said.group(2), said.group(3),
                               said.group(4).strip())

    def _note(self, where, what, star, operand):
        function = self.at(where)
        if function is None:
            return
        if star:
            function.indirect.append(f"{what} *{operand}")
            return
        try:
            to = int(operand, 16)
        except ValueError:
            return
        callee = self.at(to)
        if callee is not None and (callee is not function or what == "call"):
            function.calls.setdefault(to, where)

    def raw(self, first, last):
        """The bytes between two addresses of data, as linked."""
        text = subprocess.check_output(
            ["objdump", "-s", f"--start-address={first:#x}", f"--stop-address={last:#x}",
             self.image], text=True)
        return b"".join(bytes.fromhex("".join(line.split("  ")[0].split()[1:]))
                       for line in text.splitlines() if re.match(r"^ [0-9a-f]{6,} ", line))

    def words(self, first, last):
        """The data between two addresses as 64-bit words."""
        raw = self.raw(first, last)
        return [int.from_bytes(raw[i:i + 8], "little") for i in range(0, len(raw) - 7, 8)]

    def _read_sites(self):
        for site in self.words(self.data["__start_mcount_loc"], self.data["__stop_mcount_loc"]):
            function = self.at(site)
            if function is not None and site - function.address < 8:
                function.traceable = True

# SPDX-License-Identifier: GPL-2.0
"""The parameters of a kernel, read from its vmlinux.

__setup() and early_param() make entries of 24 bytes between __setup_start and
__setup_end: the address of the string, the address of the function, the flag early.
module_param() and its kin make entries of 40 bytes between __start___param and
__stop___param: the address of the name, and the mode after three pointers.
"""

import struct
import subprocess


class Image:
    """The segments and symbols of a vmlinux."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = f.read()
        start, = struct.unpack_from("<Q", self.data, 32)
        size, count = struct.unpack_from("<HH", self.data, 54)
        self.parts = []
        for i in range(count):
            kind, _, offset, virtual, _, length = \
                struct.unpack_from("<IIQQQQ", self.data, start + i * size)
            if kind == 1:
                self.parts.append((virtual, offset, length))
        out = subprocess.run(["nm", path], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.symbols = {words[2]: int(words[0], 16) for words in map(str.split, out.splitlines())
                        if len(words) == 3}

    def at(self, address):
        """The offset in the file of a virtual address."""
        for virtual, offset, length in self.parts:
            if virtual <= address < virtual + length:
                return address - virtual + offset
        raise ValueError(f"nothing of the file is at {address:x}")

    def text(self, address):
        place = self.at(address)
        return self.data[place:self.data.index(b"\0", place)].decode()

    def table(self, first, last, size):
        """Yield the offsets of the entries between two symbols."""
        for address in range(self.symbols[first], self.symbols[last], size):
            yield self.at(address)


def parameters(path):
    """All parameters of a vmlinux: "KIND NAME" -> mode of the file, if any."""
    image, found = Image(path), {}
    for place in image.table("__setup_start", "__setup_end", 24):
        text, _, early = struct.unpack_from("<QQi", image.data, place)
        found[f"{'early' if early else 'setup'} {image.text(text)}"] = ""
    for place in image.table("__start___param", "__stop___param", 40):
        name, _, _, mode = struct.unpack_from("<QQQH", image.data, place)
        found[f"param {image.text(name)}"] = f"{mode:o}"
    return found

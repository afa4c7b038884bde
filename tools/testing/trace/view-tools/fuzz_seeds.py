#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""fuzz_seeds.py FILE DIR: initial inputs of the fuzz targets, made from a file of mkdat.py.

DIR/seeds-view_map gets the file, DIR/seeds-view_pages its pages once for each output.
"""

import os
import struct
import sys

PAGE = 4096
OUTPUTS = 7


def cpus(data):
    """The pages of each CPU: what follows the word "flyrecord" of a file of version 6."""
    at = data.index(b"flyrecord\0") + len(b"flyrecord\0")
    while True:
        offset, size = struct.unpack_from("<QQ", data, at)
        yield data[offset:offset + size]
        at += 16
        if offset + size >= len(data):
            return


def write(place, name, data):
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, name), "wb") as file:
        file.write(data)


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    write(os.path.join(sys.argv[2], "seeds-view_map"), "scene", data)
    first, second = list(cpus(data))[:2]
    for nr in range(OUTPUTS):
        for flags in (0, 4, 8):
            head = struct.pack("<BBH", nr, flags, len(first))
            write(os.path.join(sys.argv[2], "seeds-view_pages"), f"{nr}-{flags}",
                  head + first + second)


if __name__ == "__main__":
    main()

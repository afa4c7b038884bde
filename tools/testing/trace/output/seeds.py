#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Initial inputs of the fuzz targets record and page: seeds.py DIRECTORY-OF-BOTH."""

import os
import struct
import sys

HOW = bytes(32)		# struct record_how of record.h
SIZE = 88


def record(kind):
    """A record of a type, with words that locate strings after its fixed part."""
    fixed = struct.pack("<HBBi", kind, 1, 2, 7) + bytes(range(0x10, 0x20)) * 2
    return (fixed[:32] + struct.pack("<III", 76 | 4 << 16, 40 | 4 << 16, 80)).ljust(SIZE, b"\0")


def event(rec):
    """A record of a page of a ring buffer, 5 ns after the one before it."""
    return struct.pack("<I", len(rec) // 4 | 5 << 5) + rec


def main():
    for kind in (*range(1, 24), *range(40, 44)):
        for target, data in ("record", record(kind)), ("page", event(record(kind)) * 2):
            where = os.path.join(sys.argv[1], f"seeds-{target}")
            os.makedirs(where, exist_ok=True)
            with open(os.path.join(where, str(kind)), "wb") as f:
                f.write(HOW + data)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: GPL-2.0
"""A screen of Xvfb, and pictures of it without a program for screenshots."""

import collections
import os
import struct
import subprocess
import zlib


class Picture:
    """What was on a screen: rows of pixels, each of which is red, green and blue."""

    def __init__(self, width, height, rows):
        self.width, self.height, self.rows = width, height, rows

    @classmethod
    def of_xwd(cls, data):
        """Parse the file of Xvfb's -fbdir: X11/XWDFile.h describes its header."""
        head = struct.unpack_from(">25I", data)
        size, width, height, order, bits, line = (head[i] for i in (0, 4, 5, 7, 11, 12))
        if bits != 32 or order != 0 or head[14:17] != (0xff0000, 0xff00, 0xff):
            raise ValueError(f"the screen has {bits} bits per pixel, masks {head[14:17]}")
        start, rows = size + head[19] * 12, []
        for number in range(height):
            # Blue, green, red, and a byte that is not used.
            pixels = data[start + number * line:start + number * line + width * 4]
            row = bytearray(width * 3)
            row[0::3], row[1::3], row[2::3] = pixels[2::4], pixels[1::4], pixels[0::4]
            rows.append(bytes(row))
        return cls(width, height, rows)

    def colors(self, top=0.0, bottom=1.0, left=0.0):
        """How many pixels have each color: of all, or of a part of the height and width."""
        found, begin = collections.Counter(), int(self.width * left) * 3
        for row in self.rows[int(self.height * top):int(self.height * bottom)]:
            found.update(zip(row[begin::3], row[begin + 1::3], row[begin + 2::3]))
        return found

    def png(self):
        """The picture as a file."""
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + \
                struct.pack(">I", zlib.crc32(kind + data))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(
            b"IDAT", zlib.compress(b"".join(b"\0" + row for row in self.rows))) + chunk(b"IEND", b"")


class Screen:
    """A screen of Xvfb, for programs that are started with its environment."""

    def __init__(self, directory, size):
        self.directory, self.size, self.server, self.environment = directory, size, None, None

    def __enter__(self):
        mine, its = os.pipe()
        # Not "with": the server lives as long as this object.
        self.server = subprocess.Popen(  # pylint: disable=consider-using-with
            ["Xvfb", "-displayfd", str(its), "-screen", "0", self.size + "x24", "-fbdir",
             self.directory, "-nolisten", "tcp", "-noreset"], pass_fds=[its],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(its)
        with os.fdopen(mine) as pipe:
            number = pipe.readline().strip()
        if not number:
            self.server.kill()
            raise OSError(f"Xvfb ended with status {self.server.wait()}")
        self.environment = dict(os.environ, DISPLAY=":" + number, QT_QPA_PLATFORM="xcb",
                                HOME=self.directory, XDG_RUNTIME_DIR=self.directory,
                                LIBGL_ALWAYS_SOFTWARE="1")
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def picture(self):
        """What is on the screen now."""
        with open(os.path.join(self.directory, "Xvfb_screen0"), "rb") as file:
            return Picture.of_xwd(file.read())

# SPDX-License-Identifier: GPL-2.0
"""The files that a script leaves in /guest/output: init sends them as a tar.gz at the end."""

import os
import tarfile
import zlib

import common


def members(archive):
    """The directories and regular files of an archive: (path, contents or None)."""
    for member in archive:
        path = os.path.normpath(member.name)
        if path.startswith(("/", "..")):
            raise common.Failure(f"the guest sent the file {member.name}")
        if member.isdir():
            yield path, None
        elif member.isfile():
            yield path, archive.extractfile(member).read()


def unpack(path, directory):
    """Write the files of an archive into a directory. An empty file has no files."""
    os.makedirs(directory, exist_ok=True)
    if not os.path.exists(path) or not os.path.getsize(path):
        return
    try:
        with tarfile.open(path, "r:gz") as archive:
            for name, data in members(archive):
                target = os.path.join(directory, name)
                if data is None:
                    os.makedirs(target, exist_ok=True)
                else:
                    common.write_whole(target, data)
    except (tarfile.TarError, EOFError, zlib.error) as e:
        raise common.Failure(f"the files of /guest/output are not complete: {e}") from e

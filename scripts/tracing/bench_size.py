# SPDX-License-Identifier: GPL-2.0
"""The size of the subsystem in a built kernel, and of a disabled site."""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
from bench_table import Row  # noqa: E402

ARCHIVES = ("kernel/trace/built-in.a", "fs/tracefs/built-in.a")
OBJECTS = ("kernel/tracepoint.o", "arch/x86/kernel/ftrace.o", "arch/x86/kernel/ftrace_64.o",
           "arch/x86/kernel/ftrace_trampolines_64.o")

# Kernel markers, which the stock kernel does not have.
NEW = ("kernel/trace/marker/", "kernel/trace/tracepoint/marker_sites.o")

ROWS = (
    Row("size", "size", "bytes", 0.70, "text + data + bss of the subsystem without clients and markers"),
    Row("size-text", "size", "bytes", None, "code and constants, including the tables of the unwinder"),
    Row("size-data", "size", "bytes", None, "data"),
    Row("size-bss", "size", "bytes", None, "bss"),
    Row("inline-event", "size", "bytes", None, "a disabled event, bytes in the straight path of its function"),
    Row("inline-event-all", "size", "bytes", None, "the same, with the bytes out of line"),
    Row("inline-function", "size", "bytes", None, "the patch site of an untraced function"),
)


def clients():
    """Objects in kernel/trace whose sources both kernels take from the base."""
    kept = [p[1:] for p in common.read_list(os.path.join(common.HERE, "owned-paths"))
            if p.startswith("!kernel/trace/")]
    return tuple(re.sub(r"\.[ch]$", ".o", p) for p in kept)


def objects(kernel):
    """The objects of the subsystem, relative to the directory of a kernel."""
    found = list(OBJECTS)
    for archive in ARCHIVES:
        listed = subprocess.run(["ar", "t", archive], cwd=kernel, text=True, check=True,
                                stdout=subprocess.PIPE).stdout.split()
        where = os.path.dirname(archive)
        found += [p if os.path.exists(os.path.join(kernel, p)) else os.path.join(where, p)
                  for p in listed]
    return [p for p in dict.fromkeys(found) if os.path.exists(os.path.join(kernel, p))]


def members(kernel):
    """The objects that are compared with the stock kernel."""
    return [p for p in objects(kernel) if not p.startswith(clients() + NEW)]


def functions(kernel):
    """Names of all functions in the objects of the subsystem."""
    output = subprocess.run(["nm"] + objects(kernel), cwd=kernel, text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    return sorted(set(re.findall(r"^[0-9a-f]+ [tT] (\S+)$", output, re.M)))


def sizes(kernel):
    """{'size-text': bytes, ...} of the subsystem in a kernel."""
    done = subprocess.run(["size", "-t"] + members(kernel), cwd=kernel, text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    text, data, bss = (int(n) for n in done.splitlines()[-1].split()[:3])
    return {"size-text": text, "size-data": data, "size-bss": bss, "size": text + data + bss}


# In the disassembly: the start of a function; address and text of an instruction.
FUNCTION = re.compile(r"^[0-9a-f]+ <(bench_inline_\w+)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\t[0-9a-f ]+\t(.*)$")


def straight(listing):
    """Parse objdump -d: {function: (bytes up to the first return, bytes up to the last
    instruction)}."""
    found, name, start = {}, None, 0
    first = last = None
    for line in listing.splitlines() + [""]:
        opens, step = FUNCTION.match(line), INSTRUCTION.match(line)
        if opens or not line.strip():
            if name and first is not None:
                found[name] = (first, last)
            name, first, last = (opens.group(1) if opens else None), None, None
            start = int(line.split()[0], 16) if opens else 0
        elif step and name:
            at, text = int(step.group(1), 16) - start, step.group(2)
            if re.match(r"(ret|jmp\s+.*__x86_return_thunk)", text) and first is None:
                first = at
            if not re.match(r"(nop|data16|cs nop|xchg\s+%ax,%ax)", text):
                last = at
    return found


def inline(object_file):
    """Bytes that a disabled site adds to its function, from inline.o of the module."""
    if not object_file or not os.path.exists(object_file):
        return {}
    listing = subprocess.run(["objdump", "-d", "-w", object_file], text=True, check=True,
                             stdout=subprocess.PIPE).stdout
    found = straight(listing)
    none = found.get("bench_inline_none")
    result = {}
    for kind in ("event", "function", "marker"):
        of = found.get("bench_inline_" + kind)
        if none and of:
            result["inline-" + kind] = of[0] - none[0]
            if kind != "function":
                result[f"inline-{kind}-all"] = of[1] - none[1]
    return result

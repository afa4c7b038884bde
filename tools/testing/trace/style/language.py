# SPDX-License-Identifier: GPL-2.0
"""The rules of language that each source file keeps; used by 'run' of this directory."""

import os
import re
import subprocess

# Words that older comments used for components, layers and filters. A word in an
# identifier counts as well.
RETIRED = re.compile(r"(?<![a-z])(rooms?|floors?|doors?|houses?|nobody|seats?|sieves?)(?![a-z])", re.I)

# A member or parameter that is described by a pronoun or a question word alone.
EMPTY = re.compile(r"^\s*\*\s*@[\w.]+:\s*(it|its|they|them|he|him|who|whom|whose|which|what|that|"
                   r"this|those|these|so|how many|how much|how|where|when|whether|why|likewise|"
                   r"for it|of it|its own|the same)[.;,]?\s*$")

# Prefixes of static functions that a component has beside its own name and the name of
# the file.
PREFIXES = {
    "lib": ("trace",),
    "clock": ("trace_clock",),
    "ring": ("ring_buffer", "rb"),
    "ftrace": ("ftrace", "func_probe"),
    "fgraph": ("ftrace_graph",),
    "tracepoint": ("tp", "syscall", "irq", "preempt", "trace_preempt", "trace_hardirqs"),
    "event": ("trace_event", "perf_trace"),
    "control": ("tracing",),
    "dynevent": ("dyn_event", "synth", "kprobe", "eprobe", "trace_probe"),
    "hist": ("hist", "trigger"),
    "source": ("trace_printk", "blk"),
}

# The file is its own component, its name says nothing of it, or users know the names.
FILES = {
    "kernel/tracepoint.c": ("tracepoint", "tp"),
    "kernel/trace/dynevent/bpf.h": ("trace_kprobe",),
    "arch/x86/kernel/ftrace.c": ("ftrace", "arch_ftrace", "x86_ftrace"),
    "arch/x86/kernel/ftrace_text.h": ("x86_ftrace",),
    "arch/x86/kernel/ftrace_trampolines_32.c": ("ftrace", "arch_ftrace", "x86_ftrace"),
    "arch/x86/kernel/ftrace_trampolines_64.c": ("arch_ftrace", "x86_ftrace"),
    "kernel/trace/fgraph/arch_i386.c": ("ftrace", "prepare_ftrace"),
}

STATIC = re.compile(r"^static\s+(?!struct\s+\w+\s*=)[^;={}()]*?\b(\w+)\(", re.M)
NOT_A_FUNCTION = re.compile(r"^(DEFINE|DECLARE|LIST_HEAD|BLOCKING|ATOMIC|RAW|__|if$|while$|for$|"
                            r"EXPORT|MODULE|KUNIT|TRACE_EVENT|BUILD|noinline|const$)")


def stems(name):
    """The prefixes that the path of a file allows."""
    *parts, last = name.split("/")
    stem = re.sub(r"\.[chS]$", "", last).replace("-", "_")
    allowed = [stem, *FILES.get(name, ())]
    # Of a name of several words the first ones will do.
    pieces = stem.split("_")
    allowed += ["_".join(pieces[:n]) for n in range(1, len(pieces))]
    for part in parts:
        if part not in ("kernel", "trace", "arch", "x86", "fs"):
            allowed += [part, *PREFIXES.get(part, ())]
    # A singular will do for a plural.
    return set(allowed) | {word[:-1] for word in allowed if word.endswith("s")}


def prefixes(name, text):
    """Static functions without the prefix of their file or component."""
    allowed = stems(name)
    for found in STATIC.finditer(text):
        function = found.group(1)
        if NOT_A_FUNCTION.match(function) or function.isupper():
            continue
        # A macro stamps functions whose names begin with its argument.
        if function.startswith("_"):
            continue
        if not any(function == word or function.startswith(word + "_") for word in allowed):
            line = text.count("\n", 0, found.start(1)) + 1
            yield f"{name}:{line}: {function}() has no prefix of its file or component"


def words(name, text):
    """Retired words, and members that are described by a pronoun."""
    for number, line in enumerate(text.split("\n"), 1):
        for word in RETIRED.findall(line.replace("_", " ")):
            yield f"{name}:{number}: the word '{word}'"
        if EMPTY.match(line):
            yield f"{name}:{number}: a description that says nothing: {line.strip(' *')}"


DECLARED = re.compile(r"^(?!static|typedef|struct\s+\w+\s*\{|#|extern\s+(?:const\s+)?(?:struct|unsigned|int|bool|char)\s+[^(]*;)"
                      r"((?:[a-z_][\w\s]*?[\s*]))(\w+)\([^;{}]*\)[^;{}()]*;", re.M)
INLINE = re.compile(r"^static (?:__always_inline|inline)\b([^;={}()]*?)\b(\w+)\(", re.M)


def kernel_docs(texts):
    """{function: text of its kernel-doc} in some files."""
    docs = {}
    for text in texts:
        for block in re.findall(r"^/\*\*\n(.*?)\*/", text, re.M | re.S):
            found = re.match(r" \* (?:struct |enum |union )?(\w+)(?:\(\))?\s*[-:]", block)
            if found:
                docs[found.group(1)] = block
    return docs


def undocumented(name, text, docs):
    """Functions of an interface header without kernel-doc, Context: or Return:."""
    # Stubs of options that are off repeat what is documented.
    for pattern in (DECLARED, INLINE):
        for found in pattern.finditer(text):
            kind, function = found.groups()
            line = text.count("\n", 0, found.start(2)) + 1
            if NOT_A_FUNCTION.match(function):
                continue
            doc = docs.get(function)
            if doc is None:
                yield f"{name}:{line}: {function}() has no kernel-doc"
                continue
            if "Context:" not in doc:
                yield f"{name}:{line}: the kernel-doc of {function}() has no Context:"
            if not re.search(r"\bvoid\s*$", kind.rstrip()) and "Return:" not in doc and "*" not in kind \
                    and "void" not in kind:
                yield f"{name}:{line}: the kernel-doc of {function}() has no Return:"


def of_kernel(name):
    """Whether a file is part of the kernel."""
    return name.startswith(("kernel/", "fs/", "arch/"))


def kernel_doc(base, repo, names):
    """Warnings of the base's kernel-doc script about those of these files that are the kernel's."""
    paths = [os.path.join(repo, name) for name in names if of_kernel(name)]
    if not paths:
        return []
    done = subprocess.run([os.path.join(base, "scripts", "kernel-doc"), "-none", "-Wall", *paths],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return [line for line in done.stdout.splitlines() if "warning:" in line or "error:" in line]


def interface_docs(repo, name):
    """Complaints about the interface header of a component."""
    where, header = os.path.split(name)
    if header != os.path.basename(where) + ".h" or not name.startswith("kernel/trace/"):
        return []
    texts = []
    for top, _, files in os.walk(os.path.join(repo, where)):
        for one in files:
            if one.endswith((".c", ".h")):
                with open(os.path.join(top, one), encoding="utf-8") as f:
                    texts.append(f.read())
    with open(os.path.join(repo, name), encoding="utf-8") as f:
        return undocumented(name, f.read(), kernel_docs(texts))


def complaints(repo, name):
    """What is wrong with the language of a file, but for what kernel-doc finds."""
    with open(os.path.join(repo, name), encoding="utf-8") as f:
        text = f.read()
    lines = list(words(name, text))
    if of_kernel(name):
        # The functions of public headers have the names that their users know.
        lines += prefixes(name, text) if "/include/" not in name else []
        lines += interface_docs(repo, name)
    return lines

# SPDX-License-Identifier: GPL-2.0
"""The declarations in headers, as seen by the compiler.

The compiler reads a file that includes the headers, with the flags of a kernel build, and
reports prototypes through -aux-info, types through debug information, and macros through
-dD. Only declarations in the requested headers count. A declaration is "KIND NAME" with
the properties that users can depend on; names of parameters, function bodies, values of
macros and the order of members are left out. Structures of the user-space interface are
listed with the offsets of their members.
"""

import os
import re
import subprocess

MARKER = re.compile(r'^# (\d+) "([^"]*)"')
DEFINE = re.compile(r"^#(define) (\w+)(\([^)]*\))?")
GUARD = re.compile(r"_[A-Z_]*_H_*$")
GENERATED = re.compile(r"__compiletime_assert_")
AUX = re.compile(r"^/\* ([^:]*):\d+:[NIO]([CDF]) \*/ (.*)$")
TAG = re.compile(r"^ <([0-9a-f]+)><([0-9a-f]+)>: Abbrev Number: \d+ \((DW_TAG_\w+)\)")
ATTRIBUTE = re.compile(r"^    <[0-9a-f]+>\s+(DW_AT_\w+)\s*:\s?(.*)$")
WORDS = ("int", "char", "long", "short", "unsigned", "void", "const", "volatile")
VARIABLE = re.compile(r"\bextern\b(?P<text>[^;{}]*);")


class Failure(Exception):
    """The headers do not compile."""


def compiler_flags(kernel, source):
    """The compiler flags of init/main.c in this kernel, with the headers of source."""
    with open(os.path.join(kernel, "init", ".main.o.cmd"), encoding="utf-8") as f:
        command = f.readline().split(":=", 1)[1].split(";", 1)[0].split()
    built_from = command[-1][:-len("/init/main.c")]
    end = command.index("-c")
    flags = [w for w in command[:end] if not w.startswith(("-W", "-g", "-f", "-m"))]
    if flags[0].endswith("ccache"):
        flags = flags[1:]
    return [re.sub(r"^(-I)?" + re.escape(built_from) + r"(?=/|$)",
                   lambda m: (m.group(1) or "") + source, w) for w in flags] + ["-m64"]


class Compiler:
    """The compiler of one kernel, and the selection of its source files."""

    def __init__(self, kernel, source, counts):
        self.kernel, self.source, self.counts = kernel, source, counts
        self.flags = compiler_flags(kernel, source)
        self.names = {}
        # Functions declared in the headers, and functions defined in the headers.
        self.declared, self.defined = set(), set()

    def path(self, name):
        """The path of a file relative to the source tree; None for other files."""
        if name not in self.names:
            full = os.path.normpath(os.path.join(self.kernel, name))
            inside = os.path.relpath(full, self.source)
            self.names[name] = None if inside.startswith("..") else inside
        return self.names[name]

    def of(self, name):
        """True if declarations in this file count."""
        return self.path(name) is not None and self.counts(self.path(name))

    def run(self, argv):
        done = subprocess.run(argv, cwd=self.kernel, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        if done.returncode:
            raise Failure(done.stderr)
        return done.stdout

    def compile(self, text, place, extra=(), assembly=False):
        """All declarations in the headers that this text includes."""
        name = place + (".S" if assembly else ".c")
        with open(name, "w", encoding="utf-8") as f:
            f.write(text)
        flags = self.flags + list(extra)
        found = dict(self.macros(self.run(flags + ["-E", "-dD", name])))
        if assembly:
            return found
        self.run(flags + ["-g", "-gdwarf-4", "-fno-eliminate-unused-debug-types", "-O2",
                          "-aux-info", place + ".aux", "-c", "-o", place + ".o", name])
        found.update(self.prototypes(place + ".aux"))
        found.update(self.variables(self.run(flags + ["-E", name])))
        dump = self.run(["readelf", "--debug-dump=info", place + ".o"])
        lines = self.run(["readelf", "--debug-dump=rawline", place + ".o"])
        found.update(Types(dump, files_of(lines), self.of).tell())
        return found

    def macros(self, text):
        """All macros that are defined, with their parameters."""
        here = None
        for line in text.splitlines():
            marker, define = MARKER.match(line), DEFINE.match(line)
            if marker:
                here = marker.group(2)
            elif define and here and self.of(here) and not GUARD.match(define.group(2)):
                yield "macro " + define.group(2), parameters(define.group(3))

    def prototypes(self, aux):
        """All functions, declared or inline."""
        with open(aux, encoding="utf-8") as f:
            for line in f:
                said = AUX.match(line.strip())
                if said and self.of(said.group(1)):
                    text = re.sub(r"/\*.*?\*/", "", said.group(3)).strip().rstrip(";")
                    text = re.sub(r"^(extern|static) ", "", text)
                    name = re.search(r"(\w+) \(", text).group(1)
                    if not GENERATED.match(name):
                        (self.declared if said.group(2) == "C" else self.defined).add(name)
                        yield "function " + name, nameless(text)

    def variables(self, text):
        """All variables that are declared as extern."""
        here, kept = None, []
        for line in text.splitlines():
            marker = MARKER.match(line)
            if marker:
                here = marker.group(2)
            elif here and self.of(here):
                kept.append(line)
        for said in VARIABLE.finditer(" ".join(kept)):
            line = re.sub(r"__attribute__\(\(.*?\)\)+", "", said.group("text"))
            line = re.sub(r"\s+", " ", line).strip()
            name = re.match(r"^[\w *]*?\b(\w+)( ?\[[^]]*\])*$", line)
            pointer = re.match(r"^[\w *]*\( ?\* ?(?:const )?(\w+)\)", line)
            if name or pointer:
                yield "variable " + (name or pointer).group(1), line


def nameless(text):
    """A prototype without the parameter names that -aux-info prints for inlines."""
    head, _, words = text.rpartition(" (")
    kept = []
    for word in words.rstrip(")").split(", "):
        named = re.match(r"^(.*?[ *])(\w+)$", word)
        plain = named and named.group(1).strip() and named.group(2) not in WORDS and \
            not re.match(r"^((const|volatile|struct|union|enum|unsigned|signed) ?)+$",
                         named.group(1))
        kept.append(named.group(1).strip() if plain else word)
    return f"{head} ({', '.join(kept)})"


def parameters(text):
    """Macro parameters without their names: their number, and whether they are variadic."""
    if text is None:
        return ""
    words = [w.strip() for w in text.strip("()").split(",")]
    return "(" + ", ".join("..." if w.endswith("...") else "x" for w in words if w) + ")"


def files_of(lines):
    """Map file numbers of the debug information to paths."""
    dirs, files, where = {0: ""}, {}, None
    for line in lines.splitlines():
        if "The Directory Table" in line:
            where = "dirs"
        elif "The File Name Table" in line:
            where = "files"
        elif "Line Number Statements" in line:
            break
        words = line.strip().split("\t")
        if where == "dirs" and len(words) == 2 and words[0].isdigit():
            dirs[int(words[0])] = words[1]
        elif where == "files" and len(words) == 5 and words[0].isdigit():
            files[int(words[0])] = os.path.join(dirs.get(int(words[1]), ""), words[4])
    return files


class Types:
    """Structures, enums and typedefs from the debug information."""

    def __init__(self, dump, files, of):
        self.files, self.of = files, of
        self.entries, self.top = {}, []
        path, entry = [], None
        for line in dump.splitlines():
            tag = TAG.match(line)
            if tag:
                depth = int(tag.group(1), 16)
                entry = {"tag": tag.group(3)[7:], "children": []}
                self.entries[tag.group(2)] = entry
                del path[depth:]
                if path:
                    path[-1]["children"].append(entry)
                if depth == 1:
                    self.top.append(entry)
                path.append(entry)
                continue
            said = ATTRIBUTE.match(line)
            if said and entry is not None:
                value = re.sub(r"^\((indirect|alt indirect)[^)]*\): ", "", said.group(2)).strip()
                entry[said.group(1)[6:]] = value

    def target(self, entry):
        return self.entries.get(entry["type"].strip("<>").replace("0x", "")) if "type" in entry \
            else None

    def name(self, entry):
        """A type in a notation similar to C."""
        if entry is None:
            return "void"
        tag, below = entry["tag"], self.target(entry)
        if tag == "pointer_type":
            return self.name(below) + " *"
        if tag in ("const_type", "volatile_type"):
            return self.name(below) + " " + tag[:-5]
        if tag == "array_type":
            sizes = "".join(f"[{self.bound(c)}]" for c in entry["children"])
            return self.name(below) + " " + sizes
        if tag == "subroutine_type":
            words = [self.name(self.target(c)) if c["tag"] == "formal_parameter" else "..."
                     for c in entry["children"]]
            return f"{self.name(below)} ({', '.join(words)})"
        if tag in ("structure_type", "union_type", "enumeration_type"):
            kind = {"s": "struct", "u": "union", "e": "enum"}[tag[0]]
            if "name" in entry:
                return f"{kind} {entry['name']}"
            return kind + " { " + " ".join(f"{self.name(self.target(c))} {c.get('name', '')};"
                                           for c in entry["children"]) + " }"
        return entry.get("name", tag)

    @staticmethod
    def bound(entry):
        if "upper_bound" in entry:
            return str(int(entry["upper_bound"].split()[0], 0) + 1)
        return entry.get("count", "")

    def members(self, entry, name, offsets):
        for child in entry["children"]:
            if child["tag"] != "member":
                continue
            below = self.target(child)
            if "name" not in child and below and below["tag"] in ("structure_type", "union_type"):
                yield from self.members(below, name, offsets)
                continue
            bits = ":" + child["bit_size"] if "bit_size" in child else ""
            at = f" at {child.get('data_member_location', 0)}" if offsets else ""
            yield f"member {name}.{child.get('name', '?')}", self.name(below) + bits + at

    def tell(self):
        for entry in self.top:
            number = entry.get("decl_file", "").split()
            here = self.files.get(int(number[0])) if number and number[0].isdigit() else None
            if here is None or not self.of(here):
                continue
            tag, name = entry["tag"], entry.get("name")
            if tag in ("structure_type", "union_type") and name and "declaration" not in entry:
                kind = "struct" if tag[0] == "s" else "union"
                yield f"{kind} {name}", ""
                yield from self.members(entry, name, "uapi/" in here)
            elif tag == "enumeration_type":
                for child in entry["children"]:
                    yield "enum " + child["name"], child["const_value"] if "uapi/" in here else ""
            elif tag == "typedef" and name:
                yield "typedef " + name, self.name(self.target(entry))

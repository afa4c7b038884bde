# SPDX-License-Identifier: GPL-2.0
"""Find out why a configuration symbol does not have the requested value.

Reads the Kconfig files of a kernel tree as far as this requires: where a symbol is
defined, its dependencies (its own lines, and the menus and conditions around it),
whether it has a prompt, and which symbols select it.
"""

import os
import re

KEYWORD = re.compile(r"\s*([a-z_]+)\b\s*(.*)")
TOKEN = re.compile(r'\s*(\$\([^()]*(?:\([^()]*\)[^()]*)*\)|"[^"]*"|\'[^\']*\'|&&|\|\||!=|<=|>=|[!=<>()]|[^\s!=<>()&|]+)')
TYPES = ("bool", "tristate", "int", "hex", "string")
LEVELS = {"n": 0, "m": 1, "y": 2}


class Definition:
    """One 'config NAME' entry."""

    def __init__(self, around):
        self.needs = list(around)	# expressions that must be true, those of menus first
        self.prompt = None		# the condition of its prompt, "y" for none
        self.choice = None		# the choice that contains it


class Kconfig:
    """All definitions of a tree: name -> list of Definition, name -> selecting symbols."""

    def __init__(self, source, arch="x86"):
        self.source, self.arch = source, arch
        self.defined, self.selected = {}, {}
        self._choices = 0
        self._read("Kconfig", [])

    def _lines(self, path):
        """Yield the logical lines of a file, without help texts and comments."""
        with open(os.path.join(self.source, path), encoding="utf-8", errors="replace") as f:
            raw = f.read().replace("\\\n", " ").expandtabs(8).split("\n")
        depth = None	# indentation of the help text being skipped; -1 before its first line
        for line in raw:
            indent = len(line) - len(line.lstrip())
            if depth is not None and line.strip():
                if depth < 0 and indent:
                    depth = indent
                if 0 < depth <= indent:
                    continue
                depth = None
            if depth is not None:
                continue
            text = re.sub(r"(^|\s)#.*", "", line).strip()
            if text in ("help", "---help---"):
                depth = -1
            elif text:
                yield text

    def _read(self, path, around):
        """Read a file that is sourced inside these blocks of conditions."""
        blocks = list(around)
        holder = None		# the entry that attribute lines belong to
        for text in self._lines(path):
            word, rest = KEYWORD.match(text).groups() if KEYWORD.match(text) else ("", "")
            if word in ("config", "menuconfig"):
                holder = Definition([e for block in blocks for e in block])
                holder.choice = next((b.choice for b in reversed(blocks) if isinstance(b, Choice)), None)
                self.defined.setdefault(rest, []).append(holder)
                name = rest
            elif word in ("menu", "choice", "if"):
                if word == "choice":
                    self._choices += 1
                holder = Choice(self._choices) if word == "choice" else Block()
                if word == "if":
                    holder.append(rest)
                blocks.append(holder)
            elif word in ("endmenu", "endchoice", "endif"):
                blocks.pop()
                holder = None
            elif word in ("source", "rsource", "osource", "orsource"):
                self._source(word, path, rest.strip("\"'"), blocks)
                holder = None
            elif word == "comment" or holder is None:
                holder = None
            elif word == "depends":
                expression = re.sub(r"^on\s+", "", rest)
                (holder.needs if isinstance(holder, Definition) else holder).append(expression)
            elif isinstance(holder, Definition):
                self._of_symbol(holder, name, word, rest)

    @staticmethod
    def _condition(rest):
        """The condition after 'if', outside of quotes."""
        condition = re.search(r"\bif\s+(.*)$", re.sub(r'"(?:[^"\\]|\\.)*"', '""', rest))
        return condition.group(1) if condition else "y"

    def _of_symbol(self, holder, name, word, rest):
        if word in TYPES + ("prompt",) and rest[:1] in ("\"", "'"):
            holder.prompt = self._condition(rest)
        elif word in ("select", "imply"):
            self.selected.setdefault(rest.split()[0], []).append((name, word))

    def _source(self, word, path, source, blocks):
        source = source.replace("$(SRCARCH)", self.arch).replace("$SRCARCH", self.arch)
        if word in ("rsource", "orsource"):
            source = os.path.join(os.path.dirname(path), source)
        if os.path.exists(os.path.join(self.source, source)):
            self._read(source, blocks)

    def why(self, name, want, values):
        """One line: why NAME is not WANT, given the values of all symbols."""
        known = self.defined.get(name)
        if not known:
            return "unknown to this kernel's Kconfig"
        if all(d.prompt is None for d in known):
            by = sorted({s for s, how in self.selected.get(name, []) if how == "select"})
            listed = ", ".join(f"{s} (={values.get(s, 'n')})" for s in by[:4]) + (", ..." if by[4:] else "")
            return "has no prompt; " + (f"selected by {listed}" if by else "nothing selects it")
        if LEVELS.get(want, 2) == 0:
            by = sorted({s for s, how in self.selected.get(name, [])
                         if how == "select" and values.get(s, "n") != "n"})
            return "selected by " + ", ".join(by) if by else "its default is y and it has no prompt"
        prompted = [d for d in known if d.prompt is not None]
        lacks = [self.unmet(d.needs + [d.prompt], LEVELS.get(want, 2), values) for d in prompted]
        if all(lacks):
            return "needs " + ", and ".join(min(lacks, key=len))
        for d in prompted:
            for other, theirs in self.defined.items():
                if d.choice and other != name and values.get(other) == "y" and \
                   any(t.choice == d.choice for t in theirs):
                    return f"{other} was chosen instead"
        return f"is {values.get(name, 'n')}"

    @staticmethod
    def unmet(needs, level, values):
        """The operands of the expressions that keep a symbol below a level."""
        found = []
        for expression in needs:
            for part in conjuncts(tokens(expression)):
                if evaluate(part, values) < level:
                    shown = [f"{t} (={values.get(t, 'n')})" if is_symbol(t) else t for t in part]
                    text = " ".join(shown).replace("! ", "!") if part != ["m"] else "to be m"
                    if text not in found:
                        found.append(text)
        return found


class Block(list):
    """The expressions that apply to all entries of a menu or an if."""


class Choice(Block):
    """The same for a choice, in which one symbol is y."""

    def __init__(self, number):
        super().__init__()
        self.choice = number


def tokens(expression):
    return TOKEN.findall(expression)


def is_symbol(token):
    return bool(re.match(r"\w*[A-Z]\w*$", token))


def conjuncts(parts):
    """The operands of the outermost &&."""
    found, depth, start = [], 0, 0
    for i, token in enumerate(parts):
        depth += (token == "(") - (token == ")")
        if token == "||" and not depth:
            return [parts]
        if token == "&&" and not depth:
            found.append(parts[start:i])
            start = i + 1
    rest = parts[start:]
    # Parentheses around a conjunction are removed, and its operands are split.
    if not found and rest[:1] == ["("] and rest[-1:] == [")"] and closes(rest) == len(rest) - 1:
        return conjuncts(rest[1:-1])
    return [p for part in found + [rest] for p in (conjuncts(part) if found else [part])]


def closes(parts):
    """The index of the parenthesis that closes the one at index 0."""
    depth = 0
    for i, token in enumerate(parts):
        depth += (token == "(") - (token == ")")
        if not depth:
            return i
    return -1


def evaluate(parts, values):
    """The level of an expression. The result of a shell command counts as y."""
    parts = list(parts)

    def value(token):
        return values.get(token, "n") if is_symbol(token) else token.strip("\"'")

    def operand():
        token = parts.pop(0) if parts else "n"
        if token == "!":
            return 2 - operand()
        if token == "(":
            inner = either()
            if parts:
                parts.pop(0)
            return inner
        if token.startswith("$("):
            return 2
        if parts and parts[0] in ("=", "!=", "<", ">", "<=", ">="):
            sign, other = parts.pop(0), parts.pop(0)
            a, b = value(token), value(other)
            if sign in ("=", "!="):
                return 2 * ((a == b) == (sign == "="))
            return 2	# versions of tools are not evaluated
        return LEVELS.get(value(token), 0)

    def both():
        level = operand()
        while parts and parts[0] == "&&":
            parts.pop(0)
            level = min(level, operand())
        return level

    def either():
        level = both()
        while parts and parts[0] == "||":
            parts.pop(0)
            level = max(level, both())
        return level

    return either()

# SPDX-License-Identifier: GPL-2.0
"""Why a symbol of a configuration did not get the value that was asked for.

Reads the Kconfig files of a kernel tree as far as that question needs: where a symbol
is defined, what it depends on (its own lines, and the menus and conditions around
it), whether it has a prompt, and what selects it.
"""

import os
import re

KEYWORD = re.compile(r"\s*([a-z_]+)\b\s*(.*)")
TOKEN = re.compile(r'\s*(\$\([^()]*(?:\([^()]*\)[^()]*)*\)|"[^"]*"|\'[^\']*\'|&&|\|\||!=|<=|>=|[!=<>()]|[^\s!=<>()&|]+)')
TYPES = ("bool", "tristate", "int", "hex", "string")
LEVELS = {"n": 0, "m": 1, "y": 2}


class Definition:
    """One 'config NAME' and what belongs to it."""

    def __init__(self, around):
        self.needs = list(around)	# expressions that must hold, those of menus first
        self.prompt = None		# the condition of its prompt, "y" for none
        self.choice = None		# the choice it stands in


class Kconfig:
    """All definitions of a tree: name -> list of Definition, name -> who selects it."""

    def __init__(self, source, arch="x86"):
        self.source, self.arch = source, arch
        self.defined, self.selected = {}, {}
        self._choices = 0
        self._read("Kconfig", [])

    def _lines(self, path):
        """Logical lines of a file, without help texts and comments."""
        with open(os.path.join(self.source, path), encoding="utf-8", errors="replace") as f:
            raw = f.read().replace("\\\n", " ").expandtabs(8).split("\n")
        depth = None	# of the help text that is being skipped; -1 before its first line
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
        """Read a file that stands among conditions: a list of lists of expressions."""
        blocks = list(around)
        holder = None		# what depends on, prompts and the like belong to
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
        """What stands behind 'if', outside of quotes."""
        said = re.search(r"\bif\s+(.*)$", re.sub(r'"(?:[^"\\]|\\.)*"', '""', rest))
        return said.group(1) if said else "y"

    def _of_symbol(self, holder, name, word, rest):
        if word in TYPES + ("prompt",) and rest[:1] in ("\"", "'"):
            holder.prompt = self._condition(rest)
        elif word in ("select", "imply"):
            self.selected.setdefault(rest.split()[0], []).append((name, word))

    def _source(self, word, path, said, blocks):
        said = said.replace("$(SRCARCH)", self.arch).replace("$SRCARCH", self.arch)
        if word in ("rsource", "orsource"):
            said = os.path.join(os.path.dirname(path), said)
        if os.path.exists(os.path.join(self.source, said)):
            self._read(said, blocks)

    def why(self, name, want, values):
        """One line: why NAME is not WANT where the symbols have these values."""
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
        asked = [d for d in known if d.prompt is not None]
        lacks = [self.unmet(d.needs + [d.prompt], LEVELS.get(want, 2), values) for d in asked]
        if all(lacks):
            return "needs " + ", and ".join(min(lacks, key=len))
        for d in asked:
            for other, theirs in self.defined.items():
                if d.choice and other != name and values.get(other) == "y" and \
                   any(t.choice == d.choice for t in theirs):
                    return f"{other} was chosen in its place"
        return f"is {values.get(name, 'n')}"

    @staticmethod
    def unmet(needs, level, values):
        """The parts of these expressions that hold a symbol below a level."""
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
    """Expressions that hold for all that stands in a menu or an if."""


class Choice(Block):
    """The same of a choice, of which one symbol is y."""

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
    # A bracket around a conjunction is none of our concern: its parts are told apart.
    if not found and rest[:1] == ["("] and rest[-1:] == [")"] and closes(rest) == len(rest) - 1:
        return conjuncts(rest[1:-1])
    return [p for part in found + [rest] for p in (conjuncts(part) if found else [part])]


def closes(parts):
    """Where the bracket that opens at 0 closes."""
    depth = 0
    for i, token in enumerate(parts):
        depth += (token == "(") - (token == ")")
        if not depth:
            return i
    return -1


def evaluate(parts, values):
    """The level of an expression. What only the build's shell knows counts as y."""
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
            return 2	# versions of tools: the build itself knows
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

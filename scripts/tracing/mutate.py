# SPDX-License-Identifier: GPL-2.0
"""Mutants of C code: small changes of one place each, found on the level of tokens.

sites(text) lists every mutant of a file. Only code inside of functions is changed, the
tables in functions included: no comment, no preprocessor line, no message to the log and
no assertion.
"""

import re

TOKEN = re.compile(r"""
    (?P<skip>\s+|\\\n|/\*.*?\*/|//[^\n]*)
  | (?P<line>(?<=\n)[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<text>"(?:\\.|[^"\\\n])*")
  | (?P<char>'(?:\\.|[^'\\\n])+')
  | (?P<name>[A-Za-z_]\w*)
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*)
  | (?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\w\s])
""", re.X | re.S)

# Calls whose arguments are not code under test: messages and assertions.
IGNORED = re.compile(r"pr_\w+|printk\w*|\w*WARN\w*|\w*BUG\w*|lockdep_\w+|\w*assert\w*|might_\w+|"
                     r"EXPORT_\w+|MODULE_\w+|KUNIT\w*|__printf|__aligned|__section|IS_ENABLED|"
                     r"sizeof|typeof|offsetof|BUILD_\w+|ARRAY_SIZE|likely_\w+")
# Calls whose removal changes speed or diagnostics only.
HINTS = re.compile(r"prefetch\w*|cond_resched\w*|kasan_\w+|kmemleak_\w+|kcsan_\w+|instrument_\w+|"
                   r"cpu_relax|va_(start|end|copy)|__\w*(acquire|release)s?$")
WORDS = {"if", "else", "while", "for", "do", "switch", "case", "return", "sizeof", "goto",
         "typeof", "default", "struct", "union", "enum", "const", "static", "break", "continue"}

RELATION = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGIC = {"&&": "||", "||": "&&"}
SIGN = {"+": "-", "-": "+", "+=": "-=", "-=": "+="}
BARRIER = {"smp_load_acquire": "READ_ONCE", "smp_store_release": "WRITE_ONCE",
           "rcu_assign_pointer": "WRITE_ONCE"}
FENCES = re.compile(r"(smp_)?([rw]?mb|barrier)(__\w+)?$")
ORDERED = re.compile(r"(atomic\w*|\w*cmpxchg\w*|xchg)_(acquire|release)$")
PLAIN_ATOMICS = {"atomic64_read_acquire": "atomic64_read", "atomic_read_acquire": "atomic_read",
                 "atomic64_set_release": "atomic64_set", "atomic_set_release": "atomic_set"}


class Token:
    """A token of C code: its kind, its text and its offset."""

    __slots__ = ("kind", "text", "at", "ignored", "inside")

    def __init__(self, kind, text, at):
        self.kind, self.text, self.at = kind, text, at
        self.ignored = self.inside = False


class Mutant:
    """A change of one place of a file: [at, end) becomes new."""

    def __init__(self, text, operator, at, end, new):
        self.operator, self.at, self.end, self.new = operator, at, end, new
        self.line = text.count("\n", 0, at) + 1
        start, stop = text.rfind("\n", 0, at) + 1, text.find("\n", end)
        self.before = " ".join(text[start:stop].split())
        self.after = " ".join((text[start:at] + new + text[end:stop]).split())

    def apply(self, text):
        """The mutated file, with the same number of lines."""
        return text[:self.at] + self.new + "\n" * text.count("\n", self.at, self.end) + \
            text[self.end:]


def tokens(text):
    """The tokens of a file, without comments and preprocessor lines."""
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            at += 1
            continue
        if match.lastgroup not in ("skip", "line"):
            found.append(Token(match.lastgroup, match.group(), at))
        at = match.end()
    return found


def closing(found, i):
    """The index of the bracket that closes the one at index i."""
    depth = 0
    for j in range(i, len(found)):
        if found[j].text in "([{":
            depth += 1
        elif found[j].text in ")]}":
            depth -= 1
            if not depth:
                return j
    return len(found) - 1


def mark(found):
    """Mark the tokens in bodies of functions, and those that are not to be changed."""
    i = 0
    while i < len(found):
        body = found[i].text == "{" and i and found[i - 1].text == ")"
        if found[i].text in "({[":
            end = closing(found, i)
            for token in found[i:end] if body else ():
                token.inside = True
            i = end
        i += 1
    for i, token in enumerate(found[:-1]):
        if token.kind == "name" and IGNORED.fullmatch(token.text) and found[i + 1].text == "(":
            for other in found[i:closing(found, i + 1) + 1]:
                other.ignored = True


def binary(found, i):
    """Whether the operator at index i has a left operand."""
    before = found[i - 1]
    return before.kind in ("number", "char") or before.text in (")", "]") or \
        (before.kind == "name" and before.text not in WORDS)


def numbers(token):
    """Other values for a number."""
    digits = token.text.rstrip("uUlL")
    try:
        value = int(digits, 0) if digits == "0" or digits[0] != "0" or digits[1] in "xX" \
            else int(digits, 8)
    except ValueError:
        return
    suffix = token.text[len(digits):]
    yield str(value + 1) + suffix
    for other in (0, 1):
        if other not in (value, value + 1):
            yield str(other) + suffix


def letters(token):
    """Another character in a string or character constant, one per run of characters."""
    for match in re.finditer(r"(?<!\\)(?<!%)[A-Za-z.:\-](?![^%]*%$)", token.text):
        old = match.group()
        new = old.swapcase() if old.isalpha() else "+"
        yield token.text[:match.start()] + new + token.text[match.end():]


def calls(text, found, i):
    """The removal of the call that is a whole statement at index i."""
    name = found[i].text
    if found[i + 1].text != "(" or name in WORDS or found[i - 1].text not in \
            (";", "{", "}", "else", ":", ")"):
        return
    end = closing(found, i + 1)
    if end + 1 < len(found) and found[end + 1].text == ";" and not HINTS.match(name):
        fence = FENCES.match(name)
        yield Mutant(text, "barrier" if fence else "call", found[i].at, found[end].at + 1,
                     "(void)0")


def barriers(text, token):
    """Weaker variants of an ordered access."""
    new = BARRIER.get(token.text) or PLAIN_ATOMICS.get(token.text)
    if not new and ORDERED.match(token.text):
        new = token.text.rsplit("_", 1)[0] + "_relaxed"
    if new:
        yield Mutant(text, "barrier", token.at, token.at + len(token.text), new)


def conditions(text, found, i):
    """The negation of the condition of an if."""
    end = closing(found, i + 1)
    inner = text[found[i + 1].at:found[end].at + 1]
    yield Mutant(text, "branch", found[i + 1].at, found[end].at + 1, f"(!{inner})")


def returns(text, found, i):
    """Another value for a return."""
    if found[i + 1].text == ";":
        return
    end = next(j for j in range(i, len(found)) if found[j].text == ";")
    value = text[found[i + 1].at:found[end].at]
    new = {"true": "false", "false": "true", "NULL": None, "0": "-1"}.get(value, "0")
    if new:
        yield Mutant(text, "return", found[i + 1].at, found[end].at, new)


def replaced(text, token, operator, new):
    return Mutant(text, operator, token.at, token.at + len(token.text), new)


def sites(text):
    """All mutants of a file."""
    found = tokens(text)
    mark(found)
    for i, token in enumerate(found):
        if not token.inside or token.ignored or not 0 < i < len(found) - 1:
            continue
        if token.text in RELATION:
            yield replaced(text, token, "relation", RELATION[token.text])
        elif token.text in LOGIC:
            yield replaced(text, token, "logic", LOGIC[token.text])
        elif token.text in SIGN and binary(found, i):
            yield replaced(text, token, "sign", SIGN[token.text])
        elif token.kind == "number":
            for new in numbers(token):
                yield replaced(text, token, "constant", new)
        elif token.kind in ("text", "char"):
            for new in letters(token):
                yield replaced(text, token, "text", new)
        elif token.text == "if":
            yield from conditions(text, found, i)
        elif token.text == "return":
            yield from returns(text, found, i)
        elif token.kind == "name":
            yield from barriers(text, token)
            yield from calls(text, found, i)

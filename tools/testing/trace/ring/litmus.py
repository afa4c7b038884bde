#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Run litmus tests: spin decides, in the memory model of weak.pml.

  litmus.py DIRECTORY FILE...    O/DIRECTORY is replaced

The tests are in the language of herd7, in which the kernel has its own tests. A line
"Result: Never" or "Result: Sometimes" in the first comment is the result to be expected
of the "exists" clause.

A comment like RB(function:letter) after a statement is a label. For each label, the test is
run once more with the statement weakened: a release, an acquire or a full barrier becomes
a relaxed access, a fence is removed. The result then has to be "Sometimes": otherwise the
test does not show that the ordering is needed. After "RB(function:letter) redundant:" the
weakened test has to remain "Never".

Prints a line for each file: result, labels and the reason of a failure. Files with
statements that this program does not know are skipped. Exit status 1 if a test failed.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LABEL = re.compile(r"\b((?:RB|HIST)\(\w+:[A-Z]\))( redundant)?")
REGISTER = re.compile(r"\br\w*\b|\b[ab]\b")


class Unknown(Exception):
    """A statement or clause outside the language of this program."""


class Op:
    """A step of a thread. kind: R read, W write, U read-modify-write, F fence, A assumption."""

    def __init__(self, kind, **members):
        self.kind = kind
        self.loc = self.dst = self.value = self.expect = self.label = None
        self.order = "once"
        self.ctrl = ()
        self.lock = self.new = False
        self.__dict__.update(members)

    def reads(self):
        return self.kind == "R" or self.kind == "U" and self.dst is not None

    def writes(self):
        return self.kind in "WU"

    def uses(self):
        """The registers that have to be known before this step."""
        texts = [self.value, self.expect, self.loc]
        return set(itertools.chain(*(REGISTER.findall(t) for t in texts if t)))

    def strength(self, weak):
        return "once" if self.label and self.label == weak else self.order


ACCESS = (
    # (pattern of the right-hand side, kind, order)
    (r"(?:READ_ONCE|rcu_dereference)\(\*(\w+)\)", "R", "once"),
    (r"atomic_read\((\w+)\)", "R", "once"),
    (r"(?:smp_load_acquire|atomic_read_acquire)\((\w+)\)", "R", "acquire"),
    (r"WRITE_ONCE\(\*(\w+), *(.+)\)", "W", "once"),
    (r"atomic_set\((\w+), *(.+)\)", "W", "once"),
    (r"(?:smp_store_release|atomic_set_release)\((\w+), *(.+)\)", "W", "release"),
    (r"rcu_assign_pointer\(\*(\w+), *(.+)\)", "W", "release"),
    (r"(?:atomic_)?xchg(_relaxed|_acquire|_release|)\((\w+), *(.+)\)", "U", None),
    (r"(?:atomic_)?cmpxchg(_relaxed|_acquire|_release|)\((\w+), *(\w+), *(.+)\)", "U", None),
    (r"atomic_(inc|dec)_return(_relaxed|_acquire|_release|)\((\w+)\)", "U", None),
    (r"atomic_(inc|dec)\((\w+)\)", "U", None),
)
FENCES = {"smp_mb()": "mb", "smp_mb__after_atomic()": "mb", "smp_mb__before_atomic()": "mb",
          "smp_rmb()": "rmb", "smp_wmb()": "wmb", "barrier()": None,
          "smp_mb__after_spinlock()": "mb", "rcu_read_lock()": None, "rcu_read_unlock()": None}


def rmw(dst, match, text):
    """Variants of a read-modify-write operation: lists of steps."""
    groups = match.groups()
    old = dst or "r_none"
    if "cmpxchg" in text:
        suffix, loc, expect, value = groups
        fail = [Op("R", dst=old, loc=loc, expect="!= " + expect)]
    elif "xchg" in text:
        suffix, loc, value = groups
        expect = fail = None
    else:
        loc = groups[-1]
        suffix = groups[1] if len(groups) == 3 else "_relaxed"
        value = f"$old {'+' if groups[0] == 'inc' else '-'} 1"
        expect = fail = None
    order = suffix.lstrip("_") or "mb"
    op = Op("U", dst=dst, loc=loc, value=value, expect=expect and "== " + expect,
            order="once" if order in ("relaxed", "mb") else order)
    # A return value of atomic_inc_return() is the new one.
    op.new = "_return" in text
    done = [op] if order != "mb" else [Op("F", order="mb"), op, Op("F", order="mb")]
    return [done] + ([fail] if fail else [])


def statement(text, label):
    """Variants of one statement: lists of steps."""
    text = re.sub(r"^(int|unsigned long|u64) +(?=\w+ *=)", "", text)
    if re.match(r"(int|unsigned long|u64) [\w*, ]+$", text):
        return [[]]
    if text in FENCES:
        order = FENCES[text]
        return [[Op("F", order=order, label=label)] if order else []]
    match = re.match(r"(\w+) *= *(.*)$", text)
    dst, right = match.groups() if match else (None, text)
    store = re.match(r"smp_store_mb\(\*(\w+), *(.+)\)$", right)
    if store:
        return [[Op("W", loc=store.group(1), value=store.group(2)),
                 Op("F", order="mb", label=label)]]
    lock = re.match(r"spin_(un)?lock\((\w+)\)$", text)
    if lock and lock.group(1):
        return [[Op("W", loc=lock.group(2), value="0", order="release", lock=True)]]
    if lock:
        return [[Op("U", loc=lock.group(2), value="1", expect="== 0", order="acquire", new=False,
                    lock=True)]]
    for pattern, kind, order in ACCESS:
        match = re.match(pattern + "$", right)
        if not match:
            continue
        if kind == "U":
            variants = rmw(dst, match, right)
        elif kind == "R":
            variants = [[Op("R", dst=dst or "r_none", loc=match.group(1), order=order)]]
        else:
            variants = [[Op("W", loc=match.group(1), value=match.group(2), order=order)]]
        for op in itertools.chain(*variants):
            op.label = label
        return variants
    raise Unknown(text)


def tokens(body):
    """Statements of a function: ('do', text, label), ('if', condition) or ('end',)."""
    out, single = [], 0
    body = re.sub(r"//[^\n]*|/\*(?![^*]*[A-Z]\().*?\*/", "", body)
    pattern = re.compile(r"\s*(?:if *\((?P<c>(?:[^()]|\([^()]*\))*)\)\s*(?P<o>\{?)|(?P<e>\})|"
                         r"(?P<s>[^;{}]+);[ \t]*(?:/\*(?P<l>[^*]*)\*/)?)")
    at = 0
    while body[at:].strip():
        match = pattern.match(body, at)
        if not match:
            raise Unknown(body[at:].strip().splitlines()[0])
        at = match.end()
        if match["c"]:
            out.append(("if", match["c"]))
            if not match["o"]:
                single += 1
                continue
        elif match["e"]:
            out.append(("end",))
        else:
            label = LABEL.search(match["l"] or "")
            out.append(("do", " ".join(match["s"].split()), label and label.group(1)))
        while single and not match["o"]:
            out.append(("end",))
            single -= 1
    return out


def paths(todo, ctrl=()):
    """All paths through a list of tokens: lists of steps."""
    if not todo:
        return [[]]
    first, rest = todo[0], todo[1:]
    if first[0] == "end":
        return paths(rest, ctrl[:-1])
    if first[0] == "if":
        depth, skip = 1, 0
        while depth:
            depth += {"if": 1, "end": -1}.get(rest[skip][0], 0)
            skip += 1
        taken, other = Op("A", value=f"({first[1]})"), Op("A", value=f"!({first[1]})")
        return [[taken] + p for p in paths(rest, ctrl + (taken,))] + \
               [[other] + p for p in paths(rest[skip:], ctrl)]
    out = []
    for variant in statement(first[1], first[2]):
        for tail in paths(rest, ctrl):
            # Each path has its own steps.
            out.append([Op(**op.__dict__) for op in variant] + tail)
            for op in out[-1][:len(variant)]:
                op.ctrl = ctrl
    return out


class Litmus:
    """A test: threads, each a list of paths; initial values; the exists clause."""

    def __init__(self, name):
        with open(name, encoding="utf-8") as f:
            text = f.read()
        self.name = os.path.splitext(os.path.basename(name))[0]
        result = re.search(r"Result: (Never|Sometimes)", text)
        if not result:
            raise Unknown("no result")
        self.expected = result.group(1)
        found = LABEL.findall(re.sub(r"^.*?\*\)", "", text, count=1, flags=re.S))
        self.labels = sorted({label for label, _ in found})
        self.redundant = {label for label, more in found if more}
        code = re.sub(r"\(\*\s.*?\*\)", "", text, flags=re.S)
        self.locs, self.threads, self.regs = [], [], []
        for number, args, body in re.findall(r"^P(\d)\((.*?)\)[^\n]*\n\{\n(.*?)^\}", code, re.M | re.S):
            if int(number) != len(self.threads):
                raise Unknown("order of the threads")
            for arg in re.findall(r"(\w+)(?:,|$)", args):
                self.locs += [arg] if arg not in self.locs else []
            self.threads.append(paths(tokens(body)))
        for th, variants in enumerate(self.threads):
            for op in itertools.chain(*variants):
                if op.dst and (th, op.dst) not in self.regs:
                    self.regs.append((th, op.dst))
        self.init = {}
        block = re.match(r".*?\n\{(.*?)\}", code, re.S).group(1)
        for loc, value in re.findall(r"(\w+) *= *(&?\w+)", block):
            self.init[loc] = value.lstrip("&")
            self.locs += [n for n in (loc, value.lstrip("&"))
                          if n not in self.locs and not n.isdigit()]
        exists = re.search(r"^(~?)exists\s*(.*)$", code, re.M | re.S)
        if not exists or exists.group(1):
            raise Unknown("no exists clause")
        only = re.search(r"^filter\s*(.*)$", code, re.M)
        self.exists = f"({exists.group(2)}) && ({only.group(1)})" if only else exists.group(2)

    def constant(self, text):
        return f"ADDRESS({self.locs.index(text)})" if text in self.locs else text

    def expression(self, th, text):
        """A C expression in Promela."""
        def name(match):
            word = match.group(0)
            if (th, word) in self.regs:
                return f"reg[{self.regs.index((th, word))}]"
            return self.constant(word)
        return re.sub(r"\b[a-z]\w*\b", name, text)

    def condition(self):
        """The exists clause in Promela."""
        text = self.exists.replace("/\\", "&&").replace("\\/", "||").replace("~", "!")

        def term(match):
            th, left, right = match.groups()
            if th is not None:
                left = f"reg[{self.regs.index((int(th), left))}]"
            else:
                left = f"LAST({self.locs.index(left)})"
            return f"({left} == {self.constant(right)})"
        return re.sub(r"(?:(\d):)?\b(\w+) *= *(\w+)", term, text)

    def stamps(self, loc):
        """The largest number of stores to a location in one execution."""
        return sum(max(sum(op.writes() and (op.loc == loc or op.loc not in self.locs)
                           for op in path) for path in variants) for variants in self.threads)


def handed_over(path):
    """Whether a lock is released and a lock is taken again on the way."""
    locks = [op.kind for op in path if op.lock]
    return any(pair == ("W", "U") for pair in zip(locks, locks[1:]))


def ordered(path, i, j, weak):
    """Whether step i has to be executed before step j, which follows in the program."""
    a, b = path[i], path[j]
    between = [op.order for op in path[i + 1:j] if op.kind == "F" and op.strength(weak) != "once"]
    if a.dst and a.dst in b.uses() and not any(op.dst == a.dst for op in path[i + 1:j]):
        return True
    if b.writes() and any(a.dst and a.dst in op.uses() for op in b.ctrl):
        return True
    if "A" in (a.kind, b.kind):
        return False
    if "F" in (a.kind, b.kind):
        return (a if a.kind == "F" else b).strength(weak) == "mb"
    if a.loc == b.loc or a.strength(weak) == "acquire" or b.strength(weak) == "release":
        return True
    if handed_over(path[i:j + 1]):
        return True
    return "rmb" in between and a.reads() and b.reads() or \
        "wmb" in between and a.writes() and b.writes()


def passed(path, i, j, weak):
    """Whether store j passes on what access i contributes."""
    a, b = path[i], path[j]
    if a.kind in "AF":
        return False
    between = {op.strength(weak) for op in path[i + 1:j] if op.kind == "F"}
    # What was done before the release of a lock precedes all that its next holder does.
    if a.lock and a.kind == "U" or handed_over(path[i:j + 1]):
        return True
    return b.strength(weak) == "release" or "mb" in between or "wmb" in between and a.writes()


def choose(values):
    """An expression that depends on the weakened label: values[0] applies to all others."""
    text = str(values[0])
    for weak, v in enumerate(values):
        if v != values[0]:
            text = f"(weak == {weak} -> {v} : {text})"
    return text


class Writer:
    """The Promela code of one test."""

    def __init__(self, test, number):
        self.t, self.n = test, number
        self.weak = [None] + test.labels
        self.first = []
        total = 0
        for variants in test.threads:
            self.first.append(total)
            total += max(len(path) for path in variants)
        self.accesses = total

    def step(self, th, path, j):
        op, t = path[j], self.t
        masks = [sum(1 << i for i in range(j) if ordered(path, i, j, w)) for w in self.weak]
        mask = choose(masks)
        bit = 1 << j
        ready = f"!(done & {bit})"
        if any(masks):
            ready += f" && (done & {mask}) == {mask}"
        at = self.first[th] + j
        end = f"done = done | {bit}"
        if op.kind == "A":
            return [f"{ready} && ({t.expression(th, op.value)}) -> {end}"]
        if op.kind == "F":
            on = choose([int(op.strength(w) == "mb") for w in self.weak])
            shares = "; ".join(f"share({self.first[th] + i})" for i in range(j)
                               if path[i].kind not in "AF")
            return [f"{ready} -> if :: {on} -> {shares or 'skip'}; fence({th}) :: else fi; {end}"]
        dynamic = op.loc not in t.locs
        out = []
        for loc, name in enumerate(t.locs):
            where = f" && {t.expression(th, op.loc)} == ADDRESS({loc})" if dynamic else ""
            if dynamic or name == op.loc:
                out += [s.format(ready=ready + where, end=end)
                        for s in self.access(th, path, j, at, loc, t.stamps(name))]
        return out

    def access(self, th, path, j, at, loc, stamps):
        op, t = path[j], self.t
        dst = f"reg[{t.regs.index((th, op.dst))}]" if op.dst else None
        expect = ""
        if op.expect:
            expect = f" && value[AT({loc}, %d)] {t.expression(th, op.expect)}"
        passes = ""
        for i in range(j):
            when = choose([int(passed(path, i, j, w)) for w in self.weak])
            if when == "1":
                passes += f"pass({at}, {self.first[th] + i}); "
            elif when != "0":
                passes += f"if :: {when} -> pass({at}, {self.first[th] + i}) :: else fi; "
        for s in range(stamps + 1):
            may = f"{{ready}} && used[AT({loc}, {s})] && cur[CUR({th}, {loc})] <= {s}"
            may += expect % s if expect else ""
            if op.kind == "R":
                yield f"{may} -> see({th}, {at}, {loc}, {s}); {dst} = value[AT({loc}, {s})]; {{end}}"
            elif op.kind == "W" and s:
                value = t.expression(th, op.value)
                yield (f"{{ready}} && !used[AT({loc}, {s})] && cur[CUR({th}, {loc})] < {s} -> "
                       f"{passes}put({th}, {at}, {loc}, {s}, {value}); {{end}}")
            elif op.kind == "U" and s < stamps:
                old = f"value[AT({loc}, {s})]"
                value = t.expression(th, op.value.replace("$old", "OLD")).replace("OLD", old)
                result = f"{dst} = value[AT({loc}, {s + int(op.new)})]; " if dst else ""
                yield (f"{may} && !used[AT({loc}, {s + 1})] -> see({th}, {at}, {loc}, {s}); "
                       f"{passes}put({th}, {at}, {loc}, {s + 1}, {value}); {result}{{end}}")

    def text(self):
        out = []
        for th, variants in enumerate(self.t.threads):
            out.append(f"proctype t{self.n}_{th}()\n{{\n\tint done = 0;\n\n\tif")
            for path in variants:
                out.append("\t:: skip;\n\t\tdo")
                out += [f"\t\t:: d_step {{ {s} }}" for j in range(len(path))
                        for s in self.step(th, path, j)]
                out.append(f"\t\t:: done == {(1 << len(path)) - 1} -> break\n\t\tod")
            out.append("\tfi;\n\tdone = 0;\n\tfinished = finished + 1\n}\n")
        return "\n".join(out)

    def start(self):
        """The option of init that runs this test with each label weakened."""
        t = self.t
        init = "".join(f"value[AT({t.locs.index(loc)}, 0)] = {t.constant(v)}; "
                       for loc, v in t.init.items() if loc in t.locs)
        weak = " ".join(f":: weak = {w}" for w in range(len(self.weak)))
        run = "; ".join(f"run t{self.n}_{th}()" for th in range(len(t.threads)))
        return (f"\t\t:: test = {self.n}; if {weak} fi; {init}{run};\n\t\t   wait = {len(t.threads)}\n",
                f"\t\t:: test == {self.n} && ({t.condition()}) -> bad = 1\n")


def model(tests):
    """One model of all tests. Each result is printed once, when a state shows it."""
    writers = [Writer(t, n) for n, t in enumerate(tests)]
    sizes = {"LOCS": max(len(t.locs) for t in tests), "THREADS": max(len(t.threads) for t in tests),
             "STAMPS": 1 + max(t.stamps(loc) for t in tests for loc in t.locs),
             "ACCESSES": max(w.accesses for w in writers), "REGS": max(len(t.regs) for t in tests)}
    out = [f"#define {k} {v}\n" for k, v in sizes.items()]
    out.append(f'#include "{HERE}/weak.pml"\n')
    out.append("c_decl { static unsigned char seen[1024][32][2]; }\nbit bad;\n")
    out += [w.text() for w in writers]
    starts = [w.start() for w in writers]
    out.append("init\n{\n\tbyte wait, i;\n\n\tatomic {\n\t\tdo\n"
               "\t\t:: i < LOCS -> used[AT(i, 0)] = 1; i = i + 1\n\t\t:: else -> break\n\t\tod;\n\t\tif\n")
    out += [s for s, _ in starts]
    out.append("\t\tfi\n\t};\n\tatomic {\n\t\tfinished == wait;\n\t\tsettle();\n\t\tif\n")
    out += [s for _, s in starts]
    out.append("""\t\t:: else -> skip
\t\tfi;
\t\tc_code {
\t\t\tif (!seen[now.test][now.weak][now.bad]) {
\t\t\t\tseen[now.test][now.weak][now.bad] = 1;
\t\t\t\tprintf("seen %d %d %d\\n", now.test, now.weak, now.bad);
\t\t\t}
\t\t}
\t}
}
""")
    return "".join(out)


def explore(tests, directory):
    """Run spin. Return the set of (test, weakened label, bad outcome), and states."""
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    with open(os.path.join(directory, "litmus.pml"), "w", encoding="utf-8") as f:
        f.write(model(tests))
    for command in (["spin", "-a", "litmus.pml"],
                    ["gcc", "-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-DCOLLAPSE", "-DVECTORSZ=4096",
                     "-o", "pan", "pan.c"],
                    ["./pan", "-E", "-m100000", "-w24"]):
        done = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        if done.returncode:
            sys.exit(f"{' '.join(command)}: {done.stdout[-2000:]}")
    if "errors: 0" not in done.stdout or "depth too small" in done.stdout:
        sys.exit(done.stdout[-2000:])
    seen = {tuple(map(int, m)) for m in re.findall(r"^seen (\d+) (\d+) (\d)", done.stdout, re.M)}
    return seen, int(re.search(r"(\d+) states, stored", done.stdout).group(1))


def verdicts(tests, seen):
    """For each test: list of complaints."""
    for n, t in enumerate(tests):
        bad = []
        for w, label in enumerate([None] + t.labels):
            if not {(n, w, 0), (n, w, 1)} & seen:
                bad.append(f"no execution ends{f' without {label}' if label else ''}")
                continue
            result = "Sometimes" if (n, w, 1) in seen else "Never"
            if not label and result != t.expected:
                bad.append(f"result is {result}")
            elif label and (result == "Never") != (label in t.redundant):
                bad.append(f"without the ordering at {label} the result is {result}")
        yield t, bad


def main():
    directory, names = sys.argv[1], sys.argv[2:]
    tests, failed = [], False
    for name in names:
        try:
            tests.append(Litmus(name))
        except Unknown as why:
            print(f"skipped {os.path.basename(name)}: {why}")
    seen, states = explore(tests, os.path.join(os.environ.get("O", os.path.join(HERE, "obj")), directory))
    for t, bad in verdicts(tests, seen):
        labels = ", ".join(label + (" (redundant)" if label in t.redundant else "") for label in t.labels)
        print(f"{'FAILED' if bad else 'passed'} {t.name}: {t.expected}"
              f"{f'; needed: {labels}' if labels else ''}{''.join('; ' + b for b in bad)}")
        failed |= bool(bad)
    print(f"# {len(tests)} tests, {sum(1 + len(t.labels) for t in tests)} variants, {states} states")
    sys.exit(failed)


if __name__ == "__main__":
    main()

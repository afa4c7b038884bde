# SPDX-License-Identifier: GPL-2.0
"""The patches of 'make series': which files each adds, and what its message says.

The components are added first, in the order of their layers, and are not built: the Makefile
of the old implementation does not name them. SWITCH replaces the files that both
implementations have, so that the new one is built. What needs the new one follows.
"""

# A file belongs to the first row that matches its path.
COMPONENTS = (
    ("tracefs: add directories that are computed from tables", ("fs/tracefs/",), """\
A directory of tracefs is described by a constant table and by the object that it shows.
Its inodes and dentries exist only while they are in use, and there is no entry per file that
the file system has to keep. Only owners and modes that were changed are stored.

The file system does not depend on tracing."""),
    ("trace/clock: add the trace clocks", ("kernel/trace/clock/",), """\
The clocks that stamp records, as far as <linux/trace_clock.h> and timekeeping do not have
them. This is layer 0: it uses no other component."""),
    ("trace/lib: add what all components share", ("kernel/trace/lib/",), """\
The cache of task names, pid lists, the parser of words from user space, trace_seq, error logs
and registries. This is layer 0: it uses no other component."""),
    ("trace/ring: add the ring buffer", ("kernel/trace/ring/",), """\
Each CPU has a ring of sub-buffers. The state of its writer is one 64-bit word: one
cmpxchg reserves the space of a record and determines its time delta, so that a writer
that interrupts another one, in an interrupt or an NMI, needs no lock and never waits. Readers
take whole sub-buffers, or iterate over a copy while the writer continues.

Documentation/trace/ring-proof.rst describes the models that verify the algorithm.

This is layer 1: it uses layer 0."""),
    ("trace/ftrace: add patch sites, ftrace_ops and function filters", ("kernel/trace/ftrace/",), """\
A change of many functions writes all breakpoints, synchronizes the CPUs once, and writes the
final text. The breakpoint handler finds each site in the sorted table of all sites, so a
change needs three rounds of IPIs, however many sites it has. Filters are sorted arrays of
addresses.

This is layer 1: it uses layer 0."""),
    ("trace/tracepoint: add the probes of tracepoints and interrupt hooks",
     ("kernel/trace/tracepoint/",), """\
Tracepoints of modules, the sites of markers, and the hooks on changes of the interrupt and
preemption state. kernel/tracepoint.c belongs to this component and is replaced later.

This is layer 1: it uses layer 0 and ftrace."""),
    ("trace/event: add trace events and their records",
     ("kernel/trace/event/", "include/trace/stages/"), """\
The list of trace events, their fields and formats, and the functions that TRACE_EVENT() calls
to write a record. A probe tests one word of flags; the probe of an event without filter and
trigger reserves and commits inline.

This is layer 2: it uses layers 0 and 1."""),
    ("trace/filter: add event filters", ("kernel/trace/filter/",), """\
A filter is parsed into a program of compares with jump targets, which is what matching
executes.

This is layer 2: it uses layers 0 and 1, and event."""),
    ("trace/fgraph: add function graph, return hooks and fprobe", ("kernel/trace/fgraph/",), """\
The shadow stack of each task, on which the function graph tracer and others put the calls
whose returns they want to see; rethooks, and fprobes.

This is layer 2: it uses layers 0 and 1."""),
    ("trace/instance: add struct trace_array", ("kernel/trace/instance/",), """\
An instance has a ring buffer, options, a current tracer, event files, pid filters and a
snapshot. All tracers can run in each instance.

This is layer 3: it uses layers 0 to 2."""),
    ("trace/output: add the printing of records", ("kernel/trace/output/",), """\
The records of all CPUs in the order of their time, the lines of text that show them, and the
dump at a panic.

This is layer 4: it uses layers 0 to 3."""),
    ("trace/control: add the control files", ("kernel/trace/control/",), """\
The files of tracefs that are read and written by users, and the parameters of the kernel
command line.

This is layer 5: it uses layers 0 to 4."""),
    ("trace/tracer: add the tracers", ("kernel/trace/tracer/",), """\
The tracers of current_tracer, the function profiler and the stack tracer. Each file
registers one tracer.

This is layer 5: it uses layers 0 to 4."""),
    ("trace/trigger: add event triggers and histograms", ("kernel/trace/trigger/",), """\
Each file registers one kind of trigger. Histograms are one of them.

This is layer 5: it uses layers 0 to 4."""),
    ("trace/dynevent: add dynamic events", ("kernel/trace/dynevent/",), """\
Events on kprobes, uprobes, fprobes, tracepoints and other events, synthetic events, and user
events. What a probe fetches is compiled into a program when the event is created.

This is layer 5: it uses layers 0 to 4."""),
    ("trace/marker: add kernel markers", ("kernel/trace/marker/", "include/linux/marker.h"), """\
trace_mark(name, format, ...) is an event with typed fields that needs no declaration. A site
that is not enabled costs a nop.

This is layer 5: it uses layers 0 to 4."""),
    ("trace/perf: add perf events on trace events and functions", ("kernel/trace/perf/",), """\
perf and BPF programs as users of trace events, and the PMUs of kprobes and uprobes.

This is layer 5: it uses layers 0 to 4."""),
    ("trace/source: add system calls, printk and block requests as events",
     ("kernel/trace/source/",), """\
Events whose records do not come from a TRACE_EVENT().

This is layer 5: it uses layers 0 to 4."""),
)

SWITCH = ("tracing: switch to the new implementation", """\
Replace the files that both implementations have: the Makefile and the menus of kernel/trace,
tracefs and kernel/tracepoint.c, the code of x86, and the headers for the rest of the
kernel. Symbols, exported functions and the files of tracefs keep their names. From here on the
components of the preceding patches are built, and nothing of the old implementation is.""")

# The patches of patches/ without which a kernel does not work after the switch. Their
# messages become part of that of SWITCH.
IN_SWITCH = ("0001-x86-traps-site-breakpoints.patch",)

REMOVE = ("tracing: remove the old implementation", """\
The files are not built any more. bpf_trace.c, blktrace.c, rv/ and the test modules in
kernel/trace are clients of the new implementation and remain.""")

AFTER = (
    ("samples: add trace_marker, kernel markers and extensions", ("samples/",), """\
A program that writes to trace_marker, modules with markers, and one example for each kind of
extension that Documentation/trace/adding.rst describes."""),
    ("tools/tracing: add trace-view", ("tools/tracing/", "Documentation/tools/"), """\
A program that converts recordings of trace-cmd and live instances to the formats of other tools,
and to a page that a browser shows without a network."""),
    ("selftests/ftrace, tools/testing/trace: add tests", ("tools/",), """\
Selftests of what the old implementation did not have; host tests, models, fuzzers, benchmarks
and guest tests of the subsystem."""),
    ("Documentation/trace: describe the new implementation", ("Documentation/",), """\
The architecture, how to extend the subsystem, the tests, and what users find in addition to
ftrace.rst and events.rst."""),
)

COVER = """\
This series replaces kernel/trace, fs/tracefs, kernel/tracepoint.c and the code of x86 for
function tracing by a new implementation with the same user interface, the same exported
functions and the same configuration symbols. Programs that use tracefs or perf, BPF programs,
and the rest of the kernel do not change.

What is new: all tracers can run in all instances at the same time; kernel markers; directories
of tracefs that take no memory while they are not used; casts, per-CPU data and the current
task in the arguments of probe events. Documentation/trace/architecture.rst is the place to
begin reading.

The components are added first, and are not built. One patch switches to them, and the next
one removes the old files. Each step builds; the base, the switch and the end were booted.
"""

# SPDX-License-Identifier: GPL-2.0
"""The complaints of checkpatch that do not fit files of ours."""

import re

# Complaints that do not fit a kind of file, and why.
EXEMPT = (
    # The text of /sys/kernel/tracing is contract, blanks before a newline included.
    (r".", ("QUOTED_WHITESPACE_BEFORE_NEWLINE",)),
    # Parameters of the command line are told in the base's kernel-parameters.txt.
    (r"kernel/trace/", ("UNDOCUMENTED_SETUP",)),
    # Events on the console have the level of a message without one, as ever.
    (r"kernel/trace/output/console\.c", ("PREFER_PR_LEVEL",)),
    # A header's macros are lists that each includer expands its own way: arguments
    # that one expansion needs and the next does not, many values, a last semicolon.
    (r".*\.h$", ("COMPLEX_MACRO", "MACRO_ARG_PRECEDENCE", "MACRO_ARG_REUSE", "MACRO_ARG_UNUSED",
                 "MACRO_WITH_FLOW_CONTROL", "MULTISTATEMENT_MACRO_USE_DO_WHILE",
                 "TRAILING_SEMICOLON", "IS_ENABLED_CONFIG")),
    # In the public headers macros define functions and exports for their user, and
    # what a type or an error is called is contract.
    (r"include/|arch/x86/include/", ("AVOID_EXTERNS", "ENOSYS", "EXPORT_SYMBOL", "OPEN_BRACE",
                                     "FUNCTION_ARGUMENTS", "NEW_TYPEDEFS", "SPACING", "BIT_MACRO",
                                     "CAMELCASE")),
    # It takes functions called for_each_*() for loops.
    (r"kernel/tracepoint\.c|kernel/trace/tracepoint/tracepoint_module\.c", ("OPEN_BRACE",)),
    # Programs of user space have no ARRAY_SIZE() and no READ_ONCE().
    (r"samples/|tools/", ("ARRAY_SIZE", "VOLATILE")),
    # Nor have they BIT() and __printf(); the C library's formats have names like PRIu64. A text
    # for a terminal is not split where a line of the source ends.
    (r"tools/tracing/", ("BIT_MACRO", "PREFER_DEFINED_ATTRIBUTE_MACRO", "CAMELCASE",
                         "LONG_LINE_STRING")),
    # A program's own header has no __printf(); a module's TRACE_EVENT is laid out as
    # all of them are.
    (r"tools/testing/trace/bench/", ("PREFER_DEFINED_ATTRIBUTE_MACRO", "PARENTHESIS_ALIGNMENT",
                                     "OPEN_ENDED_LINE")),
    # What stands for the kernel's headers on the host defines what they do.
    (r"tools/testing/trace/\w+/(host|world)\.[ch]", ("NEW_TYPEDEFS", "PREFER_DEFINED_ATTRIBUTE_MACRO",
                                                    "MEMORY_BARRIER", "DATA_RACE",
                                                    "EXPORT_SYMBOL", "MACRO_ARG_REUSE")),
    # The function that libFuzzer calls has the name that libFuzzer gave it.
    (r"tools/testing/trace/[\w-]+/fuzz\w*\.c", ("CAMELCASE", "AVOID_EXTERNS")),
    # A module that tests ftrace_vprintk() and what a BUG() does.
    (r"tools/testing/trace/guest/calls/calls\.c", ("TRACE_PRINTK", "AVOID_BUG")),
    # Such a specifier is what it tests.
    (r"kernel/trace/marker/marker_clash\.c", ("VSPRINTF_SPECIFIER_PX",)),
    # checkpatch takes an operand of assembler for a remainder.
    (r"kernel/trace/control/user_copy\.h", ("SPACING",)),
    # A row of a table: each argument is a constant expression.
    (r"kernel/trace/control/files\.c", ("MACRO_ARG_REUSE",)),
    # A table of digit pairs as one string.
    (r"kernel/trace/output/put\.c", ("SPLIT_STRING", "MISSING_SPACE")),
    # Host programs that have no macro for it.
    (r"tools/testing/trace/(output/merge|ring/fuzz_persist|guest/dynevent_stress)\.c", ("PREFER_DEFINED_ATTRIBUTE_MACRO",)),
    # Neither has this one, and names of the C library's <elf.h>.
    (r"tools/testing/trace/guest/mappings\.c", ("PREFER_DEFINED_ATTRIBUTE_MACRO", "CAMELCASE")),
    # Definitions that are wrong on purpose, and a program without the macro.
    (r"tools/testing/trace/guest/user_events(/definitions)?\.c", ("PREFER_DEFINED_ATTRIBUTE_MACRO", "REPEATED_WORD")),
    # Functions of the kernel that are named like loops.
    (r"tools/testing/trace/command/hooks\.c", ("OPEN_BRACE",)),
)


# In addition, what checkpatch says about a patch but not about a file.
EXEMPT_IN_PATCHES = (
    # The series has a patch of MAINTAINERS.
    (r".", ("FILE_PATH_CHANGES",)),
    # Scripts of the tests, and the output that they compare with.
    (r"tools/testing/trace/.*(?<!\.[chS])$",
     ("EXECUTE_PERMISSIONS", "LONG_LINE", "LONG_LINE_COMMENT", "LONG_LINE_STRING", "REPEATED_WORD",
      "TRAILING_WHITESPACE")),
    # Between a new prompt and its help text there can be lines of the old file.
    (r"kernel/trace/Kconfig$", ("CONFIG_DESCRIPTION",)),
    # It takes a function that returns a "const char *" for a constant, and an operator behind the
    # name of a type for a cast.
    (r".*\.h$", ("STATIC_CONST", "SPACING")),
)


def exempt(name, in_patch=False):
    """The types of complaints that do not fit the file NAME."""
    rows = EXEMPT + (EXEMPT_IN_PATCHES if in_patch else ())
    return [t for kind, types in rows if re.match(kind, name) for t in types]

# SPDX-License-Identifier: GPL-2.0
"""The events that mkdat.py knows, with fields, sizes and print formats as the kernel has them."""

HEADER_PAGE = """\
\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;
"""

HEADER_EVENT = """\
# compressed entry header
\ttype_len    :    5 bits
\ttime_delta  :   27 bits
\tarray       :   32 bits

\tpadding     : type == 29
\ttime_extend : type == 30
\ttime_stamp : type == 31
\tdata max type_len  == 28
"""

# (declaration, offset, size, signed)
COMMON = [("unsigned short common_type", 0, 2, 0), ("unsigned char common_flags", 2, 1, 0),
          ("unsigned char common_preempt_count", 3, 1, 0), ("int common_pid", 4, 4, 1)]

SIZES = {"char": 1, "u8": 1, "s8": 1, "bool": 1, "short": 2, "u16": 2, "s16": 2, "int": 4,
         "u32": 4, "s32": 4, "pid_t": 4, "unsigned int": 4, "long": 8, "unsigned long": 8,
         "u64": 8, "s64": 8, "unsigned long long": 8, "long long": 8, "unsigned char": 1,
         "unsigned short": 2, "size_t": 8, "umode_t": 2}
SIGNED = ("char", "s8", "short", "s16", "int", "s32", "pid_t", "long", "s64", "long long")


def _fields(text, word=0):
    """Fields at their natural offsets; with @word, each has at least so many bytes."""
    fields, offset = [], 8
    for decl in text.split(";"):
        decl = decl.strip()
        kind, _, name = decl.rpartition(" ")
        signed = int(kind in SIGNED and not name.endswith("]"))
        if kind.startswith(("__data_loc", "__rel_loc")):
            size = align = 4
        elif "*" in kind:
            size = align = 8
        elif name.endswith("]"):
            count = name[name.index("[") + 1:-1]
            align = SIZES[kind]
            size = align * int(count or 0)
        else:
            size = align = SIZES[kind]
        if word and name != "__syscall_nr":
            size, align, signed = word, word, int(kind == "long")
        offset += -offset % align
        fields.append((decl, offset, size, signed))
        offset += size
    return fields


def _args(fields):
    return "".join(f", ((unsigned long)(REC->{f[0].split()[-1]}))" for f in fields[1:])


def _syscall(name, number, text):
    """The two events of a system call."""
    enter = _fields("int __syscall_nr;" + text, 8)
    fmt = ", ".join(f"{f[0].split()[-1]}: 0x%08lx" for f in enter[1:])
    leave = _fields("int __syscall_nr; long ret", 8)
    return [("syscalls", "sys_enter_" + name, number + 1, enter, f'"{fmt}"{_args(enter)}'),
            ("syscalls", "sys_exit_" + name, number, leave, '"0x%lx", REC->ret')]


STACK = ('"' + "\\t=> %ps\\n" * 8 + '"'
         + "".join(f", (void *)REC->caller[{i}]" for i in range(8)))
WAKE = ('"comm=%s pid=%d prio=%d target_cpu=%03d", REC->comm, REC->pid, REC->prio, '
        "REC->target_cpu")
VECS = "HI TIMER NET_TX NET_RX BLOCK IRQ_POLL TASKLET SCHED HRTIMER RCU".split()
SOFTIRQ = ('"vec=%u [action=%s]", REC->vec, __print_symbolic(REC->vec, '
           + ", ".join(f'{{ {nr}, "{name}" }}' for nr, name in enumerate(VECS)) + ")")
STATES = '{ 1, "S" }, { 2, "D" }, { 4, "T" }, { 8, "t" }, { 16, "X" }, { 32, "Z" }'
CPU = '"state=%lu cpu_id=%lu", (unsigned long)REC->state, (unsigned long)REC->cpu_id'

EVENTS = [
    ("ftrace", "function", 1, _fields("unsigned long ip; unsigned long parent_ip"),
     '" %ps <-- %ps", (void *)REC->ip, (void *)REC->parent_ip'),
    ("ftrace", "funcgraph_entry", 11, _fields("unsigned long func; int depth"),
     '"--> %ps (%d)", (void *)REC->func, REC->depth'),
    ("ftrace", "funcgraph_exit", 10,
     _fields("unsigned long func; int depth; unsigned int overrun;"
             "unsigned long long calltime; unsigned long long rettime"),
     '"<-- %ps (%d) (start: %llx  end: %llx) over: %d", (void *)REC->func, REC->depth, '
     "REC->calltime, REC->rettime, REC->depth"),
    ("ftrace", "kernel_stack", 4, _fields("int size; unsigned long caller[8]"), STACK),
    ("ftrace", "user_stack", 12, _fields("unsigned int tgid; unsigned long caller[8]"), STACK),
    ("ftrace", "print", 5, _fields("unsigned long ip; char buf[]"),
     '"%ps: %s", (void *)REC->ip, REC->buf'),
    ("ftrace", "bprint", 6, _fields("unsigned long ip; const char * fmt; u32 buf[]"),
     '"%ps: %s", (void *)REC->ip, REC->fmt'),
    ("ftrace", "bputs", 14, _fields("unsigned long ip; const char * str"),
     '"%ps: %s", (void *)REC->ip, REC->str'),
    ("ftrace", "raw_data", 18, _fields("unsigned int id; char buf[]"),
     '"id:%04x %08x", REC->id, (int)REC->buf[0]'),
    ("ftrace", "osnoise", 16,
     _fields("u64 noise; u64 runtime; u64 max_sample; unsigned int hw_count;"
             "unsigned int nmi_count; unsigned int irq_count; unsigned int softirq_count;"
             "unsigned int thread_count"),
     '"noise:%llu\\tmax_sample:%llu\\thw:%u\\tnmi:%u\\tirq:%u\\tsoftirq:%u\\tthread:%u\\n", '
     "REC->noise, REC->max_sample, REC->hw_count, REC->nmi_count, REC->irq_count, "
     "REC->softirq_count, REC->thread_count"),
    ("ftrace", "timerlat", 17, _fields("unsigned int seqnum; int context; u64 timer_latency"),
     '"seq:%u\\tcontext:%d\\ttimer_latency:%llu\\n", REC->seqnum, REC->context, '
     "REC->timer_latency"),
    ("sched", "sched_switch", 301,
     _fields("char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state;"
             "char next_comm[16]; pid_t next_pid; int next_prio"),
     '"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s ==> next_comm=%s next_pid=%d '
     'next_prio=%d", REC->prev_comm, REC->prev_pid, REC->prev_prio, (REC->prev_state & 255) ? '
     '__print_flags(REC->prev_state & 255, "|", ' + STATES + ') : "R", REC->next_comm, '
     "REC->next_pid, REC->next_prio"),
    ("sched", "sched_waking", 302,
     _fields("char comm[16]; pid_t pid; int prio; int target_cpu"), WAKE),
    ("sched", "sched_wakeup", 303,
     _fields("char comm[16]; pid_t pid; int prio; int target_cpu"), WAKE),
    ("sched", "sched_process_fork", 304,
     _fields("char parent_comm[16]; pid_t parent_pid; char child_comm[16]; pid_t child_pid"),
     '"comm=%s pid=%d child_comm=%s child_pid=%d", REC->parent_comm, REC->parent_pid, '
     "REC->child_comm, REC->child_pid"),
    ("sched", "sched_process_exec", 305,
     _fields("__data_loc char[] filename; pid_t pid; pid_t old_pid"),
     '"filename=%s pid=%d old_pid=%d", __get_str(filename), REC->pid, REC->old_pid'),
    ("sched", "sched_process_exit", 306, _fields("char comm[16]; pid_t pid; int prio"),
     '"comm=%s pid=%d prio=%d", REC->comm, REC->pid, REC->prio'),
    ("task", "task_rename", 307,
     _fields("pid_t pid; char oldcomm[16]; char newcomm[16]; short oom_score_adj"),
     '"pid=%d oldcomm=%s newcomm=%s oom_score_adj=%hd", REC->pid, REC->oldcomm, '
     "REC->newcomm, REC->oom_score_adj"),
    ("irq", "irq_handler_entry", 308, _fields("int irq; __data_loc char[] name"),
     '"irq=%d name=%s", REC->irq, __get_str(name)'),
    ("irq", "irq_handler_exit", 309, _fields("int irq; int ret"),
     '"irq=%d ret=%s", REC->irq, REC->ret ? "handled" : "unhandled"'),
    ("irq", "softirq_entry", 310, _fields("unsigned int vec"), SOFTIRQ),
    ("irq", "softirq_exit", 311, _fields("unsigned int vec"), SOFTIRQ),
    ("power", "cpu_idle", 312, _fields("u32 state; u32 cpu_id"), CPU),
    ("power", "cpu_frequency", 313, _fields("u32 state; u32 cpu_id"), CPU),
    *_syscall("openat", 320, "int dfd; const char * filename; int flags; umode_t mode"),
    *_syscall("read", 322, "unsigned int fd; char * buf; size_t count"),
    ("sample", "all_types", 330,
     _fields("u8 a_u8; s8 a_s8; u16 a_u16; s16 a_s16; u32 a_u32; s32 a_s32; u64 a_u64;"
             "s64 a_s64; bool a_bool; void * a_pointer; char a_string[8]; u8 a_mac[6];"
             "s16 an_array[4]; __data_loc char[] a_dyn_string; __data_loc u32[] a_dyn_array;"
             "__rel_loc char[] a_rel_string; __rel_loc u16[] a_rel_array; long a_long"),
     '"u8=%u s64=%lld string=%s dyn=%s rel=%s", REC->a_u8, REC->a_s64, REC->a_string, '
     "__get_str(a_dyn_string), __get_rel_str(a_rel_string)"),
]

# In recordings of which a test is about mappings.
MAPPING = (
    "ftrace", "user_mapping", 20,
    _fields("unsigned int tgid; unsigned int parent; unsigned long start; unsigned long size;"
            "u64 offset; u64 ino; unsigned int major; unsigned int minor;"
            "unsigned char build_id_size; unsigned char build_id[20]; char path[]"),
    '"tgid=%u parent=%u start=%lx size=%lx offset=%llx dev=%u:%u ino=%llu build_id=%s path=%s", '
    "REC->tgid, REC->parent, REC->start, REC->size, REC->offset, REC->major, REC->minor, "
    "REC->ino, __print_hex_str(REC->build_id, REC->build_id_size), REC->path")

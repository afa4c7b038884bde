# SPDX-License-Identifier: GPL-2.0
"""The recordings that the tests of trace-view share."""

from mkdat import Dat

SYMBOLS = [(0xffffffff81000000 + nr * 0x100, name) for nr, name in enumerate(
    "_stext do_syscall_64 do_sys_openat2 do_filp_open path_openat link_path_walk "
    "inode_permission do_dentry_open vfs_open vfs_read security_file_open schedule "
    "__schedule try_to_wake_up tick_handle irq_enter_rcu worker_thread process_one_work "
    "trace_marker_write _etext".split())]
ADDR = {name: addr for addr, name in SYMBOLS}
BEGIN = 100 * 10 ** 9


class Scene:
    """Records on one CPU at a time that goes on."""

    def __init__(self, dat, cpu, pid):
        self.dat, self.cpu, self.pid, self.ts = dat, cpu, pid, BEGIN + cpu * 500

    def put(self, event, wait=1000, /, **fields):
        """A record @wait ns after the previous one."""
        self.ts += wait
        self.dat.record(self.cpu, self.ts, event, common_pid=self.pid, **fields)

    def switch(self, old, new, state=1, wait=1000):
        """@old and @new are (name, pid, priority)."""
        self.put("sched_switch", wait, prev_comm=old[0], prev_pid=old[1], prev_prio=old[2],
                 prev_state=state, next_comm=new[0], next_pid=new[1], next_prio=new[2])
        self.pid = new[1]

    def call(self, name, depth=0, inner=(), wait=1000):
        """A function with those that it calls: names or (name, inner)."""
        self.put("funcgraph_entry", wait, func=ADDR[name] + 4, depth=depth)
        begin = self.ts
        for one in inner:
            self.call(*((one, depth + 1) if isinstance(one, str) else
                        (one[0], depth + 1, one[1])), wait=wait)
        self.put("funcgraph_exit", wait, func=ADDR[name] + 4, depth=depth, calltime=begin,
                 rettime=self.ts + wait)

    def mark(self, text, wait=1000):
        """What a program wrote into trace_marker."""
        self.put("print", wait, ip=ADDR["trace_marker_write"], buf=text + "\n")


IDLE0 = ("swapper/0", 0, 120)
IDLE1 = ("swapper/1", 0, 120)
SHELL = ("bash", 100, 120)
CHILD = ("bash", 101, 120)
NAMED = ("ls", 101, 120)
WORKER = ("kworker/1:2", 200, 120)
NOISE = ("timerlat/1", 300, 4)


def _cpu0(dat):
    run = Scene(dat, 0, 0)
    run.put("cpu_idle", state=2, cpu_id=0)
    run.put("irq_handler_entry", 500000, irq=24, name="virtio0-input", common_flags=4,
            common_preempt_count=1)
    run.put("sched_waking", comm="bash", pid=100, prio=120, target_cpu=0)
    run.put("sched_wakeup", comm="bash", pid=100, prio=120, target_cpu=0)
    run.put("irq_handler_exit", irq=24, ret=1)
    run.put("softirq_entry", vec=3)
    run.put("softirq_exit", 2500, vec=3)
    run.put("cpu_idle", state=0xffffffff, cpu_id=0)
    run.switch(IDLE0, SHELL, 0)
    run.put("sys_enter_openat", __syscall_nr=257, dfd=-100, filename=0x7ffd1000, flags=0x8000,
            mode=0)
    run.call("do_sys_openat2", 0, [("do_filp_open", [("path_openat", [
        "link_path_walk", "inode_permission", ("vfs_open", [("do_dentry_open", [
            "security_file_open"])])])])])
    run.put("sys_exit_openat", __syscall_nr=257, ret=3)
    run.put("kernel_stack", 10, size=4, caller=[ADDR[name] + 0x10 for name in (
        "vfs_open", "path_openat", "do_sys_openat2", "do_syscall_64")])
    run.put("sys_enter_read", __syscall_nr=0, fd=3, buf=0x7ffd2000, count=4096)
    run.put("funcgraph_entry", func=ADDR["vfs_read"] + 4, depth=0)
    begin = run.ts
    run.put("irq_handler_entry", irq=25, name="timer", common_flags=4)
    run.put("irq_handler_exit", 1500, irq=25, ret=1)
    run.put("funcgraph_exit", func=ADDR["vfs_read"] + 4, depth=0, calltime=begin,
            rettime=run.ts + 1000)
    run.put("sys_exit_read", __syscall_nr=0, ret=-11)
    run.put("user_stack", 10, tgid=100, caller=[0x401000, 0x402000, 0x7f0000001000, 0, 0, 0, 0, 0])
    run.mark("B|100|compile \"main.c\"")
    run.mark("C|100|queue depth|3")
    run.mark("plain text; with <signs> & \"quotes\" \u00e9")
    run.mark("C|100|queue depth|-1")
    run.mark("E|100", 5000)
    run.put("sched_process_fork", parent_comm="bash", parent_pid=100, child_comm="bash",
            child_pid=101)
    run.put("function", ip=ADDR["schedule"], parent_ip=ADDR["do_syscall_64"] + 8)
    run.switch(SHELL, CHILD)
    run.put("task_rename", pid=101, oldcomm="bash", newcomm="ls", oom_score_adj=-17)
    run.put("sched_process_exec", filename="/bin/ls", pid=101, old_pid=101)
    run.put("cpu_frequency", state=2400000, cpu_id=0)
    run.put("all_types", a_u8=200, a_s8=-100, a_u16=60000, a_s16=-30000, a_u32=4000000000,
            a_s32=-2000000000, a_u64=2 ** 64 - 1, a_s64=-2 ** 63, a_bool=1,
            a_pointer=ADDR["vfs_read"] + 3, a_string="seven..", a_mac=b"\x02\0\0\xff\0\x01",
            an_array=[1, -2, 3, -4], a_dyn_string="dynamic \u20ac", a_dyn_array=[1, 2, 4294967295],
            a_rel_string="relative", a_rel_array=[7, 65535], a_long=-5)
    run.put("bprint", ip=ADDR["vfs_read"], fmt=0xffffffff82000000, buf=[42, 7])
    run.put("bputs", ip=ADDR["vfs_read"], str=0xffffffff82000040)
    run.put("raw_data", id=0x2a, buf=b"raw\0data")
    run.put("sched_process_exit", comm="ls", pid=101, prio=120)
    run.switch(NAMED, SHELL, 0x20)
    run.put("funcgraph_entry", func=ADDR["vfs_read"] + 4, depth=0)
    run.put("funcgraph_entry", func=ADDR["schedule"] + 4, depth=1)
    run.switch(SHELL, IDLE0, 2)
    run.put("cpu_idle", state=1, cpu_id=0)


def _cpu1(dat):
    run = Scene(dat, 1, 0)
    run.put("cpu_idle", state=1, cpu_id=1)
    run.put("sched_waking", 20000, comm="kworker/1:2", pid=200, prio=120, target_cpu=1)
    run.put("sched_wakeup", comm="kworker/1:2", pid=200, prio=120, target_cpu=1)
    run.put("cpu_idle", state=0xffffffff, cpu_id=1)
    run.switch(IDLE1, WORKER, 0, 7000)
    run.call("worker_thread", 0, [("process_one_work", ["try_to_wake_up"])])
    run.put("funcgraph_entry", func=ADDR["process_one_work"] + 4, depth=0)
    dat.missed(1, 12)
    run.put("funcgraph_entry", 100000, func=ADDR["try_to_wake_up"] + 4, depth=1)
    run.put("funcgraph_exit", func=ADDR["try_to_wake_up"] + 4, depth=1, calltime=run.ts,
            rettime=run.ts + 1000)
    run.put("sched_waking", comm="timerlat/1", pid=300, prio=4, target_cpu=1)
    run.switch(WORKER, NOISE, 0x100)
    for nr, late in enumerate((3200, 800, 12500, 950, 61000)):
        run.put("timerlat", 100000, seqnum=nr, context=0, timer_latency=late,
                common_flags=4)
        run.put("timerlat", 2000, seqnum=nr, context=1, timer_latency=late + 4100)
    run.put("osnoise", 200000, noise=23000, runtime=1000000, max_sample=9000, hw_count=1,
            nmi_count=0, irq_count=3, softirq_count=2, thread_count=1)
    dat.missed(1, -1)
    run.put("osnoise", 300000, noise=1500, runtime=1000000, max_sample=700, irq_count=1)
    run.switch(NOISE, IDLE1, 1)
    run.put("cpu_idle", 200000000, state=1, cpu_id=1)


def _second(dat):
    for nr in range(3):
        dat.record(0, BEGIN + 50000 + nr * 20000, "print", common_pid=100, buffer="second",
                   ip=ADDR["trace_marker_write"], buf=f"second {nr}\n")
    dat.record(1, BEGIN + 60000, "sched_waking", common_pid=200, buffer="second",
               comm="bash", pid=100, prio=120)


def scene(order="<"):
    """A small recording with every event, missing records, and two buffers."""
    dat = Dat(cpus=2, clock="mono", symbols=SYMBOLS, order=order,
              comms={100: "bash", 101: "ls", 200: "kworker/1:2", 300: "timerlat/1"},
              printk={0xffffffff82000000: "answer %d of %d\\n", 0xffffffff82000040: "puts\\n"})
    dat.stats = {0: {"overrun": 0}, 1: {"overrun": 12, "dropped events": 3}}
    dat.buffer("second")
    _cpu0(dat)
    _cpu1(dat)
    _second(dat)
    return dat


def guest():
    """A machine of one CPU, a guest of what host() makes."""
    dat = Dat(cpus=1, clock="mono", symbols=SYMBOLS, comms={100: "init"})
    run = Scene(dat, 0, 100)
    for nr in range(4):
        run.mark(f"guest {nr}", 5000)
    return dat


def big_page(dat, cpu):
    """One page of records for Dat.big(): how many, and after how many ns the next may begin."""
    run = Scene(dat, cpu, 100)
    one, two = ("make", 100, 120), ("cc1", 200, 120)
    pages = dat.buffers[""][cpu]
    while len(pages.data) < 3700:
        run.call("vfs_open", 0, [("do_dentry_open", ["security_file_open", "inode_permission"])],
                 wait=150)
        if len(pages.data) < 3700:
            run.switch(*((one, two) if run.pid == 100 else (two, one)), wait=150)
    assert not pages.pages
    return pages.records, run.ts - pages.begin + 150

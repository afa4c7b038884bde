// SPDX-License-Identifier: GPL-2.0
/*
 * Other tracing facilities for comparison: a record of each system call by eBPF and by
 * perf, a count by eBPF; the record of user_events is in dynevent.c. The program uses their
 * system calls directly and needs no library.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

#define RING (256 * 1024)
#define PAGE 4096

static long bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static int bpf_map(int type, int key, int value, int entries)
{
	union bpf_attr attr = { .map_type = type, .key_size = key, .value_size = value,
				.max_entries = entries };
	int fd = bpf(BPF_MAP_CREATE, &attr);

	if (fd < 0)
		absent("a map of eBPF: %s", strerror(errno));
	return fd;
}

/* Load a program and attach it to the raw tracepoint sys_enter. */
static void bpf_attach(const struct bpf_insn *insns, int count)
{
	static char log[8192];
	union bpf_attr load = { .prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .insn_cnt = count,
				.insns = (uint64_t)insns, .license = (uint64_t)"GPL",
				.log_buf = (uint64_t)log, .log_size = sizeof(log), .log_level = 1 };
	union bpf_attr open = {};
	int fd = bpf(BPF_PROG_LOAD, &load);

	if (fd < 0)
		absent("an eBPF program: %s", strerror(errno));
	open.raw_tracepoint.name = (uint64_t)"sys_enter";
	open.raw_tracepoint.prog_fd = fd;
	if (bpf(BPF_RAW_TRACEPOINT_OPEN, &open) < 0)
		absent("eBPF on sys_enter: %s", strerror(errno));
}

#define INSN(op, to, from, offset, value)					\
	((struct bpf_insn){ .code = (op), .dst_reg = (to), .src_reg = (from),	\
			    .off = (offset), .imm = (value) })
#define SET(to, value) INSN(BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, value)
#define MOVE(to, from) INSN(BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0)
/* LOAD_MAP is an instruction of two slots; LOAD_END is the second one, all zeroes. */
#define LOAD_MAP(to, fd) INSN(BPF_LD | BPF_DW | BPF_IMM, to, BPF_PSEUDO_MAP_FD, 0, fd)
#define LOAD_END INSN(0, 0, 0, 0, 0)
#define CALL(function) INSN(BPF_JMP | BPF_CALL, 0, 0, 0, function)
#define SKIP_IF_NULL(what, count) INSN(BPF_JMP | BPF_JEQ | BPF_K, what, 0, count, 0)
#define STORE(to, offset, from) INSN(BPF_STX | BPF_MEM | BPF_DW, to, from, offset, 0)
#define STORE_IMM(to, offset, value) INSN(BPF_ST | BPF_MEM | BPF_DW, to, 0, offset, value)
#define STORE_WORD(to, offset, value) INSN(BPF_ST | BPF_MEM | BPF_W, to, 0, offset, value)
#define ADD(to, value) INSN(BPF_ALU64 | BPF_ADD | BPF_K, to, 0, 0, value)
#define FETCH(to, from) INSN(BPF_LDX | BPF_MEM | BPF_DW, to, from, 0, 0)
#define LEAVE INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

/* A consumer that always reads up to the producer's position. */
struct ring {
	volatile uint64_t *produced, *consumed;
};

static void call_and_consume(void *arg)
{
	struct ring *ring = arg;

	syscall(SYS_getppid);
	*ring->consumed = *ring->produced;
}

static double base_and_consume(void)
{
	volatile uint64_t a = 0, b = 0;
	struct ring none = { &a, &b };

	return per_call(call_and_consume, &none);
}

/* End the metric without a figure if nothing was recorded. */
static void must_have_records(struct ring *ring)
{
	if (*ring->produced < PAGE)
		absent("hardly anything was recorded");
}

void metric_peer_bpf_ring(void)
{
	double base = base_and_consume();
	int fd = bpf_map(BPF_MAP_TYPE_RINGBUF, 0, 0, RING);
	const struct bpf_insn insns[] = {
		LOAD_MAP(1, fd), LOAD_END, SET(2, 32), SET(3, 0),
		CALL(BPF_FUNC_ringbuf_reserve),
		SKIP_IF_NULL(0, 9), MOVE(6, 0), CALL(BPF_FUNC_ktime_get_ns), STORE(6, 0, 0),
		STORE_IMM(6, 8, 1), STORE_IMM(6, 16, 2), STORE_IMM(6, 24, 3),
		MOVE(1, 6), SET(2, BPF_RB_NO_WAKEUP), CALL(BPF_FUNC_ringbuf_submit),
		SET(0, 0), LEAVE,
	};
	struct ring ring;

	ring.consumed = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	ring.produced = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, PAGE);
	if (ring.consumed == MAP_FAILED || ring.produced == MAP_FAILED)
		absent("the ring of eBPF cannot be mapped: %s", strerror(errno));
	bpf_attach(insns, sizeof(insns) / sizeof(insns[0]));
	base = per_call(call_and_consume, &ring) - base;
	must_have_records(&ring);
	result(NULL, base);
}

void metric_peer_bpf_count(void)
{
	double base = per_call(call_getppid, NULL);
	int fd = bpf_map(BPF_MAP_TYPE_PERCPU_ARRAY, 4, 8, 1);
	const struct bpf_insn insns[] = {
		STORE_WORD(10, -4, 0), MOVE(2, 10), ADD(2, -4), LOAD_MAP(1, fd), LOAD_END,
		CALL(BPF_FUNC_map_lookup_elem), SKIP_IF_NULL(0, 3), FETCH(1, 0), ADD(1, 1),
		STORE(0, 0, 1), SET(0, 0), LEAVE,
	};

	bpf_attach(insns, sizeof(insns) / sizeof(insns[0]));
	result(NULL, per_call(call_getppid, NULL) - base);
}

/* perf record -e raw_syscalls:sys_enter: the same sample type, every event recorded. */
void metric_peer_perf(void)
{
	double base = base_and_consume();
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr),
		.config = number_of("events/raw_syscalls/sys_enter/id"), .sample_period = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW,
		.watermark = 1, .wakeup_watermark = RING / 2,
	};
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	struct perf_event_mmap_page *head;
	struct ring ring;

	if (fd < 0)
		absent("perf_event_open: %s", strerror(errno));
	head = mmap(NULL, PAGE + RING, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (head == MAP_FAILED)
		absent("the ring of perf cannot be mapped: %s", strerror(errno));
	ring.produced = (uint64_t *)&head->data_head;
	ring.consumed = (uint64_t *)&head->data_tail;
	base = per_call(call_and_consume, &ring) - base;
	must_have_records(&ring);
	result(NULL, base);
}

void metric_peer_lttng(void)
{
	if (system("modprobe lttng-tracer >/dev/null 2>&1"))
		absent("lttng-tracer is not among this kernel's modules");
	absent("lttng-tracer is there, its session daemon is not");
}

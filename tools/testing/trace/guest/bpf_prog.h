/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF programs that are put together instruction by instruction, and bpf(2) without a
 * library. What headers of 6.1 lack is defined here, as the header of the kernel has it.
 *
 * A program keeps what it sees in slots of an array that is mapped. Its registers: 6 is the
 * context, 7 the first slot.
 */
#ifndef _TOOLS_TRACE_GUEST_BPF_PROG_H
#define _TOOLS_TRACE_GUEST_BPF_PROG_H

#include <errno.h>
#include <linux/bpf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BPF_ATTACH_UPROBE_MULTI	48	/* BPF_TRACE_UPROBE_MULTI */
#define BPF_ATTACH_SESSION	56	/* BPF_TRACE_KPROBE_SESSION */
#define BPF_PAGE		4096
#define BPF_SLOTS		32

/* The attributes of BPF_LINK_CREATE for uprobes. */
struct bpf_uprobe_multi_attr {
	uint32_t	prog_fd, target_fd, attach_type, flags;
	uint64_t	path, offsets, ref_ctr_offsets, cookies;
	uint32_t	cnt, multi_flags, pid, unused;
};

/* What BPF_OBJ_GET_INFO_BY_FD tells of the link of a perf counter. */
struct bpf_perf_link_info {
	uint32_t	type, id, prog_id, unused;
	uint32_t	kind, unused_too;
	uint64_t	name;
	uint32_t	name_len, offset;
	uint64_t	more[5];	/* kprobe: address, missed, cookie; uprobe: cookie */
};

enum {
	BPF_KIND_UPROBE = 1, BPF_KIND_URETPROBE, BPF_KIND_KPROBE, BPF_KIND_KRETPROBE,
	BPF_KIND_TRACEPOINT,
};

struct bpf_text {
	struct bpf_insn	insn[96];
	unsigned int	count;
};

/* The slots. */
static volatile uint64_t *bpf_seen;
static int bpf_map_fd;

static inline long bpf_call(int command, void *attr, size_t size)
{
	return syscall(SYS_bpf, command, attr, size);
}

static inline void bpf_emit(struct bpf_text *text, int code, int to, int from, int offset,
			    int value)
{
	text->insn[text->count++] = (struct bpf_insn){
		.code = code, .dst_reg = to, .src_reg = from, .off = offset, .imm = value,
	};
}

static inline void bpf_set(struct bpf_text *text, int to, int value)
{
	bpf_emit(text, BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, value);
}

static inline void bpf_move(struct bpf_text *text, int to, int from)
{
	bpf_emit(text, BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0);
}

static inline void bpf_add(struct bpf_text *text, int to, int value)
{
	bpf_emit(text, BPF_ALU64 | BPF_ADD | BPF_K, to, 0, 0, value);
}

static inline void bpf_helper(struct bpf_text *text, int helper)
{
	bpf_emit(text, BPF_JMP | BPF_CALL, 0, 0, 0, helper);
}

static inline void bpf_load(struct bpf_text *text, int size, int to, int from, int offset)
{
	bpf_emit(text, BPF_LDX | BPF_MEM | size, to, from, offset, 0);
}

/* Keep a register in a slot. */
static inline void bpf_keep(struct bpf_text *text, unsigned int slot, int from)
{
	bpf_emit(text, BPF_STX | BPF_MEM | BPF_DW, 7, from, slot * 8, 0);
}

/* Begin a program, which counts in slot 0 how often it runs. */
static inline void bpf_begin(struct bpf_text *text)
{
	text->count = 0;
	bpf_move(text, 6, 1);
	bpf_emit(text, BPF_LD | BPF_DW | BPF_IMM, 7, BPF_PSEUDO_MAP_VALUE, 0, bpf_map_fd);
	bpf_emit(text, 0, 0, 0, 0, 0);
	bpf_set(text, 1, 1);
	bpf_emit(text, BPF_STX | BPF_ATOMIC | BPF_DW, 7, 1, 0, BPF_ADD);
}

/* Keep a part of the context. */
static inline void bpf_keep_field(struct bpf_text *text, unsigned int slot, int size,
				  int offset)
{
	bpf_load(text, size, 1, 6, offset);
	bpf_keep(text, slot, 1);
}

/* Keep what a helper returns that gets the context. */
static inline void bpf_keep_helper(struct bpf_text *text, unsigned int slot, int helper)
{
	bpf_move(text, 1, 6);
	bpf_helper(text, helper);
	bpf_keep(text, slot, 0);
}

/* Keep eight bytes of memory at an address that is in the context. */
static inline void bpf_keep_memory(struct bpf_text *text, unsigned int slot, int field,
				   int offset, int helper)
{
	bpf_load(text, BPF_DW, 3, 6, field);
	bpf_add(text, 3, offset);
	bpf_set(text, 2, 8);
	bpf_move(text, 1, 7);
	bpf_add(text, 1, slot * 8);
	bpf_helper(text, helper);
}

/*
 * End and load a program. @id: the type of BTF that it is for, or 0. Return: its file
 * descriptor, or -1.
 */
static inline int bpf_end_for(struct bpf_text *text, int type, int attach_type,
			      unsigned int id, int result)
{
	static char log[65536];
	union bpf_attr attr = {
		.prog_type = type, .expected_attach_type = attach_type, .attach_btf_id = id,
		.insns = (uintptr_t)text->insn, .license = (uintptr_t)"GPL",
		.log_buf = (uintptr_t)log, .log_size = sizeof(log), .log_level = 1,
	};
	int fd, error;

	bpf_set(text, 0, result);
	bpf_emit(text, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
	attr.insn_cnt = text->count;
	log[0] = '\0';
	fd = bpf_call(BPF_PROG_LOAD, &attr, sizeof(attr));
	if (fd < 0) {
		error = errno;
		for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n"))
			printf("# %s\n", line);
		errno = error;
	}
	return fd;
}

static inline int bpf_end(struct bpf_text *text, int type, int attach_type, int result)
{
	return bpf_end_for(text, type, attach_type, 0, result);
}

/*
 * Attach a program to a raw tracepoint; with @name NULL to what it was loaded for. Return: the
 * link, or -1.
 */
static inline int bpf_raw_open(const char *name, int prog)
{
	union bpf_attr attr = {
		.raw_tracepoint = { .name = (uintptr_t)name, .prog_fd = prog },
	};

	return bpf_call(BPF_RAW_TRACEPOINT_OPEN, &attr, sizeof(attr));
}

/* Attach a program to the entry and the return of functions. Return: the link, or -1. */
static inline int bpf_session_link(int prog, const char * const *names, unsigned int count)
{
	union bpf_attr attr = {
		.link_create = {
			.prog_fd = prog, .attach_type = BPF_ATTACH_SESSION,
			.kprobe_multi = { .cnt = count, .syms = (uintptr_t)names },
		},
	};

	return bpf_call(BPF_LINK_CREATE, &attr, sizeof(attr));
}

/* Attach a program to places of a file, with cookies or NULL. Return: the link, or -1. */
static inline int bpf_user_multi_link(int prog, unsigned int flags, const char *path,
				      const uint64_t *offsets, const uint64_t *cookies,
				      unsigned int count)
{
	struct bpf_uprobe_multi_attr attr = {
		.prog_fd = prog, .attach_type = BPF_ATTACH_UPROBE_MULTI,
		.path = (uintptr_t)path, .offsets = (uintptr_t)offsets,
		.cookies = (uintptr_t)cookies, .cnt = count, .multi_flags = flags,
	};

	return bpf_call(BPF_LINK_CREATE, &attr, offsetof(struct bpf_uprobe_multi_attr, unused));
}

/* Attach a program to functions, by their names or addresses. Return: the link, or -1. */
static inline int bpf_multi_link(int prog, unsigned int flags, const char * const *names,
				 const unsigned long *addrs, const uint64_t *cookies,
				 unsigned int count)
{
	union bpf_attr attr = {
		.link_create = {
			.prog_fd = prog, .attach_type = BPF_TRACE_KPROBE_MULTI,
			.kprobe_multi = {
				.flags = flags, .cnt = count, .syms = (uintptr_t)names,
				.addrs = (uintptr_t)addrs, .cookies = (uintptr_t)cookies,
			},
		},
	};

	return bpf_call(BPF_LINK_CREATE, &attr, sizeof(attr));
}

/* Create the slots. Return: -1 if the kernel has no BPF. */
static inline int bpf_slots_create(void)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4,
		.value_size = BPF_SLOTS * 8, .max_entries = 1, .map_flags = BPF_F_MMAPABLE,
	};

	bpf_map_fd = bpf_call(BPF_MAP_CREATE, &attr, sizeof(attr));
	if (bpf_map_fd < 0)
		return -1;
	bpf_seen = mmap(NULL, BPF_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, bpf_map_fd, 0);
	return bpf_seen == MAP_FAILED ? -1 : 0;
}

static inline void bpf_slots_clear(void)
{
	memset((void *)bpf_seen, 0, BPF_SLOTS * 8);
}

#endif /* _TOOLS_TRACE_GUEST_BPF_PROG_H */

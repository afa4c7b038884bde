// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin of QEMU that records which cache lines a guest touches between two marks.
 *
 * The argument out=FILE is required. For each window (see mark.h) the plugin writes to FILE:
 *
 *	series NAME			once for all windows of that name
 *	round				begin of a window
 *	c LINE PC			a line of code, and the first instruction executed in it
 *	d LINE PC READ WRITTEN KIND	a line of data, the instruction that used it, which bytes
 *					it read and wrote (one bit each), and how it addresses
 *					memory: g relative to GS, s as the top of the stack, -
 *	percpu OFFSET			address of per-CPU data minus its link address
 *	end				end of a window
 *
 * All numbers are hexadecimal. A line is given by the address of its first byte. Addresses are
 * virtual. What the CPU itself reads and writes, page tables and the frame of an interrupt,
 * is not seen by plugins.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mark.h"
#include "qemu_plugin.h"

#define LINE 64
#define MARK_SIZE 7
/* A power of two, much more than one operation touches. */
#define SLOTS 16384
#define NAME_SIZE 64

PLUGIN_EXPORT int qemu_plugin_version = 1;

/**
 * struct insn - an instruction that was translated, never freed
 * @pc: its address
 * @link: link address of its per-CPU operand, if @has_link
 * @has_link: whether @link is known
 * @kind: 'g' if it has a GS prefix, 's' if it is a push or a call, else '-'
 */
struct insn {
	uint64_t pc, link;
	bool has_link;
	char kind;
};

/**
 * struct use - the use of a line in the current window
 * @window: the window in which the slot was filled
 * @line: address of the line
 * @pc: instruction that used it; 0 for a line of code, of which there is one entry
 * @first: for a line of code, the first instruction executed in it
 * @read: bytes that were read
 * @written: bytes that were written
 * @kind: that of the instruction; 'c' for a line of code
 */
struct use {
	unsigned long window;
	uint64_t line, pc, first, read, written;
	char kind;
};

static FILE *out;
static qemu_plugin_id_t plugin;
static struct use uses[SLOTS];
static unsigned int order[SLOTS], used;
static unsigned long window;
static bool armed, open;
static char name[NAME_SIZE + 1];
static unsigned int bits;
static uint64_t percpu;
static bool percpu_known;

/* Return the entry of a line and an instruction in this window. */
static struct use *use_of(uint64_t line, uint64_t pc, char kind)
{
	unsigned int slot = (line / LINE * 31 + pc * 7) % SLOTS;

	while (uses[slot].window == window) {
		if (uses[slot].line == line && uses[slot].pc == pc)
			return &uses[slot];
		slot = (slot + 1) % SLOTS;
	}
	if (used == SLOTS - 1) {
		fprintf(stderr, "lines: a window touches too many lines\n");
		exit(1);
	}
	uses[slot] = (struct use){ .window = window, .line = line, .pc = pc, .kind = kind };
	order[used++] = slot;
	return &uses[slot];
}

static void print_window(void)
{
	fprintf(out, "round\n");
	if (percpu_known)
		fprintf(out, "percpu %lx\n", (unsigned long)percpu);
	for (unsigned int i = 0; i < used; i++) {
		const struct use *use = &uses[order[i]];

		if (use->kind == 'c')
			fprintf(out, "c %lx %lx\n", (unsigned long)use->line,
				(unsigned long)use->first);
		else
			fprintf(out, "d %lx %lx %lx %lx %c\n", (unsigned long)use->line,
				(unsigned long)use->pc, (unsigned long)use->read,
				(unsigned long)use->written, use->kind);
	}
	fprintf(out, "end\n");
}

static void on_execute(unsigned int cpu, void *data)
{
	const struct insn *insn = data;
	struct use *use;

	(void)cpu;
	if (!open)
		return;
	use = use_of(insn->pc & -LINE, 0, 'c');
	if (!use->first)
		use->first = insn->pc;
}

/* The second line of an instruction that crosses the end of a line. */
static void on_execute_crossing(unsigned int cpu, void *data)
{
	const struct insn *insn = data;
	struct use *use;

	on_execute(cpu, data);
	if (!open)
		return;
	use = use_of((insn->pc & -LINE) + LINE, 0, 'c');
	if (!use->first)
		use->first = insn->pc;
}

static void on_memory(unsigned int cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	const struct insn *insn = data;
	uint64_t end = address + (1ul << qemu_plugin_mem_size_shift(info));

	(void)cpu;
	if (!open)
		return;
	if (insn->has_link && !percpu_known) {
		percpu = address - insn->link;
		percpu_known = true;
	}
	while (address < end) {
		struct use *use = use_of(address & -LINE, insn->pc, insn->kind);
		uint64_t bit = 1ull << (address & (LINE - 1));

		if (qemu_plugin_mem_is_store(info))
			use->written |= bit;
		else
			use->read |= bit;
		address++;
	}
}

static void add_bit(bool set)
{
	if (bits == NAME_SIZE * 8)
		return;
	if (set)
		name[bits / 8] |= 1 << bits % 8;
	bits++;
}

static void counting(qemu_plugin_id_t id);

static void on_mark(unsigned int cpu, void *data)
{
	unsigned long mark = (unsigned long)data;

	(void)cpu;
	if (mark == LINES_ARM) {
		if (!armed)
			qemu_plugin_reset(plugin, counting);
		armed = true;
	} else if (mark == LINES_ZERO || mark == LINES_ONE) {
		add_bit(mark == LINES_ONE);
	} else if (mark == LINES_SERIES) {
		fprintf(out, "series %s\n", name);
		memset(name, 0, sizeof(name));
		bits = 0;
	} else if (mark == LINES_BEGIN) {
		used = 0;
		window++;
		open = true;
	} else if (mark == LINES_END && open) {
		open = false;
		print_window();
	}
}

/* Return whether an instruction is a mark; if so, let it call on_mark(). */
static bool look_for_mark(struct qemu_plugin_insn *insn)
{
	const unsigned char *bytes = qemu_plugin_insn_data(insn);
	uint32_t displacement;

	if (qemu_plugin_insn_size(insn) != MARK_SIZE || memcmp(bytes, "\x0f\x1f\x80", 3))
		return false;
	memcpy(&displacement, bytes + 3, sizeof(displacement));
	if (displacement < LINES_MARK || displacement > LINES_MARK + LINES_END)
		return false;
	qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark, QEMU_PLUGIN_CB_NO_REGS,
					       (void *)(unsigned long)(displacement - LINES_MARK));
	return true;
}

/*
 * Instructions that read or write per-CPU data as a whole, mov %gs:LINK and mov %gs:LINK(%rip),
 * show where the data of the CPU is.
 */
static void decode_percpu(struct insn *to, const unsigned char *bytes, size_t size)
{
	size_t at = 1;
	int32_t displacement;

	to->kind = 'g';
	if (at < size && (bytes[at] & 0xf0) == 0x40)
		at++;
	if (at + 6 > size || (bytes[at] != 0x8b && bytes[at] != 0x89))
		return;
	memcpy(&displacement, bytes + size - 4, sizeof(displacement));
	if ((bytes[at + 1] & 0xc7) == 0x05 && at + 6 == size)
		to->link = to->pc + size + displacement;
	else if ((bytes[at + 1] & 0xc7) == 0x04 && bytes[at + 2] == 0x25 && at + 7 == size)
		to->link = (int64_t)displacement;
	else
		return;
	to->has_link = true;
}

static struct insn *decoded(const struct qemu_plugin_insn *insn)
{
	const unsigned char *bytes = qemu_plugin_insn_data(insn);
	size_t size = qemu_plugin_insn_size(insn);
	struct insn *to = calloc(1, sizeof(*to));

	if (!to) {
		fprintf(stderr, "lines: no memory\n");
		exit(1);
	}
	to->pc = qemu_plugin_insn_vaddr(insn);
	to->kind = '-';
	if (bytes[0] == 0x65)
		decode_percpu(to, bytes, size);
	else if (bytes[0] == 0xe8 || (bytes[0] & 0xf8) == 0x50 ||
		 (size > 1 && bytes[0] == 0x41 && (bytes[1] & 0xf8) == 0x50))
		to->kind = 's';
	return to;
}

/* Before LINES_ARM only marks are looked for. */
static void on_translate_waiting(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (size_t i = 0; i < count; i++)
		look_for_mark(qemu_plugin_tb_get_insn(tb, i));
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb);
	uint64_t line = 1;

	(void)id;
	for (size_t i = 0; i < count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		struct insn *to;
		uint64_t last;

		if (look_for_mark(insn)) {
			/* The code after a mark is in a window, that before it is not. */
			line = 1;
			continue;
		}
		to = decoded(insn);
		last = to->pc + qemu_plugin_insn_size(insn) - 1;
		if ((last & -LINE) != (to->pc & -LINE))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_execute_crossing,
							       QEMU_PLUGIN_CB_NO_REGS, to);
		else if ((to->pc & -LINE) != line)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_execute,
							       QEMU_PLUGIN_CB_NO_REGS, to);
		line = last & -LINE;
		qemu_plugin_register_vcpu_mem_cb(insn, on_memory, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, to);
	}
}

static void on_finish(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	if (fclose(out))
		perror("lines");
}

static void counting(qemu_plugin_id_t id)
{
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
	qemu_plugin_register_atexit_cb(id, on_finish, NULL);
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc,
				      char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++)
		if (!strncmp(argv[i], "out=", 4))
			out = fopen(argv[i] + 4, "w");
	if (!out) {
		perror("lines: out=FILE");
		return -1;
	}
	plugin = id;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate_waiting);
	return 0;
}

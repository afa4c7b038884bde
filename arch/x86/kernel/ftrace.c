// SPDX-License-Identifier: GPL-2.0
/*
 * The text of function sites on x86, and the trampolines that they call.
 *
 * A site is five bytes, a nop or a call, and other CPUs may execute it while it
 * changes. So all sites of a change go through three steps together:
 *
 *	1. a breakpoint on the first byte of each,	then all CPUs synchronise;
 *	2. the last four bytes of each,			then all CPUs synchronise;
 *	3. the first byte of each,			then all CPUs synchronise.
 *
 * Whoever meets a breakpoint is sent on by ftrace_int3_handler(). It needs no
 * list of what is being changed: the table of sites tells what a site is to do,
 * and both doing that early and going on doing it late are right. It therefore
 * also serves CPUs that still see a breakpoint which is gone already.
 *
 * The jumps of static keys change by the same steps, when many do; of those there
 * is a list.
 */

#include <linux/execmem.h>
#include <linux/ftrace.h>
#include <linux/hardirq.h>
#include <linux/memory.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/set_memory.h>
#include <linux/unaligned.h>
#include <linux/vmalloc.h>

#include <asm/alternative.h>
#include <asm/debugreg.h>
#include <asm/mmu_context.h>
#include <asm/nops.h>
#include <asm/text-patching.h>
#include <asm/tlbflush.h>

#include "ftrace_trampolines.h"
#include "../../../kernel/trace/ftrace/arch.h"

/*
 * The two parts that a site changes in. Most of this file is built to be small, so
 * what each of some ten thousand sites goes through says that it is inlined.
 */
static __always_inline u8 ftrace_opcode(unsigned long callee)
{
	return callee ? CALL_INSN_OPCODE : x86_nops[MCOUNT_INSN_SIZE][0];
}

static __always_inline u32 ftrace_tail(unsigned long ip, unsigned long callee)
{
	if (callee)
		return callee - (ip + CALL_INSN_SIZE);
	return get_unaligned((u32 *)(x86_nops[MCOUNT_INSN_SIZE] + 1));
}

static __always_inline bool ftrace_text_is(unsigned long ip, unsigned long callee)
{
	return *(u8 *)ip == ftrace_opcode(callee) &&
	       get_unaligned((u32 *)(ip + 1)) == ftrace_tail(ip, callee);
}

static __always_inline void ftrace_text_make(u8 *to, unsigned long ip, unsigned long callee)
{
	*to = ftrace_opcode(callee);
	put_unaligned(ftrace_tail(ip, callee), (u32 *)(to + 1));
}

/*
 * Jumps that are being changed, in ascending order. Other CPUs may look at them
 * until they have synchronised after this became NULL.
 */
static struct ftrace_jump *jumps_now;
static unsigned int jumps_count;

static noinstr struct ftrace_jump *jump_find(unsigned long ip)
{
	/* Before jumps_count, which goes with it. */
	struct ftrace_jump *jumps = smp_load_acquire(&jumps_now);
	unsigned int low = 0, high = jumps_count;

	if (!jumps)
		return NULL;
	while (low < high) {
		unsigned int at = (low + high) / 2;

		if (jumps[at].ip == ip)
			return &jumps[at];
		if (jumps[at].ip < ip)
			low = at + 1;
		else
			high = at;
	}
	return NULL;
}

/* As with functions: what it does early is right, and what it does late. */
static noinstr bool jump_int3_handler(struct pt_regs *regs)
{
	struct ftrace_jump *jump = jump_find(regs->ip - INT3_INSN_SIZE);

	if (!jump)
		return false;
	int3_emulate_jmp(regs, jump->jumps ? jump->target :
			 jump->ip + jump->size);
	return true;
}

noinstr bool ftrace_int3_handler(struct pt_regs *regs)
{
	struct dyn_ftrace *site;
	unsigned long callee;

	if (user_mode(regs))
		return false;

	site = ftrace_site_find(regs->ip - INT3_INSN_SIZE);
	if (!site)
		return jump_int3_handler(regs);

	callee = ftrace_site_callee(site);
	if (callee)
		int3_emulate_call(regs, callee);
	else
		int3_emulate_jmp(regs, site->ip + MCOUNT_INSN_SIZE);
	return true;
}

/*
 * A writable alias of some text, seen by this CPU only: it lives in poking_mm,
 * which nobody else has loaded while text_mutex is held, and interrupts are off
 * while it is there. It covers as much text as one page table can map, so that
 * the address space is switched, and the TLB flushed, a few times for all of the
 * kernel. Pages are mapped when a site in them is changed.
 *
 * What is called for each site or page must be inlined or notrace: it may itself
 * begin with a breakpoint, and that would be hit each time.
 */
struct text_window {
	unsigned long		start;	/* of the text */
	unsigned long		alias;	/* where that is mapped */
	pte_t			*ptes;
	unsigned int		first;	/* index of the lowest page mapped */
	unsigned int		last;	/* and of the highest */
	unsigned long		page;	/* of the text, where it was last written to */
	struct mm_struct	*prev;
	unsigned long		irqflags;
};

#define TEXT_WINDOW_SIZE	(PTRS_PER_PTE * PAGE_SIZE)

static unsigned long text_pfn(unsigned long addr)
{
	if (addr >= MODULES_VADDR)
		return vmalloc_to_pfn((void *)addr);
	return PHYS_PFN(__pa_symbol(addr));
}

static void text_window_map(struct text_window *w, unsigned int index)
{
	pgprot_t prot = __pgprot(pgprot_val(PAGE_KERNEL) & ~_PAGE_GLOBAL);
	unsigned long pfn = text_pfn(w->start + index * PAGE_SIZE);

	set_pte_at(poking_mm, w->alias + index * PAGE_SIZE, w->ptes + index,
		   pfn_pte(pfn, prot));
	w->first = min(w->first, index);
	w->last = max(w->last, index);
}

static void text_window_open(struct text_window *w, unsigned long start)
{
	lockdep_assert_held(&text_mutex);

	w->start = start;
	w->first = PTRS_PER_PTE;
	w->last = 0;
	/* This page table was made at boot, and has but one user at a time. */
	w->alias = poking_addr & PMD_MASK;
	w->ptes = pte_offset_kernel(pmd_off(poking_mm, w->alias), w->alias);

	local_irq_save(w->irqflags);
	if (this_cpu_read(cpu_tlbstate_shared.is_lazy))
		leave_mm();
	w->prev = this_cpu_read(cpu_tlbstate.loaded_mm);
	switch_mm_irqs_off(NULL, poking_mm, current);
	/* User space may watch what is text's alias for us. */
	if (hw_breakpoint_active())
		hw_breakpoint_disable();
}

static void text_window_close(struct text_window *w)
{
	if (!w->start)
		return;

	barrier();
	for (unsigned int i = w->first; i <= w->last; i++)
		pte_clear(poking_mm, w->alias + i * PAGE_SIZE, w->ptes + i);

	switch_mm_irqs_off(NULL, w->prev, current);
	if (hw_breakpoint_active())
		hw_breakpoint_restore();
	flush_tlb_mm_range(poking_mm, w->alias + w->first * PAGE_SIZE,
			   w->alias + (w->last + 1) * PAGE_SIZE, PAGE_SHIFT,
			   false);
	local_irq_restore(w->irqflags);
	w->start = 0;
	w->page = 0;
}

static noinline void text_window_move(struct text_window *w, unsigned long addr,
				      unsigned int len)
{
	unsigned int index;

	if (addr - w->start > TEXT_WINDOW_SIZE - len) {
		text_window_close(w);
		text_window_open(w, addr & PAGE_MASK);
	}
	index = (addr - w->start) >> PAGE_SHIFT;
	if (pte_none(w->ptes[index]))
		text_window_map(w, index);
	index = (addr + len - 1 - w->start) >> PAGE_SHIFT;
	if (pte_none(w->ptes[index]))
		text_window_map(w, index);
	w->page = addr & PAGE_MASK;
}

/*
 * Where to write what shall stand at @addr; @len may cross into the next page.
 * Mostly there is something in the same page before.
 */
static __always_inline void *text_window_at(struct text_window *w,
					    unsigned long addr,
					    unsigned int len)
{
	if (unlikely(addr - w->page > PAGE_SIZE - len))
		text_window_move(w, addr, len);
	return (void *)w->alias + (addr - w->start);
}

/* In assembly, for the alias has no shadow that KASAN could look at. */
static __always_inline void text_window_put_opcode(struct text_window *w,
						   unsigned long ip, u8 opcode)
{
	u8 *to = text_window_at(w, ip, sizeof(*to));

	asm volatile("movb %1, %0" : "=m" (*to) : "q" (opcode));
}

static __always_inline void text_window_put_tail(struct text_window *w,
						 unsigned long ip, u32 tail)
{
	u32 *to = text_window_at(w, ip + 1, sizeof(*to));

	asm volatile("movl %1, %0" : "=m" (*to) : "r" (tail));
}

static noinline void ftrace_complain(void *ip)
{
	pr_err("ftrace: %pS is %*ph\n", ip, MCOUNT_INSN_SIZE, ip);
}

bool arch_ftrace_site_ok(const struct dyn_ftrace *site)
{
	if (ftrace_text_is(site->ip, ftrace_site_target(site)))
		return true;
	ftrace_complain((void *)site->ip);
	return false;
}

static void ftrace_put_breakpoints(void)
{
	struct text_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site)))
		text_window_put_opcode(&w, site->ip, INT3_INSN_OPCODE);
	text_window_close(&w);
	text_poke_sync();
}

/*
 * Tell perf of a change between two synchronisations, so that a decoder of traced
 * branches sees breakpoints around it.
 */
static __always_inline void ftrace_tell_perf(unsigned long ip, const u8 *new)
{
	u8 old[MCOUNT_INSN_SIZE] __uninitialized;

	memcpy(old, (void *)ip, sizeof(old));
	old[0] = ftrace_opcode(get_unaligned((u32 *)(ip + 1)) != ftrace_tail(ip, 0));
	perf_event_text_poke((void *)ip, old, sizeof(old), new, sizeof(old));
}

static void ftrace_put_tails(void)
{
	u8 new[MCOUNT_INSN_SIZE] __uninitialized;
	struct text_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site))) {
		ftrace_text_make(new, site->ip, ftrace_site_target(site));
		ftrace_tell_perf(site->ip, new);
		text_window_put_tail(&w, site->ip,
				     get_unaligned((u32 *)(new + 1)));
	}
	text_window_close(&w);
	text_poke_sync();
}

static void ftrace_put_opcodes(void)
{
	struct text_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site)))
		text_window_put_opcode(&w, site->ip,
				       ftrace_opcode(ftrace_site_target(site)));
	text_window_close(&w);
	text_poke_sync();
}

/* One CPU, and text is still writable. */
static void __ref ftrace_put_early(void)
{
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site))) {
		u8 new[MCOUNT_INSN_SIZE];

		ftrace_text_make(new, site->ip, ftrace_site_target(site));
		text_poke_early((void *)site->ip, new, sizeof(new));
	}
}

/**
 * arch_ftrace_update - bring the text of sites in line with the table
 *
 * Context: task, may sleep, under the lock of the table.
 */
void arch_ftrace_update(void)
{
	mutex_lock(&text_mutex);
	if (system_state == SYSTEM_BOOTING) {
		ftrace_put_early();
	} else {
		ftrace_put_breakpoints();
		ftrace_put_tails();
		ftrace_put_opcodes();
	}
	mutex_unlock(&text_mutex);
}

/* The text of a jump's place when it jumps, or when it does not. */
static void jump_text_make(u8 *to, const struct ftrace_jump *jump, bool jumps)
{
	long distance = jump->target - (jump->ip + jump->size);

	if (!jumps) {
		memcpy(to, x86_nops[jump->size], jump->size);
	} else if (jump->size == JMP8_INSN_SIZE) {
		to[0] = JMP8_INSN_OPCODE;
		to[1] = distance;
	} else {
		to[0] = JMP32_INSN_OPCODE;
		put_unaligned((s32)distance, (s32 *)(to + 1));
	}
}

/**
 * arch_ftrace_jump_init - look at the place of a jump that is to change
 * @jump: all but its size is set
 *
 * Context: task, under the lock of static keys.
 * Return: is it what it must be, the contrary of what it is to become?
 */
bool arch_ftrace_jump_init(struct ftrace_jump *jump)
{
	const u8 *text = (u8 *)jump->ip;
	u8 now[JMP32_INSN_SIZE];

	if (*text == JMP8_INSN_OPCODE || *text == x86_nops[JMP8_INSN_SIZE][0])
		jump->size = JMP8_INSN_SIZE;
	else
		jump->size = JMP32_INSN_SIZE;
	jump_text_make(now, jump, !jump->jumps);
	return !memcmp(text, now, jump->size);
}

static void jumps_put_breakpoints(struct ftrace_jump *jumps, unsigned int count)
{
	struct text_window w = {};

	for (unsigned int i = 0; i < count; i++)
		text_window_put_opcode(&w, jumps[i].ip, INT3_INSN_OPCODE);
	text_window_close(&w);
	text_poke_sync();
}

static void jumps_put_tails(struct ftrace_jump *jumps, unsigned int count)
{
	u8 old[JMP32_INSN_SIZE], new[JMP32_INSN_SIZE];
	struct text_window w = {};

	for (unsigned int i = 0; i < count; i++) {
		struct ftrace_jump *jump = &jumps[i];

		jump_text_make(old, jump, !jump->jumps);
		jump_text_make(new, jump, jump->jumps);
		perf_event_text_poke((void *)jump->ip, old, jump->size,
				     new, jump->size);
		if (jump->size == JMP8_INSN_SIZE)
			text_window_put_opcode(&w, jump->ip + 1, new[1]);
		else
			text_window_put_tail(&w, jump->ip,
					     get_unaligned((u32 *)(new + 1)));
	}
	text_window_close(&w);
	text_poke_sync();
}

static void jumps_put_opcodes(struct ftrace_jump *jumps, unsigned int count)
{
	struct text_window w = {};
	u8 new[JMP32_INSN_SIZE];

	for (unsigned int i = 0; i < count; i++) {
		jump_text_make(new, &jumps[i], jumps[i].jumps);
		text_window_put_opcode(&w, jumps[i].ip, new[0]);
	}
	text_window_close(&w);
	text_poke_sync();
}

/**
 * arch_ftrace_jumps_update - change jumps to nops and nops to jumps
 * @jumps: found good by arch_ftrace_jump_init(), in ascending order
 * @count: how many
 *
 * Context: task, may sleep, under the lock of static keys, with the CPUs locked.
 */
void arch_ftrace_jumps_update(struct ftrace_jump *jumps, unsigned int count)
{
	mutex_lock(&text_mutex);
	jumps_count = count;
	/* After jumps_count and all that is in the list. */
	smp_store_release(&jumps_now, jumps);
	jumps_put_breakpoints(jumps, count);
	jumps_put_tails(jumps, count);
	jumps_put_opcodes(jumps, count);

	/* Who came to look at them for another breakpoint may still do. */
	WRITE_ONCE(jumps_now, NULL);
	text_poke_sync();
	mutex_unlock(&text_mutex);
}

/**
 * arch_ftrace_init_site - turn what the compiler left into a nop
 * @ip: a site in text that is writable, and that nobody executes yet
 *
 * Context: boot or module load.
 * Return: 0, or -EINVAL if there is neither a call of __fentry__() nor a nop.
 */
int arch_ftrace_init_site(unsigned long ip)
{
	if (!ftrace_text_is(ip, MCOUNT_ADDR) && !ftrace_text_is(ip, 0))
		return -EINVAL;
	ftrace_text_make((u8 *)ip, ip, 0);
	return 0;
}

static const struct trampoline_info *trampoline_info(struct ftrace_ops *ops,
						     void **text)
{
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS) {
		*text = ftrace_regs_caller;
		return &ftrace_regs_caller_info;
	}
	if (ops->flags & FTRACE_OPS_PLAIN) {
		*text = ftrace_plain_caller;
		return &ftrace_plain_caller_info;
	}
	*text = ftrace_caller;
	return &ftrace_caller_info;
}

/* How far from the start of a trampoline its code is; see ftrace_plain_caller(). */
static size_t trampoline_offset(void *text)
{
	if (text == ftrace_plain_caller)
		return text - (void *)ftrace_caller;
	return 0;
}

/* What to call, as seen by a mitigation that counts calls. */
static unsigned long trampoline_callee(ftrace_func_t func)
{
	return (unsigned long)callthunks_translate_call_dest(func);
}

/* The code, and behind it the operand of the one instruction that needs one. */
static size_t trampoline_data(const struct trampoline_info *info, void *text)
{
	return ALIGN(trampoline_offset(text) + info->size, sizeof(void *));
}

/**
 * arch_ftrace_trampoline_entry - what the sites of an ops are to call
 * @ops: its ->trampoline is set
 *
 * Context: any.
 */
unsigned long arch_ftrace_trampoline_entry(struct ftrace_ops *ops)
{
	void *text;

	trampoline_info(ops, &text);
	return ops->trampoline + trampoline_offset(text);
}

/**
 * arch_ftrace_trampoline_size - how long is the trampoline of an ops?
 * @ops: an ops that may have none yet
 *
 * Context: any.
 */
unsigned long arch_ftrace_trampoline_size(struct ftrace_ops *ops)
{
	const struct trampoline_info *info;
	void *text;

	info = trampoline_info(ops, &text);
	return trampoline_data(info, text) + sizeof(void *);
}

/**
 * arch_ftrace_trampoline_alloc - make a trampoline for one ops alone
 * @ops: its ->trampoline and ->trampoline_size are set
 * @func: what to call
 *
 * Context: task, may sleep.
 * Return: 0, -ENOMEM, or -EAGAIN while it is too early.
 */
int arch_ftrace_trampoline_alloc(struct ftrace_ops *ops, ftrace_func_t func)
{
	const struct trampoline_info *info;
	void *text, *copy, *code;
	size_t data;

	if (system_state < SYSTEM_SCHEDULING)
		return -EAGAIN;

	info = trampoline_info(ops, &text);
	data = trampoline_data(info, text);

	copy = execmem_alloc(EXECMEM_FTRACE, PAGE_SIZE);
	if (!copy)
		return -ENOMEM;
	memset(copy, INT3_INSN_OPCODE, PAGE_SIZE);
	code = copy + trampoline_offset(text);
	memcpy(code, text, info->size);
	text_poke_apply_relocation(code, code, info->size, text, info->size);

	/* movq OPS(%rip), %rdx */
	*(struct ftrace_ops **)(copy + data) = ops;
	put_unaligned((s32)(copy + data - (code + info->op + 7)),
		      (s32 *)(code + info->op + 3));
	ftrace_text_make(code + info->call, (unsigned long)code + info->call,
			 trampoline_callee(func));

	if (set_memory_rox((unsigned long)copy, 1)) {
		execmem_free(copy);
		return -ENOMEM;
	}
	ops->trampoline = (unsigned long)copy;
	ops->trampoline_size = arch_ftrace_trampoline_size(ops);
	return 0;
}

/**
 * arch_ftrace_trampoline_set - have a trampoline call another function
 * @ops: whose trampoline; it may be in use
 * @func: what to call from now on
 *
 * Context: task, may sleep.
 */
void arch_ftrace_trampoline_set(struct ftrace_ops *ops, ftrace_func_t func)
{
	const struct trampoline_info *info;
	u8 call[CALL_INSN_SIZE];
	unsigned long at;
	void *text;

	info = trampoline_info(ops, &text);
	at = ops->trampoline + trampoline_offset(text) + info->call;
	ftrace_text_make(call, at, trampoline_callee(func));

	mutex_lock(&text_mutex);
	text_poke_bp((void *)at, call, sizeof(call), NULL);
	mutex_unlock(&text_mutex);
}

/**
 * arch_ftrace_trampoline_free - free a trampoline that nobody is in
 * @ops: whose trampoline
 *
 * Context: task, may sleep.
 */
void arch_ftrace_trampoline_free(struct ftrace_ops *ops)
{
	execmem_free((void *)ops->trampoline);
	ops->trampoline = 0;
	ops->trampoline_size = 0;
}

/**
 * arch_ftrace_trampoline_func - what does a trampoline call?
 * @ops: whose trampoline
 *
 * Context: task, under the lock of the table.
 */
ftrace_func_t arch_ftrace_trampoline_func(struct ftrace_ops *ops)
{
	const struct trampoline_info *info;
	void *text, *at;

	info = trampoline_info(ops, &text);
	at = (void *)ops->trampoline + trampoline_offset(text) + info->call;
	return at + CALL_INSN_SIZE + get_unaligned((s32 *)(at + 1));
}

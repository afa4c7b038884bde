// SPDX-License-Identifier: GPL-2.0
/*
 * The text of patch sites on x86. The trampolines that they call are in
 * ftrace_trampolines_64.c and ftrace_trampolines_32.c.
 *
 * A site is a nop or a call of five bytes, and other CPUs may execute it while it
 * is changed. All sites of a change therefore go through three steps together:
 *
 *	1. write a breakpoint to the first byte of each,	then synchronise all CPUs;
 *	2. write the last four bytes of each,			then synchronise all CPUs;
 *	3. write the first byte of each,			then synchronise all CPUs.
 *
 * ftrace_int3_handler() emulates the site for a CPU that hits a breakpoint. It
 * needs no list of the sites that are being changed, because the table of sites
 * contains the new behaviour of each site, and both a CPU that adopts it early
 * and one that adopts it late are correct. The handler therefore also serves CPUs
 * that still execute a breakpoint which was already overwritten.
 *
 * Many jumps of static keys are changed by the same steps. There is a list of
 * those. The call in a trampoline is changed by text_poke_bp().
 */

#include <linux/cpu.h>
#include <linux/ftrace.h>
#include <linux/hardirq.h>
#include <linux/memory.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/unaligned.h>
#include <linux/vmalloc.h>

#include <asm/debugreg.h>
#include <asm/mmu_context.h>
#include <asm/nops.h>
#include <asm/text-patching.h>
#include <asm/tlbflush.h>

#include "ftrace_text.h"
#include "../../../kernel/trace/ftrace/arch.h"

/* The Makefile of the base builds this file for system call events as well. */
#ifdef CONFIG_DYNAMIC_FTRACE

/*
 * The jumps that are being changed, by ascending addresses. Other CPUs may read
 * the list until they have synchronised after ftrace_jumps was set to NULL.
 */
static struct ftrace_jump *ftrace_jumps;
static unsigned int ftrace_jumps_count;

static noinstr struct ftrace_jump *x86_ftrace_jump_find(unsigned long ip)
{
	/* Pairs with smp_store_release() in arch_ftrace_jumps_update(). */
	struct ftrace_jump *jumps = smp_load_acquire(&ftrace_jumps);
	unsigned int low = 0, high = ftrace_jumps_count;

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

/*
 * As for function sites, both early and late adoption of the new state are
 * correct.
 */
static noinstr bool x86_ftrace_jump_int3(struct pt_regs *regs)
{
	struct ftrace_jump *jump = x86_ftrace_jump_find(regs->ip - INT3_INSN_SIZE);

	if (!jump)
		return false;
	int3_emulate_jmp(regs, jump->jumps ? jump->target :
			 jump->ip + jump->size);
	return true;
}

/*
 * Emulate the call of a trampoline. text_poke_bp() changes it, and its handler only
 * knows the breakpoint until the change is complete; then the call in memory is the
 * one to emulate.
 */
static noinstr bool x86_ftrace_trampoline_int3(struct pt_regs *regs)
{
	unsigned long at = regs->ip - INT3_INSN_SIZE;
	const u8 *text = (const u8 *)at;

	if (!ftrace_ops_trampoline(at) || *text != CALL_INSN_OPCODE)
		return false;
	int3_emulate_call(regs, at + CALL_INSN_SIZE + *(const s32 *)(text + 1));
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
		return x86_ftrace_jump_int3(regs) || x86_ftrace_trampoline_int3(regs);

	callee = ftrace_site_callee(site);
	if (callee)
		int3_emulate_call(regs, callee);
	else
		int3_emulate_jmp(regs, site->ip + MCOUNT_INSN_SIZE);
	return true;
}

/**
 * struct ftrace_window - a writable alias of kernel text
 * @start: first address of the text
 * @alias: address in poking_mm where @start is mapped
 * @ptes: the page table of the alias
 * @first: index of the lowest mapped page
 * @last: index of the highest mapped page
 * @page: address of the page of text that was last written to
 * @left: number of pages until interrupts are enabled again
 * @prev: the mm that was loaded before
 * @irqflags: irq state before
 *
 * Only this CPU sees the alias: poking_mm is loaded by the owner of text_mutex
 * only, and interrupts are disabled while it is. The alias covers as much text as
 * one page table can map. A page is mapped when the first site in it is changed.
 * As interrupts are disabled meanwhile, the alias is given up after a few pages.
 *
 * Functions that are called for each site or page must be inlined or notrace:
 * they may have a breakpoint at their own site, which would be hit each time.
 */
struct ftrace_window {
	unsigned long		start;
	unsigned long		alias;
	pte_t			*ptes;
	unsigned int		first;
	unsigned int		last;
	unsigned long		page;
	unsigned int		left;
	struct mm_struct	*prev;
	unsigned long		irqflags;
};

#define FTRACE_WINDOW_SIZE	(PTRS_PER_PTE * PAGE_SIZE)
/* A page has some twenty sites. A new alias takes as long as a few pages. */
#define FTRACE_WINDOW_PAGES	16

static unsigned long x86_ftrace_text_pfn(unsigned long addr)
{
	if (addr >= MODULES_VADDR)
		return vmalloc_to_pfn((void *)addr);
	return PHYS_PFN(__pa_symbol(addr));
}

static void x86_ftrace_window_map(struct ftrace_window *w, unsigned int index)
{
	pgprot_t prot = __pgprot(pgprot_val(PAGE_KERNEL) & ~_PAGE_GLOBAL);
	unsigned long pfn = x86_ftrace_text_pfn(w->start + index * PAGE_SIZE);

	set_pte_at(poking_mm, w->alias + index * PAGE_SIZE, w->ptes + index,
		   pfn_pte(pfn, prot));
	w->first = min(w->first, index);
	w->last = max(w->last, index);
}

static void x86_ftrace_window_open(struct ftrace_window *w, unsigned long start)
{
	lockdep_assert_held(&text_mutex);

	w->start = start;
	w->first = PTRS_PER_PTE;
	w->last = 0;
	w->left = FTRACE_WINDOW_PAGES;
	/* The page table was allocated at boot. */
	w->alias = poking_addr & PMD_MASK;
	w->ptes = pte_offset_kernel(pmd_off(poking_mm, w->alias), w->alias);

	local_irq_save(w->irqflags);
	if (this_cpu_read(cpu_tlbstate_shared.is_lazy))
		leave_mm();
	w->prev = this_cpu_read(cpu_tlbstate.loaded_mm);
	switch_mm_irqs_off(NULL, poking_mm, current);
	/* User space may have breakpoints at the addresses of the alias. */
	if (hw_breakpoint_active())
		hw_breakpoint_disable();
}

static void x86_ftrace_window_close(struct ftrace_window *w)
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

static noinline void x86_ftrace_window_move(struct ftrace_window *w, unsigned long addr,
					    unsigned int len)
{
	unsigned int index;

	if (addr - w->start > FTRACE_WINDOW_SIZE - len || !w->left) {
		x86_ftrace_window_close(w);
		x86_ftrace_window_open(w, addr & PAGE_MASK);
	}
	w->left--;
	index = (addr - w->start) >> PAGE_SHIFT;
	if (pte_none(w->ptes[index]))
		x86_ftrace_window_map(w, index);
	index = (addr + len - 1 - w->start) >> PAGE_SHIFT;
	if (pte_none(w->ptes[index]))
		x86_ftrace_window_map(w, index);
	w->page = addr & PAGE_MASK;
}

/*
 * Return the address in the alias to write @len bytes at @addr, which may cross a
 * page boundary. The previous write was usually in the same page.
 */
static __always_inline void *x86_ftrace_window_at(struct ftrace_window *w,
						  unsigned long addr,
						  unsigned int len)
{
	if (unlikely(addr - w->page > PAGE_SIZE - len))
		x86_ftrace_window_move(w, addr, len);
	return (void *)w->alias + (addr - w->start);
}

/* Written by assembly, because the alias has no KASAN shadow. */
static __always_inline void x86_ftrace_window_put_opcode(struct ftrace_window *w,
							 unsigned long ip, u8 opcode)
{
	u8 *to = x86_ftrace_window_at(w, ip, sizeof(*to));

	asm volatile("movb %1, %0" : "=m" (*to) : "q" (opcode));
}

static __always_inline void x86_ftrace_window_put_tail(struct ftrace_window *w,
						       unsigned long ip, u32 tail)
{
	u32 *to = x86_ftrace_window_at(w, ip + 1, sizeof(*to));

	asm volatile("movl %1, %0" : "=m" (*to) : "r" (tail));
}

static noinline void x86_ftrace_print_text(void *ip)
{
	pr_err("ftrace: unexpected instruction at %pS: %*ph\n", ip, MCOUNT_INSN_SIZE, ip);
}

bool arch_ftrace_site_ok(const struct dyn_ftrace *site)
{
	if (x86_ftrace_text_is(site->ip, ftrace_site_target(site)))
		return true;
	x86_ftrace_print_text((void *)site->ip);
	return false;
}

static void x86_ftrace_put_breakpoints(void)
{
	struct ftrace_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site)))
		x86_ftrace_window_put_opcode(&w, site->ip, INT3_INSN_OPCODE);
	x86_ftrace_window_close(&w);
	text_poke_sync();
}

/*
 * Report a change to perf between two synchronisations, so that a decoder of
 * branch traces sees breakpoints before and after it.
 */
static __always_inline void x86_ftrace_perf_text_poke(unsigned long ip, const u8 *new)
{
	u8 old[MCOUNT_INSN_SIZE] __uninitialized;

	memcpy(old, (void *)ip, sizeof(old));
	old[0] = x86_ftrace_opcode(get_unaligned((u32 *)(ip + 1)) != x86_ftrace_tail(ip, 0));
	perf_event_text_poke((void *)ip, old, sizeof(old), new, sizeof(old));
}

static void x86_ftrace_put_tails(void)
{
	u8 new[MCOUNT_INSN_SIZE] __uninitialized;
	struct ftrace_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site))) {
		x86_ftrace_text_make(new, site->ip, ftrace_site_target(site));
		x86_ftrace_perf_text_poke(site->ip, new);
		x86_ftrace_window_put_tail(&w, site->ip,
					   get_unaligned((u32 *)(new + 1)));
	}
	x86_ftrace_window_close(&w);
	text_poke_sync();
}

static void x86_ftrace_put_opcodes(void)
{
	struct ftrace_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site)))
		x86_ftrace_window_put_opcode(&w, site->ip,
					     x86_ftrace_opcode(ftrace_site_target(site)));
	x86_ftrace_window_close(&w);
	text_poke_sync();
}

/* At boot there is one CPU, and the text is still writable. */
static void __ref x86_ftrace_put_early(void)
{
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site))) {
		u8 new[MCOUNT_INSN_SIZE];

		x86_ftrace_text_make(new, site->ip, ftrace_site_target(site));
		text_poke_early((void *)site->ip, new, sizeof(new));
	}
}

void arch_ftrace_update(void)
{
	/* text_poke_sync() sends IPIs to online CPUs only. */
	cpus_read_lock();
	mutex_lock(&text_mutex);
	if (system_state == SYSTEM_BOOTING) {
		x86_ftrace_put_early();
	} else {
		x86_ftrace_put_breakpoints();
		x86_ftrace_put_tails();
		x86_ftrace_put_opcodes();
	}
	mutex_unlock(&text_mutex);
	cpus_read_unlock();
}

/* Make the instruction of a jump, or of the nop in its place if not @jumps. */
static void x86_ftrace_jump_make(u8 *to, const struct ftrace_jump *jump, bool jumps)
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
 * arch_ftrace_jump_init - determine the size of a jump, and check its text
 * @jump: all members but @size are set
 *
 * Context: task, jump_label_lock() held.
 * Return: true if the text is the opposite of what it is to become.
 */
bool arch_ftrace_jump_init(struct ftrace_jump *jump)
{
	const u8 *text = (u8 *)jump->ip;
	u8 now[JMP32_INSN_SIZE];

	if (*text == JMP8_INSN_OPCODE || *text == x86_nops[JMP8_INSN_SIZE][0])
		jump->size = JMP8_INSN_SIZE;
	else
		jump->size = JMP32_INSN_SIZE;
	x86_ftrace_jump_make(now, jump, !jump->jumps);
	return !memcmp(text, now, jump->size);
}

static void x86_ftrace_jumps_put_breakpoints(struct ftrace_jump *jumps, unsigned int count)
{
	struct ftrace_window w = {};

	for (unsigned int i = 0; i < count; i++)
		x86_ftrace_window_put_opcode(&w, jumps[i].ip, INT3_INSN_OPCODE);
	x86_ftrace_window_close(&w);
	text_poke_sync();
}

static void x86_ftrace_jumps_put_tails(struct ftrace_jump *jumps, unsigned int count)
{
	u8 old[JMP32_INSN_SIZE], new[JMP32_INSN_SIZE];
	struct ftrace_window w = {};

	for (unsigned int i = 0; i < count; i++) {
		struct ftrace_jump *jump = &jumps[i];

		x86_ftrace_jump_make(old, jump, !jump->jumps);
		x86_ftrace_jump_make(new, jump, jump->jumps);
		perf_event_text_poke((void *)jump->ip, old, jump->size,
				     new, jump->size);
		if (jump->size == JMP8_INSN_SIZE)
			x86_ftrace_window_put_opcode(&w, jump->ip + 1, new[1]);
		else
			x86_ftrace_window_put_tail(&w, jump->ip,
						   get_unaligned((u32 *)(new + 1)));
	}
	x86_ftrace_window_close(&w);
	text_poke_sync();
}

static void x86_ftrace_jumps_put_opcodes(struct ftrace_jump *jumps, unsigned int count)
{
	struct ftrace_window w = {};
	u8 new[JMP32_INSN_SIZE];

	for (unsigned int i = 0; i < count; i++) {
		x86_ftrace_jump_make(new, &jumps[i], jumps[i].jumps);
		x86_ftrace_window_put_opcode(&w, jumps[i].ip, new[0]);
	}
	x86_ftrace_window_close(&w);
	text_poke_sync();
}

/**
 * arch_ftrace_jumps_update - change jumps to nops, and nops to jumps
 * @jumps: by ascending addresses; arch_ftrace_jump_init() returned true for each
 * @count: number of entries in @jumps
 *
 * Context: task, may sleep; jump_label_lock() and cpus_read_lock() held; takes
 * text_mutex.
 */
void arch_ftrace_jumps_update(struct ftrace_jump *jumps, unsigned int count)
{
	mutex_lock(&text_mutex);
	ftrace_jumps_count = count;
	/* Pairs with smp_load_acquire() in x86_ftrace_jump_find(). */
	smp_store_release(&ftrace_jumps, jumps);
	x86_ftrace_jumps_put_breakpoints(jumps, count);
	x86_ftrace_jumps_put_tails(jumps, count);
	x86_ftrace_jumps_put_opcodes(jumps, count);

	/* A CPU that has hit another breakpoint may still be reading the list. */
	WRITE_ONCE(ftrace_jumps, NULL);
	text_poke_sync();
	mutex_unlock(&text_mutex);
}

/* -EINVAL: there is neither a call of __fentry__() nor a nop. */
int arch_ftrace_init_site(struct module *mod, struct dyn_ftrace *site)
{
	unsigned long ip = site->ip;

	if (!x86_ftrace_text_is(ip, MCOUNT_ADDR) && !x86_ftrace_text_is(ip, 0))
		return -EINVAL;
	x86_ftrace_text_make((u8 *)ip, ip, 0);
	return 0;
}

#endif /* CONFIG_DYNAMIC_FTRACE */

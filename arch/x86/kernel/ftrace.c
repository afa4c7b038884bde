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

/* The operand of the original trampolines: they call for all ops. */
static struct ftrace_ops ftrace_list_ops = {
	.func	= ftrace_stub,
	.flags	= FTRACE_OPS_FL_STUB,
};

struct ftrace_ops *ftrace_list_ops_ptr = &ftrace_list_ops;

union site_insn {
	u8	byte[MCOUNT_INSN_SIZE];
	struct {
		u8	opcode;
		s32	disp;
	} __packed;
};

static void site_insn_make(union site_insn *insn, unsigned long ip,
			   unsigned long callee)
{
	if (callee)
		__text_gen_insn(insn->byte, CALL_INSN_OPCODE, (void *)ip,
				(void *)callee, CALL_INSN_SIZE);
	else
		memcpy(insn->byte, x86_nops[MCOUNT_INSN_SIZE], MCOUNT_INSN_SIZE);
}

noinstr bool ftrace_int3_handler(struct pt_regs *regs)
{
	struct dyn_ftrace *site;
	unsigned long callee;

	if (user_mode(regs))
		return false;

	site = ftrace_site_find(regs->ip - INT3_INSN_SIZE);
	if (!site)
		return false;

	callee = ftrace_site_callee(site);
	if (callee)
		int3_emulate_call(regs, callee);
	else
		int3_emulate_jmp(regs, site->ip + MCOUNT_INSN_SIZE);
	return true;
}

/*
 * A writable alias of two neighbouring pages of text, seen by this CPU only: it
 * lives in poking_mm, which nobody else has loaded while text_mutex is held.
 * The alias moves along with the sites, so that the address space is switched
 * once for many of them. Interrupts are off while it is there.
 */
struct text_window {
	unsigned long		page;
	unsigned int		moves;
	pte_t			*ptep;
	struct mm_struct	*prev;
	unsigned long		irqflags;
};

/* How often a window may move before interrupts are let in. */
#define TEXT_WINDOW_MOVES	64

static struct page *text_page(unsigned long addr)
{
	if (is_vmalloc_or_module_addr((void *)addr))
		return vmalloc_to_page((void *)addr);
	return virt_to_page((void *)addr);
}

static void text_window_map(struct text_window *w, unsigned long page)
{
	pgprot_t prot = __pgprot(pgprot_val(PAGE_KERNEL) & ~_PAGE_GLOBAL);

	for (int i = 0; i < 2; i++) {
		struct page *p = text_page(page + i * PAGE_SIZE);
		unsigned long addr = poking_addr + i * PAGE_SIZE;

		/* There may be nothing behind the last page of a module. */
		if (p)
			set_pte_at(poking_mm, addr, w->ptep + i, mk_pte(p, prot));
		else
			pte_clear(poking_mm, addr, w->ptep + i);
	}
	w->page = page;
}

static void text_window_open(struct text_window *w, unsigned long page)
{
	lockdep_assert_held(&text_mutex);

	/* Made at boot, and there for good. */
	w->ptep = pte_offset_kernel(pmd_off(poking_mm, poking_addr), poking_addr);
	local_irq_save(w->irqflags);
	text_window_map(w, page);

	if (this_cpu_read(cpu_tlbstate_shared.is_lazy))
		leave_mm();
	w->prev = this_cpu_read(cpu_tlbstate.loaded_mm);
	switch_mm_irqs_off(NULL, poking_mm, current);
	/* User space may watch what is text's alias for us. */
	if (hw_breakpoint_active())
		hw_breakpoint_disable();
	w->moves = 0;
}

static void text_window_close(struct text_window *w)
{
	if (!w->page)
		return;

	barrier();
	pte_clear(poking_mm, poking_addr, w->ptep);
	pte_clear(poking_mm, poking_addr + PAGE_SIZE, w->ptep + 1);

	switch_mm_irqs_off(NULL, w->prev, current);
	if (hw_breakpoint_active())
		hw_breakpoint_restore();
	flush_tlb_mm_range(poking_mm, poking_addr, poking_addr + 2 * PAGE_SIZE,
			   PAGE_SHIFT, false);

	local_irq_restore(w->irqflags);
	w->page = 0;
}

static void text_window_move(struct text_window *w, unsigned long page)
{
	if (w->page == page)
		return;

	if (w->page && w->moves < TEXT_WINDOW_MOVES) {
		text_window_map(w, page);
		flush_tlb_one_user(poking_addr);
		flush_tlb_one_user(poking_addr + PAGE_SIZE);
		w->moves++;
		return;
	}
	text_window_close(w);
	text_window_open(w, page);
}

/* The alias has no shadow that KASAN could look at. */
static __no_sanitize_address void text_window_put(struct text_window *w,
						  unsigned long addr,
						  const u8 *from, size_t len)
{
	u8 *to;

	text_window_move(w, addr & PAGE_MASK);
	to = (u8 *)poking_addr + offset_in_page(addr);
	while (len--) {
		WRITE_ONCE(*to, *from);
		to++;
		from++;
	}
}

bool arch_ftrace_site_ok(const struct dyn_ftrace *site)
{
	union site_insn insn;

	site_insn_make(&insn, site->ip, ftrace_site_target(site));
	if (!memcmp((void *)site->ip, insn.byte, sizeof(insn)))
		return true;
	pr_err("ftrace: %pS is %*ph, not %*ph\n", (void *)site->ip,
	       MCOUNT_INSN_SIZE, (void *)site->ip, MCOUNT_INSN_SIZE, insn.byte);
	return false;
}

static void sites_put_breakpoints(void)
{
	const u8 int3 = INT3_INSN_OPCODE;
	struct text_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site)))
		text_window_put(&w, site->ip, &int3, sizeof(int3));
	text_window_close(&w);
	text_poke_sync();
}

/*
 * Tell perf of a change between two synchronisations, so that a decoder of traced
 * branches sees breakpoints around it.
 */
static void site_tell_perf(const struct dyn_ftrace *site,
			   const union site_insn *new)
{
	const u8 *nop = x86_nops[MCOUNT_INSN_SIZE];
	union site_insn old;

	memcpy(&old, (void *)site->ip, sizeof(old));
	if (memcmp(old.byte + 1, nop + 1, sizeof(old) - 1))
		old.opcode = CALL_INSN_OPCODE;
	else
		old.opcode = nop[0];
	perf_event_text_poke((void *)site->ip, old.byte, sizeof(old), new->byte,
			     sizeof(*new));
}

static void sites_put_tails(void)
{
	struct text_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site))) {
		union site_insn new;

		site_insn_make(&new, site->ip, ftrace_site_target(site));
		site_tell_perf(site, &new);
		text_window_put(&w, site->ip + 1, new.byte + 1, sizeof(new) - 1);
	}
	text_window_close(&w);
	text_poke_sync();
}

static void sites_put_opcodes(void)
{
	struct text_window w = {};
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site))) {
		union site_insn new;

		site_insn_make(&new, site->ip, ftrace_site_target(site));
		text_window_put(&w, site->ip, &new.opcode, sizeof(new.opcode));
	}
	text_window_close(&w);
	text_poke_sync();
}

/* One CPU, and text is still writable. */
static void __ref sites_put_early(void)
{
	struct dyn_ftrace *site = NULL;

	while ((site = ftrace_site_next(site))) {
		union site_insn new;

		site_insn_make(&new, site->ip, ftrace_site_target(site));
		text_poke_early((void *)site->ip, new.byte, sizeof(new));
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
		sites_put_early();
	} else {
		sites_put_breakpoints();
		sites_put_tails();
		sites_put_opcodes();
	}
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
	const u8 *nop = x86_nops[MCOUNT_INSN_SIZE];
	union site_insn call;

	site_insn_make(&call, ip, MCOUNT_ADDR);
	if (memcmp((void *)ip, call.byte, sizeof(call)) &&
	    memcmp((void *)ip, nop, MCOUNT_INSN_SIZE))
		return -EINVAL;
	memcpy((void *)ip, nop, MCOUNT_INSN_SIZE);
	return 0;
}

static const struct trampoline_info *trampoline_info(struct ftrace_ops *ops,
						     void **text)
{
	if (ops->flags & FTRACE_OPS_FL_SAVE_REGS) {
		*text = ftrace_regs_caller;
		return &ftrace_regs_caller_info;
	}
	*text = ftrace_caller;
	return &ftrace_caller_info;
}

static void trampoline_call_insn(union site_insn *insn, void *at,
				 ftrace_func_t func)
{
	void *callee = callthunks_translate_call_dest(func);

	__text_gen_insn(insn->byte, CALL_INSN_OPCODE, at, callee, CALL_INSN_SIZE);
}

/* The code, and behind it the operand of the one instruction that needs one. */
static size_t trampoline_data(const struct trampoline_info *info)
{
	return ALIGN(info->size, sizeof(void *));
}

/**
 * arch_ftrace_trampoline_size - how long is the trampoline of an ops?
 * @ops: an ops that may have none yet
 *
 * Context: any.
 */
unsigned long arch_ftrace_trampoline_size(struct ftrace_ops *ops)
{
	void *text;

	return trampoline_data(trampoline_info(ops, &text)) + sizeof(void *);
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
	union site_insn call;
	size_t data;
	void *text, *copy;

	if (system_state < SYSTEM_SCHEDULING)
		return -EAGAIN;

	info = trampoline_info(ops, &text);
	data = trampoline_data(info);
	BUILD_BUG_ON(sizeof(call) != CALL_INSN_SIZE);

	copy = execmem_alloc(EXECMEM_FTRACE, PAGE_SIZE);
	if (!copy)
		return -ENOMEM;
	memset(copy, INT3_INSN_OPCODE, PAGE_SIZE);
	memcpy(copy, text, info->size);
	text_poke_apply_relocation(copy, copy, info->size, text, info->size);

	/* movq OPS(%rip), %rdx */
	*(struct ftrace_ops **)(copy + data) = ops;
	put_unaligned((s32)(data - (info->op + 7)), (s32 *)(copy + info->op + 3));
	trampoline_call_insn(&call, copy + info->call, func);
	memcpy(copy + info->call, call.byte, sizeof(call));

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
	union site_insn call;
	void *text, *at;

	info = trampoline_info(ops, &text);
	at = (void *)ops->trampoline + info->call;
	trampoline_call_insn(&call, at, func);

	mutex_lock(&text_mutex);
	text_poke_bp(at, call.byte, sizeof(call), NULL);
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
	union site_insn call;
	void *text, *at;

	info = trampoline_info(ops, &text);
	at = (void *)ops->trampoline + info->call;
	memcpy(&call, at, sizeof(call));
	return at + CALL_INSN_SIZE + call.disp;
}

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins for the parts of the kernel that kprobe events and event probes need:
 * kprobes, registers, and memory that may fault. See probe.c.
 */
#ifndef _TOOLS_TRACE_COMMAND_HOST_PROBE_H
#define _TOOLS_TRACE_COMMAND_HOST_PROBE_H

#define THREAD_SIZE		16384
#define BITS_PER_BYTE		8
#define BITS_PER_LONG_LONG	64
#define IS_ALIGNED(x, a)	(!((x) % (a)))
#define is_power_of_2(n)	((n) && !((n) & ((n) - 1)))
#define raw_cpu_inc(x)		((x)++)
#define per_cpu_ptr(p, cpu)	(p)
#define raw_cpu_ptr(p)		(p)
#define for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < 1; (cpu)++)
#define kmemdup(p, size, gfp)						\
	({ void *__to = host_alloc(size); __to ? memcpy(__to, p, size) : NULL; })
#define put_unaligned(v, p) ({						\
	__typeof__(*(p)) __v = (v);					\
	memcpy((void *)(p), &__v, sizeof(__v));				\
})
#define list_first_entry(head, t, m)	list_entry((head)->next, t, m)
#define list_is_singular(l)	(!list_empty(l) && (l)->next == (l)->prev)
#define list_for_each(pos, head)					\
	for (pos = (head)->next; pos != (head); pos = pos->next)

/* Text */

int kstrtoint(const char *s, unsigned int base, int *res);
int match_string(const char * const *names, size_t n, const char *name);
char *strreplace(char *s, char old, char new);
#define kstrtol(s, base, res)	kstrtoll(s, base, (s64 *)(res))

struct qstr { const char *name; };
struct dentry { struct qstr d_name; };

/* Registers and memory */

#define HOST_REGS	16

struct pt_regs { unsigned long r[HOST_REGS]; };

int regs_query_register_offset(const char *name);
unsigned long regs_get_register(const struct pt_regs *regs, unsigned int offset);
#define regs_get_kernel_argument(regs, n)				\
	((n) < 6 ? (regs)->r[n] : 0UL)
#define regs_get_kernel_stack_nth(regs, n)	((unsigned long)(n))
#define regs_return_value(regs)		((regs)->r[0])
#define kernel_stack_pointer(regs)	((regs)->r[4])
#define user_stack_pointer(regs)	((regs)->r[4])

#define pagefault_disable()	((void)0)
#define pagefault_enable()	((void)0)
#define copy_from_kernel_nofault_allowed(p, size) ((void)(p), (void)(size), true)
long copy_from_kernel_nofault(void *to, const void *from, size_t size);
#define copy_from_user_nofault(to, from, size)				\
	copy_from_kernel_nofault(to, from, size)
#define copy_from_user(to, from, size)					\
	copy_from_kernel_nofault(to, from, size)
#define __get_kernel_nofault(to, from, type, label) do {		\
	if (copy_from_kernel_nofault(to, from, sizeof(type)))		\
		goto label;						\
} while (0)
long strnlen_user_nofault(const char *s, long count);
#define strnlen_user		strnlen_user_nofault
long strncpy_from_user(char *to, const char *from, long count);

struct word_at_a_time { unsigned long ones; };

#define WORD_AT_A_TIME_CONSTANTS	{ 0x0101010101010101UL }

/* As for little endian, without the tricks. */
static inline unsigned long has_zero(unsigned long word, unsigned long *bits,
				     const struct word_at_a_time *c)
{
	*bits = (word - c->ones) & ~word & (c->ones << 7);
	return *bits;
}

#define prep_zero_mask(word, bits, c)	(bits)
#define create_zero_mask(bits)		(bits)
#define find_zero(mask)			(__builtin_ctzl(mask) / 8)

/* Kprobes */

#define KPROBE_FLAG_GONE	1
#define KPROBE_FLAG_HOST_RETURN	0x100
#define KPROBE_FLAG_DISABLED	2
#define MAX_HOST_KPROBES	64

struct kprobe {
	kprobe_opcode_t	*addr;
	const char	*symbol_name;
	unsigned int	offset;
	unsigned int	flags;
	unsigned long	nmissed;
	int (*pre_handler)(struct kprobe *p, struct pt_regs *regs);
};

struct kretprobe_instance;

struct kretprobe {
	struct kprobe	kp;
	int (*handler)(struct kretprobe_instance *ri, struct pt_regs *regs);
	int (*entry_handler)(struct kretprobe_instance *ri, struct pt_regs *regs);
	int		maxactive;
	int		nmissed;
	size_t		data_size;
};

struct kretprobe_instance {
	struct kretprobe	*rp;
	char			data[];
};

#define get_kretprobe(ri)		((ri)->rp)
#define get_kretprobe_retaddr(ri)	((void)(ri), 0x10020UL)
#define kprobe_gone(p)			((p)->flags & KPROBE_FLAG_GONE)

int register_kprobe(struct kprobe *p);
void unregister_kprobe(struct kprobe *p);
int register_kretprobe(struct kretprobe *rp);
void unregister_kretprobe(struct kretprobe *rp);
void unregister_kprobes(struct kprobe **kps, int nr);
void unregister_kretprobes(struct kretprobe **rps, int nr);
struct kprobe *get_kprobe(void *addr);
#define arch_adjust_kprobe_addr(addr, offset, entry)	((void)(entry), (void *)((addr) + (offset)))
int enable_kprobe(struct kprobe *p);
int disable_kprobe(struct kprobe *p);
int kprobe_on_func_entry(void *addr, const char *symbol, unsigned long offset);
int kallsyms_on_each_match_symbol(int (*fn)(void *data, unsigned long addr),
				  const char *name, void *data);
int module_kallsyms_on_each_symbol(const char *module,
				   int (*fn)(void *data, const char *name,
					     unsigned long addr), void *data);
struct module *find_module(const char *name);

/* Modules */

#define CONFIG_MODULES
#define NOTIFY_DONE		0
#define NOTIFY_OK		1
#define MODULE_STATE_COMING	1
#define MODULE_STATE_GOING	2

struct notifier_block {
	int (*notifier_call)(struct notifier_block *nb, unsigned long state, void *mod);
	int priority;
};

int register_module_notifier(struct notifier_block *nb);

/* A function without a call for ftrace. */
#define HOST_UNTRACED		0x20000UL
#define ftrace_location_range(start, end)				\
	((void)(end), (start) == HOST_UNTRACED ? 0 : (start))

#endif /* _TOOLS_TRACE_COMMAND_HOST_PROBE_H */

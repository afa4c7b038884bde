/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins for the parts of the kernel that event/ and lib/ need, for user space
 * programs. Those of ../command are used where they fit. Locks, preemption, RCU and
 * variables of a CPU are checked where these are not: a lock that is not released, or
 * a preemption count that does not return to its value, ends the program.
 */
#ifndef _TOOLS_TRACE_EVENT_HOST_H
#define _TOOLS_TRACE_EVENT_HOST_H

#define CONFIG_X86
#define CONFIG_SMP
#define CONFIG_PERF_EVENTS
#define CONFIG_HAVE_FUNCTION_ARG_ACCESS_API

/* lib/trace_seq.c is compiled, so its own structure is used. */
#define _TOOLS_TRACE_COMMAND_HOST_SEQ_H

#include <strings.h>
#include <unistd.h>

#define HOST_PERF_EVENT
#include "../command/host.h"

/* Warnings are counted; messages keep the last format. */

extern unsigned int host_warnings;
extern const char *host_message;

#undef WARN_ON
#undef pr_warn
#undef pr_err
#undef pr_debug
#define WARN_ON(x)		({ bool __w = !!(x); host_warnings += __w; __w; })
#define WARN_ONCE(x, ...)	WARN_ON(x)
#define pr_warn(fmt, ...)	((void)(host_message = fmt))
#define pr_err(fmt, ...)	((void)(host_message = fmt))
#define pr_debug(fmt, ...)	((void)(host_message = fmt))

/*
 * The context of the CPU. The count is that of x86: its highest bit is clear if a
 * reschedule is pending. host_at_barrier() is called at each barrier(), where another
 * context may interrupt this one.
 */
struct host_cpu {
	u32 preempt_count;
	bool irqs_off;
	bool resched;
};

extern struct host_cpu pcpu_hot;
extern unsigned int host_barriers;
extern void (*host_interrupt)(void);
void host_at_barrier(void);

#define PREEMPT_NEED_RESCHED	0x80000000U
#define PREEMPT_MASK		0x000000ffU
#define SOFTIRQ_MASK		0x0000ff00U
#define HARDIRQ_MASK		0x000f0000U
#define NMI_MASK		0x00f00000U
#define SOFTIRQ_OFFSET		0x00000100U
#define SOFTIRQ_DISABLE_OFFSET	0x00000200U
#define HARDIRQ_OFFSET		0x00010000U
#define NMI_OFFSET		0x00100000U

#undef preempt_count
#undef test_preempt_need_resched
#undef tif_need_resched
#undef irqs_disabled
#undef preempt_disable_notrace
#undef preempt_enable_notrace
#undef barrier
#define preempt_count()		(pcpu_hot.preempt_count & ~PREEMPT_NEED_RESCHED)
#define test_preempt_need_resched() (!(pcpu_hot.preempt_count & PREEMPT_NEED_RESCHED))
#define tif_need_resched()	(pcpu_hot.resched)
#define irqs_disabled()		(pcpu_hot.irqs_off)
#define softirq_count()		(preempt_count() & SOFTIRQ_MASK)
#define in_serving_softirq()	(softirq_count() & SOFTIRQ_OFFSET)
#define preempt_disable_notrace() ((void)pcpu_hot.preempt_count++)
#define preempt_enable_notrace()					\
	({ assert(pcpu_hot.preempt_count & PREEMPT_MASK); pcpu_hot.preempt_count--; })
#define host_no_preempt()	assert(pcpu_hot.preempt_count & ~PREEMPT_NEED_RESCHED)
#define barrier()		host_at_barrier()

/* There is one CPU. Its variables are accessed with preemption disabled. */

#undef __this_cpu_write
#undef this_cpu_ptr
#define raw_cpu_read(v)		({ host_no_preempt(); (v); })
#define raw_cpu_write(v, n)	({ host_no_preempt(); (void)((v) = (n)); })
#define raw_cpu_read_4(v)	(v)
#define __this_cpu_read(v)	raw_cpu_read(v)
#define __this_cpu_write(v, n)	raw_cpu_write(v, n)
#define this_cpu_ptr(p)		({ host_no_preempt(); (p); })
#define per_cpu(v, cpu)		(v)
#define __alloc_percpu(size, align) host_alloc(size)

static inline bool test_and_set_bit(unsigned int nr, unsigned long *bits)
{
	bool old = *bits >> nr & 1;

	*bits |= 1UL << nr;
	return old;
}

#undef rcu_dereference_sched
#define rcu_dereference_sched(p) ({ host_no_preempt(); (p); })

#define _RET_IP_	((unsigned long)__builtin_return_address(0))

/* Locks */

#undef lockdep_assert_held
#undef down_read
#undef up_read
#undef down_write
#undef up_write
#define lockdep_assert_held(l)	assert((l)->held)
#define down_read(s)		({ assert((s)->held >= 0); (s)->held++; })
#define up_read(s)		({ assert((s)->held > 0); (s)->held--; })
#define down_write(s)		({ assert(!(s)->held); (s)->held = -1; })
#define up_write(s)		({ assert((s)->held == -1); (s)->held = 0; })

typedef struct { int held; } arch_spinlock_t;

/* Whether another CPU holds the lock that is tried. */
extern bool host_contended;
extern int host_spinning;	/* locks that are held */

#define __ARCH_SPIN_LOCK_UNLOCKED { 0 }
#define arch_spin_lock(l) ({						\
	host_no_preempt();						\
	assert(!(l)->held);						\
	(l)->held = 1;							\
	host_spinning++;						\
})
#define arch_spin_unlock(l) ({						\
	host_no_preempt();						\
	assert((l)->held);						\
	(l)->held = 0;							\
	host_spinning--;						\
})
#define arch_spin_is_locked(l)	((l)->held)
#define arch_spin_trylock(l) ({						\
	bool __got = !(l)->held && !host_contended;			\
	host_no_preempt();						\
	(l)->held |= __got;						\
	host_spinning += __got;						\
	__got;								\
})

/* Another CPU may take the lock first. */
#undef xa_lock_irqsave
#undef xa_unlock_irqrestore
#define xa_lock_irqsave(xa, flags)					\
	(assert((xa)->initialized), host_at_barrier(), (flags) = ++host_spinning)
#define xa_unlock_irqrestore(xa, flags)					\
	(assert((flags) == (unsigned long)host_spinning), host_spinning--)

/* Memory, numbers */

#define __section(name)			__attribute__((section(name), used))
#define PID_MAX_DEFAULT			0x8000
#define sort(base, n, size, cmp, swap)	qsort(base, n, size, cmp)
#define is_signed_type(type)		((type)(-1) < (type)1)

/* Memory that is not cleared has other contents than 0. */
#undef kmalloc
#define kmalloc(size, gfp)						\
	({ void *__new = host_alloc(size); __new ? memset(__new, 0xa5, size) : NULL; })

extern int pid_max;
int kstrtoul_from_user(const char *s, size_t count, unsigned int base, unsigned long *res);

/* A byte that can't be read faults. */
extern const char *host_bad_user;
#undef get_user
#define get_user(x, p)							\
	({ (x) = *(p); (p) == host_bad_user ? -EFAULT : 0; })

/* Files */

#define FMODE_READ	1
#undef seq_lseek
loff_t seq_lseek(struct file *file, loff_t offset, int whence);
int seq_write(struct seq_file *m, const void *data, size_t len);

struct seq_buf {
	char	*buffer;
	size_t	size, len;
};

#define seq_buf_used(s)			min((s)->len, (s)->size)
#define seq_buf_has_overflowed(s)	((s)->len > (s)->size)
void seq_buf_init(struct seq_buf *s, char *buf, unsigned int size);
int seq_buf_vprintf(struct seq_buf *s, const char *fmt, va_list args);
int seq_buf_bprintf(struct seq_buf *s, const char *fmt, const u32 *binary);
int seq_buf_putmem_hex(struct seq_buf *s, const void *mem, unsigned int len);
int seq_buf_path(struct seq_buf *s, const struct path *path, const char *esc);
int seq_buf_hex_dump(struct seq_buf *s, const char *prefix_str, int prefix_type,
		     int rowsize, int groupsize, const void *buf, size_t len, bool ascii);
int seq_buf_to_user(struct seq_buf *s, char *ubuf, size_t start, int cnt);

/* Modules: the bytes after its structure are within a module. */

#define HOST_MODULE_SIZE	4096
#undef within_module
#undef trace_module_has_bad_taint
#define within_module(addr, mod)	((addr) - (unsigned long)(mod) < HOST_MODULE_SIZE)
#define trace_module_has_bad_taint(mod)	(host_tainted)
extern bool host_tainted;

/* Call all notifiers; return the value of the last one. */
int host_module(unsigned long state, struct module *mod);
extern unsigned int host_notifiers;

struct trace_eval_map {
	const char	*system;
	const char	*eval_string;
	unsigned long	eval_value;
};

int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data);
int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data);

#define DEFINE_STATIC_KEY_FALSE(name)	struct static_key_false name
#define static_branch_inc(key)		((key)->on++)
#define static_branch_dec(key)		({ assert((key)->on > 0); (key)->on--; })

/* The ring buffer: holds one record per nesting context, and keeps the last one. */

#define HOST_RECORD_MAX	4096

struct host_ring {
	bool		on;
	bool		full;
	unsigned int	open;		/* records that are reserved */
	unsigned int	lens[8];
	void		*recs[8];
	unsigned int	commits;
	unsigned int	last_len;
	u8		last[HOST_RECORD_MAX];
};

extern struct host_ring host_ring;
extern struct trace_buffer host_buffer;

/* The steps of writing a record, each with the preemption count: "reserve2 commit2 ". */
extern char host_steps[512];
void host_step(const char *name);

#undef ring_buffer_event_data
#undef ring_this_writer
#undef ring_writer_here
#undef ring_payload
#undef ftrace_regs_get_argument
#define ring_buffer_event_data(e)	((void *)(e))
#define ring_payload(e, len)		((void *)(e))
#define ring_this_writer(r)		((struct ring_writer *)(r))
#define ring_writer_here(w)		ring_this_writer(w)
#define ring_writer_is_on(rw)		({ host_no_preempt(); (void)(rw); host_ring.on; })
#define ring_writer_is_ready(rw, len)	ring_writer_is_on(rw)
#define ring_writer_reserve_ready(rw, len, slow) ((void)(*(slow) = (len)), host_reserve(rw, len))
#define ring_reserve_slow(rw, len)	((struct ring_buffer_event *)NULL)
#define ring_reserve_far(rw, len)	host_reserve(rw, len)
#define ring_is_on(r)			ring_writer_is_on(ring_this_writer(r))
#define ring_reserve(r, len)		host_reserve(ring_this_writer(r), len)
#define ftrace_regs_get_argument(fregs, n) ((unsigned long)(fregs) + (n))
struct ring_buffer_event *ring_buffer_lock_reserve(struct trace_buffer *ring,
						   unsigned long len);
void ring_buffer_discard_commit(struct trace_buffer *ring, struct ring_buffer_event *event);
unsigned int ring_buffer_event_length(struct ring_buffer_event *event);

struct trace_seq;
void ring_buffer_print_page_header(struct trace_buffer *ring, struct trace_seq *s);
void ring_buffer_print_entry_header(struct trace_seq *s);
extern unsigned int host_header_lines;

#define regs_irqs_disabled(regs)	(!!(regs)->r[0])

/* Perf */

#define PERF_SAMPLE_RAW		1024U
#define PERF_ATTACH_TASK	4
#define PERF_EF_START		1
#define PERF_HES_STOPPED	1

struct perf_event {
	struct perf_event		*parent;
	struct { u64 sample_type; }	attr;
	unsigned int			attach_state;
	struct trace_event_call		*tp_event;
	struct { int state; }		hw;
	struct hlist_node		hlist_entry;
};

extern struct pt_regs __perf_regs[4];
extern int host_perf_context, host_perf_allowed;
#define perf_allow_tracepoint()			(host_perf_allowed)
#define perf_swevent_get_recursion_context()	(host_perf_context)
#define INIT_HLIST_HEAD(h)			((h)->first = NULL)

static inline void hlist_add_head_rcu(struct hlist_node *n, struct hlist_head *h)
{
	n->next = h->first;
	n->pprev = (struct hlist_node **)&h->first;
	h->first = n;
	if (n->next)
		n->next->pprev = &n->next;
}

static inline void hlist_del_rcu(struct hlist_node *n)
{
	*n->pprev = n->next;
	if (n->next)
		n->next->pprev = n->pprev;
}

/* Check at the end of a program that nothing is held or was left. */
int host_end(int failed);

#endif /* _TOOLS_TRACE_EVENT_HOST_H */

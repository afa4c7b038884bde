/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kprobe events: what their files share with each other and with nobody else.
 */
#ifndef _KERNEL_TRACE_PROBE_KPROBE_H
#define _KERNEL_TRACE_PROBE_KPROBE_H

#include <linux/kprobes.h>
#include <linux/module.h>

#include "trace_probe.h"

#define KPROBE_SYSTEM	"kprobes"
#define KPROBE_WHERE	"trace_kprobe"

/**
 * struct kprobe_point - a place in the kernel's code
 * @pt: the point
 * @rp: what is registered; of the one at an entry, only @rp.kp
 * @returns: it is the return from there
 * @symbol: "[MOD:]SYM" if the place was given so, or NULL
 * @registered: kprobes knows it. What it registers anew when a module comes needs
 *	dynevent_lock.
 * @hits: how often it was hit
 */
struct kprobe_point {
	struct trace_probe	pt;
	struct kretprobe	rp;
	bool			returns;
	char			*symbol;
	bool			registered;
	unsigned long __percpu	*hits;
};

static inline struct kprobe_point *kprobe_point_of(const struct trace_probe *pt)
{
	return container_of(pt, struct kprobe_point, pt);
}

/* kprobe_place.c */

/*
 * "[MOD:]SYM[+offs][%return]" or an address: fills in @kp's symbol and @rp.kp,
 * and @returns where the suffix says so. Return: enum dynevent_place; or an errno,
 * and error_log knows why.
 */
int kprobe_place_read(struct kprobe_point *kp, const struct dynevent_head *head);

/* The name of an event that has none. */
void kprobe_place_name(const struct kprobe_point *kp, char *name);

char *kprobe_place_text(const struct trace_probe *pt);
bool kprobe_place_same(const struct trace_probe *a, const struct trace_probe *b);

/* kprobe_hit.c */
int kprobe_hit(struct kprobe *p, struct pt_regs *regs);
int kprobe_hit_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int kprobe_hit_return(struct kretprobe_instance *ri, struct pt_regs *regs);
enum print_line_t kprobe_print_entry(struct trace_iterator *iter, int flags,
				     struct trace_event *event);
enum print_line_t kprobe_print_return(struct trace_iterator *iter, int flags,
				      struct trace_event *event);

static inline bool kprobe_module_is_there(const char *name)
{
#ifdef CONFIG_MODULES
	guard(preempt)();
	return find_module(name);
#else
	return false;
#endif
}

/* NULL: it is of another kind. */
struct kprobe_point *kprobe_event_of_file(struct dynevent *ev);

/*
 * Register it anew, as what it is in has come (again). Context: task, may sleep;
 * dynevent_lock held, takes event_mutex. Return: 0; what register_kprobe() says.
 */
int kprobe_event_renew(struct kprobe_point *kp);

/* kprobe.c: commands as written to kprobe_events. */
int kprobe_create(const char *command);
int kprobe_delete(const char *command);
void kprobe_enable_all(void);

/* A point with nothing but @hits; and what it needs once the rest is known. */
struct kprobe_point *kprobe_event_alloc(void);
void kprobe_event_ready(struct kprobe_point *kp);

/* One that nobody took. */
void kprobe_event_free(struct kprobe_point *kp);

#endif /* _KERNEL_TRACE_PROBE_KPROBE_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * Prints user stacks, and the mappings of processes.
 *
 * With the option sym-userobj, an address is printed as the mapped file and the offset in
 * the mapping. If the option user-mappings was set, the mappings at the time of the record
 * are known, also when the process has exited. Otherwise they are those that the process with
 * this id has now.
 */
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>

#include "internal.h"

/**
 * struct user_stack - a user stack that is printed
 * @iter: the reader
 * @tgid: the process
 * @mm: its address space now, with a reference; or NULL
 */
struct user_stack {
	struct trace_iterator	*iter;
	unsigned int		tgid;
	struct mm_struct	*mm;
};

/*
 * Print "/bin/busybox[+0x7a5e1]". False if the mapping is not known. If the process had
 * another address space at the time of the record, @stack->mm is of no use.
 */
static bool user_stack_print_recorded(struct user_stack *stack, unsigned long ip, bool *use_mm)
{
	struct output_reader *r = output_reader_of(stack->iter);
	const struct instance_map *map = NULL;
	const struct instance_space *space;

	mutex_lock(&instance_mappings_lock);
	space = instance_space_at(stack->tgid, r->comm_clock, stack->iter->ts);
	if (space)
		map = instance_map_at(space, r->comm_clock, stack->iter->ts, ip);
	if (map && map->object) {
		trace_seq_puts(&stack->iter->seq, map->object->path);
		trace_seq_printf(&stack->iter->seq, "[+0x%lx]", ip - map->start);
	}
	*use_mm = !space || space->mm == stack->mm;
	mutex_unlock(&instance_mappings_lock);
	return map && map->object;
}

/* The same, with the mappings that the process has now. */
static bool user_stack_print_now(struct user_stack *stack, unsigned long ip)
{
	struct trace_seq *s = &stack->iter->seq;
	const struct vm_area_struct *vma;
	bool found = false;

	/*
	 * The readers' lock is held, and a task that changes the tracer waits for
	 * it. The task that reads must remain killable even if the address space is
	 * locked for long.
	 */
	if (mmap_read_lock_killable(stack->mm))
		return false;
	vma = vma_lookup(stack->mm, ip);
	if (vma && vma->vm_file) {
		trace_seq_path(s, &vma->vm_file->f_path);
		trace_seq_printf(s, "[+0x%lx]", ip - vma->vm_start);
		found = true;
	}
	mmap_read_unlock(stack->mm);
	return found;
}

static bool user_stack_print_object(struct user_stack *stack, unsigned long ip)
{
	bool use_mm = true;

	/* The mappings of the last boot are not known, and its times are those of another clock. */
	if (INSTANCE_HAS_MAPPINGS && !output_reader_of(stack->iter)->last_boot &&
	    user_stack_print_recorded(stack, ip, &use_mm))
		return true;
	return use_mm && stack->mm && user_stack_print_now(stack, ip);
}

static struct mm_struct *user_stack_mm(unsigned int tgid)
{
	struct mm_struct *mm = NULL;
	struct task_struct *task;

	/*
	 * The id may belong to another task by now; Documentation/trace/ftrace.rst
	 * says so.
	 */
	rcu_read_lock();
	task = find_task_by_vpid(tgid);
	if (task)
		mm = get_task_mm(task);
	rcu_read_unlock();
	return mm;
}

/**
 * output_user_stack - print a user stack
 * @iter: the reader, at a record of TRACE_USER_STACK
 * @flags: options of the instance
 * @event: the event
 *
 * Context: as output_line().
 * Return: whether it did fit.
 */
enum print_line_t output_user_stack(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	bool objects = instance_option(iter->tr, INSTANCE_OPT_SYM_USEROBJ) &&
		       !output_reader_of(iter)->atomic;
	struct event_user_stack *rec = (void *)iter->ent;
	struct user_stack stack = { .iter = iter, .tgid = rec->tgid };
	struct trace_seq *s = &iter->seq;
	int i;

	if (objects)
		stack.mm = user_stack_mm(rec->tgid);

	trace_seq_puts(s, "<user stack trace>\n");
	for (i = 0; i < ARRAY_SIZE(rec->caller); i++) {
		unsigned long ip = rec->caller[i];

		if (!ip || ip == ULONG_MAX || s->full)
			break;
		trace_seq_puts(s, " => ");
		if (!objects || !user_stack_print_object(&stack, ip) ||
		    (flags & INSTANCE_OPT(SYM_ADDR)))
			trace_seq_printf(s, " <%016lx>", ip);
		trace_seq_putc(s, '\n');
	}
	/*
	 * The last mmput() unmaps all memory, including a mapping of
	 * trace_pipe_raw, and may wait for I/O. It must not be called with the
	 * readers' lock held.
	 */
	if (stack.mm)
		mmput_async(stack.mm);
	return trace_handle_return(s);
}

/**
 * output_user_mapping - print a mapping of a process, or a new process
 * @iter: the reader, at a record of TRACE_USER_MAPPING
 * @flags: options of the instance
 * @event: the event
 *
 * Context: as output_line().
 * Return: whether it did fit.
 */
enum print_line_t output_user_mapping(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct event_user_mapping *rec = (void *)iter->ent;
	int i, len = max(iter->ent_size - (int)offsetof(struct event_user_mapping, path), 0);
	struct trace_seq *s = &iter->seq;

	trace_seq_printf(s, "user_mapping: tgid=%u", rec->tgid);
	if (rec->parent) {
		trace_seq_printf(s, " parent=%u\n", rec->parent);
		return trace_handle_return(s);
	}
	trace_seq_printf(s, " %lx-%lx %llx %02x:%02x %llu ", rec->start, rec->start + rec->size,
			 rec->offset, rec->major, rec->minor, rec->ino);
	for (i = 0; i < rec->build_id_size && i < ARRAY_SIZE(rec->build_id); i++)
		trace_seq_printf(s, "%02x", rec->build_id[i]);
	trace_seq_printf(s, "%s %.*s\n", rec->build_id_size ? "" : "-", len, rec->path);
	return trace_handle_return(s);
}

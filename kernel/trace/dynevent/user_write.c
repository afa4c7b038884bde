// SPDX-License-Identifier: GPL-2.0
/*
 * Write records of user events.
 *
 * The payload is copied from user memory once, into kernel memory, and checked there: so
 * neither is a page fault taken nor a record dropped between reserve and commit, and
 * user memory that changes meanwhile does not matter. Each instance and perf then get a
 * copy.
 */
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "perf.h"
#include "user.h"

/* Payloads of up to this size in bytes are kept on the stack. */
#define USER_WRITE_STACK	256

/* Size in bytes of the largest payload: no reader can get longer records. */
#define USER_WRITE_MAX		SZ_64K

/* The event has triggers, filters or the like: the record may be discarded. */
static noinline void user_write_checked(struct trace_event_file *file, const void *fields,
					size_t len)
{
	struct trace_event_buffer fbuffer;
	void *rec;

	rec = trace_event_buffer_reserve(&fbuffer, file, sizeof(struct trace_entry) + len);
	if (!rec)
		return;
	memcpy(rec + sizeof(struct trace_entry), fields, len);
	trace_event_buffer_commit(&fbuffer);
}

/* The record is written unconditionally. */
static __always_inline void user_write_plain(struct trace_event_file *file,
					     const void *fields, size_t len)
{
	struct ring_writer *rw = ring_writer_here(file->writers);
	struct ring_buffer_event *event;
	void *rec;

	rec = event_emit_begin_in(rw, file->type, sizeof(struct trace_entry) + len,
				  event_context_probe(), &event);
	if (!rec)
		return;
	memcpy(rec + sizeof(struct trace_entry), fields, len);
	event_emit_end_in(rw);
}

/* Not inlined: perf shows the function that calls this one. */
static noinline void user_write_perf(struct user_event *user, const void *fields,
				     size_t len)
{
	struct dynevent_perf perf;
	void *rec;

	rec = dynevent_perf_begin_caller(&perf, &user->dcall,
					 sizeof(struct trace_entry) + len);
	if (!rec)
		return;
	memcpy(rec + sizeof(struct trace_entry), fields, len);
	dynevent_perf_end(&perf);
}

static void user_write_all(struct user_event *user, const void *fields, size_t len)
{
	struct dynevent_link *link;

	preempt_disable_notrace();
	dynevent_call_for_each(&user->dcall, link) {
		if (likely(!(READ_ONCE(link->file->flags) &
			     (EVENT_FILE_CHECK_BEFORE | EVENT_FILE_CHECK_AFTER))))
			user_write_plain(link->file, fields, len);
		else
			user_write_checked(link->file, fields, len);
	}
	if (READ_ONCE(user->users) & USER_EVENT_BY_PERF)
		user_write_perf(user, fields, len);
	preempt_enable_notrace();
}

/**
 * struct user_payload - the payload of a write(2)
 * @iter: the payload; NULL if it is one buffer
 * @buf: the buffer
 * @len: size of the payload in bytes
 */
struct user_payload {
	struct iov_iter		*iter;
	const void __user	*buf;
	size_t			len;
};

static __always_inline int user_write_copied(struct user_event *user,
					     const struct user_payload *from, void *fields)
{
	int ret;

	if (from->iter ? !copy_from_iter_full(fields, from->len, from->iter) :
			 copy_from_user(fields, from->buf, from->len))
		return -EFAULT;
	ret = user_event_check(&user->def, fields, from->len);
	if (likely(!ret))
		user_write_all(user, fields, from->len);
	return ret;
}

static noinline int user_write_long(struct user_event *user,
				    const struct user_payload *from)
{
	void *fields;
	int ret;

	if (from->len > USER_WRITE_MAX)
		return -E2BIG;
	fields = kvmalloc(from->len, GFP_KERNEL_ACCOUNT);
	if (!fields)
		return -ENOMEM;
	ret = user_write_copied(user, from, fields);
	kvfree(fields);
	return ret;
}

static __always_inline int user_write(struct user_event *user,
				      const struct user_payload *from)
{
	char fields[USER_WRITE_STACK] __aligned(8) __uninitialized;

	if (unlikely(from->len < user->def.size))
		return -EINVAL;
	if (unlikely(!READ_ONCE(user->users)))
		return -EBADF;
	if (unlikely(from->len > sizeof(fields)))
		return user_write_long(user, from);
	return user_write_copied(user, from, fields);
}

/**
 * user_event_write - write a record into each instance, and for perf
 * @user: the event; the caller has a reference
 * @buf: the payload
 * @len: size of the payload in bytes
 *
 * Context: task, may sleep; page faults are taken.
 * Return: 0; -EINVAL if the payload is shorter than the fields; -EBADF if the event is
 * not in use; -EFAULT if the payload cannot be read, or as user_event_check(); -E2BIG;
 * -ENOMEM.
 */
int user_event_write(struct user_event *user, const void __user *buf, size_t len)
{
	struct user_payload from = { .buf = buf, .len = len };

	return user_write(user, &from);
}

/**
 * user_event_write_iter - write a record into each instance, and for perf
 * @user: the event; the caller has a reference
 * @iter: the payload
 *
 * Context: as user_event_write().
 * Return: as user_event_write().
 */
int user_event_write_iter(struct user_event *user, struct iov_iter *iter)
{
	struct user_payload from = { .iter = iter, .len = iov_iter_count(iter) };

	return user_write(user, &from);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * The file user_events_data, by which processes register and write user events, and the
 * file user_events_status.
 *
 * Each open file has a table of the events that were registered through it, with a
 * reference to each. The index in the table identifies an event in write(2). Entries
 * stay until the file is released.
 *
 * Locking: user_file::lock protects the table against other registrations; writers read
 * it under RCU.
 */
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>
#include <linux/uaccess.h>
#include <linux/uio.h>
#include <linux/xarray.h>

#include "user.h"

/**
 * struct user_table - the events of an open file
 * @rcu: frees the table after a grace period
 * @nr: number of events
 * @size: number of elements of @events
 * @events: the events
 */
struct user_table {
	struct rcu_head		rcu;
	unsigned int		nr;
	unsigned int		size;
	struct user_event	*events[] __counted_by(size);
};

/**
 * struct user_file - an open file user_events_data
 * @lock: serialises registrations
 * @table: the events, or NULL
 * @indices: the index in @table of each event, by the type of its records. Lock: @lock
 */
struct user_file {
	struct mutex			lock;	/* serialises registrations */
	struct user_table __rcu		*table;
	struct xarray			indices;
};

/* The table of events */

/* Replace a table that is full, or missing, by a larger one. */
static struct user_table *user_table_grow(struct user_file *uf, struct user_table *old)
{
	unsigned int size = old ? 2 * old->size : 4;
	struct user_table *new;

	new = kvzalloc(struct_size(new, events, size), GFP_KERNEL_ACCOUNT);
	if (!new)
		return NULL;
	new->size = size;
	if (old) {
		new->nr = old->nr;
		memcpy(new->events, old->events, array_size(old->nr, sizeof(*old->events)));
	}
	rcu_assign_pointer(uf->table, new);
	if (old)
		kvfree_rcu(old, rcu);
	return new;
}

/*
 * Add an event to the table, which takes over the caller's reference on success.
 * Return: the index of the event; or -ENOMEM.
 */
static int user_table_add(struct user_file *uf, struct user_event *user)
{
	/* No other event gets the type while the table has a reference to this one. */
	unsigned long type = user->dcall.call.event.type;
	struct user_table *table;
	void *index;
	int ret;

	lockdep_assert_held(&uf->lock);

	index = xa_load(&uf->indices, type);
	if (index) {
		user_event_put(user);
		return xa_to_value(index);
	}
	table = rcu_dereference_protected(uf->table, lockdep_is_held(&uf->lock));
	if (!table || table->nr == table->size)
		table = user_table_grow(uf, table);
	if (!table)
		return -ENOMEM;
	ret = xa_err(xa_store(&uf->indices, type, xa_mk_value(table->nr), GFP_KERNEL));
	if (ret)
		return ret;
	table->events[table->nr] = user;
	/* Writers must not see the new number before the event. */
	smp_store_release(&table->nr, table->nr + 1);
	return table->nr - 1;
}

/* The event stays until the file is released. */
static struct user_event *user_table_at(struct user_file *uf, unsigned int index)
{
	struct user_table *table;

	guard(rcu)();
	table = rcu_dereference(uf->table);
	/* The event is read after the number: user_table_add(). */
	if (unlikely(!table || index >= smp_load_acquire(&table->nr)))
		return NULL;
	return table->events[index];
}

/* The ioctls */

static int user_reg_read(struct user_reg *reg, struct user_reg __user *ureg)
{
	u32 size;
	int ret;

	if (get_user(size, &ureg->size))
		return -EFAULT;
	if (size > PAGE_SIZE)
		return -E2BIG;
	if (size < offsetofend(struct user_reg, write_index))
		return -EINVAL;
	ret = copy_struct_from_user(reg, sizeof(*reg), ureg, size);
	if (ret)
		return ret;
	reg->size = size;
	return 0;
}

static int user_reg_check(const struct user_reg *reg)
{
	if (reg->flags & ~(USER_EVENT_REG_MAX - 1))
		return -EINVAL;
	if (reg->enable_size != sizeof(u32) &&
	    !(IS_ENABLED(CONFIG_64BIT) && reg->enable_size == sizeof(u64)))
		return -EINVAL;
	if (reg->enable_addr % reg->enable_size)
		return -EINVAL;
	return reg->enable_bit < reg->enable_size * BITS_PER_BYTE ? 0 : -EINVAL;
}

static int user_reg_add(struct user_file *uf, const struct user_reg *reg,
			struct user_event *user)
{
	struct user_bit bit = {
		.addr = reg->enable_addr,
		.size = reg->enable_size,
		.bit = reg->enable_bit,
	};
	int index, ret;

	index = user_table_add(uf, user);
	if (index < 0) {
		user_event_put(user);
		return index;
	}
	ret = user_mm_add(user, &bit);
	return ret ?: index;
}

static int user_ioctl_reg(struct user_file *uf, struct user_reg __user *ureg)
{
	struct user_event *user;
	struct user_reg reg;
	char *text;
	int ret;

	ret = user_reg_read(&reg, ureg) ?: user_reg_check(&reg);
	if (ret)
		return ret;
	text = strndup_user(u64_to_user_ptr(reg.name_args), USER_EVENT_TEXT_MAX);
	if (IS_ERR(text))
		return PTR_ERR(text);
	user = user_event_register(text, reg.flags);
	kfree(text);
	if (IS_ERR(user))
		return PTR_ERR(user);

	mutex_lock(&uf->lock);
	ret = user_reg_add(uf, &reg, user);
	mutex_unlock(&uf->lock);
	if (ret < 0)
		return ret;
	return put_user((u32)ret, &ureg->write_index);
}

static int user_ioctl_del(const char __user *uname)
{
	char *name = strndup_user(uname, USER_EVENT_TEXT_MAX);
	int ret;

	if (IS_ERR(name))
		return PTR_ERR(name);
	ret = user_event_delete(name);
	kfree(name);
	return ret;
}

static int user_ioctl_unreg(struct user_unreg __user *uunreg)
{
	struct user_unreg unreg;
	u32 size;
	int ret;

	if (get_user(size, &uunreg->size))
		return -EFAULT;
	if (size > PAGE_SIZE)
		return -E2BIG;
	if (size < offsetofend(struct user_unreg, disable_addr))
		return -EINVAL;
	ret = copy_struct_from_user(&unreg, sizeof(unreg), uunreg, size);
	if (ret)
		return ret;
	if (unreg.__reserved || unreg.__reserved2)
		return -EINVAL;
	return user_mm_del(unreg.disable_addr, unreg.disable_bit);
}

static long user_data_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	switch (cmd) {
	case DIAG_IOCSREG:
		return user_ioctl_reg(file->private_data, (void __user *)arg);
	case DIAG_IOCSDEL:
		return user_ioctl_del((void __user *)arg);
	case DIAG_IOCSUNREG:
		return user_ioctl_unreg((void __user *)arg);
	default:
		return -ENOTTY;
	}
}

/* Writing */

/* The event that an index identifies, or ERR_PTR(). */
static __always_inline struct user_event *user_data_event(struct file *file, s32 index)
{
	struct user_event *user;

	if (unlikely(index < 0))
		return ERR_PTR(-EINVAL);
	user = user_table_at(file->private_data, index);
	return likely(user) ? user : ERR_PTR(-ENOENT);
}

/* Write a record; the index of the event is at @at, the payload is one buffer. */
static __always_inline int user_data_write_buf(struct file *file, const void __user *at,
					       const void __user *buf, size_t len)
{
	struct user_event *user;
	s32 index;

	if (unlikely(get_user(index, (const s32 __user *)at)))
		return -EFAULT;
	user = user_data_event(file, index);
	if (IS_ERR(user))
		return PTR_ERR(user);
	return user_event_write(user, buf, len);
}

/* A single buffer needs no iterator. */
static ssize_t user_data_write(struct file *file, const char __user *ubuf, size_t count,
			       loff_t *ppos)
{
	int ret;

	if (unlikely(count < sizeof(s32)))
		return -EFAULT;
	ret = user_data_write_buf(file, ubuf, ubuf + sizeof(s32), count - sizeof(s32));
	return ret ?: count;
}

/* Whether an iterator has two segments, of which the first one is the index of the event. */
static bool user_data_is_pair(const struct iov_iter *from)
{
	const struct iovec *iov;

	if (!iter_is_iovec(from) || from->nr_segs != 2 || from->iov_offset)
		return false;
	iov = iter_iov(from);
	return iov[0].iov_len == sizeof(s32) &&
	       iov[1].iov_len == iov_iter_count(from) - sizeof(s32);
}

static ssize_t user_data_write_iter(struct kiocb *kiocb, struct iov_iter *from)
{
	size_t count = iov_iter_count(from);
	struct user_event *user;
	s32 index;
	int ret;

	/* What programs write with writev(2): copying from an iterator would cost more. */
	if (likely(user_data_is_pair(from))) {
		const struct iovec *iov = iter_iov(from);

		ret = user_data_write_buf(kiocb->ki_filp, iov[0].iov_base, iov[1].iov_base,
					  iov[1].iov_len);
		if (likely(!ret))
			iov_iter_advance(from, count);
		return ret ?: count;
	}
	if (unlikely(!copy_from_iter_full(&index, sizeof(index), from)))
		return -EFAULT;
	user = user_data_event(kiocb->ki_filp, index);
	if (IS_ERR(user))
		return PTR_ERR(user);
	ret = user_event_write_iter(user, from);
	return ret ?: count;
}

static int user_data_open(struct inode *inode, struct file *file)
{
	struct user_file *uf = kzalloc(sizeof(*uf), GFP_KERNEL_ACCOUNT);

	if (!uf)
		return -ENOMEM;
	mutex_init(&uf->lock);
	xa_init_flags(&uf->indices, XA_FLAGS_ACCOUNT);
	file->private_data = uf;
	return 0;
}

static int user_data_release(struct inode *inode, struct file *file)
{
	struct user_file *uf = file->private_data;
	struct user_table *table = rcu_dereference_protected(uf->table, true);
	unsigned int i;

	for (i = 0; table && i < table->nr; i++)
		user_event_put(table->events[i]);
	kvfree(table);
	xa_destroy(&uf->indices);
	kfree(uf);
	return 0;
}

static const struct file_operations user_data_fops = {
	.open		= user_data_open,
	.write		= user_data_write,
	.write_iter	= user_data_write_iter,
	.unlocked_ioctl	= user_data_ioctl,
	.release	= user_data_release,
};

/* The file user_events_status */

static void *user_status_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&dynevent_lock);
	return *pos ? NULL : SEQ_START_TOKEN;
}

static void *user_status_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return NULL;
}

static void user_status_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&dynevent_lock);
}

static void user_status_show_event(struct seq_file *m, const struct user_event *user)
{
	unsigned int users = READ_ONCE(user->users);

	seq_puts(m, user->call_name);
	if (users)
		seq_puts(m, " # Used by");
	if (users & USER_EVENT_BY_FTRACE)
		seq_puts(m, " ftrace");
	if (users & USER_EVENT_BY_PERF)
		seq_puts(m, " perf");
	seq_putc(m, '\n');
}

static int user_status_show(struct seq_file *m, void *v)
{
	unsigned int active = 0, busy = 0;
	struct user_event *user;
	struct dynevent *ev;

	dynevent_for_each(ev) {
		user = user_event_from(ev);
		if (!user)
			continue;
		user_status_show_event(m, user);
		active++;
		busy += READ_ONCE(user->users) != 0;
	}
	seq_printf(m, "\nActive: %u\nBusy: %u\n", active, busy);
	return 0;
}

static const struct seq_operations user_status_ops = {
	.start	= user_status_start,
	.next	= user_status_next,
	.stop	= user_status_stop,
	.show	= user_status_show,
};

static int user_status_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &user_status_ops);
}

static const struct file_operations user_status_fops = {
	.open		= user_status_open,
	.read_iter	= seq_read_iter,
	.splice_read	= copy_splice_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

static int __init user_file_init(void)
{
	tracefs_create_file("user_events_data", 0640, NULL, NULL, &user_data_fops);
	tracefs_create_file("user_events_status", 0440, NULL, NULL, &user_status_fops);
	return 0;
}
fs_initcall(user_file_init);

// SPDX-License-Identifier: GPL-2.0
/*
 * Puts a page of records, as user space sees it in trace_pipe_raw, into the buffer
 * of the instance "golden": what is written to the file "golden" of debugfs.
 *
 * It works on any kernel, by what modules may call and by the format of pages,
 * which is ABI: as many bytes of records as the page holds are reserved and
 * committed, and then overwritten by the page's. The writer stays on its CPU, and
 * nothing else may write to the instance.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace.h>
#include <linux/trace_events.h>
#include <linux/uaccess.h>

static unsigned int subbuf = 65536;
module_param(subbuf, uint, 0444);
MODULE_PARM_DESC(subbuf, "bytes of the instance's sub-buffers");

/* Bytes of a record that fills space, its header included. */
#define FILLER	1024

struct golden_page {
	u64 time_stamp;
	u64 commit;
	u8 data[];
};

/* Reserve and commit @bytes of the page; -> where they begin. */
static u8 *golden_fill(struct trace_event_file *file, unsigned int bytes)
{
	/* Long records have another word for their length. */
	unsigned int head = bytes <= 29 * 4 ? 4 : 8;
	struct trace_event_buffer fbuffer = {};
	u8 *data;

	data = trace_event_buffer_reserve(&fbuffer, file, bytes - head);
	if (!data)
		return NULL;
	trace_event_buffer_commit(&fbuffer);
	return data - head;
}

static int golden_put(struct trace_event_file *file, struct golden_page *from)
{
	struct golden_page *to = NULL;
	unsigned int at = 0, bytes;

	for (; at < from->commit; at += bytes) {
		u8 *begin;

		bytes = from->commit - at;
		if (bytes >= 2 * FILLER)
			bytes = FILLER;
		begin = golden_fill(file, bytes);
		if (!begin)
			return -EAGAIN;
		if (!at)
			to = (void *)((unsigned long)begin & ~(subbuf - 1UL));
		/* A stamp has come between, or the buffer was not empty. */
		if (begin != to->data + at)
			return -ESTALE;
	}
	to->time_stamp = from->time_stamp;
	memcpy(to->data, from->data, from->commit);
	return 0;
}

static ssize_t golden_write(struct file *filp, const char __user *ubuf,
			    size_t count, loff_t *ppos)
{
	struct trace_event_file *file;
	struct golden_page *from;
	int ret;

	if (count > subbuf || count < sizeof(*from) + 16)
		return -EINVAL;
	from = vmemdup_user(ubuf, count);
	if (IS_ERR(from))
		return PTR_ERR(from);
	ret = -EINVAL;
	if (from->commit % 4 || from->commit != count - sizeof(*from))
		goto out;
	file = trace_get_event_file("golden", "sched", "sched_switch");
	ret = PTR_ERR_OR_ZERO(file);
	if (ret)
		goto out;
	preempt_disable();
	ret = golden_put(file, from);
	preempt_enable();
	trace_put_event_file(file);
out:
	kvfree(from);
	return ret ?: count;
}

static const struct file_operations golden_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = golden_write,
};

static struct dentry *golden_file;

/* A string that is neither a record's nor of an image. */
static char *golden_text;

static int __init golden_init(void)
{
	golden_text = kstrdup("somewhere", GFP_KERNEL);
	if (!golden_text)
		return -ENOMEM;
	/* The address itself is what records are to point to. */
	pr_info("golden: text at %lx\n", (unsigned long)golden_text);
	golden_file = debugfs_create_file("golden", 0200, NULL, NULL,
					  &golden_fops);
	if (IS_ERR(golden_file))
		kfree(golden_text);
	return PTR_ERR_OR_ZERO(golden_file);
}
module_init(golden_init);

static void __exit golden_exit(void)
{
	debugfs_remove(golden_file);
	kfree(golden_text);
}
module_exit(golden_exit);

MODULE_DESCRIPTION("Puts pages of records into a trace buffer");
MODULE_LICENSE("GPL");

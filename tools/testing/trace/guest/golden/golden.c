// SPDX-License-Identifier: GPL-2.0
/*
 * Write a page of records to the debugfs file "golden", in the format of trace_pipe_raw:
 * the module copies the records into the ring buffer of the instance "golden".
 *
 * The module works on any kernel, because it uses only exported functions and the format
 * of pages, which is ABI: it reserves and commits as many bytes of records as the page
 * has, and overwrites these records with the page. The writer runs with preemption
 * disabled, and nothing else may write to the instance.
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
MODULE_PARM_DESC(subbuf, "size of the instance's sub-buffers in bytes");

/* Size of a filler record in bytes, including its header. */
#define FILLER	1024

struct golden_page {
	u64 time_stamp;
	u64 commit;
	u8 data[];
};

/* Reserve and commit @bytes of the page; return the address of the record's header. */
static u8 *golden_fill(struct trace_event_file *file, unsigned int bytes)
{
	/* Long records have an additional word for their length. */
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
		/* The ring buffer added a timestamp, or the buffer was not empty. */
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

/* A string in slab memory, which belongs neither to a record nor to a kernel image. */
static char *golden_text;

static int __init golden_init(void)
{
	golden_text = kstrdup("somewhere", GFP_KERNEL);
	if (!golden_text)
		return -ENOMEM;
	/* The test creates records with this address: print it unhashed. */
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

MODULE_DESCRIPTION("Copies pages of records into a ring buffer");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0
/* /dev/bench_sink: copy written data from user space and discard it. */
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/uaccess.h>

static char sink[512];

static ssize_t sink_write(struct file *file, const char __user *from, size_t count,
			  loff_t *pos)
{
	unsigned long left;

	count = min(count, sizeof(sink));
	if (!access_ok(from, count))
		return -EFAULT;
	pagefault_disable();
	left = __copy_from_user_inatomic(sink, from, count);
	pagefault_enable();
	return left ? -EFAULT : count;
}

static const struct file_operations sink_fops = {
	.owner	= THIS_MODULE,
	.open	= stream_open,
	.write	= sink_write,
};

static struct miscdevice sink_device = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= "bench_sink",
	.fops	= &sink_fops,
};
module_misc_device(sink_device);

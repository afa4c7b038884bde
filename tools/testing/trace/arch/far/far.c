// SPDX-License-Identifier: GPL-2.0
/*
 * A module that occupies, on demand, all memory for modules within reach of a branch to the
 * kernel, so that modules which are loaded after it are beyond reach.
 *
 * The architecture has a range of addresses near the kernel, and another one which modules get
 * if the first is full. Addresses of the first are taken in pieces that become smaller until not
 * even a page is left.
 */
#include <linux/execmem.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/sizes.h>
#include <linux/vmalloc.h>

/* Modules that are farther away from the kernel than this are beyond reach. */
static unsigned long reach = SZ_128M;
module_param(reach, ulong, 0444);
MODULE_PARM_DESC(reach, "the largest distance of a branch, in bytes");

static LIST_HEAD(far_pieces);
static void *(*far_alloc)(enum execmem_type type, size_t size);
static void (*far_free)(void *ptr);

/* The address of a function that is not exported. */
static void *far_find(const char *name)
{
	struct kprobe kp = { .symbol_name = name };
	void *found;

	if (register_kprobe(&kp))
		return NULL;
	found = kp.addr;
	unregister_kprobe(&kp);
	return found;
}

static bool far_reaches(const void *piece)
{
	return abs((long)piece - (long)&schedule) < reach;
}

/* Take all pieces of a size. Return: their number. */
static unsigned int far_take(size_t size)
{
	struct list_head *piece;
	unsigned int count = 0;

	while ((piece = far_alloc(EXECMEM_MODULE_DATA, size))) {
		if (!far_reaches(piece)) {
			far_free(piece);
			break;
		}
		list_add(piece, &far_pieces);
		count++;
	}
	return count;
}

static void far_give_back(void)
{
	struct list_head *piece, *next;

	list_for_each_safe(piece, next, &far_pieces)
		far_free(piece);
}

/*
 * Writing to this parameter takes what is free. The memory of init functions, also that of this
 * module, and of modules that were unloaded is freed later.
 */
static int far_occupy(const char *value, const struct kernel_param *kp)
{
	unsigned int count = 0;

	vm_unmap_aliases();
	for (size_t size = SZ_64M; size >= PAGE_SIZE; size /= 2)
		count += far_take(size);
	pr_info("far: %u more pieces are occupied\n", count);
	return 0;
}

static const struct kernel_param_ops far_occupy_ops = {
	.set	= far_occupy,
};
module_param_cb(occupy, &far_occupy_ops, NULL, 0200);
MODULE_PARM_DESC(occupy, "write anything to occupy the memory");

static int __init far_init(void)
{
	far_alloc = far_find("execmem_alloc");
	far_free = far_find("execmem_free");
	return far_alloc && far_free ? 0 : -ENOENT;
}
module_init(far_init);

static void __exit far_exit(void)
{
	far_give_back();
}
module_exit(far_exit);

MODULE_DESCRIPTION("Occupies the memory for modules near the kernel");
MODULE_LICENSE("GPL");

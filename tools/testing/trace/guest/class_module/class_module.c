// SPDX-License-Identifier: GPL-2.0
/*
 * What class tests need from the kernel:
 *
 *	what=nmi count=N		send N NMIs to each CPU, without printing
 *	what=corrupt seed=N at=ADDRESS bytes=SIZE areas=N
 *					change the contents of areas of reserved memory, each in
 *					another way, and reset the machine
 *
 *	what=strike at=ADDRESS bytes=SIZE
 *					damage each sub-buffer in reserved memory that has the
 *					text "strike me", and reset the machine
 *
 * The init function fails in all cases, so that the module does not stay.
 */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/io.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/prandom.h>
#include <linux/reboot.h>
#include <linux/sched.h>

#include <asm/apic.h>
#include <asm/nmi.h>

static char *what = "nmi";
module_param(what, charp, 0444);

static int count = 1000;
module_param(count, int, 0444);

static unsigned int seed;
module_param(seed, uint, 0444);

static unsigned long at;
module_param(at, ulong, 0444);

static unsigned long bytes;
module_param(bytes, ulong, 0444);

static unsigned int areas;
module_param(areas, uint, 0444);

static atomic_t nmis;

static int class_module_nmi(unsigned int type, struct pt_regs *regs)
{
	atomic_inc(&nmis);
	return NMI_HANDLED;
}

static int class_module_send(void)
{
	int i, ret;

	ret = register_nmi_handler(NMI_LOCAL, class_module_nmi, 0, "class_module");
	if (ret)
		return ret;
	for (i = 0; i < count; i++) {
		preempt_disable();
		apic->send_IPI_mask(cpu_online_mask, NMI_VECTOR);
		preempt_enable();
		cond_resched();
	}
	msleep(20);
	unregister_nmi_handler(NMI_LOCAL, "class_module");
	/* NMIs that arrive while another is pending are one NMI. */
	pr_info("class_module: %d NMIs handled\n", atomic_read(&nmis));
	return atomic_read(&nmis) < count ? -EIO : -ECANCELED;
}

/* Each area is changed in the way that its number says. */
static void class_module_spoil(u8 *area, unsigned int way, struct rnd_state *rnd)
{
	unsigned long i, head = min(bytes, 5 * PAGE_SIZE), from;

	switch (way % 8) {
	case 0: /* as it is */
		break;
	case 1: /* single bits, anywhere */
		for (i = 0; i < 64; i++)
			area[prandom_u32_state(rnd) % bytes] ^= BIT(prandom_u32_state(rnd) % 8);
		break;
	case 2: /* bits at the front */
		for (i = 0; i < 4; i++)
			area[prandom_u32_state(rnd) % head] ^= BIT(prandom_u32_state(rnd) % 8);
		break;
	case 3: /* words after the first page */
		for (i = 0; i < 32; i++) {
			from = PAGE_SIZE + prandom_u32_state(rnd) % (head - PAGE_SIZE);
			*(u32 *)(area + round_down(from, 4)) = prandom_u32_state(rnd);
		}
		break;
	case 4: /* the second half is lost */
		memset(area + bytes / 2, 0, bytes / 2);
		break;
	case 5: /* pages exchanged */
		for (i = 0; i < 8; i++) {
			from = prandom_u32_state(rnd) % (bytes / PAGE_SIZE - 1) * PAGE_SIZE;
			memcpy(area + from, area + from + PAGE_SIZE, PAGE_SIZE);
		}
		break;
	case 6: /* all ones after the first page */
		memset(area + PAGE_SIZE, 0xff, bytes - PAGE_SIZE);
		break;
	case 7: /* the heads of all pages */
		for (from = PAGE_SIZE; from < bytes; from += PAGE_SIZE)
			area[from + prandom_u32_state(rnd) % 24] = prandom_u32_state(rnd);
		break;
	}
}

static int class_module_corrupt(void)
{
	struct rnd_state rnd;
	unsigned int i;
	u8 *area;

	prandom_seed_state(&rnd, seed);
	area = memremap(at, bytes * areas, MEMREMAP_WB);
	if (!area)
		return -ENOMEM;
	/* No event of this CPU may use the memory from here on. */
	local_irq_disable();
	for (i = 0; i < areas; i++)
		class_module_spoil(area + i * bytes, i, &rnd);
	emergency_restart();
	return -EIO;
}

static int class_module_strike(void)
{
	static const char text[] = "strike me";
	unsigned long page, i;
	u8 *area;

	area = memremap(at, bytes, MEMREMAP_WB);
	if (!area)
		return -ENOMEM;
	local_irq_disable();
	for (page = 0; page < bytes; page += PAGE_SIZE) {
		for (i = 0; i <= PAGE_SIZE - strlen(text); i++) {
			if (!memcmp(area + page + i, text, strlen(text))) {
				/* The first record is one that ends the page. */
				*(u32 *)(area + page + 16) = 29;
				break;
			}
		}
	}
	emergency_restart();
	return -EIO;
}

static int __init class_module_init(void)
{
	if (!strcmp(what, "strike"))
		return class_module_strike();
	return strcmp(what, "corrupt") ? class_module_send() : class_module_corrupt();
}

static void __exit class_module_exit(void)
{
}

module_init(class_module_init);
module_exit(class_module_exit);
MODULE_DESCRIPTION("NMIs and corrupt memory for class tests");
MODULE_LICENSE("GPL");

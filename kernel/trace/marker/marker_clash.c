// SPDX-License-Identifier: GPL-2.0
/*
 * A module for tests, with markers that marker-example has too, and with markers
 * that no kernel can have. A write of N to its parameter "fire" fires the good
 * ones N times; "text" chooses what their string is.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/marker.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#define CLASH_LONG	5000
#define CLASH_HUGE	70000

static char *clash_huge;
static char *clash_page;		/* nothing can be read behind it */
static char text[16] = "text";
module_param_string(text, text, sizeof(text), 0644);

/* The alphabet again and again, @chars of it. */
static char *clash_letters(char *to, unsigned int chars)
{
	unsigned int i;

	for (i = 0; i < chars; i++)
		to[i] = 'a' + i % 26;
	return to;
}

/*
 * What "text" stands for: "first N", "last N": N letters at the beginning or at
 * the end of a page, "open N": they have no end.
 */
static const char *clash_string(void)
{
	unsigned int chars;
	char *to;

	if (!strcmp(text, "null"))
		return NULL;
	if (!strcmp(text, "fault"))
		return (char *)16;
	if (!strcmp(text, "user"))
		return (char *)TASK_SIZE - PAGE_SIZE;
	if (!strcmp(text, "error"))
		return ERR_PTR(-ENOMEM);
	if (!strcmp(text, "long"))
		return clash_huge + CLASH_HUGE - CLASH_LONG;
	if (!strcmp(text, "huge"))
		return clash_huge;
	if (!strchr(text, ' '))
		return text;
	if (sscanf(text, "first %u", &chars) == 1 && chars < PAGE_SIZE) {
		clash_letters(clash_page, chars)[chars] = '\0';
		return clash_page;
	}
	if (sscanf(text, "last %u", &chars) == 1 && chars < PAGE_SIZE) {
		to = clash_page + PAGE_SIZE - 1 - chars;
		clash_letters(to, chars)[chars] = '\0';
		return to;
	}
	if (sscanf(text, "open %u", &chars) == 1 && chars < PAGE_SIZE)
		return clash_letters(clash_page + PAGE_SIZE - chars, chars);
	return text;
}

/* Fields of any width, one behind the other. */
static void clash_fire_widths(int i)
{
	trace_mark(clash_widths,
		   "c %c byte %hhd half %hx int %d long %ld quad %llx size %zu at %px sign %i odd %hhu",
		   'a' + i % 26, (signed char)-i, (unsigned short)(i * 257), -i,
		   -(long)i, 0x100000001ULL * i, (size_t)i, (void *)(long)i, i,
		   (u8)i);
}

static void clash_fire(int i)
{
	/* These belong to marker-example: another format, and the same. */
	trace_mark(example_open, "pid %d", i);
	trace_mark(example_done, MARK_NOARGS);

	/* These are refused. */
	trace_mark(clash_symbol, "where %pS", clash_fire);
	trace_mark(clash_unnamed, "%d", i);
	trace_mark(clash_twice, "number %d number %d", i, i);
	trace_mark(clash_, "number %d", i);

	clash_fire_widths(i);
	trace_mark(clash_text, "before %d text %s after %hd", i, clash_string(),
		   (short)i);
}

/*
 * Parameters can be written until after the module's exit, and by several at a
 * time: each holds the lock of the module's parameters, under which this is set.
 */
static bool clash_over;

static int set_fire(const char *value, const struct kernel_param *param)
{
	unsigned int times;
	int ret = kstrtouint(value, 0, &times);

	if (clash_over)
		return -ENODEV;
	while (!ret && times--) {
		clash_fire(times);
		cond_resched();
	}
	return ret;
}

static const struct kernel_param_ops fire_ops = { .set = set_fire };
module_param_cb(fire, &fire_ops, NULL, 0200);

static int heard;
module_param(heard, int, 0644);

static void clash_probe(const struct marker *marker, void *private,
			const char *format, ...)
{
	WRITE_ONCE(heard, heard + 1);
}

/**
 * struct clash_user - a marker that clash_probe() is registered for
 * @node: place in the list
 * @name: of the marker
 */
struct clash_user {
	struct list_head node;
	char name[32];
};

static LIST_HEAD(clash_users);
static DEFINE_MUTEX(clash_lock);

static int set_probe(const char *value, const struct kernel_param *param)
{
	struct clash_user *user;
	const char *format;
	int ret = -EINVAL;

	if (clash_over)
		return -ENODEV;
	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return -ENOMEM;
	guard(mutex)(&clash_lock);
	format = strchr(value, ' ');
	if (format && format - value < sizeof(user->name)) {
		memcpy(user->name, value, format - value);
		ret = marker_probe_register(user->name, format + 1, clash_probe,
					    NULL);
	}
	if (ret)
		kfree(user);
	else
		list_add(&user->node, &clash_users);
	return ret;
}

/* "NAME FORMAT": register a probe, which stays if that succeeds. */
static const struct kernel_param_ops probe_ops = { .set = set_probe };
module_param_cb(probe, &probe_ops, NULL, 0200);

static int set_arm(const char *value, const struct kernel_param *param)
{
	return marker_arm(value);
}

/* "NAME", without a newline behind it. */
static const struct kernel_param_ops arm_ops = { .set = set_arm };
module_param_cb(arm, &arm_ops, NULL, 0200);

static int set_disarm(const char *value, const struct kernel_param *param)
{
	return marker_disarm(value);
}

static const struct kernel_param_ops disarm_ops = { .set = set_disarm };
module_param_cb(disarm, &disarm_ops, NULL, 0200);

static int clash_forget(const char *name)
{
	struct clash_user *user, *next;
	int ret = -ENOENT;

	guard(mutex)(&clash_lock);
	list_for_each_entry_safe(user, next, &clash_users, node) {
		if (name && strcmp(user->name, name))
			continue;
		ret = marker_probe_unregister(user->name, clash_probe, NULL);
		list_del(&user->node);
		kfree(user);
	}
	return ret;
}

static int set_forget(const char *value, const struct kernel_param *param)
{
	return clash_forget(value);
}

static const struct kernel_param_ops forget_ops = { .set = set_forget };
module_param_cb(forget, &forget_ops, NULL, 0200);

static int __init clash_init(void)
{
	clash_huge = kmalloc(CLASH_HUGE, GFP_KERNEL);
	clash_page = vmalloc(PAGE_SIZE);
	if (!clash_huge || !clash_page) {
		vfree(clash_page);
		kfree(clash_huge);
		return -ENOMEM;
	}
	memset(clash_huge, 'x', CLASH_HUGE - 1);
	clash_huge[CLASH_HUGE - 1] = '\0';
	return 0;
}
module_init(clash_init);

static void __exit clash_exit(void)
{
	kernel_param_lock(THIS_MODULE);
	clash_over = true;
	kernel_param_unlock(THIS_MODULE);
	clash_forget(NULL);
	marker_synchronize_unregister();
	vfree(clash_page);
	kfree(clash_huge);
}
module_exit(clash_exit);

MODULE_DESCRIPTION("Markers that clash with others, and bad ones");
MODULE_LICENSE("GPL");

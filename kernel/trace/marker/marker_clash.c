// SPDX-License-Identifier: GPL-2.0
/*
 * Module for tests: markers with the same names as those of marker-example, and
 * markers with invalid names or formats. Writing N to the parameter "fire" fires all
 * of them N times; "text" selects the string argument.
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

static char *marker_clash_huge;
static char *marker_clash_page;		/* the page after it is not mapped */
static char text[16] = "text";
module_param_string(text, text, sizeof(text), 0644);

/* Fill in @chars letters, the alphabet repeated. */
static char *marker_clash_letters(char *to, unsigned int chars)
{
	unsigned int i;

	for (i = 0; i < chars; i++)
		to[i] = 'a' + i % 26;
	return to;
}

/*
 * The string selected by "text". "first N" and "last N" are N letters at the
 * beginning and at the end of a page, "open N" is N letters at the end of the page
 * without a NUL.
 */
static const char *marker_clash_string(void)
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
		return marker_clash_huge + CLASH_HUGE - CLASH_LONG;
	if (!strcmp(text, "huge"))
		return marker_clash_huge;
	if (!strchr(text, ' '))
		return text;
	if (sscanf(text, "first %u", &chars) == 1 && chars < PAGE_SIZE) {
		marker_clash_letters(marker_clash_page, chars)[chars] = '\0';
		return marker_clash_page;
	}
	if (sscanf(text, "last %u", &chars) == 1 && chars < PAGE_SIZE) {
		to = marker_clash_page + PAGE_SIZE - 1 - chars;
		marker_clash_letters(to, chars)[chars] = '\0';
		return to;
	}
	if (sscanf(text, "open %u", &chars) == 1 && chars < PAGE_SIZE)
		return marker_clash_letters(marker_clash_page + PAGE_SIZE - chars, chars);
	return text;
}

/* Fields of all widths in a row. */
static void marker_clash_fire_widths(int i)
{
	trace_mark(clash_widths,
		   "c %c byte %hhd half %hx int %d long %ld quad %llx size %zu at %px sign %i odd %hhu",
		   'a' + i % 26, (signed char)-i, (unsigned short)(i * 257), -i,
		   -(long)i, 0x100000001ULL * i, (size_t)i, (void *)(long)i, i,
		   (u8)i);
}

static void marker_clash_fire(int i)
{
	/* Names of markers of marker-example, with another and with the same format. */
	trace_mark(example_open, "pid %d", i);
	trace_mark(example_done, MARK_NOARGS);

	/* Invalid formats and names. */
	trace_mark(clash_symbol, "where %pS", marker_clash_fire);
	trace_mark(clash_unnamed, "%d", i);
	trace_mark(clash_twice, "number %d number %d", i, i);
	trace_mark(clash_, "number %d", i);

	marker_clash_fire_widths(i);
	trace_mark(clash_text, "before %d text %s after %hd", i, marker_clash_string(),
		   (short)i);
}

/*
 * Set by the module's exit. Parameters can still be written then. Writers hold the
 * lock of the module's parameters, which protects this variable.
 */
static bool marker_clash_over;

static int marker_clash_set_fire(const char *value, const struct kernel_param *param)
{
	unsigned int times;
	int ret = kstrtouint(value, 0, &times);

	if (marker_clash_over)
		return -ENODEV;
	while (!ret && times--) {
		marker_clash_fire(times);
		cond_resched();
	}
	return ret;
}

static const struct kernel_param_ops fire_ops = { .set = marker_clash_set_fire };
module_param_cb(fire, &fire_ops, NULL, 0200);

static int heard;
module_param(heard, int, 0644);

static void marker_clash_probe(const struct marker *marker, void *private,
			       const char *format, ...)
{
	WRITE_ONCE(heard, heard + 1);
}

/**
 * struct marker_clash_user - a marker that marker_clash_probe() is registered for
 * @node: entry in marker_clash_users
 * @name: name of the marker
 */
struct marker_clash_user {
	struct list_head node;
	char name[32];
};

static LIST_HEAD(marker_clash_users);
static DEFINE_MUTEX(marker_clash_lock);

static int marker_clash_set_probe(const char *value, const struct kernel_param *param)
{
	struct marker_clash_user *user;
	const char *format;
	int ret = -EINVAL;

	if (marker_clash_over)
		return -ENODEV;
	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return -ENOMEM;
	guard(mutex)(&marker_clash_lock);
	format = strchr(value, ' ');
	if (format && format - value < sizeof(user->name)) {
		memcpy(user->name, value, format - value);
		ret = marker_probe_register(user->name, format + 1, marker_clash_probe,
					    NULL);
	}
	if (ret)
		kfree(user);
	else
		list_add(&user->node, &marker_clash_users);
	return ret;
}

/* "NAME FORMAT": register the probe for a marker. */
static const struct kernel_param_ops probe_ops = { .set = marker_clash_set_probe };
module_param_cb(probe, &probe_ops, NULL, 0200);

static int marker_clash_set_arm(const char *value, const struct kernel_param *param)
{
	return marker_arm(value);
}

/* "NAME" without a trailing newline: arm the marker. */
static const struct kernel_param_ops arm_ops = { .set = marker_clash_set_arm };
module_param_cb(arm, &arm_ops, NULL, 0200);

static int marker_clash_set_disarm(const char *value, const struct kernel_param *param)
{
	return marker_disarm(value);
}

static const struct kernel_param_ops disarm_ops = { .set = marker_clash_set_disarm };
module_param_cb(disarm, &disarm_ops, NULL, 0200);

static int marker_clash_forget(const char *name)
{
	struct marker_clash_user *user, *next;
	int ret = -ENOENT;

	guard(mutex)(&marker_clash_lock);
	list_for_each_entry_safe(user, next, &marker_clash_users, node) {
		if (name && strcmp(user->name, name))
			continue;
		ret = marker_probe_unregister(user->name, marker_clash_probe, NULL);
		list_del(&user->node);
		kfree(user);
	}
	return ret;
}

static int marker_clash_set_forget(const char *value, const struct kernel_param *param)
{
	return marker_clash_forget(value);
}

static const struct kernel_param_ops forget_ops = { .set = marker_clash_set_forget };
module_param_cb(forget, &forget_ops, NULL, 0200);

static int __init marker_clash_init(void)
{
	marker_clash_huge = kmalloc(CLASH_HUGE, GFP_KERNEL);
	marker_clash_page = vmalloc(PAGE_SIZE);
	if (!marker_clash_huge || !marker_clash_page) {
		vfree(marker_clash_page);
		kfree(marker_clash_huge);
		return -ENOMEM;
	}
	memset(marker_clash_huge, 'x', CLASH_HUGE - 1);
	marker_clash_huge[CLASH_HUGE - 1] = '\0';
	return 0;
}
module_init(marker_clash_init);

static void __exit marker_clash_exit(void)
{
	kernel_param_lock(THIS_MODULE);
	marker_clash_over = true;
	kernel_param_unlock(THIS_MODULE);
	marker_clash_forget(NULL);
	marker_synchronize_unregister();
	vfree(marker_clash_page);
	kfree(marker_clash_huge);
}
module_exit(marker_clash_exit);

MODULE_DESCRIPTION("Conflicting and invalid kernel markers, for tests");
MODULE_LICENSE("GPL");

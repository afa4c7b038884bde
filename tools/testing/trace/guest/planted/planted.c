// SPDX-License-Identifier: GPL-2.0
/*
 * A module with a bug that the grammar fuzzer has to find: objects are created, marked,
 * dropped and used by commands that are written to a parameter. Dropping a marked object
 * frees it, but leaves the pointer to it, and the next use reads freed memory. With warn=1
 * the module warns instead, for kernels that do not notice.
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

struct planted_object {
	bool marked;
	unsigned long uses;
};

static DEFINE_MUTEX(planted_mutex);
static struct planted_object *planted_objects[4];
static bool planted_freed[4];

static bool warn;
module_param(warn, bool, 0444);
MODULE_PARM_DESC(warn, "warn of a use of freed memory instead of using it");

static int planted_run(char command, unsigned int number)
{
	struct planted_object *object = planted_objects[number];

	if (command == 'n') {
		if (object)
			return -EEXIST;
		planted_freed[number] = false;
		planted_objects[number] = kzalloc(sizeof(*object), GFP_KERNEL);
		return planted_objects[number] ? 0 : -ENOMEM;
	}
	if (!object)
		return -ENOENT;
	if (warn && planted_freed[number]) {
		WARN(1, "planted: object %u was freed\n", number);
		return -EINVAL;
	}
	if (command == 'm') {
		object->marked = true;
	} else if (command == 'u') {
		object->uses++;
	} else if (command == 'd') {
		/* The bug: the pointer to a marked object stays. */
		if (!object->marked)
			planted_objects[number] = NULL;
		planted_freed[number] = true;
		kfree(object);
	} else {
		return -EINVAL;
	}
	return 0;
}

/* "COMMAND NUMBER": n(ew), m(ark), u(se), d(rop). */
static int planted_set(const char *text, const struct kernel_param *kp)
{
	unsigned int number;
	char command;

	if (sscanf(text, "%c %u", &command, &number) != 2 ||
	    number >= ARRAY_SIZE(planted_objects))
		return -EINVAL;
	guard(mutex)(&planted_mutex);
	return planted_run(command, number);
}

static const struct kernel_param_ops planted_ops = { .set = planted_set };
module_param_cb(command, &planted_ops, NULL, 0200);
MODULE_PARM_DESC(command, "what to do with which object");

MODULE_DESCRIPTION("A bug that the grammar fuzzer has to find");
MODULE_LICENSE("GPL");

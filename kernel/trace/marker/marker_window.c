// SPDX-License-Identifier: GPL-2.0
/*
 * A module for tests: the module that its parameter "refuse" names cannot be
 * loaded, as if there were no memory for it, and stops on its way out, after its
 * events went and before its markers do. A read of "reached" waits until it is
 * there, a write to "leave" lets it go on.
 */
#include <linux/completion.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

static char refuse[MODULE_NAME_LEN];
module_param_string(refuse, refuse, sizeof(refuse), 0444);

static DECLARE_COMPLETION(window_reached);
static DECLARE_COMPLETION(window_left);

/* The last one that hears of a module that comes. */
static int window_refuse(struct notifier_block *nb, unsigned long state,
			 void *data)
{
	struct module *mod = data;

	if (state != MODULE_STATE_COMING || strcmp(mod->name, refuse))
		return NOTIFY_OK;
	return notifier_from_errno(-ENOMEM);
}

static struct notifier_block window_refuse_nb = {
	.notifier_call = window_refuse,
	.priority = INT_MIN,
};

static int window_wait(struct notifier_block *nb, unsigned long state,
		       void *data)
{
	struct module *mod = data;

	if (state == MODULE_STATE_GOING && !strcmp(mod->name, refuse)) {
		complete_all(&window_reached);
		wait_for_completion(&window_left);
	}
	return NOTIFY_OK;
}

/* Behind that of events, which has the same priority and was there before. */
static struct notifier_block window_wait_nb = {
	.notifier_call = window_wait,
	.priority = 1,
};

static int get_reached(char *text, const struct kernel_param *param)
{
	int ret = wait_for_completion_killable(&window_reached);

	return ret ?: sysfs_emit(text, "yes\n");
}

static const struct kernel_param_ops reached_ops = { .get = get_reached };
module_param_cb(reached, &reached_ops, NULL, 0444);

static int set_leave(const char *value, const struct kernel_param *param)
{
	complete_all(&window_left);
	return 0;
}

static const struct kernel_param_ops leave_ops = { .set = set_leave };
module_param_cb(leave, &leave_ops, NULL, 0200);

static int __init window_init(void)
{
	int ret = register_module_notifier(&window_wait_nb);

	if (ret)
		return ret;
	ret = register_module_notifier(&window_refuse_nb);
	if (ret)
		unregister_module_notifier(&window_wait_nb);
	return ret;
}
module_init(window_init);

static void __exit window_exit(void)
{
	unregister_module_notifier(&window_refuse_nb);
	unregister_module_notifier(&window_wait_nb);
}
module_exit(window_exit);

MODULE_DESCRIPTION("A module that another one cannot be loaded beside");
MODULE_LICENSE("GPL");

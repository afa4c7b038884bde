// SPDX-License-Identifier: GPL-2.0
/*
 * Module for tests: loading the module that the parameter "refuse" names fails with
 * -ENOMEM, and its removal stops after its trace events and before its markers are
 * removed. Reading "reached" waits until the removal is at that point, writing
 * "leave" lets the removal continue.
 */
#include <linux/completion.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

static char refuse[MODULE_NAME_LEN];
module_param_string(refuse, refuse, sizeof(refuse), 0444);

static DECLARE_COMPLETION(marker_window_reached);
static DECLARE_COMPLETION(marker_window_left);

/* The last notifier of a module that is being loaded. */
static int marker_window_refuse(struct notifier_block *nb, unsigned long state,
				void *data)
{
	struct module *mod = data;

	if (state != MODULE_STATE_COMING || strcmp(mod->name, refuse))
		return NOTIFY_OK;
	return notifier_from_errno(-ENOMEM);
}

static struct notifier_block marker_window_refuse_nb = {
	.notifier_call = marker_window_refuse,
	.priority = INT_MIN,
};

static int marker_window_wait(struct notifier_block *nb, unsigned long state,
			      void *data)
{
	struct module *mod = data;

	if (state == MODULE_STATE_GOING && !strcmp(mod->name, refuse)) {
		complete_all(&marker_window_reached);
		wait_for_completion(&marker_window_left);
	}
	return NOTIFY_OK;
}

/* Runs after the notifier of event/, which has this priority and is older. */
static struct notifier_block marker_window_wait_nb = {
	.notifier_call = marker_window_wait,
	.priority = 1,
};

static int marker_window_get_reached(char *text, const struct kernel_param *param)
{
	int ret = wait_for_completion_killable(&marker_window_reached);

	return ret ?: sysfs_emit(text, "yes\n");
}

static const struct kernel_param_ops reached_ops = { .get = marker_window_get_reached };
module_param_cb(reached, &reached_ops, NULL, 0444);

static int marker_window_set_leave(const char *value, const struct kernel_param *param)
{
	complete_all(&marker_window_left);
	return 0;
}

static const struct kernel_param_ops leave_ops = { .set = marker_window_set_leave };
module_param_cb(leave, &leave_ops, NULL, 0200);

static int __init marker_window_init(void)
{
	int ret = register_module_notifier(&marker_window_wait_nb);

	if (ret)
		return ret;
	ret = register_module_notifier(&marker_window_refuse_nb);
	if (ret)
		unregister_module_notifier(&marker_window_wait_nb);
	return ret;
}
module_init(marker_window_init);

static void __exit marker_window_exit(void)
{
	unregister_module_notifier(&marker_window_refuse_nb);
	unregister_module_notifier(&marker_window_wait_nb);
}
module_exit(marker_window_exit);

MODULE_DESCRIPTION("Makes loading another module fail, for tests of kernel markers");
MODULE_LICENSE("GPL");

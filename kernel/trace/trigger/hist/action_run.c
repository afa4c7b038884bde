// SPDX-License-Identifier: GPL-2.0
/*
 * Run the actions of a histogram after a record has updated its element.
 */
#include <linux/string.h>
#include <linux/uaccess.h>

#include "hist.h"

/*
 * Copy the string at @address to @to. Return: its size with the NUL; 0 on a fault.
 */
static unsigned int action_run_copy_text(char *to, unsigned long address)
{
	long len;

	if (IS_ENABLED(CONFIG_ARCH_HAS_NON_OVERLAPPING_ADDRESS_SPACE) &&
	    address < TASK_SIZE_MAX)
		len = strncpy_from_user_nofault(to, (const char __user *)address,
						HIST_STR_MAX);
	else
		len = strncpy_from_kernel_nofault(to, (const void *)address,
						  HIST_STR_MAX);
	return max(len, 0);
}

/**
 * struct action_texts - copies of strings for one record
 * @buf: scratch memory, or NULL before it is needed
 * @used: number of bytes of it that are in use
 */
struct action_texts {
	char *buf;
	unsigned int used;
};

/* Space for one more string, or NULL. */
static char *action_run_text_space(struct action_texts *texts)
{
	if (!texts->buf)
		texts->buf = event_scratch_begin();
	if (!texts->buf || texts->used + HIST_STR_MAX > EVENT_SCRATCH_SIZE)
		return NULL;
	return texts->buf + texts->used;
}

/* The address of a copy of the string that @address points to; 0 if there is none. */
static u64 action_run_fetch_text(struct action_texts *texts, unsigned long address)
{
	char *to = action_run_text_space(texts);
	unsigned int len = to ? action_run_copy_text(to, address) : 0;

	texts->used += len;
	return len ? (unsigned long)to : 0;
}

/*
 * The address of a copy of run->text; 0 if there is no space. The next string without a
 * terminating NUL replaces run->text.
 */
static u64 action_run_keep_text(struct action_texts *texts, const struct hist_run *run)
{
	char *to = action_run_text_space(texts);

	if (to)
		texts->used += strscpy(to, run->text, HIST_STR_MAX) + 1;
	return (unsigned long)to;
}

static void action_run_trace(struct hist_action *action, struct hist_run *run)
{
	struct action_texts texts = {};
	u64 vals[HIST_PARAMS_MAX];
	unsigned int i;

	for (i = 0; i < action->nr_params; i++) {
		vals[i] = hist_eval(action->params[i], run);
		if (action->pointers & BIT_ULL(i))
			vals[i] = action_run_fetch_text(&texts, vals[i]);
		else if (vals[i] == (unsigned long)run->text)
			vals[i] = action_run_keep_text(&texts, run);
	}
	action->synth->emit(action->synth, vals);
	if (texts.buf)
		event_scratch_end(texts.buf);
}

static void action_run_save(struct hist_action *action, struct hist_run *run)
{
	unsigned int i;

	for (i = 0; i < action->nr_saves; i++)
		hist_var_store(&action->saves[i], run);
}

/* Whether the action runs for @val after it has run for @old. */
static bool action_run_is_new(const struct hist_action *action, u64 val, u64 old)
{
	return action->handler == HIST_ONMAX ? val > old : val != old;
}

/*
 * Snapshots are taken for one value of the histogram, not for one of each element.
 * No snapshot can be taken in an NMI.
 */
static void action_run_snapshot(struct hist *h, struct hist_action *action,
				u64 val, const u64 *key)
{
	unsigned long flags;
	bool is_new;

	if (in_nmi())
		return;
	raw_spin_lock_irqsave(&action->lock, flags);
	is_new = action_run_is_new(action, val, action->value);
	if (is_new) {
		action->value = val;
		action->taken = true;
		memcpy(action->key, key, h->key_words * sizeof(*key));
	}
	raw_spin_unlock_irqrestore(&action->lock, flags);
	if (is_new)
		instance_snapshot_fire(h->file->tr);
}

/* onmax() and onchange() */
static void action_run_tracked(struct hist *h, struct hist_action *action,
			       struct hist_run *run, const u64 *key)
{
	u64 *words = run->elt->words;
	u64 val = hist_word_read(&words[h->vars[action->var].word]);

	if (action->kind == HIST_SNAPSHOT) {
		action_run_snapshot(h, action, val, key);
		return;
	}
	if (!action_run_is_new(action, val, hist_word_read(&words[action->tracked])))
		return;
	hist_word_set(&words[action->tracked], val);
	if (action->kind == HIST_TRACE)
		action_run_trace(action, run);
	else
		action_run_save(action, run);
}

/**
 * hist_actions_run - run the actions of a histogram
 * @h: the histogram
 * @run: the record, and the element that it has updated
 * @key: key of the element
 *
 * Context: any, preemption off.
 */
void hist_actions_run(struct hist *h, struct hist_run *run, const u64 *key)
{
	struct hist_action *action;
	unsigned int i;

	for (i = 0; i < h->nr_actions; i++) {
		action = h->actions[i];
		if (action->handler == HIST_ONMATCH)
			action_run_trace(action, run);
		else
			action_run_tracked(h, action, run, key);
	}
}

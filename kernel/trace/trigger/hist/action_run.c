// SPDX-License-Identifier: GPL-2.0
/*
 * Actions at work: when a record has updated its element.
 */
#include <linux/string.h>
#include <linux/uaccess.h>

#include "hist.h"

/* Copy the text at @address to @to, if it can be read. Return: its bytes, or 0. */
static unsigned int text_copy(char *to, unsigned long address)
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

/* Pointers to texts become texts in @room, as many as it has room for. */
static void texts_fetch(const struct hist_action *action, u64 *vals, char *room)
{
	unsigned int i, len, used = 0;

	for (i = 0; i < action->nr_params; i++) {
		if (!(action->pointers & BIT_ULL(i)))
			continue;
		len = 0;
		if (room && used + HIST_STR_MAX <= EVENT_SCRATCH_SIZE)
			len = text_copy(room + used, vals[i]);
		vals[i] = len ? (unsigned long)room + used : 0;
		used += len;
	}
}

static void act_trace(struct hist_action *action, struct hist_run *run)
{
	char *room = action->pointers ? event_scratch_begin() : NULL;
	u64 vals[HIST_PARAMS_MAX];
	unsigned int i;

	for (i = 0; i < action->nr_params; i++)
		vals[i] = hist_eval(action->params[i], run);
	if (action->pointers)
		texts_fetch(action, vals, room);
	action->synth->emit(action->synth, vals);
	if (room)
		event_scratch_end(room);
}

static void act_save(struct hist_action *action, struct hist_run *run)
{
	unsigned int i;

	for (i = 0; i < action->nr_saves; i++)
		hist_var_store(&action->saves[i], run);
}

static bool is_news(const struct hist_action *action, u64 val, u64 old)
{
	return action->handler == HIST_ONMAX ? val > old : val != old;
}

/*
 * There is one value that snapshots are taken for, not one of each element. In
 * an NMI there are no snapshots.
 */
static void act_snapshot(struct hist *h, struct hist_action *action, u64 val,
			 const u64 *key)
{
	unsigned long flags;
	bool news;

	if (in_nmi())
		return;
	raw_spin_lock_irqsave(&action->lock, flags);
	news = is_news(action, val, action->value);
	if (news) {
		action->value = val;
		action->taken = true;
		memcpy(action->key, key, h->key_words * sizeof(*key));
	}
	raw_spin_unlock_irqrestore(&action->lock, flags);
	if (news)
		instance_snapshot(h->file->tr);
}

static void act_tracked(struct hist *h, struct hist_action *action,
			struct hist_run *run, const u64 *key)
{
	u64 *words = run->elt->words;
	u64 val = words[h->vars[action->var].word];

	if (action->act == HIST_SNAPSHOT) {
		act_snapshot(h, action, val, key);
		return;
	}
	if (!is_news(action, val, words[action->tracked]))
		return;
	WRITE_ONCE(words[action->tracked], val);
	if (action->act == HIST_TRACE)
		act_trace(action, run);
	else
		act_save(action, run);
}

/**
 * hist_actions_run - do what else is to be done for a record
 * @h: the histogram
 * @run: its element is updated
 * @key: of the element
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
			act_trace(action, run);
		else
			act_tracked(h, action, run, key);
	}
}

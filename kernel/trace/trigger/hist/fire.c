// SPDX-License-Identifier: GPL-2.0
/*
 * What runs for every record of an event with a histogram: compute the key, find or
 * insert its element, add. Most histograms have nothing but numbers as keys and
 * sums: these have a path of their own, and those with one key and no sum a short
 * one.
 */
#include <linux/string.h>

#include "hist.h"

/* In a key of several parts, a number has the width of its field. */
static u64 hist_fire_narrow(const struct hist_value *value, u64 val)
{
	switch (value->size) {
	case 1:
		return (u8)val;
	case 2:
		return (u16)val;
	case 4:
		return (u32)val;
	default:
		return val;
	}
}

static __always_inline void hist_fire_add(struct hist_elt *elt, unsigned int word,
					  u64 val)
{
	atomic64_add(val, (atomic64_t *)&elt->words[word]);
}

static noinline struct hist_elt *hist_fire_insert(struct hist_map *map,
						  const u64 *key, u32 hash)
{
	struct hist_elt *elt = hist_map_insert(map, key, hash);

	if (!elt)
		atomic64_inc(&map->drops);
	return elt;
}

static __always_inline struct hist_elt *hist_fire_elt(struct hist_map *map,
						      const u64 *key,
						      unsigned int words)
{
	u32 hash = hist_map_hash(key, words);
	u64 slot = hist_map_slot(map, key, words, hash);

	return likely(slot) ? hist_map_elt(map, slot) : hist_fire_insert(map, key, hash);
}

/* Plain histograms */

static __always_inline u64 hist_fire_load(const struct hist_value *value,
					  const void *record)
{
	u64 val = 0;

	hist_load(value, record, &val);
	return val;
}

/* Count a record whose key was not found in the map. */
static noinline void hist_fire_new_key(struct hist_map *map, u64 key)
{
	struct hist_elt *elt = hist_fire_insert(map, &key, hist_map_hash(&key, 1));

	if (!elt)
		return;
	hist_fire_add(elt, 1, 1);
	hist_poll_counted(map);
}

/**
 * hist_fire_single - trigger_kind::fire for one numeric key and no sum
 * @trigger: the trigger of a histogram that is hist::single
 * @rec: the record
 *
 * Context: any, preemption off.
 */
void hist_fire_single(struct trigger *trigger, const struct trigger_record *rec)
{
	const struct hist *h = trigger->data;
	struct hist_map *map = h->map;
	u64 key, slot;

	key = hist_fire_load(h->keys[0].value, rec->rec);
	slot = hist_map_slot(map, &key, 1, hist_map_hash(&key, 1));
	if (unlikely(!slot)) {
		hist_fire_new_key(map, key);
		return;
	}
	/* The hitcount follows the key of one word. */
	hist_fire_add(hist_map_elt(map, slot), 1, 1);
	hist_poll_counted(map);
}

static void hist_fire_plain(struct hist *h, const void *record)
{
	struct hist_elt *elt;
	u64 key[HIST_KEYS_MAX];
	unsigned int i;

	key[0] = hist_fire_load(h->keys[0].value, record);
	if (h->nr_keys == 1) {
		elt = hist_fire_elt(h->map, key, 1);
	} else {
		key[0] = hist_fire_narrow(h->keys[0].value, key[0]);
		for (i = 1; i < h->nr_keys; i++)
			key[i] = hist_fire_narrow(h->keys[i].value,
						  hist_fire_load(h->keys[i].value, record));
		elt = hist_fire_elt(h->map, key, h->nr_keys);
	}
	if (unlikely(!elt))
		return;
	hist_fire_add(elt, h->val_word, 1);
	for (i = 1; i < h->nr_vals; i++)
		hist_fire_add(elt, h->val_word + i, hist_fire_load(h->vals[i], record));
	hist_poll_counted(h->map);
}

/* All other histograms */

static void hist_fire_key_part(const struct hist_key *part, struct hist_run *run,
			       u64 *key)
{
	const struct hist_value *value = part->value;
	u64 val = hist_eval(value, run);
	void *to = &key[part->word];
	const unsigned long *stack;
	size_t size = part->words * sizeof(u64);

	if (hist_is_stack(value)) {
		stack = (const unsigned long *)(unsigned long)val;
		memcpy(to, stack + 1, *stack * sizeof(*stack));
	} else if (part->words > 1 || hist_is_string(value)) {
		if (value->op == HIST_STRING)
			size = min_t(size_t, value->size, size);
		if (val)
			strscpy(to, (const char *)(unsigned long)val, size);
	} else {
		*(u64 *)to = val;
	}
}

static void hist_fire_key(const struct hist *h, struct hist_run *run, u64 *key)
{
	unsigned int i;

	memset(key, 0, h->key_words * sizeof(*key));
	for (i = 0; i < h->nr_keys; i++) {
		hist_fire_key_part(&h->keys[i], run, key);
		if (h->nr_keys > 1 && h->keys[i].words == 1 &&
		    !hist_is_string(h->keys[i].value))
			key[h->keys[i].word] = hist_fire_narrow(h->keys[i].value,
								key[h->keys[i].word]);
	}
}

/*
 * Look up the values of the referenced variables. A histogram with a shorter key is
 * looked up by the first words of this key. Return: false if one of them has no
 * value.
 */
static bool hist_fire_refs(struct hist *h, struct hist_run *run, const u64 *key)
{
	struct hist_elt *elt;
	struct hist *to;
	unsigned int i;

	for (i = 0; i < h->nr_refs; i++) {
		const struct hist_ref *ref = &h->refs[i];

		to = READ_ONCE(ref->hist);
		if (!to || to->key_words > h->key_words)
			return false;
		elt = hist_map_find(to->map, key, to->key_words,
				    hist_map_hash(key, to->key_words));
		if (!elt || !test_bit(ref->var, &elt->set))
			return false;
		run->refs[i] = hist_word_read(&elt->words[to->vars[ref->var].word]);
		if (ref->clear_on_use)
			clear_bit(ref->var, &elt->set);
	}
	return true;
}

static void hist_fire_update(struct hist *h, struct hist_run *run)
{
	struct hist_elt *elt = run->elt;
	unsigned int i;

	hist_fire_add(elt, h->val_word, 1);
	for (i = 1; i < h->nr_vals; i++)
		hist_fire_add(elt, h->val_word + i, hist_eval(h->vals[i], run));
	for (i = 0; i < h->nr_vars; i++) {
		hist_var_store(&h->vars[i], run);
		set_bit(i, &elt->set);
	}
	hist_poll_counted(h->map);
}

static noinline void hist_fire_full(struct hist *h,
				    const struct trigger_record *rec)
{
	/* All parts of both that are read are written before. */
	u64 key[HIST_KEYS_MAX * HIST_STR_MAX / sizeof(u64)] __uninitialized;
	struct hist_run run __uninitialized;

	run.rec = rec;
	run.record = rec->rec;
	run.elt = NULL;
	run.stack[0] = 0;
	hist_fire_key(h, &run, key);
	if (h->nr_refs && !hist_fire_refs(h, &run, key))
		return;
	run.elt = hist_fire_elt(h->map, key, h->key_words);
	if (!run.elt)
		return;
	hist_fire_update(h, &run);
	if (h->nr_actions)
		hist_actions_run(h, &run, key);
}

/**
 * hist_fire - trigger_kind::fire of histograms
 * @trigger: the trigger of the histogram
 * @rec: the record
 *
 * Context: any, preemption off.
 */
void hist_fire(struct trigger *trigger, const struct trigger_record *rec)
{
	struct hist *h = trigger->data;

	if (likely(h->plain))
		hist_fire_plain(h, rec->rec);
	else
		hist_fire_full(h, rec);
}

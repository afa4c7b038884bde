// SPDX-License-Identifier: GPL-2.0
/*
 * What runs for each record of an event with a histogram: make the key, find or
 * make its element, add. Histograms of nothing but numbers, which most are, have
 * a path of their own, and those of one number a short one.
 */
#include <linux/string.h>

#include "hist.h"

/* Beside other parts of a key a number is as wide as its field. */
static u64 narrow(const struct hist_value *value, u64 val)
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

static __always_inline void add_to(struct hist_elt *elt, unsigned int word,
				   u64 val)
{
	atomic64_add(val, (atomic64_t *)&elt->words[word]);
}

static noinline struct hist_elt *elt_make(struct hist_map *map, const u64 *key,
					  u32 hash)
{
	struct hist_elt *elt = hist_map_make(map, key, hash);

	if (!elt)
		atomic64_inc(&map->drops);
	return elt;
}

static __always_inline struct hist_elt *elt_get(struct hist_map *map,
						const u64 *key,
						unsigned int words)
{
	u32 hash = hist_map_hash(key, words);
	u64 slot = hist_map_slot(map, key, words, hash);

	return likely(slot) ? hist_map_elt(map, slot) : elt_make(map, key, hash);
}

/* Numbers only */

static __always_inline u64 load(const struct hist_value *value,
				const void *record)
{
	u64 val = 0;

	hist_load(value, record, &val);
	return val;
}

/* A key that is new, if it is still. */
static noinline void count_new(struct hist_map *map, u64 key)
{
	struct hist_elt *elt = elt_make(map, &key, hist_map_hash(&key, 1));

	if (!elt)
		return;
	add_to(elt, 1, 1);
	hist_poll_counted(map);
}

/**
 * hist_fire_single - count a record by one number in it
 * @trigger: of a histogram that is single
 * @rec: the record
 *
 * Context: any, preemption off.
 */
void hist_fire_single(struct trigger *trigger, const struct trigger_record *rec)
{
	const struct hist *h = trigger->data;
	struct hist_map *map = h->map;
	u64 key, slot;

	key = load(h->keys[0].value, rec->rec);
	slot = hist_map_slot(map, &key, 1, hist_map_hash(&key, 1));
	if (unlikely(!slot)) {
		count_new(map, key);
		return;
	}
	/* A key of one word, and behind it how often it was met. */
	add_to(hist_map_elt(map, slot), 1, 1);
	hist_poll_counted(map);
}

static void fire_plain(struct hist *h, const void *record)
{
	struct hist_elt *elt;
	u64 key[HIST_KEYS_MAX];
	unsigned int i;

	key[0] = load(h->keys[0].value, record);
	if (h->nr_keys == 1) {
		elt = elt_get(h->map, key, 1);
	} else {
		key[0] = narrow(h->keys[0].value, key[0]);
		for (i = 1; i < h->nr_keys; i++)
			key[i] = narrow(h->keys[i].value,
					load(h->keys[i].value, record));
		elt = elt_get(h->map, key, h->nr_keys);
	}
	if (unlikely(!elt))
		return;
	add_to(elt, h->val_word, 1);
	for (i = 1; i < h->nr_vals; i++)
		add_to(elt, h->val_word + i, load(h->vals[i], record));
	hist_poll_counted(h->map);
}

/* All others */

static void key_part(const struct hist_key *part, struct hist_run *run, u64 *key)
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

static void key_make(const struct hist *h, struct hist_run *run, u64 *key)
{
	unsigned int i;

	memset(key, 0, h->key_words * sizeof(*key));
	for (i = 0; i < h->nr_keys; i++) {
		key_part(&h->keys[i], run, key);
		if (h->nr_keys > 1 && h->keys[i].words == 1 &&
		    !hist_is_string(h->keys[i].value))
			key[h->keys[i].word] = narrow(h->keys[i].value,
						      key[h->keys[i].word]);
	}
}

/*
 * What others keep for this key, or for its first parts where they have fewer.
 * False: one of them has nothing.
 */
static bool refs_resolve(struct hist *h, struct hist_run *run, const u64 *key)
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
		run->refs[i] = READ_ONCE(elt->words[to->vars[ref->var].word]);
		if (ref->once)
			clear_bit(ref->var, &elt->set);
	}
	return true;
}

static void elt_update(struct hist *h, struct hist_run *run)
{
	struct hist_elt *elt = run->elt;
	unsigned int i;

	add_to(elt, h->val_word, 1);
	for (i = 1; i < h->nr_vals; i++)
		add_to(elt, h->val_word + i, hist_eval(h->vals[i], run));
	for (i = 0; i < h->nr_vars; i++) {
		hist_var_store(&h->vars[i], run);
		set_bit(i, &elt->set);
	}
	hist_poll_counted(h->map);
}

static noinline void fire_full(struct hist *h, const struct trigger_record *rec)
{
	/* The parts of both that are read are written before. */
	u64 key[HIST_KEYS_MAX * HIST_STR_MAX / sizeof(u64)] __uninitialized;
	struct hist_run run __uninitialized;

	run.rec = rec;
	run.record = rec->rec;
	run.elt = NULL;
	run.stack[0] = 0;
	key_make(h, &run, key);
	if (h->nr_refs && !refs_resolve(h, &run, key))
		return;
	run.elt = elt_get(h->map, key, h->key_words);
	if (!run.elt)
		return;
	elt_update(h, &run);
	if (h->nr_actions)
		hist_actions_run(h, &run, key);
}

/**
 * hist_fire - count a record
 * @trigger: of the histogram
 * @rec: the record
 *
 * Context: any, preemption off.
 */
void hist_fire(struct trigger *trigger, const struct trigger_record *rec)
{
	struct hist *h = trigger->data;

	if (likely(h->plain))
		fire_plain(h, rec->rec);
	else
		fire_full(h, rec);
}

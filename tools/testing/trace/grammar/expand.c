// SPDX-License-Identifier: GPL-2.0
/* From the productions to lines. */
#include "grammar.h"

static unsigned int mutate_percent = 20;
static unsigned int file_weights;
static struct control_file *slot_files[SLOTS];

static void expand_rule(struct text *out, const struct rule *rule, unsigned int depth);

static void expand_item(struct text *out, const struct item *item, unsigned int depth)
{
	switch (item->kind) {
	case ITEM_TEXT:
		text_add(out, item->name);
		break;
	case ITEM_CLASS:
		item->fill(out);
		break;
	case ITEM_RULE:
	case ITEM_GROUP:
		expand_rule(out, item->rule, depth + 1);
		break;
	}
}

static unsigned int expand_times(char repeat, unsigned int depth)
{
	unsigned int times = repeat == '+' || !repeat;

	if (!repeat || depth >= DEPTH_MAX)
		return times;
	if (repeat == '?')
		return random_chance(50);
	while (times < 40 && random_chance(40))
		times++;
	return times;
}

/* The first alternative of a recursive production has to be one that ends. */
static void expand_rule(struct text *out, const struct rule *rule, unsigned int depth)
{
	const struct alternative *alt = rule->alternatives;
	unsigned int dice = random_below(rule->weight), times;
	const struct item *item;

	if (depth < DEPTH_MAX) {
		for (; dice >= alt->weight; alt = alt->next)
			dice -= alt->weight;
	}
	for (item = alt->items; item; item = item->next) {
		for (times = expand_times(item->repeat, depth); times; times--)
			expand_item(out, item, depth);
	}
}

static struct control_file *expand_file(bool written)
{
	struct control_file *file = control_files;
	unsigned int dice = random_below(file_weights), count = 0;

	if (!written) {
		for (file = control_files; file; file = file->next)
			count++;
		dice = random_below(count);
		for (file = control_files; dice; file = file->next)
			dice--;
		return file;
	}
	while (!file->rule || dice >= file->weight) {
		if (file->rule)
			dice -= file->weight;
		file = file->next;
	}
	return file;
}

static void expand_path(struct text *out, const struct control_file *file)
{
	if (file->each && random_chance(35)) {
		text_add(out, "instances/");
		fill_instance(out);
		text_add(out, "/");
	}
	expand_rule(out, file->path_rule, 0);
}

/* What is written to the file, in quotes; @length allows a length that it is repeated to. */
static bool expand_data(struct text *out, const struct control_file *file, bool length)
{
	static const unsigned int lengths[] = {
		255, 256, 1023, 1024, 1025, 4094, 4095, 4096, 4097, 8192, 65536,
	};
	bool mutated = random_chance(mutate_percent);
	static struct text data;

	data.len = 0;
	data.s[0] = '\0';
	expand_rule(&data, file->rule, 0);
	if (data.len > TEXT_MAX / 5)
		data.len = TEXT_MAX / 5;
	mutate_remember(&data);
	if (mutated)
		mutate(&data);
	text_quote(out, &data);
	if (length && mutated && random_chance(8))
		text_printf(out, " %u", PICK(lengths));
	return mutated;
}

static void fill_write(struct text *out)
{
	struct control_file *file = expand_file(true);
	static struct text rest;
	bool mutated;

	rest.len = 0;
	rest.s[0] = '\0';
	expand_path(&rest, file);
	text_printf(&rest, " %c ", file->modes[random_below(strlen(file->modes))]);
	mutated = expand_data(&rest, file, true);
	text_add(out, mutated ? "mutant " : "write ");
	text_bytes(out, rest.s, rest.len);
}

static void fill_any_file(struct text *out)
{
	struct control_file *file = expand_file(false);

	/* A path outside of tracefs begins with a slash. */
	expand_path(out, file);
}

/* Open a file that slot_write can write commands to. */
static void fill_slot_open(struct text *out)
{
	unsigned int slot = random_below(SLOTS);
	struct control_file *file = expand_file(random_chance(50));
	static const char * const flags[] = { "r", "rn", "rwn", "rwn", "wn", "wan", "rwtn" };

	slot_files[slot] = file;
	text_printf(out, "open %u ", slot);
	expand_path(out, file);
	text_printf(out, " %s", file->rule ? PICK(flags) : "rn");
}

static void fill_slot_write(struct text *out)
{
	unsigned int slot, tries;

	for (tries = 0; tries < 2 * SLOTS; tries++) {
		slot = random_below(SLOTS);
		if (slot_files[slot] && slot_files[slot]->rule)
			break;
	}
	text_printf(out, "wr %u ", slot);
	if (slot_files[slot] && slot_files[slot]->rule)
		expand_data(out, slot_files[slot], false);
	else
		text_add(out, "\"0\"");
}

static const struct {
	const char *name;
	void (*fill)(struct text *out);
} classes[] = {
	{ "EVENT", fill_event }, { "EVENT_NAME", fill_event_name }, { "EVENT_DOT", fill_event_dot },
	{ "SYSTEM", fill_system }, { "FIELD", fill_field }, { "NUMBER_FIELD", fill_number_field },
	{ "TEXT_FIELD", fill_text_field }, { "FUNCTION", fill_function },
	{ "ANY_FUNCTION", fill_any_function }, { "GLOB", fill_glob }, { "NUMBER", fill_number },
	{ "SMALL", fill_small }, { "HEX", fill_hex }, { "STRING", fill_string },
	{ "PID", fill_pid }, { "CPU", fill_cpu }, { "INSTANCE", fill_instance },
	{ "MODULE", fill_module }, { "OPTION", fill_option }, { "SLOT", fill_slot },
	{ "MAP", fill_map }, { "UPROBE", fill_uprobe }, { "JUNK", fill_junk },
	{ "WRITE", fill_write },
	{ "ANY_FILE", fill_any_file }, { "SLOT_OPEN", fill_slot_open },
	{ "SLOT_WRITE", fill_slot_write },
};

static void classes_resolve_rule(struct rule *rule)
{
	struct alternative *alt;
	struct item *item;
	size_t i;

	for (alt = rule->alternatives; alt; alt = alt->next) {
		for (item = alt->items; item; item = item->next) {
			if (item->kind == ITEM_GROUP)
				classes_resolve_rule(item->rule);
			if (item->kind != ITEM_CLASS)
				continue;
			for (i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
				if (!strcmp(classes[i].name, item->name))
					item->fill = classes[i].fill;
			}
			if (!item->fill) {
				fprintf(stderr, "there is no class %s\n", item->name);
				exit(2);
			}
		}
	}
}

static void classes_resolve(void)
{
	struct control_file *file;
	struct rule *rule;

	for (rule = rules; rule; rule = rule->next)
		classes_resolve_rule(rule);
	for (file = control_files; file; file = file->next) {
		classes_resolve_rule(file->path_rule);
		if (file->rule)
			file_weights += file->weight;
	}
}

/* The next line of this process. */
static void expand_line(struct text *out)
{
	out->len = 0;
	out->s[0] = '\0';
	event_now = NULL;
	expand_rule(out, rule_find("op"), 0);
}

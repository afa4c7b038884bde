// SPDX-License-Identifier: GPL-2.0
/* Reading the syntax files. */
#include "grammar.h"

static struct rule *rules;
static struct control_file *control_files;
static const char *parse_at, *parse_name;

static void parse_die(const char *what)
{
	fprintf(stderr, "%s: %s: %.40s\n", parse_name, what, parse_at ? parse_at : "");
	exit(2);
}

static void parse_expect(char c, const char *otherwise)
{
	if (*parse_at != c)
		parse_die(otherwise);
	parse_at++;
}

static void *allocate(size_t size)
{
	void *new = calloc(1, size);

	if (!new) {
		perror("calloc");
		exit(2);
	}
	return new;
}

static struct rule *rule_find(const char *name)
{
	struct rule *rule;

	for (rule = rules; rule; rule = rule->next) {
		if (!strcmp(rule->name, name))
			return rule;
	}
	rule = allocate(sizeof(*rule));
	rule->name = strdup(name);
	rule->next = rules;
	rules = rule;
	return rule;
}

/* Blanks, newlines that a production continues after, and comments. */
static void parse_blanks(void)
{
	for (;;) {
		parse_at += strspn(parse_at, " \t");
		if (*parse_at == '#' && (parse_at[-1] == '\n' || parse_at[-1] == '\t'))
			parse_at += strcspn(parse_at, "\n");
		else if (*parse_at == '\n' && (parse_at[1] == '\t' || parse_at[1] == ' '))
			parse_at++;
		else
			return;
	}
}

static struct rule *parse_alternatives(struct rule *rule);

/* A text in quotes: \n, \t, \\, \" and \xNN stand for one byte, but not for zero. */
static char *parse_text(void)
{
	struct text text = { 0 };
	unsigned int value;
	char c;

	while (*parse_at && *parse_at != '"') {
		c = *parse_at++;
		if (c == '\\') {
			c = *parse_at++;
			if (c == 'n') {
				c = '\n';
			} else if (c == 't') {
				c = '\t';
			} else if (c == 'x' && sscanf(parse_at, "%2x", &value) == 1) {
				c = value;
				parse_at += 2;
			}
		}
		text_bytes(&text, &c, 1);
	}
	parse_expect('"', "a quote is missing");
	return strdup(text.s);
}

static struct item *parse_item(void)
{
	struct item *item = allocate(sizeof(*item));
	size_t len;

	if (*parse_at == '"') {
		parse_at++;
		item->kind = ITEM_TEXT;
		item->name = parse_text();
	} else if (*parse_at == '(') {
		parse_at++;
		item->kind = ITEM_GROUP;
		item->rule = parse_alternatives(allocate(sizeof(*item->rule)));
		parse_expect(')', "a parenthesis is missing");
	} else {
		for (len = 0; isalnum((unsigned char)parse_at[len]) || parse_at[len] == '_'; len++)
			;
		if (!len)
			parse_die("an item is missing");
		item->name = strndup(parse_at, len);
		parse_at += len;
		if (isupper((unsigned char)*item->name)) {
			item->kind = ITEM_CLASS;
		} else {
			item->kind = ITEM_RULE;
			item->rule = rule_find(item->name);
		}
	}
	if (*parse_at && strchr("?*+", *parse_at))
		item->repeat = *parse_at++;
	return item;
}

static struct rule *parse_alternatives(struct rule *rule)
{
	struct alternative *alt, **last = &rule->alternatives;
	struct item **item;
	char *end;

	do {
		parse_blanks();
		alt = allocate(sizeof(*alt));
		alt->weight = 1;
		if (isdigit((unsigned char)*parse_at)) {
			alt->weight = strtoul(parse_at, &end, 10);
			if (*end != ':')
				parse_die("a colon is missing after the weight");
			parse_at = end + 1;
			parse_blanks();
		}
		item = &alt->items;
		while (*parse_at && !strchr("|)\n", *parse_at)) {
			*item = parse_item();
			item = &(*item)->next;
			parse_blanks();
		}
		rule->weight += alt->weight;
		*last = alt;
		last = &alt->next;
	} while (*parse_at == '|' && parse_at++);
	return rule;
}

static char *parse_word(void)
{
	size_t len;
	char *word;

	parse_blanks();
	len = strcspn(parse_at, " \t\n");
	word = strndup(parse_at, len);
	parse_at += len;
	parse_blanks();
	return word;
}

/* A path is a production as well: words in upper case in it are classes. */
static struct rule *parse_path(const char *path)
{
	struct rule *rule = allocate(sizeof(*rule));
	struct alternative *alt = allocate(sizeof(*alt));
	struct item **item = &alt->items;
	const char *next;

	rule->weight = 1;
	alt->weight = 1;
	rule->alternatives = alt;
	while (*path) {
		size_t len = strspn(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
		bool class = len > 1;

		if (!class) {
			for (next = path + 1; *next && !(isupper((unsigned char)next[0]) &&
							 isupper((unsigned char)next[1])); next++)
				;
			len = next - path;
		}
		*item = allocate(sizeof(**item));
		(*item)->kind = class ? ITEM_CLASS : ITEM_TEXT;
		(*item)->name = strndup(path, len);
		item = &(*item)->next;
		path += len;
	}
	return rule;
}

/* README, and nothing else, has a name in upper case. */
static struct rule *parse_path_rule(const char *path)
{
	struct rule *rule;

	if (strcmp(path, "README"))
		return parse_path(path);
	rule = parse_path("x");
	rule->alternatives->items->name = strdup(path);
	return rule;
}

static void parse_file_line(void)
{
	char *place = parse_word(), *weight = parse_word(), *modes = parse_word();
	char *start = parse_word();
	struct control_file *file;

	if (strcmp(place, "each") && strcmp(place, "global"))
		parse_die("neither each nor global");
	while (*parse_at && *parse_at != '\n') {
		file = allocate(sizeof(*file));
		file->each = !strcmp(place, "each");
		file->weight = strtoul(weight, NULL, 10);
		file->modes = modes;
		file->start = start;
		file->path = parse_word();
		file->path_rule = parse_path_rule(file->path);
		if (*modes != '-')
			file->rule = rule_find(start);
		file->next = control_files;
		control_files = file;
	}
}

static void parse_source(const char *text)
{
	char *name;

	parse_at = text;
	while (*parse_at) {
		if (*parse_at == '#' || *parse_at == '\n') {
			parse_at += strcspn(parse_at, "\n");
			parse_at += *parse_at == '\n';
			continue;
		}
		name = parse_word();
		if (!strcmp(name, "file")) {
			parse_file_line();
		} else {
			struct rule *rule = rule_find(name);

			if (rule->alternatives)
				parse_die("a second production of the same name");
			parse_expect('=', "no = after the name of a production");
			parse_alternatives(rule);
		}
		if (*parse_at && *parse_at != '\n')
			parse_die("this does not belong here");
	}
}

/* Read a whole file; the text begins with a newline that is not part of it. */
static char *read_all(const char *path)
{
	size_t size = 65536, len = 1;
	char *text = malloc(size);
	int fd = open(path, O_RDONLY);
	ssize_t got;

	if (fd < 0 || !text) {
		free(text);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	text[0] = '\n';
	while ((got = read(fd, text + len, size - len - 1)) > 0) {
		len += got;
		if (size - len < 4096)
			text = realloc(text, size *= 2);
	}
	close(fd);
	text[len] = '\0';
	return text;
}

static int parse_not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void parse_directory(const char *path)
{
	struct dirent **names;
	int i, count = scandir(path, &names, parse_not_hidden, alphasort);
	struct rule *rule;
	char *place, *text;

	if (count <= 0) {
		perror(path);
		exit(2);
	}
	for (i = 0; i < count; i++) {
		if (asprintf(&place, "%s/%s", path, names[i]->d_name) < 0)
			exit(2);
		parse_name = place;
		text = read_all(place);
		if (!text)
			parse_die("cannot be read");
		parse_source(text + 1);
	}
	for (rule = rules; rule; rule = rule->next) {
		if (!rule->alternatives) {
			fprintf(stderr, "%s: there is no production %s\n", path, rule->name);
			exit(2);
		}
	}
}

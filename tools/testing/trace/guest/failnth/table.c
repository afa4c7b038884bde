// SPDX-License-Identifier: GPL-2.0
/* The table of operations: the text is described at the head of failnth.txt. */

#define TABLE_SEPARATOR	" ;; "

static const char *row_name(const struct row *row)
{
	static char name[1024];

	snprintf(name, sizeof(name), "%s%s%s%s%s", row->kind, row->file ? " " : "",
		 row->file ?: "", row->text ? ": " : "", row->text ?: "");
	name[strcspn(name, "\n#")] = '\0';
	return name;
}

/* A copy of @from in which @mark is replaced. Returns NULL for NULL. */
static char *table_replace(const char *from, char mark, const char *with)
{
	char to[4096];
	size_t used = 0;

	if (!from)
		return NULL;
	for (; *from && used < sizeof(to) - 1; from++) {
		if (*from == mark)
			used += snprintf(to + used, sizeof(to) - used, "%s", with);
		else
			to[used++] = *from;
	}
	to[used] = '\0';
	return strdup(to);
}

static void table_replace_all(struct row *row, char mark, const char *with)
{
	int i;

	row->file = table_replace(row->file, mark, with);
	row->text = table_replace(row->text, mark, with);
	for (i = 0; i < FAILNTH_FIELDS; i++) {
		row->before[i] = table_replace(row->before[i], mark, with);
		row->each[i] = table_replace(row->each[i], mark, with);
		row->undo[i] = table_replace(row->undo[i], mark, with);
		row->after[i] = table_replace(row->after[i], mark, with);
	}
}

static struct row *table_add(const struct row *from)
{
	if (nr_rows == FAILNTH_ROWS)
		die("too many rows", from->kind);
	rows[nr_rows] = *from;
	return &rows[nr_rows++];
}

/* Whether a file can be written, by its mode. */
static int table_writable(const char *path)
{
	struct stat st;

	return !stat(path, &st) && (st.st_mode & 0200);
}

/* The rows of a line "file": an open for each access, and a read. */
static void table_add_file(const struct row *from, const char *path)
{
	struct row *row;
	struct stat st;

	if (stat(path, &st))
		return;
	if (st.st_mode & 0400) {
		row = table_add(from);
		row->kind = "open";
		row->file = strdup(path);
		row->text = "r";
		row = table_add(from);
		row->kind = "read";
		row->file = strdup(path);
	}
	if (table_writable(path)) {
		row = table_add(from);
		row->kind = "open";
		row->file = strdup(path);
		row->text = "w";
	}
}

/* Add a row for each file that matches, or one if there is no pattern. */
static void table_add_matches(const struct row *from)
{
	struct row *row, copy;
	int i, found = 0;

	if (!from->file || !strpbrk(from->file, "*?[")) {
		if (!strcmp(from->kind, "file"))
			table_add_file(from, from->file);
		else
			table_add(from);
		return;
	}
	for (i = 0; i < nr_guest_files; i++) {
		if (fnmatch(from->file, guest_files[i], FNM_PATHNAME))
			continue;
		found++;
		copy = *from;
		table_replace_all(&copy, '$', guest_files[i]);
		if (!strcmp(from->kind, "file")) {
			table_add_file(&copy, guest_files[i]);
			continue;
		}
		row = table_add(&copy);
		row->file = guest_files[i];
	}
	if (!found)
		printf("# no file matches %s\n", from->file);
}

/* "choose": a row "write" for each word of the file @text. */
static void table_add_words(const struct row *from)
{
	char *word, *next, *words;
	struct row copy;
	int size;

	size = state_read_one(from->text, 0);
	if (size < 0)
		die("read", from->text);
	state_buffer[size] = '\0';
	words = strdup(state_buffer);
	next = words;
	while ((word = strsep(&next, " \n"))) {
		if (!*word)
			continue;
		word += *word == '[';
		word[strcspn(word, "]")] = '\0';
		copy = *from;
		copy.kind = "write";
		copy.text = strdup(word);
		table_add(&copy);
	}
	free(words);
}

/* Add a row; a file that begins with @ is in the global instance and in instances/a. */
static void table_add_row(const struct row *row)
{
	static const char * const places[] = { "", "instances/a/" };
	struct row copy;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		copy = *row;
		if (copy.file && copy.file[0] == '@')
			table_replace_all(&copy, '@', places[i]);
		else if (i)
			break;
		if (!strcmp(row->kind, "file"))
			table_files[nr_table_files++] = copy.file;
		if (!strcmp(row->kind, "choose"))
			table_add_words(&copy);
		else
			table_add_matches(&copy);
	}
}

static void table_field(struct row *row, char *field)
{
	static const struct {
		const char *name;
		size_t offset;
	} lists[] = {
		{ "before: ", offsetof(struct row, before) },
		{ "each: ", offsetof(struct row, each) },
		{ "undo: ", offsetof(struct row, undo) },
		{ "after: ", offsetof(struct row, after) },
	};
	char **list;
	size_t i;
	int n;

	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		if (strncmp(field, lists[i].name, strlen(lists[i].name)))
			continue;
		list = (char **)((char *)row + lists[i].offset);
		for (n = 0; list[n] && n < FAILNTH_FIELDS - 2; n++)
			;
		list[n] = strdup(field + strlen(lists[i].name));
		return;
	}
	if (!strncmp(field, "errors: ", 8)) {
		row->errors = strdup(field + 8);
	} else if (!strncmp(field, "fails: ", 7)) {
		row->fails = strdup(field + 7);
	} else if (!strncmp(field, "partial: ", 9)) {
		row->partial = strdup(field + 9);
	} else if (!strncmp(field, "tolerates: ", 11)) {
		row->tolerates = strdup(field + 11);
	} else if (!strcmp(field, "changes")) {
		row->changes = 1;
	} else if (!row->text) {
		row->text = strdup(field);
	} else {
		printf("Bail out! no such field: %s\n", field);
		exit(2);
	}
}

static void table_line(char *line)
{
	struct row row = {};
	char *end, *word;

	end = strstr(line, TABLE_SEPARATOR);
	if (end)
		*end = '\0';
	word = strsep(&line, " ");
	row.kind = strdup(word);
	row.file = line && *line ? strdup(line) : NULL;
	while (end) {
		line = end + strlen(TABLE_SEPARATOR);
		end = strstr(line, TABLE_SEPARATOR);
		if (end)
			*end = '\0';
		table_field(&row, line);
	}
	table_add_row(&row);
}

static void table_read(const char *path)
{
	char line[4096];
	FILE *f = fopen(path, "r");

	if (!f)
		die("open", path);
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] && line[0] != '#')
			table_line(line);
	}
	fclose(f);
}

static int table_writes(const char *path)
{
	int i;

	for (i = 0; i < nr_rows; i++)
		if (rows[i].file && !strcmp(rows[i].file, path) &&
		    (!strcmp(rows[i].kind, "write") || !strcmp(rows[i].kind, "toggle") ||
		     !strcmp(rows[i].kind, "raw") || !strcmp(rows[i].kind, "close")))
			return 1;
	return 0;
}

/* Each file of the guest has a line "file"; one that can be written also a row for that. */
static int table_complete(int test)
{
	int i, j, bad = 0;

	for (i = 0; i < nr_guest_files; i++) {
		for (j = 0; j < nr_table_files; j++)
			if (!fnmatch(table_files[j], guest_files[i], FNM_PATHNAME))
				break;
		if (j == nr_table_files) {
			if (!bad++)
				printf("not ok %d each control file is in the table\n", test);
			printf("# no line 'file' for %s\n", guest_files[i]);
		}
		if (!table_writable(guest_files[i]) || table_writes(guest_files[i]))
			continue;
		if (!bad++)
			printf("not ok %d each control file is in the table\n", test);
		printf("# no line writes %s\n", guest_files[i]);
	}
	if (!bad)
		printf("ok %d each control file is in the table\n# %d files\n", test,
		       nr_guest_files);
	return !!bad;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of a small kernel and of a module; stand-ins for the rest of ftrace/.
 */
#include "sites.h"

DEFINE_MUTEX(ftrace_lock);	/* as in ftrace/state.c */
bool ftrace_disabled;
LIST_HEAD(ftrace_ops_list);
struct ftrace_ops ftrace_global_ops;
struct ftrace_ops sites_ops;

/* The third function of the kernel has no name. */
static const char * const kernel_names[] = {
	"schedule", "do_fork", "", "a", "ab", "abc", "aab", "aaaa", "vfs_read",
	"vfs_write", "__x64_sys_read", "__x64_sys_write", "x", "c", "bbbbbbbbbbbbbbbb",
	"a.isra.0", "schedule", "xaabaabaabaaaab",
};

static const char * const module_names[] = { "mod_read", "ab", "zz", "mod_x64" };

static struct module sites_mod = { .name = "themod" };
static struct ftrace_group sites_groups[2];
static bool sites_loaded;

static void sites_group_init(struct ftrace_group *group, const char * const *names,
			     unsigned int count, unsigned long ip)
{
	size_t size = 1, at = 1;
	unsigned int i;

	for (i = 0; i < count; i++)
		size += strlen(names[i]) + 1;
	group->count = count;
	group->sites = calloc(count, sizeof(*group->sites));
	group->name_offset = calloc(count + 1, sizeof(*group->name_offset));
	/* With the exact size, so that ASan detects accesses beyond it. */
	group->names = calloc(1, size + FTRACE_GLOB_NEEDLE_PAD);
	for (i = 0; i < count; i++) {
		group->sites[i].ip = ip + i * 16;
		group->name_offset[i] = at;
		size = strlen(names[i]) + 1;
		memcpy(group->names + at, names[i], size);
		at += size;
	}
	group->name_offset[count] = at;
	group->ready = true;
}

static void __attribute__((constructor)) sites_init(void)
{
	sites_group_init(&sites_groups[0], kernel_names, ARRAY_SIZE(kernel_names), 0x10000);
	sites_group_init(&sites_groups[1], module_names, ARRAY_SIZE(module_names), 0x20000);
	sites_groups[1].mod = &sites_mod;
}

void sites_module(bool load)
{
	if (load == sites_loaded)
		return;
	mutex_lock(&ftrace_lock);
	sites_loaded = load;
	if (load)
		ftrace_pending_module(&sites_mod);
	else
		ftrace_ip_sets_forget(0x20000, 0x30000);
	mutex_unlock(&ftrace_lock);
}

struct ftrace_group *ftrace_group_next(struct ftrace_group *group)
{
	if (!group)
		return &sites_groups[0];
	return group == &sites_groups[0] && sites_loaded ? &sites_groups[1] : NULL;
}

struct dyn_ftrace *ftrace_table_find(unsigned long ip, struct ftrace_group **group)
{
	struct ftrace_group *pos;
	struct dyn_ftrace *site;

	ftrace_for_each_group(pos) {
		ftrace_for_each_site(pos, site) {
			if (site->ip != ip)
				continue;
			*group = pos;
			return site;
		}
	}
	return NULL;
}

struct dyn_ftrace *ftrace_table_resolve(unsigned long ip)
{
	struct ftrace_group *group;

	return ftrace_table_find(ip, &group);
}

unsigned long ftrace_location(unsigned long ip)
{
	return ftrace_table_resolve(ip) ? ip : 0;
}

int ftrace_symbols_load(void)
{
	void *memory = host_alloc(1);

	host_free(memory);
	return memory ? 0 : -ENOMEM;
}

void ftrace_ops_init(struct ftrace_ops *ops)
{
	if (!ops->func_hash)
		ops->func_hash = &ops->local_hash;
}

void ftrace_stub(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op,
		 struct ftrace_regs *fregs)
{
}

/* No ops is registered. */

int unregister_ftrace_function(struct ftrace_ops *ops)
{
	return -EBUSY;
}

void ftrace_func_probes_remove_all(void *owner)
{
}

struct ftrace_func_probe *ftrace_func_probe_nth(void *owner, loff_t n, unsigned int *index)
{
	return NULL;
}

int ftrace_func_probe_show(struct seq_file *m, struct ftrace_func_probe *probe,
			   unsigned int index)
{
	abort();
}

void ftrace_ops_changed(struct ftrace_ops *ops)
{
	abort();
}

void ftrace_update_text(void)
{
}

void ftrace_selection_filter(struct ftrace_ops *ops, struct ftrace_selection *sel)
{
	abort();
}

void ftrace_selection_active(struct ftrace_ops *ops, struct ftrace_selection *sel)
{
	abort();
}

int ftrace_change_check(struct ftrace_ops *ops, const struct ftrace_selection *from,
			const struct ftrace_selection *to)
{
	abort();
}

struct ftrace_ops *ftrace_sole_ops(unsigned long ip)
{
	return NULL;
}

/* Whether a character is in a class; @pat is set to what follows the class. */
static bool sites_glob_class(const char **pat, char c)
{
	const char *p = *pat;
	bool not = *p == '!', in = false;
	char from, to;

	p += not;
	do {
		if (!*p)
			return c == '[';
		from = *p++;
		to = from;
		if (*p == '-' && p[1] != ']') {
			if (!p[1])
				return c == '[';
			to = p[1];
			p += 2;
		}
		in |= (u8)from <= (u8)c && (u8)c <= (u8)to;
	} while (*p != ']');
	*pat = p + 1;
	return in != not;
}

/* Match one character; @pat is set to what follows. */
static bool sites_glob_one(const char **pat, char c)
{
	char p = *(*pat)++;

	if (p == '?')
		return c;
	if (p == '[' && c)
		return sites_glob_class(pat, c);
	if (p == '\\')
		p = *(*pat)++;
	return p == c;
}

/* As lib/glob.c; only the last asterisk has to be tried again. */
bool glob_match(const char *pat, const char *str)
{
	const char *again = NULL, *from = NULL;

	for (;;) {
		if (*pat == '*') {
			again = ++pat;
			from = str;
			continue;
		}
		if (sites_glob_one(&pat, *str)) {
			if (!*str++)
				return true;
			continue;
		}
		if (!again || !*from)
			return false;
		pat = again;
		str = ++from;
	}
}

/* Sequences */

void *host_seq_open_private(struct file *file, const struct seq_operations *ops,
			    size_t size)
{
	struct seq_file *m = host_alloc(sizeof(*m));

	if (!m)
		return NULL;
	m->op = ops;
	m->private = host_alloc(size);
	if (!m->private) {
		host_free(m);
		return NULL;
	}
	file->private_data = m;
	return m->private;
}

int seq_release_private(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	host_free(m->buf);
	host_free(m->private);
	host_free(m);
	return 0;
}

size_t seq_get_buf(struct seq_file *m, char **to)
{
	*to = m->buf + m->count;
	return m->size - m->count;
}

void seq_commit(struct seq_file *m, int num)
{
	if (num < 0) {
		m->count = m->size;
		return;
	}
	assert(m->count + num <= m->size);
	m->count += num;
}

void sites_read(struct file *file)
{
	struct seq_file *m = file->private_data;
	loff_t pos = 0, before = -1;
	char page[512];
	void *v;

	if (!m->buf) {
		m->buf = page;
		m->size = sizeof(page);
	}
	for (v = m->op->start(m, &pos); v && !IS_ERR(v); v = m->op->next(m, v, &pos)) {
		assert(pos > before);
		before = pos;
		m->count = 0;
		m->op->show(m, v);
	}
	m->op->stop(m, v);
	if (m->buf == page)
		m->buf = NULL;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Two programs, a directory, and uprobes in the programs that can be hit. The text of a
 * program has 4096 bytes.
 */
#include "world.h"

#define UPROBE_SIZE	4096
#define UPROBE_TEXT	0x10000UL	/* address that programs are mapped at */
#define UPROBES_MAX	64

static struct {
	const char	*name;
	bool		regular;
	int		users;
	struct dentry	dentry;
	struct inode	inode;
} uprobe_files[] = {
	{ "/bin/prog", true }, { "/tmp/a-b.c:d", true }, { "/tmp", false },
};

struct uprobe {
	struct inode		*inode;
	loff_t			offset;
	struct uprobe_consumer	*consumer;
};

/* A uprobe of the kernel has many consumers; here, each has one of its own. */
static struct uprobe *uprobes[UPROBES_MAX];
static unsigned int uprobes_nr;

int kern_path(const char *name, unsigned int flags, struct path *path)
{
	unsigned int i;

	assert(flags == LOOKUP_FOLLOW);
	if (strlen(name) >= 4096)
		return -ENAMETOOLONG;
	for (i = 0; i < ARRAY_SIZE(uprobe_files); i++) {
		if (strcmp(uprobe_files[i].name, name))
			continue;
		uprobe_files[i].users++;
		path->dentry = &uprobe_files[i].dentry;
		return 0;
	}
	return -ENOENT;
}

static unsigned int uprobe_file(const struct dentry *dentry)
{
	unsigned int i;

	for (i = 0; &uprobe_files[i].dentry != dentry; i++)
		assert(i < ARRAY_SIZE(uprobe_files));
	assert(uprobe_files[i].users > 0);
	return i;
}

void path_put(const struct path *path)
{
	if (path->dentry)
		uprobe_files[uprobe_file(path->dentry)].users--;
}

bool d_is_reg(const struct dentry *dentry)
{
	return uprobe_files[uprobe_file(dentry)].regular;
}

struct inode *d_real_inode(const struct dentry *dentry)
{
	return &uprobe_files[uprobe_file(dentry)].inode;
}

struct uprobe *uprobe_register(struct inode *inode, loff_t offset, loff_t ref_ctr,
			       struct uprobe_consumer *consumer)
{
	struct uprobe *uprobe;

	assert(consumer->handler || consumer->ret_handler);
	if (offset < 0 || offset > UPROBE_SIZE || ref_ctr % 2)
		return ERR_PTR(-EINVAL);
	if (uprobes_nr == UPROBES_MAX)
		return ERR_PTR(-ENOMEM);
	uprobe = host_alloc(sizeof(*uprobe));
	if (!uprobe)
		return ERR_PTR(-ENOMEM);
	*uprobe = (struct uprobe){ inode, offset, consumer };
	uprobes[uprobes_nr++] = uprobe;
	/* What asks for each process in which the breakpoint is inserted. */
	consumer->filter(consumer, current->mm);
	return uprobe;
}

int uprobe_apply(struct uprobe *uprobe, struct uprobe_consumer *consumer, bool add)
{
	assert(uprobe->consumer == consumer);
	consumer->filter(consumer, current->mm);
	return 0;
}

void uprobe_unregister_nosync(struct uprobe *uprobe, struct uprobe_consumer *consumer)
{
	unsigned int i;

	assert(uprobe->consumer == consumer);
	for (i = 0; uprobes[i] != uprobe; i++)
		assert(i < uprobes_nr);
	uprobes[i] = uprobes[--uprobes_nr];
	host_free(uprobe);
}

void uprobe_unregister_sync(void)
{
}

void world_uprobe_hit(struct pt_regs *regs)
{
	unsigned long ip = regs->r[HOST_IP];
	unsigned int i;

	for (i = 0; i < uprobes_nr; i++) {
		struct uprobe_consumer *consumer = uprobes[i]->consumer;
		unsigned long at = UPROBE_TEXT + uprobes[i]->offset;

		regs->r[HOST_IP] = at;
		assert(!consumer->handler || consumer->handler(consumer, regs) == 0);
		if (!consumer->ret_handler)
			continue;
		regs->r[HOST_IP] = UPROBE_TEXT + 0x20;
		assert(!consumer->ret_handler(consumer, at, regs));
	}
	regs->r[HOST_IP] = ip;
}

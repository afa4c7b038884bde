// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: KUnit tests, on the file system of the running kernel
 *
 * Everything happens below one directory of the tests' own. Paths are walked
 * from the root of the kernel's own mount, as a user's system call would.
 */
#include <kunit/test.h>
#include <linux/cred.h>
#include <linux/file.h>
#include <linux/mount.h>
#include <linux/namei.h>
#include <linux/slab.h>

#include "internal.h"

#define TOP	"kunit-test"

struct tested {
	struct tracefs_node	node;
	char			name[16];
	unsigned int		opened;
	unsigned int		closed;
	unsigned int		fills;
	struct tested		*late;
	bool			hidden;
	bool			released;
	bool			vanish;
};

/* --- an object, its table, and its files --- */

static int tested_open(struct inode *inode, struct file *file)
{
	struct tested *obj = inode->i_private;

	obj->opened++;
	file->private_data = obj;
	if (obj->vanish)
		tracefs_node_remove(&obj->node);
	return 0;
}

static int tested_release(struct inode *inode, struct file *file)
{
	struct tested *obj = file->private_data;

	obj->closed++;
	return 0;
}

static const struct file_operations tested_fops = {
	.open		= tested_open,
	.release	= tested_release,
	.llseek		= noop_llseek,
};

static umode_t unless_hidden(void *data, const struct tracefs_entry *entry)
{
	struct tested *obj = data;

	return obj->hidden ? 0 : entry->mode;
}

static const struct tracefs_entry tested_entries[] = {
	{ .name = "enable", .mode = 0640, .fops = &tested_fops, .arg = 7 },
	{ .name = "hist", .mode = 0440, .fops = &tested_fops,
	  .condition = 1 },
	{ .name = "id", .mode = 0440, .fops = &tested_fops },
};

static void tested_gone(struct tracefs_node *node)
{
	container_of(node, struct tested, node)->released = true;
}

static const struct tracefs_kind tested_kind = {
	.mode		= 0755,
	.entries	= tested_entries,
	.visible	= unless_hidden,
	.nr_entries	= ARRAY_SIZE(tested_entries),
	.release	= tested_gone,
};

/* Options: a hole at 1, the end at 3 */
static int computed_nth(struct tracefs_node *node, unsigned int n,
			struct tracefs_entry *entry)
{
	static const char * const names[] = { "zero", NULL, "two" };

	if (n >= ARRAY_SIZE(names))
		return -ENOENT;
	if (!names[n])
		return -EAGAIN;
	entry->name = names[n];
	entry->mode = 0600;
	entry->fops = &tested_fops;
	return 0;
}

static const struct tracefs_kind computed_kind = {
	.nth		= computed_nth,
	.release	= tested_gone,
};

/* --- a user --- */

static struct tracefs_node *top_of(struct kunit *test)
{
	return tracefs_dentry_node(test->priv);
}

static struct file *open_at(const char *path)
{
	struct vfsmount *mnt = tracefs_internal_mount();
	struct path root = { .mnt = mnt, .dentry = mnt->mnt_root };

	return file_open_root(&root, path, O_RDONLY, 0);
}

static int errno_at(const char *path)
{
	struct file *file = open_at(path);

	if (IS_ERR(file))
		return PTR_ERR(file);
	__fput_sync(file);
	return 0;
}

struct listing {
	struct dir_context	ctx;
	unsigned int		room;
	char			text[256];
};

static bool list_one(struct dir_context *ctx, const char *name, int len,
		     loff_t pos, u64 ino, unsigned int type)
{
	struct listing *list = container_of(ctx, struct listing, ctx);

	if (!list->room)
		return false;
	list->room--;
	strlcat(list->text, name, sizeof(list->text));
	strlcat(list->text, type == DT_DIR ? "/ " : " ", sizeof(list->text));
	return true;
}

/* Read a directory some names at a time, as getdents with a small buffer */
static void list_dir(struct kunit *test, struct file *dir, unsigned int room,
		     struct listing *list)
{
	size_t before;

	*list = (struct listing){ .ctx.actor = list_one };
	vfs_llseek(dir, 0, SEEK_SET);
	do {
		before = strlen(list->text);
		list->room = room;
		KUNIT_ASSERT_EQ(test, iterate_dir(dir, &list->ctx), 0);
	} while (strlen(list->text) > before);
}

static struct tested *add_tested(struct kunit *test,
				 struct tracefs_node *parent, const char *name,
				 const struct tracefs_kind *kind)
{
	struct tested *obj = kunit_kzalloc(test, sizeof(*obj), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, obj);
	strscpy(obj->name, name, sizeof(obj->name));
	KUNIT_ASSERT_EQ(test, 0, tracefs_node_add(&obj->node, parent, obj->name,
						  kind, obj));
	return obj;
}

/* --- the tests --- */

static void test_lookup(struct kunit *test)
{
	struct tested *obj = add_tested(test, top_of(test), "a", &tested_kind);

	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/enable"), 0);
	KUNIT_EXPECT_EQ(test, obj->opened, 1);
	KUNIT_EXPECT_EQ(test, obj->closed, 1);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a"), 0);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/none"), -ENOENT);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/b"), -ENOENT);

	/* What wasn't there a moment ago is found as soon as it is */
	add_tested(test, top_of(test), "b", &tested_kind);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/b/id"), 0);
}

static unsigned int count_inodes(void)
{
	struct super_block *sb = tracefs_internal_mount()->mnt_sb;
	unsigned int count;

	spin_lock(&sb->s_inode_list_lock);
	count = list_count_nodes(&sb->s_inodes);
	spin_unlock(&sb->s_inode_list_lock);
	return count;
}

static void test_gives_back(struct kunit *test)
{
	unsigned int before = count_inodes();
	struct listing list;
	struct file *file;

	add_tested(test, top_of(test), "a", &tested_kind);
	KUNIT_EXPECT_EQ(test, count_inodes(), before);

	/* A file open, and the two directories above it */
	file = open_at(TOP "/a/enable");
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_EQ(test, count_inodes(), before + 3);
	__fput_sync(file);
	KUNIT_EXPECT_EQ(test, count_inodes(), before);

	/* Reading a directory makes no views of what is in it */
	file = open_at(TOP);
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	list_dir(test, file, 99, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ a/ ");
	KUNIT_EXPECT_EQ(test, count_inodes(), before + 1);
	__fput_sync(file);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/none"), -ENOENT);
	KUNIT_EXPECT_EQ(test, count_inodes(), before);
}

static void test_inode(struct kunit *test)
{
	struct tested *obj = add_tested(test, top_of(test), "a", &tested_kind);
	struct file *file = open_at(TOP "/a/enable");
	const struct tracefs_entry *row;

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	row = tracefs_inode_entry(file_inode(file));
	KUNIT_EXPECT_PTR_EQ(test, row, &tested_entries[0]);
	KUNIT_EXPECT_PTR_EQ(test, tracefs_inode_node(file_inode(file)),
			    &obj->node);
	KUNIT_EXPECT_PTR_EQ(test, file->f_op, &tested_fops);
	KUNIT_EXPECT_EQ(test, file_inode(file)->i_mode, S_IFREG | 0640);
	__fput_sync(file);
}

static void test_visible(struct kunit *test)
{
	struct tested *obj = add_tested(test, top_of(test), "a", &tested_kind);
	struct file *dir = open_at(TOP "/a"), *file;
	struct listing list;

	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	list_dir(test, dir, 99, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ enable hist id ");

	file = open_at(TOP "/a/hist");
	KUNIT_EXPECT_FALSE(test, IS_ERR(file));
	obj->hidden = true;
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/hist"), -ENOENT);
	list_dir(test, dir, 99, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ enable id ");
	if (!IS_ERR(file))
		__fput_sync(file);
	__fput_sync(dir);
}

static void test_computed(struct kunit *test)
{
	struct file *dir;
	struct listing list;

	add_tested(test, top_of(test), "a", &computed_kind);
	dir = open_at(TOP "/a");
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	list_dir(test, dir, 1, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ zero two ");
	__fput_sync(dir);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/two"), 0);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/one"), -ENOENT);
}

/* A directory that has no child before somebody looks; the first time in vain. */
static int bare_fill(struct tracefs_node *node)
{
	struct tested *obj = container_of(node, struct tested, node);

	if (obj->fills++ == 0)
		return -ENOMEM;
	return tracefs_node_add(&obj->late->node, node, "late", &tested_kind,
				obj->late);
}

static const struct tracefs_kind bare_kind = {
	.fill		= bare_fill,
	.release	= tested_gone,
};

static void test_fill(struct kunit *test)
{
	struct tested *a = add_tested(test, top_of(test), "a", &bare_kind);
	struct tested *b = add_tested(test, top_of(test), "b", &bare_kind);
	struct listing list;
	struct file *dir;

	a->late = kunit_kzalloc(test, sizeof(*a), GFP_KERNEL);
	b->late = kunit_kzalloc(test, sizeof(*b), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, a->late);
	KUNIT_ASSERT_NOT_NULL(test, b->late);

	/* By a walk. */
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/late/id"), -ENOMEM);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/late/id"), 0);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/none"), -ENOENT);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/late"), 0);
	KUNIT_EXPECT_EQ(test, a->fills, 2);

	/* By an open. */
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/b"), -ENOMEM);
	dir = open_at(TOP "/b");
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	list_dir(test, dir, 9, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ late/ ");
	__fput_sync(dir);
	KUNIT_EXPECT_EQ(test, b->fills, 2);
}

static void test_readdir_steps(struct kunit *test)
{
	struct tested *obj = add_tested(test, top_of(test), "a", &tested_kind);
	struct listing whole, steps;
	struct file *dir;
	char name[16];
	int i;

	for (i = 0; i < 12; i++) {
		snprintf(name, sizeof(name), "child%d", i);
		add_tested(test, &obj->node, name, &tested_kind);
	}

	dir = open_at(TOP "/a");
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	list_dir(test, dir, 99, &whole);
	for (i = 1; i < 5; i++) {
		list_dir(test, dir, i, &steps);
		KUNIT_EXPECT_STREQ(test, steps.text, whole.text);
	}
	for (i = 0; i < 12; i++) {
		snprintf(name, sizeof(name), "child%d/ ", i);
		KUNIT_EXPECT_NOT_NULL(test, strstr(whole.text, name));
	}
	__fput_sync(dir);
}

static void test_names(struct kunit *test)
{
	struct tracefs_node *top = top_of(test), *node;
	struct tested *obj = add_tested(test, top, "a", &tested_kind);

	node = tracefs_node_create("a", top, &tested_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EEXIST);
	node = tracefs_node_create("id", &obj->node, &tested_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EEXIST);
	node = tracefs_node_create("", top, &tested_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EINVAL);
	node = tracefs_node_create("..", top, &tested_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EINVAL);
	node = tracefs_node_create("a/b", top, &tested_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EINVAL);
}

static void test_remove_open(struct kunit *test)
{
	struct tested *obj = add_tested(test, top_of(test), "a", &tested_kind);
	struct tested *sub = add_tested(test, &obj->node, "sub", &tested_kind);
	struct file *file = open_at(TOP "/a/sub/enable");

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	tracefs_node_remove(&obj->node);
	tracefs_node_remove(&obj->node);
	KUNIT_EXPECT_TRUE(test, tracefs_node_gone(&sub->node));
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/sub/enable"), -ENOENT);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a"), -ENOENT);
	KUNIT_EXPECT_EQ(test, tracefs_node_add(&(struct tracefs_node){},
					       &obj->node, "x", &tested_kind,
					       NULL), -ENODEV);

	/* The open file pins its object, and all above it */
	tracefs_node_flush();
	KUNIT_EXPECT_FALSE(test, sub->released);
	KUNIT_EXPECT_FALSE(test, obj->released);

	/* The name is free for another one */
	add_tested(test, top_of(test), "a", &tested_kind);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/enable"), 0);

	__fput_sync(file);
	tracefs_node_flush();
	KUNIT_EXPECT_TRUE(test, sub->released);
	KUNIT_EXPECT_TRUE(test, obj->released);
}

static void test_remove_in_open(struct kunit *test)
{
	struct tested *obj = add_tested(test, top_of(test), "a", &tested_kind);

	/* An open that a removal overtakes fails, and is undone */
	obj->vanish = true;
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/a/enable"), -ENODEV);
	KUNIT_EXPECT_EQ(test, obj->opened, 1);
	KUNIT_EXPECT_EQ(test, obj->closed, 1);
}

static int chown_at(const char *path, kgid_t gid, umode_t mode)
{
	struct iattr change = {
		.ia_valid	= ATTR_GID | ATTR_MODE,
		.ia_gid		= gid,
		.ia_mode	= mode,
	};
	struct file *file = open_at(path);
	struct inode *inode;
	int ret;

	if (IS_ERR(file))
		return PTR_ERR(file);
	inode = file_inode(file);
	change.ia_mode |= inode->i_mode & S_IFMT;
	inode_lock(inode);
	ret = notify_change(&nop_mnt_idmap, file->f_path.dentry, &change, NULL);
	inode_unlock(inode);
	__fput_sync(file);
	return ret;
}

static void expect_owner(struct kunit *test, const char *path, kgid_t gid,
			 umode_t mode)
{
	struct file *file = open_at(path);

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_EQ(test, file_inode(file)->i_mode & S_IALLUGO, mode);
	KUNIT_EXPECT_TRUE(test, gid_eq(file_inode(file)->i_gid, gid));
	__fput_sync(file);
}

static void test_attributes(struct kunit *test)
{
	kgid_t gid = KGIDT_INIT(4711), none = GLOBAL_ROOT_GID;
	struct tested *obj = add_tested(test, top_of(test), "a", &tested_kind);

	add_tested(test, &obj->node, "sub", &tested_kind);
	expect_owner(test, TOP "/a", none, 0755);
	expect_owner(test, TOP "/a/id", none, 0440);

	/* No inode is left in between; nothing else has changed */
	KUNIT_EXPECT_EQ(test, chown_at(TOP "/a", gid, 0711), 0);
	KUNIT_EXPECT_EQ(test, chown_at(TOP "/a/id", gid, 0), 0);
	expect_owner(test, TOP "/a", gid, 0711);
	expect_owner(test, TOP "/a/id", gid, 0);
	expect_owner(test, TOP "/a/enable", none, 0640);
	expect_owner(test, TOP "/a/sub", none, 0755);
}

static int make_child(struct tracefs_node *node, const char *name)
{
	return PTR_ERR_OR_ZERO(tracefs_node_create(name, node, &computed_kind,
						   node->data));
}

static const struct tracefs_kind heirs_kind = {
	.mkdir		= make_child,
};

static void test_heirs(struct kunit *test)
{
	kgid_t gid = KGIDT_INIT(4711), none = GLOBAL_ROOT_GID;
	struct tracefs_node *dir;
	struct tested *child;

	dir = tracefs_node_create("in", top_of(test), &heirs_kind, NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	add_tested(test, dir, "old", &tested_kind);
	KUNIT_EXPECT_EQ(test, chown_at(TOP "/in", gid, 0750), 0);
	child = add_tested(test, dir, "new", &tested_kind);
	add_tested(test, &child->node, "sub", &tested_kind);

	expect_owner(test, TOP "/in/old/id", none, 0440);
	expect_owner(test, TOP "/in/new/id", gid, 0440);
	expect_owner(test, TOP "/in/new/sub/id", gid, 0440);
	KUNIT_EXPECT_EQ(test, chown_at(TOP "/in/new", none, 0750), 0);
	expect_owner(test, TOP "/in/new", none, 0750);
	expect_owner(test, TOP "/in/new/sub", gid, 0755);
}

static void test_handles(struct kunit *test)
{
	struct dentry *dir = tracefs_create_dir("dir", test->priv), *file;
	struct tested obj = {};

	KUNIT_ASSERT_NOT_NULL(test, dir);
	file = tracefs_create_file("file", 0604, dir, &obj, &tested_fops);
	KUNIT_ASSERT_NOT_NULL(test, file);
	KUNIT_EXPECT_NULL(test, tracefs_create_dir("file", dir));
	expect_owner(test, TOP "/dir", GLOBAL_ROOT_GID, 0750);
	expect_owner(test, TOP "/dir/file", GLOBAL_ROOT_GID, 0604);
	KUNIT_EXPECT_EQ(test, obj.opened, 1);

	tracefs_remove(file);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/dir/file"), -ENOENT);
	file = tracefs_create_file("file", 0604, dir, &obj, &tested_fops);
	KUNIT_EXPECT_NOT_NULL(test, file);
	tracefs_remove(dir);
	KUNIT_EXPECT_EQ(test, errno_at(TOP "/dir"), -ENOENT);
	tracefs_remove(NULL);
	tracefs_remove(ERR_PTR(-ENODEV));
}

static int tracefs_test_init(struct kunit *test)
{
	test->priv = tracefs_create_dir(TOP, NULL);
	return test->priv ? 0 : -ENOMEM;
}

static void tracefs_test_exit(struct kunit *test)
{
	tracefs_remove(test->priv);
	tracefs_node_flush();
}

static struct kunit_case tracefs_cases[] = {
	KUNIT_CASE(test_lookup),
	KUNIT_CASE(test_gives_back),
	KUNIT_CASE(test_inode),
	KUNIT_CASE(test_visible),
	KUNIT_CASE(test_computed),
	KUNIT_CASE(test_fill),
	KUNIT_CASE(test_readdir_steps),
	KUNIT_CASE(test_names),
	KUNIT_CASE(test_remove_open),
	KUNIT_CASE(test_remove_in_open),
	KUNIT_CASE(test_attributes),
	KUNIT_CASE(test_heirs),
	KUNIT_CASE(test_handles),
	{}
};

static struct kunit_suite tracefs_suite = {
	.name		= "tracefs",
	.init		= tracefs_test_init,
	.exit		= tracefs_test_exit,
	.test_cases	= tracefs_cases,
};

kunit_test_suite(tracefs_suite);

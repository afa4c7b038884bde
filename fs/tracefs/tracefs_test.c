// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs: KUnit tests on the file system of the running kernel
 *
 * All files of the tests are below one directory. Paths are looked up from the root
 * of the kernel's mount, as by a system call.
 */
#include <kunit/test.h>
#include <linux/cred.h>
#include <linux/file.h>
#include <linux/mount.h>
#include <linux/namei.h>
#include <linux/slab.h>

#include "internal.h"

#define TOP	"kunit-test"

/**
 * struct tracefs_test_dir - a directory of the tests
 * @node: the directory
 * @name: its name
 * @opened: number of calls of open() of its files
 * @closed: number of calls of release() of its files
 * @fills: number of calls of fill()
 * @late: the child that fill() adds
 * @hidden: files with a condition are not visible
 * @released: release() of the kind was called
 * @vanish: open() of a file removes the directory
 */
struct tracefs_test_dir {
	struct tracefs_node	node;
	char			name[16];
	unsigned int		opened;
	unsigned int		closed;
	unsigned int		fills;
	struct tracefs_test_dir	*late;
	bool			hidden;
	bool			released;
	bool			vanish;
};

/* A directory with a table of files */

static int tracefs_test_file_open(struct inode *inode, struct file *file)
{
	struct tracefs_test_dir *obj = inode->i_private;

	obj->opened++;
	file->private_data = obj;
	if (obj->vanish)
		tracefs_node_remove(&obj->node);
	return 0;
}

static int tracefs_test_file_release(struct inode *inode, struct file *file)
{
	struct tracefs_test_dir *obj = file->private_data;

	obj->closed++;
	return 0;
}

static const struct file_operations tracefs_test_fops = {
	.open		= tracefs_test_file_open,
	.release	= tracefs_test_file_release,
	.llseek		= noop_llseek,
};

static umode_t tracefs_test_visible(void *data, const struct tracefs_entry *entry)
{
	struct tracefs_test_dir *obj = data;

	return obj->hidden ? 0 : entry->mode;
}

static const struct tracefs_entry tracefs_test_entries[] = {
	{ .name = "enable", .mode = 0640, .fops = &tracefs_test_fops, .arg = 7 },
	{ .name = "hist", .mode = 0440, .fops = &tracefs_test_fops,
	  .condition = 1 },
	{ .name = "id", .mode = 0440, .fops = &tracefs_test_fops },
};

static void tracefs_test_dir_release(struct tracefs_node *node)
{
	container_of(node, struct tracefs_test_dir, node)->released = true;
}

static const struct tracefs_kind tracefs_test_kind = {
	.mode		= 0755,
	.entries	= tracefs_test_entries,
	.visible	= tracefs_test_visible,
	.nr_entries	= ARRAY_SIZE(tracefs_test_entries),
	.release	= tracefs_test_dir_release,
};

/* A computed directory without a file at position 1, and with the end at 3. */
static int tracefs_test_nth(struct tracefs_node *node, unsigned int n,
			    struct tracefs_entry *entry)
{
	static const char * const names[] = { "zero", NULL, "two" };

	if (n >= ARRAY_SIZE(names))
		return -ENOENT;
	if (!names[n])
		return -EAGAIN;
	entry->name = names[n];
	entry->mode = 0600;
	entry->fops = &tracefs_test_fops;
	return 0;
}

static const struct tracefs_kind tracefs_test_computed_kind = {
	.nth		= tracefs_test_nth,
	.release	= tracefs_test_dir_release,
};

/* What a user does */

static struct tracefs_node *tracefs_test_top(struct kunit *test)
{
	return tracefs_dentry_node(test->priv);
}

static struct file *tracefs_test_open(const char *path)
{
	struct vfsmount *mnt = tracefs_internal_mount();
	struct path root = { .mnt = mnt, .dentry = mnt->mnt_root };

	return file_open_root(&root, path, O_RDONLY, 0);
}

static int tracefs_test_errno(const char *path)
{
	struct file *file = tracefs_test_open(path);

	if (IS_ERR(file))
		return PTR_ERR(file);
	__fput_sync(file);
	return 0;
}

struct tracefs_test_listing {
	struct dir_context	ctx;
	unsigned int		space;
	char			text[256];
};

static bool tracefs_test_list_one(struct dir_context *ctx, const char *name, int len,
				  loff_t pos, u64 ino, unsigned int type)
{
	struct tracefs_test_listing *list = container_of(ctx, struct tracefs_test_listing, ctx);

	if (!list->space)
		return false;
	list->space--;
	strlcat(list->text, name, sizeof(list->text));
	strlcat(list->text, type == DT_DIR ? "/ " : " ", sizeof(list->text));
	return true;
}

/* Read a few names at a time, as getdents(2) with a small buffer does. */
static void tracefs_test_list(struct kunit *test, struct file *dir, unsigned int space,
			      struct tracefs_test_listing *list)
{
	size_t before;

	*list = (struct tracefs_test_listing){ .ctx.actor = tracefs_test_list_one };
	vfs_llseek(dir, 0, SEEK_SET);
	do {
		before = strlen(list->text);
		list->space = space;
		KUNIT_ASSERT_EQ(test, iterate_dir(dir, &list->ctx), 0);
	} while (strlen(list->text) > before);
}

static struct tracefs_test_dir *tracefs_test_add(struct kunit *test,
						 struct tracefs_node *parent, const char *name,
						 const struct tracefs_kind *kind)
{
	struct tracefs_test_dir *obj = kunit_kzalloc(test, sizeof(*obj), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, obj);
	strscpy(obj->name, name, sizeof(obj->name));
	KUNIT_ASSERT_EQ(test, 0, tracefs_node_add(&obj->node, parent, obj->name,
						  kind, obj));
	return obj;
}

static struct tracefs_test_dir *tracefs_test_add_top(struct kunit *test, const char *name,
						     const struct tracefs_kind *kind)
{
	return tracefs_test_add(test, tracefs_test_top(test), name, kind);
}

/* Test cases */

static void tracefs_test_lookup(struct kunit *test)
{
	struct tracefs_test_dir *obj = tracefs_test_add_top(test, "a", &tracefs_test_kind);

	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/enable"), 0);
	KUNIT_EXPECT_EQ(test, obj->opened, 1);
	KUNIT_EXPECT_EQ(test, obj->closed, 1);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a"), 0);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/none"), -ENOENT);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/b"), -ENOENT);

	/* A name that was absent is found once it was added. */
	tracefs_test_add_top(test, "b", &tracefs_test_kind);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/b/id"), 0);
}

static unsigned int tracefs_test_count_inodes(void)
{
	struct super_block *sb = tracefs_internal_mount()->mnt_sb;
	unsigned int count;

	spin_lock(&sb->s_inode_list_lock);
	count = list_count_nodes(&sb->s_inodes);
	spin_unlock(&sb->s_inode_list_lock);
	return count;
}

static void tracefs_test_frees_inodes(struct kunit *test)
{
	unsigned int before = tracefs_test_count_inodes();
	struct tracefs_test_listing list;
	struct file *file;

	tracefs_test_add_top(test, "a", &tracefs_test_kind);
	KUNIT_EXPECT_EQ(test, tracefs_test_count_inodes(), before);

	/* The inodes of an open file and of the two directories above it. */
	file = tracefs_test_open(TOP "/a/enable");
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_EQ(test, tracefs_test_count_inodes(), before + 3);
	__fput_sync(file);
	KUNIT_EXPECT_EQ(test, tracefs_test_count_inodes(), before);

	/* Reading a directory creates no inodes for its contents. */
	file = tracefs_test_open(TOP);
	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	tracefs_test_list(test, file, 99, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ a/ ");
	KUNIT_EXPECT_EQ(test, tracefs_test_count_inodes(), before + 1);
	__fput_sync(file);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/none"), -ENOENT);
	KUNIT_EXPECT_EQ(test, tracefs_test_count_inodes(), before);
}

static void tracefs_test_inode(struct kunit *test)
{
	struct tracefs_test_dir *obj = tracefs_test_add_top(test, "a", &tracefs_test_kind);
	struct file *file = tracefs_test_open(TOP "/a/enable");
	const struct tracefs_entry *row;

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	row = tracefs_inode_entry(file_inode(file));
	KUNIT_EXPECT_PTR_EQ(test, row, &tracefs_test_entries[0]);
	KUNIT_EXPECT_PTR_EQ(test, tracefs_inode_node(file_inode(file)),
			    &obj->node);
	KUNIT_EXPECT_PTR_EQ(test, file->f_op, &tracefs_test_fops);
	KUNIT_EXPECT_EQ(test, file_inode(file)->i_mode, S_IFREG | 0640);
	__fput_sync(file);
}

static void tracefs_test_hidden(struct kunit *test)
{
	struct tracefs_test_dir *obj = tracefs_test_add_top(test, "a", &tracefs_test_kind);
	struct file *dir = tracefs_test_open(TOP "/a"), *file;
	struct tracefs_test_listing list;

	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	tracefs_test_list(test, dir, 99, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ enable hist id ");

	file = tracefs_test_open(TOP "/a/hist");
	KUNIT_EXPECT_FALSE(test, IS_ERR(file));
	obj->hidden = true;
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/hist"), -ENOENT);
	tracefs_test_list(test, dir, 99, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ enable id ");
	if (!IS_ERR(file))
		__fput_sync(file);
	__fput_sync(dir);
}

static void tracefs_test_computed(struct kunit *test)
{
	struct file *dir;
	struct tracefs_test_listing list;

	tracefs_test_add_top(test, "a", &tracefs_test_computed_kind);
	dir = tracefs_test_open(TOP "/a");
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	tracefs_test_list(test, dir, 1, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ zero two ");
	__fput_sync(dir);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/two"), 0);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/one"), -ENOENT);
}

/* The first call of fill() fails, the second one adds a child. */
static int tracefs_test_fill_callback(struct tracefs_node *node)
{
	struct tracefs_test_dir *obj = container_of(node, struct tracefs_test_dir, node);

	if (obj->fills++ == 0)
		return -ENOMEM;
	return tracefs_node_add(&obj->late->node, node, "late", &tracefs_test_kind,
				obj->late);
}

static const struct tracefs_kind tracefs_test_fill_kind = {
	.fill		= tracefs_test_fill_callback,
	.release	= tracefs_test_dir_release,
};

static void tracefs_test_fill(struct kunit *test)
{
	struct tracefs_test_dir *a = tracefs_test_add_top(test, "a", &tracefs_test_fill_kind);
	struct tracefs_test_dir *b = tracefs_test_add_top(test, "b", &tracefs_test_fill_kind);
	struct tracefs_test_listing list;
	struct file *dir;

	a->late = kunit_kzalloc(test, sizeof(*a), GFP_KERNEL);
	b->late = kunit_kzalloc(test, sizeof(*b), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, a->late);
	KUNIT_ASSERT_NOT_NULL(test, b->late);

	/* By a path walk. */
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/late/id"), -ENOMEM);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/late/id"), 0);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/none"), -ENOENT);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/late"), 0);
	KUNIT_EXPECT_EQ(test, a->fills, 2);

	/* By opening the directory. */
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/b"), -ENOMEM);
	dir = tracefs_test_open(TOP "/b");
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	tracefs_test_list(test, dir, 9, &list);
	KUNIT_EXPECT_STREQ(test, list.text, "./ ../ late/ ");
	__fput_sync(dir);
	KUNIT_EXPECT_EQ(test, b->fills, 2);
}

static void tracefs_test_readdir_steps(struct kunit *test)
{
	struct tracefs_test_dir *obj = tracefs_test_add_top(test, "a", &tracefs_test_kind);
	struct tracefs_test_listing whole, steps;
	struct file *dir;
	char name[16];
	int i;

	for (i = 0; i < 12; i++) {
		snprintf(name, sizeof(name), "child%d", i);
		tracefs_test_add(test, &obj->node, name, &tracefs_test_kind);
	}

	dir = tracefs_test_open(TOP "/a");
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	tracefs_test_list(test, dir, 99, &whole);
	for (i = 1; i < 5; i++) {
		tracefs_test_list(test, dir, i, &steps);
		KUNIT_EXPECT_STREQ(test, steps.text, whole.text);
	}
	for (i = 0; i < 12; i++) {
		snprintf(name, sizeof(name), "child%d/ ", i);
		KUNIT_EXPECT_NOT_NULL(test, strstr(whole.text, name));
	}
	__fput_sync(dir);
}

static void tracefs_test_names(struct kunit *test)
{
	struct tracefs_node *top = tracefs_test_top(test), *node;
	struct tracefs_test_dir *obj = tracefs_test_add(test, top, "a", &tracefs_test_kind);

	node = tracefs_node_create("a", top, &tracefs_test_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EEXIST);
	node = tracefs_node_create("id", &obj->node, &tracefs_test_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EEXIST);
	node = tracefs_node_create("", top, &tracefs_test_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EINVAL);
	node = tracefs_node_create("..", top, &tracefs_test_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EINVAL);
	node = tracefs_node_create("a/b", top, &tracefs_test_kind, NULL);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(node), -EINVAL);
}

static void tracefs_test_remove_open(struct kunit *test)
{
	struct tracefs_test_dir *obj = tracefs_test_add_top(test, "a", &tracefs_test_kind);
	struct tracefs_test_dir *sub = tracefs_test_add(test, &obj->node, "sub",
							&tracefs_test_kind);
	struct file *file = tracefs_test_open(TOP "/a/sub/enable");

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	tracefs_node_remove(&obj->node);
	tracefs_node_remove(&obj->node);
	KUNIT_EXPECT_TRUE(test, tracefs_node_gone(&sub->node));
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/sub/enable"), -ENOENT);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a"), -ENOENT);
	KUNIT_EXPECT_EQ(test, tracefs_node_add(&(struct tracefs_node){},
					       &obj->node, "x", &tracefs_test_kind,
					       NULL), -ENODEV);

	/* The open file pins its node and all parents. */
	tracefs_node_flush();
	KUNIT_EXPECT_FALSE(test, sub->released);
	KUNIT_EXPECT_FALSE(test, obj->released);

	/* The name can be used again. */
	tracefs_test_add_top(test, "a", &tracefs_test_kind);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/enable"), 0);

	__fput_sync(file);
	tracefs_node_flush();
	KUNIT_EXPECT_TRUE(test, sub->released);
	KUNIT_EXPECT_TRUE(test, obj->released);
}

static void tracefs_test_remove_in_open(struct kunit *test)
{
	struct tracefs_test_dir *obj = tracefs_test_add_top(test, "a", &tracefs_test_kind);

	/*
	 * If the node is removed during open(), open(2) fails and release() is
	 * called.
	 */
	obj->vanish = true;
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/a/enable"), -ENODEV);
	KUNIT_EXPECT_EQ(test, obj->opened, 1);
	KUNIT_EXPECT_EQ(test, obj->closed, 1);
}

static int tracefs_test_chown(const char *path, kgid_t gid, umode_t mode)
{
	struct iattr change = {
		.ia_valid	= ATTR_GID | ATTR_MODE,
		.ia_gid		= gid,
		.ia_mode	= mode,
	};
	struct file *file = tracefs_test_open(path);
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

static void tracefs_test_expect_owner(struct kunit *test, const char *path, kgid_t gid,
				      umode_t mode)
{
	struct file *file = tracefs_test_open(path);

	KUNIT_ASSERT_FALSE(test, IS_ERR(file));
	KUNIT_EXPECT_EQ(test, file_inode(file)->i_mode & S_IALLUGO, mode);
	KUNIT_EXPECT_TRUE(test, gid_eq(file_inode(file)->i_gid, gid));
	__fput_sync(file);
}

static void tracefs_test_attributes(struct kunit *test)
{
	kgid_t gid = KGIDT_INIT(4711), none = GLOBAL_ROOT_GID;
	struct tracefs_test_dir *obj = tracefs_test_add_top(test, "a", &tracefs_test_kind);

	tracefs_test_add(test, &obj->node, "sub", &tracefs_test_kind);
	tracefs_test_expect_owner(test, TOP "/a", none, 0755);
	tracefs_test_expect_owner(test, TOP "/a/id", none, 0440);

	/* The inodes are freed in between; the other files do not change. */
	KUNIT_EXPECT_EQ(test, tracefs_test_chown(TOP "/a", gid, 0711), 0);
	KUNIT_EXPECT_EQ(test, tracefs_test_chown(TOP "/a/id", gid, 0), 0);
	tracefs_test_expect_owner(test, TOP "/a", gid, 0711);
	tracefs_test_expect_owner(test, TOP "/a/id", gid, 0);
	tracefs_test_expect_owner(test, TOP "/a/enable", none, 0640);
	tracefs_test_expect_owner(test, TOP "/a/sub", none, 0755);
}

static int tracefs_test_mkdir(struct tracefs_node *node, const char *name)
{
	return PTR_ERR_OR_ZERO(tracefs_node_create(name, node, &tracefs_test_computed_kind,
						   node->data));
}

static const struct tracefs_kind tracefs_test_inherit_kind = {
	.mkdir		= tracefs_test_mkdir,
};

static void tracefs_test_inherit(struct kunit *test)
{
	kgid_t gid = KGIDT_INIT(4711), none = GLOBAL_ROOT_GID;
	struct tracefs_node *dir;
	struct tracefs_test_dir *child;

	dir = tracefs_node_create("in", tracefs_test_top(test), &tracefs_test_inherit_kind, NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(dir));
	tracefs_test_add(test, dir, "old", &tracefs_test_kind);
	KUNIT_EXPECT_EQ(test, tracefs_test_chown(TOP "/in", gid, 0750), 0);
	child = tracefs_test_add(test, dir, "new", &tracefs_test_kind);
	tracefs_test_add(test, &child->node, "sub", &tracefs_test_kind);

	tracefs_test_expect_owner(test, TOP "/in/old/id", none, 0440);
	tracefs_test_expect_owner(test, TOP "/in/new/id", gid, 0440);
	tracefs_test_expect_owner(test, TOP "/in/new/sub/id", gid, 0440);
	KUNIT_EXPECT_EQ(test, tracefs_test_chown(TOP "/in/new", none, 0750), 0);
	tracefs_test_expect_owner(test, TOP "/in/new", none, 0750);
	tracefs_test_expect_owner(test, TOP "/in/new/sub", gid, 0755);
}

static void tracefs_test_handles(struct kunit *test)
{
	struct dentry *dir = tracefs_create_dir("dir", test->priv), *file;
	struct tracefs_test_dir obj = {};

	KUNIT_ASSERT_NOT_NULL(test, dir);
	file = tracefs_create_file("file", 0604, dir, &obj, &tracefs_test_fops);
	KUNIT_ASSERT_NOT_NULL(test, file);
	KUNIT_EXPECT_NULL(test, tracefs_create_dir("file", dir));
	tracefs_test_expect_owner(test, TOP "/dir", GLOBAL_ROOT_GID, 0750);
	tracefs_test_expect_owner(test, TOP "/dir/file", GLOBAL_ROOT_GID, 0604);
	KUNIT_EXPECT_EQ(test, obj.opened, 1);

	tracefs_remove(file);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/dir/file"), -ENOENT);
	file = tracefs_create_file("file", 0604, dir, &obj, &tracefs_test_fops);
	KUNIT_EXPECT_NOT_NULL(test, file);
	tracefs_remove(dir);
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/dir"), -ENOENT);
	tracefs_remove(NULL);
	tracefs_remove(ERR_PTR(-ENODEV));
}

/* What mkdir(2) and rmdir(2) in the directory below have asked for. */
static char tracefs_test_made[8], tracefs_test_unmade[8];

static int tracefs_test_made_set(const char *name)
{
	strscpy(tracefs_test_made, name);
	return 0;
}

static int tracefs_test_unmade_set(const char *name)
{
	strscpy(tracefs_test_unmade, name);
	return -EBUSY;
}

/* The callbacks of an instance directory get the name, and decide. */
static void tracefs_test_instances(struct kunit *test)
{
	const struct tracefs_kind *kind;
	struct dentry *dir;

	KUNIT_EXPECT_TRUE(test, tracefs_initialized());
	dir = tracefs_create_instance_dir("all", test->priv, tracefs_test_made_set,
					  tracefs_test_unmade_set);
	KUNIT_ASSERT_NOT_NULL(test, dir);
	KUNIT_EXPECT_NULL(test, tracefs_create_instance_dir("none", ERR_PTR(-ENODEV),
							    tracefs_test_made_set,
							    tracefs_test_unmade_set));
	KUNIT_EXPECT_EQ(test, tracefs_test_errno(TOP "/none"), -ENOENT);
	tracefs_test_expect_owner(test, TOP "/all", GLOBAL_ROOT_GID, 0750);

	kind = tracefs_dentry_node(dir)->kind;
	KUNIT_EXPECT_EQ(test, kind->mkdir(tracefs_dentry_node(dir), "one"), 0);
	KUNIT_EXPECT_STREQ(test, tracefs_test_made, "one");
	KUNIT_EXPECT_EQ(test, kind->rmdir(tracefs_dentry_node(dir), "two"), -EBUSY);
	KUNIT_EXPECT_STREQ(test, tracefs_test_unmade, "two");
	tracefs_remove(dir);
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
	KUNIT_CASE(tracefs_test_lookup),
	KUNIT_CASE(tracefs_test_frees_inodes),
	KUNIT_CASE(tracefs_test_inode),
	KUNIT_CASE(tracefs_test_hidden),
	KUNIT_CASE(tracefs_test_computed),
	KUNIT_CASE(tracefs_test_fill),
	KUNIT_CASE(tracefs_test_readdir_steps),
	KUNIT_CASE(tracefs_test_names),
	KUNIT_CASE(tracefs_test_remove_open),
	KUNIT_CASE(tracefs_test_remove_in_open),
	KUNIT_CASE(tracefs_test_attributes),
	KUNIT_CASE(tracefs_test_inherit),
	KUNIT_CASE(tracefs_test_handles),
	KUNIT_CASE(tracefs_test_instances),
	{}
};

static struct kunit_suite tracefs_suite = {
	.name		= "tracefs",
	.init		= tracefs_test_init,
	.exit		= tracefs_test_exit,
	.test_cases	= tracefs_cases,
};

kunit_test_suite(tracefs_suite);

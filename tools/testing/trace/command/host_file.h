/* SPDX-License-Identifier: GPL-2.0 */
/* Stand-ins for files, and for those that are read as a sequence of objects. */
#ifndef _TOOLS_TRACE_COMMAND_HOST_FILE_H
#define _TOOLS_TRACE_COMMAND_HOST_FILE_H

struct seq_file {
	char				*buf;
	size_t				size, count;
	loff_t				index;
	size_t				pad_until;
	void				*private;
	const struct seq_operations	*op;
};

struct inode { void *i_private; };
struct dentry;
struct path { struct dentry *dentry; };

struct file {
	struct path	f_path;
	unsigned int	f_mode;
	unsigned int	f_flags;
	loff_t		f_pos;
	void		*private_data;
	struct inode	*f_inode;
};

#define file_inode(file)	((file)->f_inode)

struct seq_operations {
	void *(*start)(struct seq_file *m, loff_t *pos);
	void *(*next)(struct seq_file *m, void *v, loff_t *pos);
	void (*stop)(struct seq_file *m, void *v);
	int (*show)(struct seq_file *m, void *v);
};

struct file_operations {
	int (*open)(struct inode *inode, struct file *file);
	void *read_iter, *splice_read, *llseek, *release;
	ssize_t (*write)(struct file *file, const char *ubuf, size_t count,
			 loff_t *ppos);
};

#define FMODE_WRITE	2
#define O_TRUNC		01000
#define seq_read_iter	NULL
#define copy_splice_read NULL
#define seq_lseek	NULL
#define seq_list_start(head, pos)					\
	((head)->next != (head) ? (head)->next : NULL)
#define seq_list_next(v, head, pos)					\
	(((struct list_head *)(v))->next != (head) ?			\
	 ((struct list_head *)(v))->next : NULL)

/* Append text of which the part that fits is kept. */
void host_print(char *buf, size_t size, size_t *len, const char *fmt, va_list args);
void host_put(char *buf, size_t size, size_t *len, const char *text, size_t n);
void seq_printf(struct seq_file *m, const char *fmt, ...);
void seq_puts(struct seq_file *m, const char *s);
void seq_putc(struct seq_file *m, char c);
void seq_setwidth(struct seq_file *m, size_t size);
void seq_pad(struct seq_file *m, char c);
int seq_open(struct file *file, const struct seq_operations *ops);
int seq_release(struct inode *inode, struct file *file);
void *host_seq_open_one(struct file *file, const struct seq_operations *ops, int size);
#define __seq_open_private(file, ops, size)	host_seq_open_one(file, ops, size)
#define seq_release_private(inode, file)	seq_release(inode, file)

#endif /* _TOOLS_TRACE_COMMAND_HOST_FILE_H */

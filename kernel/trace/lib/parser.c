// SPDX-License-Identifier: GPL-2.0
/*
 * Words from user space.
 *
 * Control files take words separated by white space, and a program may write
 * them in pieces of any size: a word that ends with a write's last byte is not
 * finished until the next write begins with white space, or the file closes.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "lib.h"

/* One write(2)'s bytes, fetched a few at a time. */
struct token_source {
	const char __user *ubuf;
	size_t count;
	size_t used;
};

static int source_get(struct token_source *src, char *ch)
{
	if (get_user(*ch, src->ubuf + src->used))
		return -EFAULT;
	src->used++;
	return 0;
}

/**
 * trace_parser_init - get ready to read words
 * @token: the reader
 * @size: bytes of the longest word, its NUL included
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
int trace_parser_init(struct trace_parser *token, size_t size)
{
	memset(token, 0, sizeof(*token));
	token->buf = kzalloc(size, GFP_KERNEL);
	if (!token->buf)
		return -ENOMEM;
	token->size = size;
	return 0;
}

/**
 * trace_parser_free - release what trace_parser_init() took
 * @token: the reader
 *
 * Context: task.
 */
void trace_parser_free(struct trace_parser *token)
{
	kfree(token->buf);
	token->buf = NULL;
}

static int token_skip_space(struct token_source *src, char *ch)
{
	int ret;

	do {
		if (src->used == src->count)
			return 0;
		ret = source_get(src, ch);
		if (ret)
			return ret;
	} while (isspace(*ch) || !*ch);

	return 1;
}

static int token_fill(struct trace_parser *token, struct token_source *src,
		      char ch)
{
	int ret;

	for (;;) {
		if (isspace(ch) || !ch) {
			token->partial = false;
			return 0;
		}
		if (token->len >= token->size - 1)
			return -EINVAL;
		token->buf[token->len++] = ch;
		if (src->used == src->count) {
			token->partial = true;
			return 0;
		}
		ret = source_get(src, &ch);
		if (ret)
			return ret;
	}
}

/**
 * trace_parser_read - the next word of a write
 * @token: the reader; after the call trace_parser_loaded() tells whether there
 *	is something in @token->buf, and @token->partial whether the write
 *	ended before the word did
 * @ubuf: what the user wrote
 * @count: bytes in @ubuf
 * @ppos: the file position; 0 starts a new word
 *
 * A partial word stays in @token, to be continued by the next call; a whole
 * one is dropped by it.
 *
 * Context: task, may sleep.
 * Return: the bytes of @ubuf used up; -EINVAL when the word is too long (it is
 * dropped); -EFAULT.
 */
ssize_t trace_parser_read(struct trace_parser *token, const char __user *ubuf,
			  size_t count, loff_t *ppos)
{
	struct token_source src = { .ubuf = ubuf, .count = count };
	char ch;
	int ret;

	if (!*ppos || !token->partial) {
		token->len = 0;
		token->partial = false;
	}
	token->buf[token->len] = '\0';
	if (!count)
		return 0;

	if (token->partial) {
		ret = source_get(&src, &ch);
		if (!ret)
			ret = 1;
	} else {
		ret = token_skip_space(&src, &ch);
	}
	if (ret > 0)
		ret = token_fill(token, &src, ch);
	if (ret < 0) {
		token->len = 0;
		token->partial = false;
		return ret;
	}

	token->buf[token->len] = '\0';
	*ppos += src.used;
	return src.used;
}

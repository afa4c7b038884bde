// SPDX-License-Identifier: GPL-2.0
/*
 * Parser of words from user space.
 *
 * Control files take words that are separated by white space. A program may
 * write them in pieces of any size: a word that ends with the last byte of a
 * write is complete when the next write starts with white space, or when the
 * file is closed.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "lib.h"

/* The bytes of one write(2), of which @used were read. */
struct parser_source {
	const char __user *ubuf;
	size_t count;
	size_t used;
};

static int parser_source_get(struct parser_source *src, char *ch)
{
	if (get_user(*ch, src->ubuf + src->used))
		return -EFAULT;
	src->used++;
	return 0;
}

/**
 * trace_parser_init - initialize a parser
 * @parser: the parser
 * @size: size of the longest word including its NUL, in bytes
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
int trace_parser_init(struct trace_parser *parser, size_t size)
{
	memset(parser, 0, sizeof(*parser));
	parser->buf = kzalloc(size, GFP_KERNEL);
	if (!parser->buf)
		return -ENOMEM;
	parser->size = size;
	return 0;
}

/**
 * trace_parser_free - free the buffer of a parser
 * @parser: the parser
 *
 * Context: task.
 */
void trace_parser_free(struct trace_parser *parser)
{
	kfree(parser->buf);
	parser->buf = NULL;
}

static int parser_skip_space(struct parser_source *src, char *ch)
{
	int ret;

	do {
		if (src->used == src->count)
			return 0;
		ret = parser_source_get(src, ch);
		if (ret)
			return ret;
	} while (isspace(*ch) || !*ch);

	return 1;
}

static int parser_fill(struct trace_parser *parser, struct parser_source *src,
		       char ch)
{
	int ret;

	for (;;) {
		if (isspace(ch) || !ch) {
			parser->partial = false;
			return 0;
		}
		if (parser->len >= parser->size - 1)
			return -EINVAL;
		parser->buf[parser->len++] = ch;
		if (src->used == src->count) {
			parser->partial = true;
			return 0;
		}
		ret = parser_source_get(src, &ch);
		if (ret)
			return ret;
	}
}

/**
 * trace_parser_read - read the next word of a write
 * @parser: the parser
 * @ubuf: bytes that user space has written
 * @count: number of bytes in @ubuf
 * @ppos: file position; 0 starts a new word
 *
 * After the call trace_parser_loaded() is true if @parser->buf has a word, and
 * @parser->partial is true if the write ended within the word. A partial word
 * is continued by the next call; a complete word is replaced.
 *
 * Context: task, may sleep.
 * Return: number of bytes of @ubuf that were read; -EINVAL if the word is too
 * long, and then it is dropped; -EFAULT.
 */
ssize_t trace_parser_read(struct trace_parser *parser, const char __user *ubuf,
			  size_t count, loff_t *ppos)
{
	struct parser_source src = { .ubuf = ubuf, .count = count };
	char ch;
	int ret;

	if (!*ppos || !parser->partial) {
		parser->len = 0;
		parser->partial = false;
	}
	parser->buf[parser->len] = '\0';
	if (!count)
		return 0;

	if (parser->partial) {
		ret = parser_source_get(&src, &ch);
		if (!ret)
			ret = 1;
	} else {
		ret = parser_skip_space(&src, &ch);
	}
	if (ret > 0)
		ret = parser_fill(parser, &src, ch);
	if (ret < 0) {
		parser->len = 0;
		parser->partial = false;
		return ret;
	}

	parser->buf[parser->len] = '\0';
	*ppos += src.used;
	return src.used;
}

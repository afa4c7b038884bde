// SPDX-License-Identifier: GPL-2.0
/* Write the page around the data. html_files.S holds the files of html/. */
#include "html_page.h"

/* A line of page.html that consists of this alone is where the data belongs. */
static const char html_page_data[] = "\n@DATA@\n";

static void html_page_escaped(struct out *out, const char *str)
{
	for (; *str; str++) {
		if (*str == '<')
			out_str(out, "&lt;");
		else if (*str == '&')
			out_str(out, "&amp;");
		else if (*str == '"')
			out_str(out, "&quot;");
		else
			out_char(out, *str);
	}
}

/* Write a part of page.html with what its names in @...@ stand for. */
static void html_page_part(struct out *out, const char *at, const char *end, const char *title)
{
	static const char style[] = "@STYLE@", script[] = "@SCRIPT@", name[] = "@TITLE@";

	while (at < end) {
		const char *mark = memchr(at, '@', end - at);

		if (!mark)
			mark = end;
		out_bytes(out, at, mark - at);
		at = mark;
		if (at == end)
			break;
		if ((size_t)(end - at) >= strlen(style) && !memcmp(at, style, strlen(style))) {
			out_bytes(out, html_style_file, html_style_file_end - html_style_file);
			at += strlen(style);
		} else if ((size_t)(end - at) >= strlen(script) &&
			   !memcmp(at, script, strlen(script))) {
			out_bytes(out, html_script_file,
				  html_script_file_end - html_script_file);
			at += strlen(script);
		} else if (title && (size_t)(end - at) >= strlen(name) &&
			   !memcmp(at, name, strlen(name))) {
			html_page_escaped(out, title);
			at += strlen(name);
		} else {
			out_char(out, *at++);
		}
	}
}

static const char *html_page_middle(void)
{
	return memmem(html_page_file, html_page_file_end - html_page_file, html_page_data,
		      strlen(html_page_data));
}

void html_page_begin(struct out *out, const char *title)
{
	const char *middle = html_page_middle();

	html_page_part(out, html_page_file, middle ? middle + 1 : html_page_file_end, title);
}

void html_page_end(struct out *out)
{
	const char *middle = html_page_middle();

	if (middle)
		html_page_part(out, middle + strlen(html_page_data), html_page_file_end, NULL);
}

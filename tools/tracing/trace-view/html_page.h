/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The page around the data: html/page.html with the style and the scripts in their places.
 */
#ifndef TRACE_VIEW_HTML_PAGE_H
#define TRACE_VIEW_HTML_PAGE_H

#include "out.h"

/* The files of html/ and where they end, from html_files.S. */
extern const char html_page_file[], html_page_file_end[];
extern const char html_style_file[], html_style_file_end[];
extern const char html_script_file[], html_script_file_end[];

/**
 * html_page_begin() - write the page up to where the data belongs
 * @out: where the page is written to
 * @title: any text
 */
void html_page_begin(struct out *out, const char *title);

/**
 * html_page_end() - write the rest of the page, with the scripts
 * @out: where the page is written to
 */
void html_page_end(struct out *out);

#endif /* TRACE_VIEW_HTML_PAGE_H */

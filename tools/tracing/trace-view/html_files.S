/* SPDX-License-Identifier: GPL-2.0 */
/* The files of html/, as they are, for html_page.c. The scripts are one after another. */
	.section .rodata

	.globl html_page_file, html_page_file_end
html_page_file:
	.incbin "html/page.html"
html_page_file_end:

	.globl html_style_file, html_style_file_end
html_style_file:
	.incbin "html/page.css"
html_style_file_end:

	.globl html_script_file, html_script_file_end
html_script_file:
	.incbin "html/decode.js"
	.incbin "html/text.js"
	.incbin "html/model.js"
	.incbin "html/records.js"
	.incbin "html/rows.js"
	.incbin "html/tracks.js"
	.incbin "html/totals.js"
	.incbin "html/search.js"
	.incbin "html/drawrows.js"
	.incbin "html/draw.js"
	.incbin "html/view.js"
	.incbin "html/panel.js"
	.incbin "html/summary.js"
	.incbin "html/keys.js"
	.incbin "html/main.js"
html_script_file_end:

	.section .note.GNU-stack, "", %progbits

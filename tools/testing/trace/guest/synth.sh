#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Synthetic events: accepted and rejected definitions, format files, and that events in
# use cannot be removed.
# compare: text

cd /sys/kernel/tracing || exit 1

try() {
	echo > error_log
	echo "@@ $1: $2"
	printf '%s' "$2" 2>/dev/null >> "$1" || echo refused
	sed 's/^\[[^]]*\]/[T]/' error_log
}

for def in 'a chr b' 'a unsigned b' 'a char b]; int v' 'a-b char c' 'a char b-c[]' \
	'a char b;[]' 'a char b; int' 'a char b[; int v' 'a char b[x]' 'a char b[257]' \
	'a;b char c' 'a ; char b' a '' '!nosuch' 'a u64 b c' 'a u64 b, u64 c' \
	'a struct foo b' 'a u64 b[4]' 'b unsigned long[] s' 'c unsigned long s[]' \
	'd int s[]' 'e char[16] s' 'f char s[256]' 'g gfp_t x; bool y' 'h size_t x' \
	'i u64 x y; u64 z' 'j u64 x u64 y; u64 z' 'k u64  x ;  u64   y ;' \
	'k u64 x' 'l char s[0x10]' 'm char[8] s[8]' 'n u64 1x' '1o u64 x'; do
	try synthetic_events "$def"
done
for def in 's:other/p char c' s: s 's:p' 's:synthetic/p u64 x' 's:q u64 x' 'x:r u64 x' \
	-:q -:synthetic/p -:nosuch -: - '!s:e' '!s:k u64 x' '!e'; do
	try dynamic_events "$def"
done
cat synthetic_events dynamic_events

long=$(printf 'n%.0s' $(seq 255))
for name in "$long" "${long}n"; do
	try synthetic_events "$name u64 x"
	try synthetic_events "!$name"
done
fields=$(for i in $(seq 64); do printf 'u64 f%s; ' $i; done)
try synthetic_events "most $fields"
try synthetic_events "more $fields u64 x"
echo > synthetic_events

echo 'all u64 a; pid_t b; char c[16]; char d[]; unsigned long[] e; u8 f; s16 g; long h; gfp_t i; bool j; char k' > synthetic_events
grep -v '^ID' events/synthetic/all/format
echo 1 > events/synthetic/all/enable
try synthetic_events '!all'
echo 0 > events/synthetic/all/enable
try synthetic_events '!all'
printf 'x u64 a\ny bad b\nz u64 c\n' 2>/dev/null >> synthetic_events || echo refused
cat synthetic_events

// SPDX-License-Identifier: GPL-2.0
/* Packets of Perfetto's format: names that are interned, and bundles of ftrace's events. */
#include "perfetto.h"
#include "hash.h"

#include <stdio.h>
#include <stdlib.h>

#include "sizes.h"

/* Packets that refer to each other's names have the same sequence. */
#define PERFETTO_SEQUENCE_TRACKS	1
#define PERFETTO_SEQUENCE_FTRACE	2

/*
 * Names are forgotten, before a packet, when the table is half full. A single packet with so
 * many new names that the table overflows has the rest of them as text.
 */
#define PERFETTO_MANY		(sizes.interned / 2)
#define PERFETTO_MOST		(sizes.interned / 4 * 3)

/* Longer names are unlikely to come again. */
#define PERFETTO_LONG		256

/* A bundle is written when it has as many bytes. */
#define PERFETTO_BUNDLE		16384

/* CPUs beyond this one have no bundles: no kernel has as many. */
#define PERFETTO_CPUS		65536

struct perfetto_name {
	uint32_t hash;
	uint32_t offset;
	uint16_t len;
	uint16_t kind;
	uint32_t iid;	/* 0: the slot is free */
};

struct perfetto_function {
	uint64_t addr;
	unsigned int generation;
	unsigned int iid;
};

struct perfetto_names {
	struct perfetto_function *functions;	/* sizes.by_address */
	struct perfetto_name *slots;		/* sizes.interned */
	char *bytes;				/* sizes.interned_bytes */
	unsigned int nr;
	unsigned int used;
};

struct perfetto_bundle {
	struct pb events;
	bool lost;
};

static void perfetto_free_names(struct perfetto_names *names)
{
	if (!names)
		return;
	free(names->functions);
	free(names->slots);
	free(names->bytes);
	free(names);
}

static struct perfetto_names *perfetto_new_names(void)
{
	struct perfetto_names *names = calloc(1, sizeof(*names));

	if (!names)
		return NULL;
	names->functions = calloc(sizes.by_address, sizeof(*names->functions));
	names->slots = calloc(sizes.interned, sizeof(*names->slots));
	names->bytes = malloc(sizes.interned_bytes);
	if (names->functions && names->slots && names->bytes)
		return names;
	perfetto_free_names(names);
	return NULL;
}

int perfetto_open(struct perfetto *perfetto, const char *path)
{
	memset(perfetto, 0, sizeof(*perfetto));
	perfetto->names = perfetto_new_names();
	if (!perfetto->names) {
		fprintf(stderr, "trace-view: no memory for the output\n");
		return -1;
	}
	if (out_open(&perfetto->out, path)) {
		perfetto_free_names(perfetto->names);
		return -1;
	}
	perfetto->cleared = true;
	perfetto->generation = 1;
	return 0;
}

static void perfetto_packet(struct perfetto *perfetto, struct pb *packet)
{
	uint8_t header[16];

	if (packet->failed)
		return;
	out_bytes(&perfetto->out, header, pb_header(header, PF_TRACE_PACKET, packet->used));
	out_bytes(&perfetto->out, packet->buf, packet->used);
	packet->used = 0;
}

static void perfetto_flush(struct perfetto *perfetto, unsigned int cpu)
{
	struct perfetto_bundle *bundle = &perfetto->bundles[cpu];
	struct pb *packet = &perfetto->packet;
	size_t begin;

	if (!bundle->events.used)
		return;
	packet->used = 0;
	pb_uint(packet, PF_PACKET_SEQUENCE, PERFETTO_SEQUENCE_FTRACE);
	begin = pb_open(packet, PF_PACKET_FTRACE_EVENTS);
	pb_uint(packet, PF_BUNDLE_CPU, cpu);
	if (bundle->lost)
		pb_uint(packet, PF_BUNDLE_LOST, 1);
	pb_raw(packet, bundle->events.buf, bundle->events.used);
	pb_close(packet, begin);
	perfetto_packet(perfetto, packet);
	bundle->events.used = 0;
	bundle->lost = false;
}

int perfetto_close(struct perfetto *perfetto)
{
	bool failed;
	int ret;

	for (unsigned int cpu = 0; cpu < perfetto->nr_bundles; cpu++)
		perfetto_flush(perfetto, cpu);

	failed = perfetto->packet.failed || perfetto->interned.failed;
	for (unsigned int cpu = 0; cpu < perfetto->nr_bundles; cpu++) {
		failed = failed || perfetto->bundles[cpu].events.failed;
		pb_free(&perfetto->bundles[cpu].events);
	}
	if (failed)
		fprintf(stderr, "trace-view: %s: incomplete, there was no memory\n",
			perfetto->out.name);

	ret = out_close(&perfetto->out);
	pb_free(&perfetto->packet);
	pb_free(&perfetto->interned);
	free(perfetto->bundles);
	perfetto_free_names(perfetto->names);
	return failed ? -1 : ret;
}

void perfetto_begin(struct perfetto *perfetto, uint64_t ts)
{
	struct perfetto_names *names = perfetto->names;
	struct pb *packet = &perfetto->packet;

	if (names->nr > PERFETTO_MANY || names->used > sizes.interned_bytes / 2) {
		memset(names->slots, 0, sizes.interned * sizeof(*names->slots));
		names->nr = 0;
		names->used = 0;
		perfetto->cleared = true;
		perfetto->generation++;
	}
	packet->used = 0;
	perfetto->interned.used = 0;
	pb_uint(packet, PF_PACKET_TIMESTAMP, ts);
	pb_uint(packet, PF_PACKET_SEQUENCE, PERFETTO_SEQUENCE_TRACKS);
	pb_uint(packet, PF_PACKET_FLAGS,
		PF_FLAG_NEEDED | (perfetto->cleared ? PF_FLAG_CLEARED : 0));
	perfetto->cleared = false;
}

void perfetto_end(struct perfetto *perfetto)
{
	struct pb *interned = &perfetto->interned;

	if (interned->used)
		pb_bytes(&perfetto->packet, PF_PACKET_INTERNED, interned->buf, interned->used);
	perfetto_packet(perfetto, &perfetto->packet);
}

unsigned int perfetto_name(struct perfetto *perfetto, enum perfetto_kind kind,
			   const char *name, size_t len)
{
	struct perfetto_names *names = perfetto->names;
	struct perfetto_name *slot;
	uint32_t hash;
	size_t at, begin;

	if (len > PERFETTO_LONG)
		return 0;
	hash = hash_bytes(name, len) + kind;
	for (at = hash;; at++) {
		slot = &names->slots[at & (sizes.interned - 1)];
		if (!slot->iid)
			break;
		if (slot->hash == hash && slot->kind == kind && slot->len == len &&
		    !memcmp(names->bytes + slot->offset, name, len))
			return slot->iid;
	}

	/* A quarter of the slots is always free, so the search above ends. */
	if (names->nr >= PERFETTO_MOST || len > sizes.interned_bytes - names->used)
		return 0;
	slot->hash = hash;
	slot->kind = kind;
	slot->len = len;
	slot->offset = names->used;
	slot->iid = ++names->nr;
	memcpy(names->bytes + names->used, name, len);
	names->used += len;

	begin = pb_open(&perfetto->interned, kind);
	pb_uint(&perfetto->interned, PF_NAME_IID, slot->iid);
	pb_utf8(&perfetto->interned, PF_NAME_NAME, name, len);
	pb_close(&perfetto->interned, begin);
	return slot->iid;
}

void perfetto_named(struct perfetto *perfetto, enum perfetto_kind kind, unsigned int iid,
		    unsigned int field, const char *name, size_t len)
{
	unsigned int number = perfetto_name(perfetto, kind, name, len);

	if (number)
		pb_uint(&perfetto->packet, iid, number);
	else
		pb_utf8(&perfetto->packet, field, name, len);
}

void perfetto_function(struct perfetto *perfetto, uint64_t addr, const char *name, size_t len)
{
	struct perfetto_function *function;

	function = &perfetto->names->functions[(addr ^ addr >> 12) & (sizes.by_address - 1)];
	if (function->addr != addr || function->generation != perfetto->generation) {
		function->iid = perfetto_name(perfetto, PERFETTO_EVENT, name, len);
		function->addr = addr;
		function->generation = perfetto->generation;
	}
	if (function->iid)
		pb_uint(&perfetto->packet, PF_EVENT_NAME_IID, function->iid);
	else
		pb_utf8(&perfetto->packet, PF_EVENT_NAME, name, len);
}

static struct perfetto_bundle *perfetto_bundle(struct perfetto *perfetto, unsigned int cpu)
{
	struct perfetto_bundle *bundles;
	unsigned int nr = perfetto->nr_bundles ? perfetto->nr_bundles : 8;

	if (cpu < perfetto->nr_bundles)
		return &perfetto->bundles[cpu];
	if (cpu >= PERFETTO_CPUS)
		return NULL;
	while (nr <= cpu)
		nr *= 2;
	bundles = realloc(perfetto->bundles, nr * sizeof(*bundles));
	if (!bundles) {
		perfetto->packet.failed = true;
		return NULL;
	}
	memset(bundles + perfetto->nr_bundles, 0,
	       (nr - perfetto->nr_bundles) * sizeof(*bundles));
	perfetto->bundles = bundles;
	perfetto->nr_bundles = nr;
	return &bundles[cpu];
}

struct pb *perfetto_ftrace(struct perfetto *perfetto, unsigned int cpu, uint64_t ts, int pid,
			   size_t *begin)
{
	struct perfetto_bundle *bundle = perfetto_bundle(perfetto, cpu);

	if (!bundle)
		return NULL;
	*begin = pb_open(&bundle->events, PF_BUNDLE_EVENT);
	pb_uint(&bundle->events, PF_FTRACE_TIMESTAMP, ts);
	pb_uint(&bundle->events, PF_FTRACE_PID, (int64_t)pid);
	return &bundle->events;
}

void perfetto_ftrace_end(struct perfetto *perfetto, unsigned int cpu, size_t begin)
{
	struct pb *events = &perfetto->bundles[cpu].events;

	pb_close(events, begin);
	if (events->used >= PERFETTO_BUNDLE)
		perfetto_flush(perfetto, cpu);
}

void perfetto_ftrace_lost(struct perfetto *perfetto, unsigned int cpu)
{
	struct perfetto_bundle *bundle = perfetto_bundle(perfetto, cpu);

	if (!bundle)
		return;
	/* Only what comes behind the loss is marked. */
	perfetto_flush(perfetto, cpu);
	bundle->lost = true;
}

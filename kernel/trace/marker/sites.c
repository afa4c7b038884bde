// SPDX-License-Identifier: GPL-2.0
/*
 * Entries: what has one name; the sites in the code and the probes for them.
 *
 * A probe is connected to all sites of its entry, or to none: while it is an
 * event's, or while the entry is armed. A site whose format is not the entry's
 * belongs to no entry, and is never on.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

DEFINE_MUTEX(marker_lock);		/* all that follows */
LIST_HEAD(marker_entries);

struct marker_entry *marker_entry_find(const char *name)
{
	struct marker_entry *entry;

	lockdep_assert_held(&marker_lock);

	list_for_each_entry(entry, &marker_entries, node) {
		if (!strcmp(entry->name, name))
			return entry;
	}
	return NULL;
}

static struct marker_entry *marker_entry_make(const char *name,
					      const char *format)
{
	struct marker_entry *entry, *next;
	struct marker_schema *schema;

	schema = marker_schema_parse(name, format);
	if (IS_ERR(schema))
		return ERR_CAST(schema);
	entry = kzalloc(struct_size(entry, name, strlen(name) + 1), GFP_KERNEL);
	if (entry)
		entry->format = kstrdup(format, GFP_KERNEL);
	if (!entry || !entry->format) {
		kfree(entry);
		marker_schema_free(schema);
		return ERR_PTR(-ENOMEM);
	}
	entry->schema = schema;
	memcpy(entry->name, name, strlen(name) + 1);
	INIT_LIST_HEAD(&entry->sites);
	INIT_LIST_HEAD(&entry->probes);

	list_for_each_entry(next, &marker_entries, node) {
		if (strcmp(next->name, name) > 0)
			break;
	}
	list_add_tail(&entry->node, &next->node);
	return entry;
}

/**
 * marker_entry_get - the entry of a name, which is made if there is none
 * @name: of the marker
 * @format: what it must have
 *
 * Context: marker_lock held, may sleep.
 * Return: the entry, or ERR_PTR(-EINVAL): @name or @format make no sense;
 * -EPERM: it has another format; -ENOMEM.
 */
struct marker_entry *marker_entry_get(const char *name, const char *format)
{
	struct marker_entry *entry = marker_entry_find(name);

	if (!marker_name_ok(name)) {
		pr_warn("Marker %s: the name is not of the form subsystem_event\n",
			name);
		return ERR_PTR(-EINVAL);
	}
	if (!entry)
		return marker_entry_make(name, format);
	if (strcmp(entry->format, format))
		return ERR_PTR(-EPERM);
	return entry;
}

/* Let go of an entry that nobody has a use for any more. */
void marker_entry_put(struct marker_entry *entry)
{
	lockdep_assert_held(&marker_lock);

	if (!list_empty(&entry->sites) || !list_empty(&entry->probes) ||
	    entry->armed || entry->event)
		return;
	list_del(&entry->node);
	marker_schema_free(entry->schema);
	kfree(entry->format);
	kfree(entry);
}

/* Is the probe of the tracepoint that feeds this marker needed? */
static bool marker_site_is_on(struct marker *site)
{
	return static_key_enabled(&site->tp.key);
}

static int marker_site_connect(struct marker *site, struct marker_probe *probe)
{
	bool was_on = marker_site_is_on(site);
	int ret;

	ret = tracepoint_probe_register(&site->tp, probe->func, probe->private);
	if (ret || was_on || !site->feed)
		return ret;
	ret = tracepoint_probe_register(site->feed, site->feed_probe, site);
	if (ret)
		tracepoint_probe_unregister(&site->tp, probe->func,
					    probe->private);
	return ret;
}

static void marker_site_disconnect(struct marker *site,
				   struct marker_probe *probe)
{
	int ret;

	ret = tracepoint_probe_unregister(&site->tp, probe->func,
					  probe->private);
	if (!ret && site->feed && !marker_site_is_on(site))
		tracepoint_probe_unregister(site->feed, site->feed_probe, site);
}

static void marker_disconnect(struct marker_entry *entry,
			      struct marker_probe *probe)
{
	struct marker *site;

	list_for_each_entry(site, &entry->sites, in_entry)
		marker_site_disconnect(site, probe);
}

/* To all sites, or to none. */
static int marker_connect(struct marker_entry *entry,
			  struct marker_probe *probe)
{
	struct marker *site;
	int ret;

	list_for_each_entry(site, &entry->sites, in_entry) {
		ret = marker_site_connect(site, probe);
		if (ret)
			goto undo;
	}
	return 0;
undo:
	list_for_each_entry_continue_reverse(site, &entry->sites, in_entry)
		marker_site_disconnect(site, probe);
	return ret;
}

static bool marker_probe_is_on(const struct marker_entry *entry,
			       const struct marker_probe *probe)
{
	return probe->always || entry->armed;
}

int marker_entry_arm(struct marker_entry *entry)
{
	struct marker_probe *probe;
	int ret;

	lockdep_assert_held(&marker_lock);

	if (entry->armed++)
		return 0;
	list_for_each_entry(probe, &entry->probes, node) {
		ret = probe->always ? 0 : marker_connect(entry, probe);
		if (ret)
			goto undo;
	}
	return 0;
undo:
	list_for_each_entry_continue_reverse(probe, &entry->probes, node) {
		if (!probe->always)
			marker_disconnect(entry, probe);
	}
	entry->armed--;
	return ret;
}

void marker_entry_disarm(struct marker_entry *entry)
{
	struct marker_probe *probe;

	lockdep_assert_held(&marker_lock);

	if (--entry->armed)
		return;
	list_for_each_entry(probe, &entry->probes, node) {
		if (!probe->always)
			marker_disconnect(entry, probe);
	}
}

struct marker_probe *marker_probe_find(struct marker_entry *entry,
				       marker_probe_func *func, void *private)
{
	struct marker_probe *probe;

	lockdep_assert_held(&marker_lock);

	list_for_each_entry(probe, &entry->probes, node) {
		if (probe->func == func && probe->private == private)
			return probe;
	}
	return NULL;
}

int marker_probe_add(struct marker_entry *entry, marker_probe_func *func,
		     void *private, bool always)
{
	struct marker_probe *probe;
	int ret = 0;

	if (marker_probe_find(entry, func, private))
		return -EEXIST;
	probe = kmalloc(sizeof(*probe), GFP_KERNEL);
	if (!probe)
		return -ENOMEM;
	probe->func = func;
	probe->private = private;
	probe->always = always;
	if (marker_probe_is_on(entry, probe))
		ret = marker_connect(entry, probe);
	if (ret) {
		kfree(probe);
		return ret;
	}
	list_add_tail(&probe->node, &entry->probes);
	return 0;
}

static bool marker_has_armable(const struct marker_entry *entry)
{
	struct marker_probe *probe;

	list_for_each_entry(probe, &entry->probes, node) {
		if (!probe->always)
			return true;
	}
	return false;
}

/* With the last probe that can be armed goes the arming. */
void marker_probe_del(struct marker_entry *entry, struct marker_probe *probe)
{
	lockdep_assert_held(&marker_lock);

	if (marker_probe_is_on(entry, probe))
		marker_disconnect(entry, probe);
	list_del(&probe->node);
	if (!probe->always && !marker_has_armable(entry))
		entry->armed = 0;
	kfree(probe);
}

/* Which probe may have said what the site is not: any of them, or the event. */
static void marker_mismatch(const struct marker *site)
{
	const struct marker_entry *entry = marker_entry_find(site->tp.name);

	pr_warn("Format mismatch for probe %s (%s), marker (%s)\n",
		entry->name, entry->format, site->format);
}

/**
 * struct feed_search - a tracepoint looked for
 * @name: its name
 * @found: it, or NULL
 */
struct feed_search {
	const char		*name;
	struct tracepoint	*found;
};

static void feed_match(struct tracepoint *tp, void *priv)
{
	struct feed_search *search = priv;

	if (!strcmp(tp->name, search->name))
		search->found = tp;
}

static void feed_match_in(struct tracepoint *tp, struct module *mod, void *priv)
{
	feed_match(tp, priv);
}

/* Find the tracepoint that feeds the site, if it wants one. */
static bool marker_site_feed(struct marker *site)
{
	struct feed_search search = { .name = site->feed_name };

	if (!search.name)
		return true;
	for_each_kernel_tracepoint(feed_match, &search);
	if (!search.found)
		for_each_tracepoint_in_module(site->mod, feed_match_in, &search);
	site->feed = search.found;
	if (!site->feed)
		pr_warn("Marker %s: there is no tracepoint %s\n",
			site->tp.name, site->feed_name);
	return site->feed;
}

/**
 * marker_site_add - a site came
 * @site: the site; told of before if it stands in code that was copied
 * @mod: the module it is in, or NULL
 *
 * Context: marker_lock held, modules with tracepoints locked, may sleep.
 */
void marker_site_add(struct marker *site, struct module *mod)
{
	struct marker_entry *entry;
	struct marker_probe *probe;
	int ret = 0;

	if (site->in_entry.next)
		return;
	INIT_LIST_HEAD(&site->in_entry);
	site->mod = mod;
	if (!marker_site_feed(site))
		return;

	entry = marker_entry_get(site->tp.name, site->format);
	if (IS_ERR(entry)) {
		if (entry == ERR_PTR(-EPERM))
			marker_mismatch(site);
		return;
	}
	site->entry = entry;
	site->schema = entry->schema;
	site->nr = entry->schema->nr;
	list_add_tail(&site->in_entry, &entry->sites);
	list_for_each_entry(probe, &entry->probes, node) {
		if (!ret && marker_probe_is_on(entry, probe))
			ret = marker_site_connect(site, probe);
	}
	if (ret)
		pr_warn("Marker %s: error %d, not all of it is on\n",
			entry->name, ret);
}

/* The site goes. Its entry stays, for the caller to let go of. */
void marker_site_del(struct marker *site)
{
	struct marker_probe *probe;

	lockdep_assert_held(&marker_lock);

	if (!site->entry)
		return;
	list_for_each_entry(probe, &site->entry->probes, node) {
		if (marker_probe_is_on(site->entry, probe))
			marker_site_disconnect(site, probe);
	}
	list_del_init(&site->in_entry);
	site->entry = NULL;
}

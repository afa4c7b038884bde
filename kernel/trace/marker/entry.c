// SPDX-License-Identifier: GPL-2.0
/*
 * Entries: the sites in the code and the probes of markers with one name.
 *
 * A probe is connected to all sites of its entry or to none: the probe of an event
 * always, any other one while the entry is armed. A site whose format differs from
 * that of the entry belongs to no entry and is never enabled.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

DEFINE_MUTEX(marker_lock);		/* protects entries, sites and probes */
LIST_HEAD(marker_entries);

/**
 * marker_entry_find - find the entry of a name
 * @name: name of the marker
 *
 * Context: marker_lock held.
 * Return: the entry, or NULL.
 */
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

static struct marker_entry *marker_entry_create(const char *name,
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
 * marker_entry_get - find or create the entry of a name
 * @name: name of the marker
 * @format: format of the marker
 *
 * Context: marker_lock held, may sleep.
 * Return: the entry; ERR_PTR(-EINVAL) if @name or @format is invalid; ERR_PTR(-EPERM)
 * if the entry has another format; ERR_PTR(-ENOMEM).
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
		return marker_entry_create(name, format);
	if (strcmp(entry->format, format))
		return ERR_PTR(-EPERM);
	return entry;
}

/**
 * marker_entry_put - free an entry if it is not used any more
 * @entry: the entry
 *
 * Context: marker_lock held.
 */
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

/* Any probe is connected. Then the probe at the feeding tracepoint is needed. */
static bool marker_entry_site_is_on(struct marker *site)
{
	return static_key_enabled(&site->tp.key);
}

static int marker_entry_site_connect(struct marker *site, struct marker_probe *probe)
{
	bool was_on = marker_entry_site_is_on(site);
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

static void marker_entry_site_disconnect(struct marker *site,
					 struct marker_probe *probe)
{
	int ret;

	ret = tracepoint_probe_unregister(&site->tp, probe->func,
					  probe->private);
	if (!ret && site->feed && !marker_entry_site_is_on(site))
		tracepoint_probe_unregister(site->feed, site->feed_probe, site);
}

static void marker_entry_disconnect(struct marker_entry *entry,
				    struct marker_probe *probe)
{
	struct marker *site;

	list_for_each_entry(site, &entry->sites, in_entry)
		marker_entry_site_disconnect(site, probe);
}

/* Connect a probe to all sites; to none if that fails. */
static int marker_entry_connect(struct marker_entry *entry,
				struct marker_probe *probe)
{
	struct marker *site;
	int ret;

	list_for_each_entry(site, &entry->sites, in_entry) {
		ret = marker_entry_site_connect(site, probe);
		if (ret)
			goto undo;
	}
	return 0;
undo:
	list_for_each_entry_continue_reverse(site, &entry->sites, in_entry)
		marker_entry_site_disconnect(site, probe);
	return ret;
}

static bool marker_entry_probe_is_on(const struct marker_entry *entry,
				     const struct marker_probe *probe)
{
	return probe->always || entry->armed;
}

/**
 * marker_entry_arm - connect the probes of a marker
 * @entry: the marker; arming is counted
 *
 * Context: marker_lock held, may sleep.
 * Return: 0; or an errno of connecting a probe, and then none is connected.
 */
int marker_entry_arm(struct marker_entry *entry)
{
	struct marker_probe *probe;
	int ret;

	lockdep_assert_held(&marker_lock);

	if (entry->armed++)
		return 0;
	list_for_each_entry(probe, &entry->probes, node) {
		ret = probe->always ? 0 : marker_entry_connect(entry, probe);
		if (ret)
			goto undo;
	}
	return 0;
undo:
	list_for_each_entry_continue_reverse(probe, &entry->probes, node) {
		if (!probe->always)
			marker_entry_disconnect(entry, probe);
	}
	entry->armed--;
	return ret;
}

/**
 * marker_entry_disarm - undo marker_entry_arm() once
 * @entry: the marker, which is armed
 *
 * Context: marker_lock held, may sleep.
 */
void marker_entry_disarm(struct marker_entry *entry)
{
	struct marker_probe *probe;

	lockdep_assert_held(&marker_lock);

	if (--entry->armed)
		return;
	list_for_each_entry(probe, &entry->probes, node) {
		if (!probe->always)
			marker_entry_disconnect(entry, probe);
	}
}

/**
 * marker_probe_find - find a probe of a marker
 * @entry: the marker
 * @func: the probe
 * @private: the data of the probe
 *
 * Context: marker_lock held.
 * Return: the probe, or NULL.
 */
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

/**
 * marker_probe_add - add a probe to a marker
 * @entry: the marker
 * @func: the probe
 * @private: data passed to the probe
 * @always: connect the probe even if the marker is not armed
 *
 * Context: marker_lock held, may sleep.
 * Return: 0; -EEXIST if the marker has this probe with this data; -ENOMEM; an errno
 * of connecting the probe.
 */
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
	if (marker_entry_probe_is_on(entry, probe))
		ret = marker_entry_connect(entry, probe);
	if (ret) {
		kfree(probe);
		return ret;
	}
	list_add_tail(&probe->node, &entry->probes);
	return 0;
}

static bool marker_entry_has_armable(const struct marker_entry *entry)
{
	struct marker_probe *probe;

	list_for_each_entry(probe, &entry->probes, node) {
		if (!probe->always)
			return true;
	}
	return false;
}

/**
 * marker_probe_del - remove a probe from a marker
 * @entry: the marker; disarmed with its last probe that arming connects
 * @probe: the probe; freed
 *
 * Context: marker_lock held, may sleep. The probe may still be running on return.
 */
void marker_probe_del(struct marker_entry *entry, struct marker_probe *probe)
{
	lockdep_assert_held(&marker_lock);

	if (marker_entry_probe_is_on(entry, probe))
		marker_entry_disconnect(entry, probe);
	list_del(&probe->node);
	if (!probe->always && !marker_entry_has_armable(entry))
		entry->armed = 0;
	kfree(probe);
}

/* The format of the entry may come from a probe, from the event or another site. */
static void marker_entry_mismatch(const struct marker *site)
{
	const struct marker_entry *entry = marker_entry_find(site->tp.name);

	pr_warn("Format mismatch for probe %s (%s), marker (%s)\n",
		entry->name, entry->format, site->format);
}

/**
 * struct marker_site_feed_search - search for a tracepoint by name
 * @name: name of the tracepoint
 * @found: the tracepoint, or NULL
 */
struct marker_site_feed_search {
	const char		*name;
	struct tracepoint	*found;
};

static void marker_entry_site_feed_match(struct tracepoint *tp, void *priv)
{
	struct marker_site_feed_search *search = priv;

	if (!strcmp(tp->name, search->name))
		search->found = tp;
}

static void marker_entry_site_match_in_module(struct tracepoint *tp, struct module *mod,
					      void *priv)
{
	marker_entry_site_feed_match(tp, priv);
}

/* Find the tracepoint whose probe fires the site (DEFINE_MARKER_TP()), if any. */
static bool marker_entry_site_feed(struct marker *site)
{
	struct marker_site_feed_search search = { .name = site->feed_name };

	if (!search.name)
		return true;
	for_each_kernel_tracepoint(marker_entry_site_feed_match, &search);
	if (!search.found)
		for_each_tracepoint_in_module(site->mod, marker_entry_site_match_in_module,
					      &search);
	site->feed = search.found;
	if (!site->feed)
		pr_warn("Marker %s: there is no tracepoint %s\n",
			site->tp.name, site->feed_name);
	return site->feed;
}

/**
 * marker_site_add - add a site to the entry of its name
 * @site: the site; ignored if it was added before, as the section with the sites has
 *	a site once per copy of an inlined function
 * @mod: the module of the site, or NULL
 *
 * Context: marker_lock and the lock of modules with tracepoints held, may sleep.
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
	if (!marker_entry_site_feed(site))
		return;

	entry = marker_entry_get(site->tp.name, site->format);
	if (IS_ERR(entry)) {
		if (entry == ERR_PTR(-EPERM))
			marker_entry_mismatch(site);
		return;
	}
	site->entry = entry;
	site->schema = entry->schema;
	site->nr = entry->schema->nr;
	list_add_tail(&site->in_entry, &entry->sites);
	list_for_each_entry(probe, &entry->probes, node) {
		if (!ret && marker_entry_probe_is_on(entry, probe))
			ret = marker_entry_site_connect(site, probe);
	}
	if (ret)
		pr_warn("Marker %s: connecting a probe failed with error %d\n",
			entry->name, ret);
}

/**
 * marker_site_del - remove a site from its entry
 * @site: the site; its entry stays until marker_entry_put()
 *
 * Context: marker_lock and the lock of modules with tracepoints held, may sleep.
 */
void marker_site_del(struct marker *site)
{
	struct marker_probe *probe;

	lockdep_assert_held(&marker_lock);

	if (!site->entry)
		return;
	list_for_each_entry(probe, &site->entry->probes, node) {
		if (marker_entry_probe_is_on(site->entry, probe))
			marker_entry_site_disconnect(site, probe);
	}
	list_del_init(&site->in_entry);
	site->entry = NULL;
}

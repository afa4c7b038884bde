// SPDX-License-Identifier: GPL-2.0
// Search by regular expression in the names of slices, tasks, events, latencies and
// counters, and in the text of instants.
'use strict';

const MAX_HITS = 100000;	// that "n" can go to; all are counted
const MAX_TEXTS = 200000;	// instants whose fields are searched

// What the user typed as a regular expression; null if it is none.
function compilePattern(text) {
	try {
		return new RegExp(text, /[A-Z]/.test(text) ? '' : 'i');
	} catch (error) {
		return null;
	}
}

class HitList {
	constructor() {
		this.count = 0;
		this.hits = [];
	}

	add(type, index, time) {
		this.count++;
		if (this.hits.length < MAX_HITS)
			this.hits.push({type, index, time});
	}

	sort() {
		this.hits.sort((a, b) => a.time - b.time || a.index - b.index);
		return this;
	}
}

// Which names match, as bytes indexed by the string's number.
function matchNames(model, pattern) {
	const matches = new Uint8Array(model.strings.length);
	for (const name of model.sliceNames)
		matches[name] = pattern.test(model.strings.get(name)) ? 1 : 0;
	return matches;
}

function searchRecords(model, pattern, list) {
	const events = model.meta.events.map((event, i) =>
		pattern.test(`${event.system}:${event.name}`));
	const {event, time, task} = model.record;
	let texts = 0;
	for (let i = 0; i < event.length; i++) {
		let hit = events[event[i]];
		if (!hit && task[i] && texts < MAX_TEXTS) {
			texts++;
			const fields = recordFields(model, i);
			hit = fields && fields.some(([, value]) => pattern.test(value));
		}
		if (hit)
			list.add('record', i, time[i]);
	}
}

function searchModel(model, pattern) {
	const list = new HitList();
	const matches = matchNames(model, pattern);
	const {slice, run, latency} = model;
	for (let i = 0; i < slice.name.length; i++)
		if (matches[slice.name[i]])
			list.add('slice', i, slice.begin[i]);
	const tasks = model.tasks.map(task => pattern.test(task.label));
	for (let i = 0; i < run.task.length; i++)
		if (tasks[run.task[i]])
			list.add('run', i, run.begin[i]);
	for (let i = 0; i < latency.name.length; i++)
		if (pattern.test(model.strings.get(latency.name[i])))
			list.add('latency', i, latency.time[i]);
	for (let i = 0; i < model.counter.name.length; i++)
		if (pattern.test(model.strings.get(model.counter.name[i])))
			list.add('counter', i, model.counter.time[i]);
	searchRecords(model, pattern, list);
	list.matches = matches;
	list.tasks = tasks;
	return list.sort();
}

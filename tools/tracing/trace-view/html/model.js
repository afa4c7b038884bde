// SPDX-License-Identifier: GPL-2.0
// The recording as typed arrays: records, runs, slices, counters, latencies, losses.
'use strict';

const SLICE_KINDS = ['function', 'system call', 'interrupt', 'softirq', 'mark'];
const SLICE_FUNCTION = 0;
const SLICE_CUT = 8;
const DEPTH_SHIFT = 4;

// How each column is stored: n unsigned, s signed, t times; and in what array.
const COLUMNS = {
	'string.size': ['n', Float64Array],
	'record.time': ['t', Float64Array],
	'record.head': ['n', Uint32Array],
	'record.size': ['n', Uint32Array],
	'head.event': ['n', Uint32Array],
	'head.place': ['n', Uint32Array],
	'head.pid': ['s', Int32Array],
	'head.flags': ['n', Uint16Array],
	'head.task': ['n', Uint32Array],
	'run.task': ['n', Uint32Array],
	'run.place': ['n', Uint32Array],
	'run.end': ['t', Float64Array],
	'run.time': ['n', Float64Array],
	'run.prio': ['s', Int32Array],
	'run.state': ['s', Float64Array],
	'run.wait': ['n', Float64Array],
	'slice.task': ['n', Uint32Array],
	'slice.name': ['n', Uint32Array],
	'slice.kind': ['n', Uint32Array],
	'slice.end': ['t', Float64Array],
	'slice.time': ['n', Float64Array],
	'slice.inner': ['n', Float64Array],
	'slice.place': ['n', Uint32Array],
	'counter.time': ['t', Float64Array],
	'counter.name': ['n', Uint32Array],
	'counter.task': ['n', Uint32Array],
	'counter.place': ['n', Uint32Array],
	'counter.value': ['s', Float64Array],
	'latency.time': ['t', Float64Array],
	'latency.name': ['n', Uint32Array],
	'latency.task': ['n', Uint32Array],
	'latency.place': ['n', Uint32Array],
	'latency.ns': ['n', Float64Array],
	'lost.time': ['t', Float64Array],
	'lost.place': ['n', Uint32Array],
	'lost.missed': ['n', Float64Array],
	'stack.record': ['t', Float64Array],
	'stack.head': ['n', Float64Array],
};

// These are decoded when they are first used, or when the browser has time: drawing does not
// need them.
const LAZY = new Set(['record.size', 'run.prio', 'run.state', 'run.wait', 'slice.inner',
	'slice.place']);

function decodeColumn(bytes, how, Type) {
	const into = new Type(countNumbers(bytes));
	if (how === 't')
		return decodeTimes(bytes, into);
	return how === 's' ? decodeSigned(bytes, into) : decodeNumbers(bytes, into);
}

// All data elements as {name: [text, ...]}. The elements are removed to free their text.
function takeElements(elements) {
	const pieces = {};
	for (const element of elements) {
		(pieces[element.dataset.column] ||= []).push(element.textContent);
		element.remove();
	}
	return pieces;
}

// A property that is computed when it is first read.
function defineLazy(object, name, compute) {
	Object.defineProperty(object, name, {configurable: true, enumerable: true, get() {
		const value = compute();
		Object.defineProperty(object, name, {value, enumerable: true});
		return value;
	}});
}

// Compute what is still lazy, a column at a time.
function finishLazy(model) {
	for (const group of Object.values(model)) {
		const descriptors = Object.getOwnPropertyDescriptors(group || {});
		const name = Object.keys(descriptors).find(key => descriptors[key].get);
		if (name) {
			void group[name];
			return true;
		}
	}
	return false;
}

// begin = end - time, in an array of its own.
function beginTimes(end, time) {
	const begin = new Float64Array(end.length);
	for (let i = 0; i < end.length; i++)
		begin[i] = end[i] - time[i];
	return begin;
}

// A property of each record, from the heads.
function fromHeads(heads, values) {
	const into = new values.constructor(heads.length);
	for (let i = 0; i < heads.length; i++)
		into[i] = values[heads[i]];
	return into;
}

function offsetsOf(sizes) {
	const offsets = new Float64Array(sizes.length + 1);
	for (let i = 0; i < sizes.length; i++)
		offsets[i + 1] = offsets[i] + sizes[i];
	return offsets;
}

// The first and the last time of the recording.
function findExtent(model) {
	let begin = Infinity;
	let end = -Infinity;
	for (const times of [model.record.time, model.run.begin, model.run.end,
			     model.slice.begin, model.slice.end]) {
		for (let i = 0; i < times.length; i++) {
			if (times[i] < begin)
				begin = times[i];
			if (times[i] > end)
				end = times[i];
		}
	}
	model.begin = begin <= end ? begin : 0;
	model.end = Math.max(begin <= end ? end : 0, model.begin + 1);
}

// Strings may be stored twice. All slices of one name get the same index, so that names can
// be compared and counted by index.
function uniteNames(strings, names) {
	const first = new Map();
	const same = new Int32Array(strings.length).fill(-1);
	for (let i = 0; i < names.length; i++) {
		const name = names[i];
		if (!(name < same.length)) {
			names[i] = 0;
			continue;
		}
		if (same[name] < 0) {
			const text = strings.get(name);
			if (!first.has(text))
				first.set(text, name);
			same[name] = first.get(text);
		}
		names[i] = same[name];
	}
	return [...first.values()];
}

// A task of the JSON as an object; label is what the page shows.
function taskOf(array, nr) {
	const [machine, pid, tgid, cpu, irq, comm] = array;
	let label = `${comm}-${pid}`;
	if (irq)
		label = `interrupts of CPU ${cpu}`;
	else if (pid === 0)
		label = `idle of CPU ${cpu}`;
	return {nr, machine, pid, tgid, cpu, irq: Boolean(irq), comm, label};
}

function buildModel(pieces) {
	const bytes = name => {
		const texts = pieces[name] || [''];
		delete pieces[name];
		return joinBytes(texts.map(decodeBase64));
	};
	const meta = JSON.parse(new TextDecoder().decode(bytes('meta')));
	const model = {meta, base: BigInt(meta.base), tasks: [], string: {}, record: {}, head: {},
		run: {}, slice: {}, counter: {}, latency: {}, lost: {}, stack: {}};
	for (const [name, [how, Type]] of Object.entries(COLUMNS)) {
		const [group, column] = name.split('.');
		if (LAZY.has(name))
			defineLazy(model[group], column,
				   () => decodeColumn(bytes(name), how, Type));
		else
			model[group][column] = decodeColumn(bytes(name), how, Type);
	}
	for (const name of Object.keys(model.head))
		defineLazy(model.record, name,
			   () => fromHeads(model.record.head, model.head[name]));
	model.strings = new Strings(model.string.size, bytes('string.bytes'));
	defineLazy(model.record, 'bytes', () => bytes('record.bytes'));
	defineLazy(model.record, 'offset', () => offsetsOf(model.record.size));
	defineLazy(model.stack, 'frames', () => bytes('stack.frames'));
	model.run.begin = beginTimes(model.run.end, model.run.time);
	model.slice.begin = beginTimes(model.slice.end, model.slice.time);
	model.sliceNames = uniteNames(model.strings, model.slice.name);
	uniteNames(model.strings, model.counter.name);
	uniteNames(model.strings, model.latency.name);
	model.tasks = meta.tasks.map((task, nr) => taskOf(task, nr));
	findExtent(model);
	return model;
}

function sliceSelf(model, i) {
	return model.slice.time[i] - model.slice.inner[i];
}

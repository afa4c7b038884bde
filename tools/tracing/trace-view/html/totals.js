// SPDX-License-Identifier: GPL-2.0
// Sums over all of the recording or a part of it. None of this needs a browser.
'use strict';

// Times by name of the slices that lie within [t0, t1]; of all tasks, or of one.
function sliceTotals(model, t0, t1, task) {
	const {name, begin, end, time, inner, kind} = model.slice;
	const totals = new Map();
	for (let i = 0; i < name.length; i++) {
		if (begin[i] < t0 || end[i] > t1 ||
		    (task !== undefined && model.slice.task[i] !== task))
			continue;
		const key = name[i] * 8 + (kind[i] & 7);
		let total = totals.get(key);
		if (!total) {
			total = {name: name[i], kind: kind[i] & 7, count: 0, time: 0, self: 0,
				max: 0};
			totals.set(key, total);
		}
		total.count++;
		total.time += time[i];
		total.self += time[i] - inner[i];
		if (time[i] > total.max)
			total.max = time[i];
	}
	return [...totals.values()].sort((a, b) => b.self - a.self || a.name - b.name);
}

// How long each task ran within [t0, t1]; runs that reach beyond count in part.
function runTotals(model, t0, t1) {
	const {task, begin, end, wait} = model.run;
	const totals = model.tasks.map(one => ({task: one, time: 0, count: 0, wait: 0}));
	for (let i = 0; i < task.length; i++) {
		const from = Math.max(begin[i], t0);
		const to = Math.min(end[i], t1);
		const total = totals[task[i]];
		if (to < from || !total)
			continue;
		total.time += to - from;
		total.count++;
		if (wait[i] - 1 > total.wait)
			total.wait = wait[i] - 1;
	}
	return totals.filter(total => total.count).sort((a, b) => b.time - a.time);
}

// Numbers of records by event within [t0, t1].
function eventTotals(model, t0, t1) {
	const {time, event} = model.record;
	const counts = new Float64Array(model.meta.events.length);
	const from = lowerBound(time, t0, 0, time.length);
	for (let i = from; i < time.length && time[i] <= t1; i++)
		counts[event[i]]++;
	return model.meta.events.map((one, i) => ({name: `${one.system}:${one.name}`,
		count: counts[i]})).filter(one => one.count).sort((a, b) => b.count - a.count);
}

// The indexes of the largest values, the largest first: a heap would be faster, but this
// only compares with the smallest of those kept.
function largest(values, count) {
	const best = [];
	for (let i = 0; i < values.length; i++) {
		if (best.length === count && values[i] <= values[best[count - 1]])
			continue;
		let at = best.length;
		while (at > 0 && values[best[at - 1]] < values[i])
			at--;
		best.splice(at, 0, i);
		if (best.length > count)
			best.pop();
	}
	return best;
}

// A histogram with one bar per power of two: [{low, high, count}].
function powerHistogram(values) {
	const counts = new Array(64).fill(0);
	for (let i = 0; i < values.length; i++)
		counts[values[i] < 1 ? 0 : Math.min(Math.floor(Math.log2(values[i])) + 1, 63)]++;
	const first = counts.findIndex(count => count);
	if (first < 0)
		return [];
	let last = 63;
	while (!counts[last])
		last--;
	const bars = [];
	for (let i = first; i <= last; i++)
		bars.push({low: i ? 2 ** (i - 1) : 0, high: 2 ** i, count: counts[i]});
	return bars;
}

// Values by name: one histogram per kind of latency, waits for a CPU among them.
function latencyGroups(model) {
	const groups = new Map();
	const add = (name, value) => {
		if (!groups.has(name))
			groups.set(name, []);
		groups.get(name).push(value);
	};
	for (let i = 0; i < model.latency.ns.length; i++)
		add(model.strings.get(model.latency.name[i]), model.latency.ns[i]);
	if (!groups.has('wakeup'))
		for (let i = 0; i < model.run.wait.length; i++)
			if (model.run.wait[i])
				add('from wakeup to run', model.run.wait[i] - 1);
	return [...groups];
}

// The longest latencies: those that were recorded, else the longest waits for a CPU.
function longestLatencies(model, count) {
	if (model.latency.ns.length)
		return largest(model.latency.ns, count).map(index => ({type: 'latency', index,
			name: model.strings.get(model.latency.name[index]),
			ns: model.latency.ns[index], time: model.latency.time[index],
			place: model.latency.place[index],
			task: model.tasks[model.latency.task[index] - 1]}));
	return largest(model.run.wait, count).filter(index => model.run.wait[index] > 0)
		.map(index => ({type: 'run', index, name: 'from wakeup to run',
			ns: model.run.wait[index] - 1, time: model.run.begin[index],
			place: model.run.place[index], task: model.tasks[model.run.task[index]]}));
}

// What was lost and why, a line per buffer and CPU: what the kernel counted, and the gaps.
function lossLines(model) {
	const lines = new Map();
	const line = (buffer, machine, cpu) => {
		const key = `${buffer} ${cpu}`;
		if (!lines.has(key))
			lines.set(key, {buffer, machine, cpu, gaps: 0, missed: 0, unknown: 0,
				overrun: null, dropped: null, commit: null});
		return lines.get(key);
	};
	for (const [buffer, cpu, , overrun, dropped, commit] of model.meta.losses) {
		const about = model.meta.buffers[buffer];
		Object.assign(line(buffer, about ? about.machine : 0, cpu),
			      {overrun, dropped, commit});
	}
	for (let i = 0; i < model.lost.time.length; i++) {
		const place = model.meta.places[model.lost.place[i]];
		const one = line(...place);
		one.gaps++;
		if (model.lost.missed[i])
			one.missed += model.lost.missed[i] - 1;
		else
			one.unknown++;
	}
	return [...lines.values()].sort((a, b) => a.buffer - b.buffer || a.cpu - b.cpu);
}

// SPDX-License-Identifier: GPL-2.0
// The tracks of the timeline, from top to bottom: CPUs, counters, tasks. Each has rows.
'use strict';

const MAX_DEPTH = 200;		// deeper slices share the last row
const HEIGHT = {run: 20, taskrun: 10, slice: 17, record: 12, instant: 15, latency: 14,
	counter: 36, lost: 0};
const TRACK_GAP = 6;

// Colours of slices by kind, and of runs by task: indexes into the palette of draw.js.
const SHADES = 12;
const KINDS = 5;
const RUN_SHADES = 24;

function hashNumber(value) {
	let hash = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
	hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
	return (hash ^ (hash >>> 15)) >>> 0;
}

function sliceShade(kind, name) {
	return Math.min(kind & 7, KINDS - 1) * SHADES + (name < 0 ? 0 : hashNumber(name) % SHADES);
}

// Number the CPUs of all machines; place_cpu gives the number for each place.
function listCpus(model) {
	const cpus = [];
	const known = new Map();
	const sorted = model.meta.places.map(([, machine, cpu]) => [machine, cpu])
		.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
	for (const [machine, cpu] of sorted) {
		const key = `${machine} ${cpu}`;
		if (!known.has(key)) {
			known.set(key, cpus.length);
			cpus.push({machine, cpu});
		}
	}
	const placeCpu = model.meta.places.map(([, machine, cpu]) =>
		known.get(`${machine} ${cpu}`));
	return {cpus, placeCpu: Uint32Array.from(placeCpu), known};
}

function mapKeys(values, map, limit) {
	const keys = new Uint32Array(values.length);
	for (let i = 0; i < keys.length; i++)
		keys[i] = Math.min(map[values[i]] || 0, limit);
	return keys;
}

// Rows of one thing per group of a key; null for groups without any.
function groupRows(type, keys, nrKeys, begin, end, more) {
	const {start, order} = groupBy(keys, nrKeys);
	const sorted = orderTimes(order, begin, end);
	const rows = [];
	for (let k = 0; k < nrKeys; k++)
		rows.push(start[k] === start[k + 1] ? null :
			makeRow(type, sorted, order, start[k], start[k + 1], {...more}));
	return rows;
}

// Rows of slices per task, one per depth.
function sliceRows(model, nrTasks) {
	const {task, kind, begin, end} = model.slice;
	const levels = new Uint32Array(nrTasks);
	for (let i = 0; i < task.length; i++) {
		const level = Math.min(kind[i] >>> DEPTH_SHIFT, MAX_DEPTH - 1) + 1;
		if (level > levels[task[i]])
			levels[task[i]] = level;
	}
	const base = new Uint32Array(nrTasks + 1);
	for (let t = 0; t < nrTasks; t++)
		base[t + 1] = base[t] + levels[t];
	const keys = new Uint32Array(task.length);
	for (let i = 0; i < keys.length; i++)
		keys[i] = base[task[i]] + Math.min(kind[i] >>> DEPTH_SHIFT, MAX_DEPTH - 1);
	const rows = groupRows('slice', keys, base[nrTasks], begin, end, {});
	return Array.from(levels, (count, t) => rows.slice(base[t], base[t] + count)
		.filter(row => row));
}

// Where records are missing: from the previous record of that CPU to the one behind the gap.
function lostRows(model, cpus, recordRows) {
	const {time, place} = model.lost;
	const keys = mapKeys(place, cpus.placeCpu, cpus.cpus.length - 1);
	const begin = new Float64Array(time.length);
	for (let i = 0; i < time.length; i++) {
		const row = recordRows[keys[i]];
		const at = row ? lowerBound(row.begin, time[i], 0, row.begin.length) : 0;
		begin[i] = at ? row.begin[at - 1] : model.begin;
	}
	return groupRows('lost', keys, cpus.cpus.length, begin, time, {});
}

// Records that are events by themselves, per task.
function instantRows(model, nrTasks) {
	const {task, time} = model.record;
	let count = 0;
	for (let i = 0; i < task.length; i++)
		if (task[i] > 0 && task[i] <= nrTasks)
			count++;
	const indexes = new Uint32Array(count);
	const keys = new Uint32Array(count);
	const times = new Float64Array(count);
	for (let i = 0, n = 0; n < count; i++) {
		if (task[i] > 0 && task[i] <= nrTasks) {
			indexes[n] = i;
			keys[n] = task[i] - 1;
			times[n++] = time[i];
		}
	}
	const rows = groupRows('instant', keys, nrTasks, times, times, {thing: 'record'});
	for (const row of rows)
		for (let i = 0; row && i < row.index.length; i++)
			row.index[i] = indexes[row.index[i]];
	return rows;
}

function cpuTracks(model, cpus) {
	const nr = cpus.cpus.length;
	const {record, run, latency} = model;
	const limit = nr - 1;
	const runs = groupRows('run', mapKeys(run.place, cpus.placeCpu, limit), nr, run.begin,
			       run.end, {});
	const records = groupRows('record', mapKeys(record.place, cpus.placeCpu, limit), nr,
				  record.time, record.time, {});
	const latencies = groupRows('latency', mapKeys(latency.place, cpus.placeCpu, limit), nr,
				    latency.time, latency.time, {});
	const lost = lostRows(model, cpus, records);
	return cpus.cpus.map((cpu, i) => ({type: 'cpu', label: `CPU ${cpu.cpu}`,
		machine: cpu.machine, cpu: cpu.cpu, order: 0,
		rows: [runs[i], latencies[i], records[i], lost[i]].filter(row => row)}));
}

// Counters are one per name and CPU for what CPUs count, else per name and process.
function counterTracks(model, cpus) {
	const {time, name, task, place, value} = model.counter;
	const groups = new Map();
	const tracks = [];
	const keys = new Uint32Array(time.length);
	for (let i = 0; i < time.length; i++) {
		const owner = model.tasks[task[i] - 1];
		const cpu = cpus.cpus[cpus.placeCpu[place[i]]];
		const text = model.strings.get(name[i]);
		const ofCpu = !owner || text.startsWith('cpu_');
		const key = ofCpu ? `${text} ${place[i]}` :
			`${text} ${owner.machine} p${owner.tgid < 0 ? owner.pid : owner.tgid}`;
		if (!groups.has(key)) {
			groups.set(key, tracks.length);
			tracks.push({type: 'counter', machine: cpu ? cpu.machine : 0, order: 1,
				label: text, rows: [],
				sub: ofCpu ? `CPU ${cpu ? cpu.cpu : '?'}` : owner.label});
		}
		keys[i] = groups.get(key);
	}
	const rows = groupRows('counter', keys, tracks.length, time, time, {});
	rows.forEach((row, k) => {
		row.values = Float64Array.from(row.index, i => value[i]);
		row.blocks = blockExtremes(row.values);
		[row.low, row.high] = rangeExtremes(row.values, row.blocks, 0, row.values.length);
		tracks[k].rows.push(row);
	});
	return tracks;
}

function taskTracks(model, cpuOf) {
	const nr = model.tasks.length;
	const {run} = model;
	const runs = groupRows('taskrun', mapTasks(run.task, nr), nr + 1, run.begin, run.end,
			       {thing: 'run'});
	const slices = sliceRows(model, nr);
	const instants = instantRows(model, nr);
	const tracks = [];
	model.tasks.forEach((task, i) => {
		if (task.irq) {
			const cpu = cpuOf.get(`${task.machine} ${task.cpu}`);
			if (cpu)
				cpu.rows.splice(1, 0, ...slices[i]);
			return;
		}
		const idle = task.pid === 0;
		const rows = [idle ? null : runs[i], ...slices[i], instants[i]].filter(row => row);
		if (!rows.length)
			return;
		let time = 0;
		if (runs[i] && !idle)
			for (let at = 0; at < runs[i].begin.length; at++)
				time += runs[i].end[at] - runs[i].begin[at];
		const thread = task.tgid >= 0 && task.tgid !== task.pid;
		tracks.push({type: 'task', task, machine: task.machine, order: idle ? 4 :
			slices[i].length ? 2 : 3, label: task.label, time, rows,
			sub: thread ? `process ${task.tgid}` : ''});
	});
	return tracks;
}

function mapTasks(tasks, limit) {
	const keys = new Uint32Array(tasks.length);
	for (let i = 0; i < keys.length; i++)
		keys[i] = Math.min(tasks[i], limit);
	return keys;
}

function buildTracks(model) {
	const cpus = listCpus(model);
	const cpu = cpuTracks(model, cpus);
	const cpuOf = new Map(cpu.map(track => [`${track.machine} ${track.cpu}`, track]));
	const tracks = [...cpu, ...counterTracks(model, cpus), ...taskTracks(model, cpuOf)];
	tracks.sort((a, b) => a.machine - b.machine || a.order - b.order ||
		(b.time || 0) - (a.time || 0));
	for (const track of tracks)
		for (const row of track.rows)
			row.thing ||= row.type;
	layoutTracks(tracks);
	return tracks;
}

// Give each track and each row its place; the height of all of them.
function layoutTracks(tracks) {
	let top = 0;
	for (const track of tracks) {
		let within = TRACK_GAP / 2;
		for (const row of track.rows) {
			row.top = within;
			row.height = HEIGHT[row.type];
			row.hidden = Boolean(track.collapsed) && within > TRACK_GAP / 2;
			if (!row.hidden)
				within += row.height;
		}
		for (const row of track.rows)
			if (row.type === 'lost')
				Object.assign(row, {top: TRACK_GAP / 2, height: within,
					over: true});
		track.top = top;
		track.height = Math.max(within + TRACK_GAP / 2, 24);
		top += track.height;
	}
	return top;
}

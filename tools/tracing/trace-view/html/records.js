// SPDX-License-Identifier: GPL-2.0
// One record, run or slice as text: [name, value] pairs for the panel and the tooltip.
'use strict';

const FLAG_NAMES = [[1, 'irqs off'], [4, 'need resched'], [8, 'hard irq'], [16, 'softirq'],
	[32, 'preempt resched'], [64, 'NMI'], [128, 'bottom halves off']];

const STATE_NAMES = [[1, 'S (sleeping)'], [2, 'D (uninterruptible)'], [4, 'T (stopped)'],
	[8, 't (traced)'], [16, 'X (dead)'], [32, 'Z (zombie)'], [64, 'P (parked)'],
	[128, 'I (idle)']];

function flagsText(flags) {
	const names = FLAG_NAMES.filter(([bit]) => flags & bit).map(([, name]) => name);
	const depth = flags >> 8 & 15;
	if (depth)
		names.push(`preempt depth ${depth}`);
	return names.join(', ') || 'none';
}

// Why a task stopped running: the bits of prev_state.
function stateText(state) {
	if (state < 0)
		return 'ran until the end of the recording';
	const names = STATE_NAMES.filter(([bit]) => state & bit).map(([, name]) => name);
	return names.join(' ') || 'R (runnable, preempted)';
}

function addressText(model, reader) {
	const symbol = Number(reader.number());
	const offset = reader.number();
	if (!symbol)
		return `0x${offset.toString(16)}`;
	return model.strings.get(symbol - 1) + (offset ? `+0x${offset.toString(16)}` : '');
}

// The elements of an array; single bytes are shown in hexadecimal.
function arrayText(bytes, element, signed, swap) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const values = [];
	for (let at = 0; at + element <= bytes.length; at += element) {
		if (element === 8)
			values.push(signed ? view.getBigInt64(at, !swap) :
				    view.getBigUint64(at, !swap));
		else if (element === 4)
			values.push(signed ? view.getInt32(at, !swap) : view.getUint32(at, !swap));
		else if (element === 2)
			values.push(signed ? view.getInt16(at, !swap) : view.getUint16(at, !swap));
		else
			values.push(bytes[at].toString(16).padStart(2, '0'));
	}
	return `{${values.join(element === 1 ? ' ' : ', ')}}`;
}

// The event's own fields of record i, or null if the page has none of it.
function recordFields(model, i) {
	const event = model.meta.events[model.record.event[i]];
	if (!event || i >= model.meta.with_fields)
		return null;
	const reader = new ByteReader(model.record.bytes, model.record.offset[i],
				      model.record.offset[i + 1]);
	const machine = model.meta.machines[event.machine];
	const time = model.base + BigInt(model.record.time[i]);
	return event.fields.map(([name, type, element, signed]) => {
		if (type === 'u')
			return [name, String(reader.number())];
		if (type === 'i')
			return [name, String(reader.signed())];
		if (type === 't')
			return [name, String(time + reader.signed())];
		if (type === 'p')
			return [name, addressText(model, reader)];
		if (type === 's')
			return [name, model.strings.get(Number(reader.number()))];
		const bytes = reader.take(reader.number());
		const size = [2, 4, 8].includes(element) ? element : 1;
		return [name, arrayText(bytes, size, signed, machine && machine.swap)];
	});
}

function eventName(model, i) {
	const event = model.meta.events[model.record.event[i]];
	return event ? `${event.system}:${event.name}` : 'unknown';
}

// A short name of an instant: of a mark its text, else the name of the event.
function instantText(model, i) {
	const event = model.meta.events[model.record.event[i]];
	if (!event)
		return '';
	if (event.name === 'print') {
		const text = (recordFields(model, i) || []).find(([name]) => name === 'buf');
		if (text)
			return text[1].trim();
	}
	return event.name;
}

function placeText(model, nr) {
	const place = model.meta.places[nr];
	if (!place)
		return '';
	const [buffer, machine, cpu] = place;
	const parts = [`CPU ${cpu}`];
	if (buffer >= 0 && model.meta.buffers[buffer] && model.meta.buffers[buffer].name)
		parts.push(`instance ${model.meta.buffers[buffer].name}`);
	if (model.meta.machines.length > 1 && model.meta.machines[machine])
		parts.push(model.meta.machines[machine].name);
	return parts.join(', ');
}

// Stacks are found by the record that they belong to: both are in the same order. The
// offsets of all stacks are found once, when the first is shown.
function stackOffsets(model) {
	if (!model.stack.offset) {
		const offset = new Float64Array(model.stack.head.length);
		const reader = new ByteReader(model.stack.frames, 0, model.stack.frames.length);
		for (let i = 0; i < offset.length; i++) {
			offset[i] = reader.at;
			for (let n = Math.floor(model.stack.head[i] / 2) * 2; n > 0; n--)
				while (model.stack.frames[reader.at++] >= 128)
					;
		}
		model.stack.offset = offset;
	}
	return model.stack.offset;
}

function stackFields(model, i) {
	const fields = [];
	const {record, head, frames} = model.stack;
	for (let s = lowerBound(record, i, 0, record.length); record[s] === i; s++) {
		const reader = new ByteReader(frames, stackOffsets(model)[s], frames.length);
		const lines = [];
		for (let n = Math.floor(head[s] / 2); n > 0 && reader.at < frames.length; n--)
			lines.push(addressText(model, reader));
		fields.push([head[s] % 2 ? 'user stack' : 'kernel stack', lines.join('\n')]);
	}
	return fields;
}

function describeRecord(model, i) {
	const record = model.record;
	const own = recordFields(model, i);
	return {title: eventName(model, i), fields: [
		['time', formatClock(model.base, record.time[i])],
		['where', placeText(model, record.place[i])],
		['pid', String(record.pid[i])],
		['flags', flagsText(record.flags[i])],
		...(own || [['fields', 'left out, as the recording is too long for this page']]),
		...stackFields(model, i)]};
}

function describeSlice(model, i) {
	const slice = model.slice;
	const task = model.tasks[slice.task[i]];
	const fields = [
		['kind', SLICE_KINDS[slice.kind[i] & 7] || 'unknown'],
		['duration', formatTime(slice.time[i])],
		['self time', formatTime(sliceSelf(model, i))],
		['begin', formatClock(model.base, slice.begin[i])],
		['end', formatClock(model.base, slice.end[i])],
		['task', task ? task.label : ''],
		['where', placeText(model, slice.place[i])],
		['depth', String(slice.kind[i] >>> DEPTH_SHIFT)]];
	if (slice.kind[i] & SLICE_CUT)
		fields.push(['cut', 'its begin or its end was not recorded']);
	return {title: model.strings.get(slice.name[i]), fields};
}

function describeRun(model, i) {
	const run = model.run;
	const task = model.tasks[run.task[i]];
	const fields = [
		['ran for', formatTime(run.time[i])],
		['begin', formatClock(model.base, run.begin[i])],
		['end', formatClock(model.base, run.end[i])],
		['where', placeText(model, run.place[i])],
		['priority', run.prio[i] < 0 ? 'unknown' : String(run.prio[i])],
		['then', stateText(run.state[i])]];
	if (run.wait[i])
		fields.push(['waited', `${formatTime(run.wait[i] - 1)} from wakeup to run`]);
	if (task && task.tgid >= 0)
		fields.push(['process', String(task.tgid)]);
	return {title: task ? task.label : 'unknown task', fields};
}

function describeLatency(model, i) {
	const latency = model.latency;
	const task = model.tasks[latency.task[i] - 1];
	return {title: `latency: ${model.strings.get(latency.name[i])}`, fields: [
		['latency', formatTime(latency.ns[i])],
		['time', formatClock(model.base, latency.time[i])],
		['task', task ? task.label : ''],
		['where', placeText(model, latency.place[i])]]};
}

function missedText(missed) {
	return missed ? `${formatCount(missed - 1)} records` : 'an unknown number of records';
}

function describeLost(model, i) {
	return {title: 'records are missing', fields: [
		['missing', missedText(model.lost.missed[i])],
		['before', formatClock(model.base, model.lost.time[i])],
		['where', placeText(model, model.lost.place[i])]]};
}

function describeCounter(model, i) {
	const counter = model.counter;
	const task = model.tasks[counter.task[i] - 1];
	return {title: `counter ${model.strings.get(counter.name[i])}`, fields: [
		['value', String(counter.value[i])],
		['time', formatClock(model.base, counter.time[i])],
		['task', task ? task.label : ''],
		['where', placeText(model, counter.place[i])]]};
}

const DESCRIBE = {record: describeRecord, slice: describeSlice, run: describeRun,
	latency: describeLatency, lost: describeLost, counter: describeCounter};

// What is a thing? {type, index} to {title, fields}.
function describe(model, thing) {
	return DESCRIBE[thing.type](model, thing.index);
}

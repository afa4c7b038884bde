// SPDX-License-Identifier: GPL-2.0
// The panel with the fields of what is selected, the tooltip, and the table view.
'use strict';

const TABLE_ROWS = 1000;

// A list of names and values, as the panel and the tooltip show them.
function fieldList(described) {
	const list = make('dl', {});
	for (const [name, value] of described.fields)
		list.append(make('dt', {}, name), make('dd', {}, value));
	return list;
}

function showDetails(timeline) {
	const panel = document.getElementById('details');
	const {thing, track, tracks, range} = timeline.state;
	panel.textContent = '';
	if (range)
		panel.append(make('p', {className: 'note'},
				  `Selected time: ${formatTime(range.end - range.begin)}`));
	if (thing) {
		const described = describe(timeline.model, thing);
		panel.append(make('h2', {}, described.title), fieldList(described));
		const near = thing.type === 'record' ? null : recordNear(timeline, thing);
		if (near !== null) {
			const record = describeRecord(timeline.model, near);
			panel.append(make('h3', {}, `Record: ${record.title}`), fieldList(record));
		}
	} else if (track >= 0) {
		panel.append(make('h2', {}, tracks[track].label),
			     make('p', {}, trackText(timeline.model, tracks[track])));
	} else {
		panel.append(make('p', {className: 'note'},
				  'Nothing is selected. Click on something, or press Tab ' +
				  'and Enter. Press ? for all keys.'));
	}
}

// The record that a thing ended with: the last one of its CPU at its end.
function recordNear(timeline, thing) {
	const {model} = timeline;
	const place = model[thing.type].place;
	const [, end] = timeline.extent(thing);
	const {time} = model.record;
	const about = place && model.meta.places[place[thing.index]];
	if (!about)
		return null;
	for (let i = lowerBound(time, end, 0, time.length), n = 0;
	     i < time.length && time[i] === end && n < 64; i++, n++) {
		const other = model.meta.places[model.record.place[i]];
		if (other && other[1] === about[1] && other[2] === about[2])
			return i;
	}
	return null;
}

function trackText(model, track) {
	const counts = track.rows.map(row => row.index.length);
	const things = counts.reduce((sum, count) => sum + count, 0);
	const parts = [`${formatCount(things)} entries in ${track.rows.length} rows`];
	const part = formatPercent(track.time, model.end - model.begin);
	if (track.time)
		parts.push(`ran for ${formatTime(track.time)}, ${part} of the recording`);
	if (track.collapsed)
		parts.push('collapsed');
	return parts.join('; ');
}

// One line for the live region, read out when the selection changes.
function announceText(timeline, what) {
	const {thing, track, tracks, range, begin, end} = timeline.state;
	const {model} = timeline;
	if (what === 'thing' && thing) {
		const {title, fields} = describe(model, thing);
		const some = fields.slice(0, 4).map(([name, value]) => `${name} ${value}`);
		return `${title}. ${some.join(', ')}`;
	}
	if (what === 'track' && tracks[track])
		return `Track ${track + 1} of ${tracks.length}: ${tracks[track].label}. ` +
			trackText(model, tracks[track]);
	if (what === 'range' && range)
		return `Selected ${formatTime(range.end - range.begin)}`;
	if (what === 'view')
		return `${formatTime(end - begin)} shown, from ${formatTime(begin - model.begin)}`;
	return '';
}

function showTooltip(timeline, x, y, thing) {
	const tip = document.getElementById('tooltip');
	tip.hidden = !thing;
	if (!thing)
		return;
	const described = describe(timeline.model, thing);
	tip.textContent = '';
	tip.append(make('strong', {}, described.title),
		   fieldList({fields: described.fields.slice(0, 14)}));
	const box = timeline.scroller.getBoundingClientRect();
	const left = box.left + x + 14 + tip.offsetWidth > innerWidth ?
		box.left + x - tip.offsetWidth - 14 : box.left + x + 14;
	const top = Math.min(box.top + y + 16, innerHeight - tip.offsetHeight - 8);
	tip.style.left = `${Math.max(left, 4)}px`;
	tip.style.top = `${Math.max(top, 4)}px`;
}

// What the table is about: the selected time, else the selected slice or run, else what is
// visible; and the task of the selected track.
function tableScope(timeline) {
	const {range, thing, begin, end, track, tracks} = timeline.state;
	const model = timeline.model;
	const task = tracks[track] && tracks[track].task;
	const scope = {begin, end, text: 'the visible time', task: task ? task.nr : undefined};
	if (range)
		Object.assign(scope, range, {text: 'the selected time'});
	else if (thing && (thing.type === 'slice' || thing.type === 'run'))
		[scope.begin, scope.end, scope.text] =
			[...timeline.extent(thing), `the selected ${thing.type}`];
	scope.text += `, ${formatTime(scope.end - scope.begin)} from ` +
		`${formatClock(model.base, scope.begin)}`;
	if (task)
		scope.text += `; slices of ${task.label} only`;
	return scope;
}

function sliceTable(model, scope) {
	const totals = sliceTotals(model, scope.begin, scope.end, scope.task);
	const rows = totals.slice(0, TABLE_ROWS).map(one => [model.strings.get(one.name),
		SLICE_KINDS[one.kind] || '', formatCount(one.count), formatTime(one.self),
		formatTime(one.time), formatTime(one.time / one.count), formatTime(one.max)]);
	return makeTable('Slices that begin and end there, by self time',
		[['Name'], ['Kind'], ['Count', 1], ['Self', 1], ['Total', 1], ['Average', 1],
		 ['Longest', 1]], rows);
}

function runTable(model, scope) {
	const rows = runTotals(model, scope.begin, scope.end).slice(0, TABLE_ROWS).map(one => [
		one.task.label, formatTime(one.time),
		formatPercent(one.time, scope.end - scope.begin), formatCount(one.count),
		one.wait ? formatTime(one.wait) : '']);
	return makeTable('Tasks that ran there', [['Task'], ['Ran for', 1], ['Of one CPU', 1],
		['Runs', 1], ['Longest wait', 1]], rows);
}

function eventTable(model, scope) {
	const rows = eventTotals(model, scope.begin, scope.end).map(one =>
		[one.name, formatCount(one.count)]);
	return makeTable('Records there, by event', [['Event'], ['Records', 1]], rows);
}

function recordTable(model, scope) {
	const {time} = model.record;
	const from = lowerBound(time, scope.begin, 0, time.length);
	const rows = [];
	let to = from;
	for (; to < time.length && time[to] <= scope.end && rows.length < TABLE_ROWS; to++) {
		const fields = recordFields(model, to) || [];
		rows.push([formatClock(model.base, time[to]),
			placeText(model, model.record.place[to]), model.record.pid[to],
			eventName(model, to),
			fields.map(([name, value]) => `${name}=${value}`).join(' ')]);
	}
	const more = to < time.length && time[to] <= scope.end ?
		`the first ${TABLE_ROWS}; zoom in for others` : 'all';
	return makeTable(`Records there: ${more}`, [['Time', 1], ['CPU'], ['Pid', 1], ['Event'],
		['Fields']], rows);
}

function showTable(timeline) {
	const page = document.getElementById('table');
	const scope = tableScope(timeline);
	const model = timeline.model;
	page.textContent = '';
	page.append(make('h2', {}, 'Table'),
		    make('p', {className: 'note'}, `About ${scope.text}.`));
	if (model.slice.name.length)
		page.append(sliceTable(model, scope));
	if (model.run.task.length)
		page.append(runTable(model, scope));
	page.append(eventTable(model, scope), recordTable(model, scope));
}

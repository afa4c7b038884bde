// SPDX-License-Identifier: GPL-2.0
// The summary page: who ran how long, functions, latencies, histograms, losses.
'use strict';

const SUMMARY_ROWS = 25;

// The figures of the summary, without the page around them.
function summaryFigures(model) {
	return {
		runs: runTotals(model, model.begin, model.end).filter(one => one.task.pid !== 0),
		idle: runTotals(model, model.begin, model.end).filter(one => one.task.pid === 0),
		slices: sliceTotals(model, -Infinity, Infinity),
		latencies: longestLatencies(model, SUMMARY_ROWS),
		groups: latencyGroups(model),
		losses: lossLines(model),
		events: eventTotals(model, -Infinity, Infinity),
	};
}

function svg(tag, attributes, text) {
	const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
	for (const [name, value] of Object.entries(attributes))
		element.setAttribute(name, value);
	if (text !== undefined)
		element.textContent = text;
	return element;
}

// A plot of a histogram with a bar per power of two, and a text that says the same.
function histogramPlot(title, values) {
	const bars = powerHistogram(values);
	const most = bars.reduce((max, bar) => Math.max(max, bar.count), 1);
	const width = 460;
	const line = 20;
	const picture = svg('svg', {viewBox: `0 0 ${width} ${bars.length * line + 4}`,
		width, height: bars.length * line + 4, role: 'img',
		'aria-label': bars.map(bar => `${bar.count} from ${formatTime(bar.low)} to ` +
			formatTime(bar.high)).join('; ')});
	bars.forEach((bar, i) => {
		const y = i * line + 2;
		const size = bar.count ? Math.max(bar.count / most * (width - 240), 1) : 0;
		picture.append(
			svg('text', {x: 150, y: y + 14, 'text-anchor': 'end'},
			    `${formatTime(bar.low)} – ${formatTime(bar.high)}`),
			svg('rect', {x: 160, y: y + 2, width: size, height: line - 4}),
			svg('text', {x: 166 + size, y: y + 14}, formatCount(bar.count)));
	});
	let sum = 0;
	let max = 0;
	for (const value of values) {
		sum += value;
		max = Math.max(max, value);
	}
	const caption = `${title}: ${formatCount(values.length)}, ` +
		`average ${formatTime(sum / values.length)}, longest ${formatTime(max)}`;
	return make('figure', {}, make('figcaption', {}, caption), picture);
}

function overviewList(model) {
	const {meta} = model;
	const list = [['Records', formatCount(meta.records)],
		['Time', `${formatTime(model.end - model.begin)} from ` +
			formatClock(model.base, model.begin)],
		['Tasks', formatCount(model.tasks.filter(task => !task.irq && task.pid).length)],
		['Slices', formatCount(meta.slices)]];
	for (const machine of meta.machines)
		list.push(['Machine',
			   `${machine.name}: ${machine.cpus} CPUs, clock ${machine.clock}`]);
	return fieldList({fields: list});
}

// What the page does not show, and why.
function shortcomings(model) {
	const {meta} = model;
	const lines = [];
	const slices = model.slice.name.length;
	const runs = model.run.task.length;
	if (meta.broken)
		lines.push('The recording is truncated or corrupt: what is whole is shown.');
	if (meta.kept < meta.records)
		lines.push(`Only the first ${formatCount(meta.kept)} records are in this page.`);
	if (meta.with_fields < meta.kept)
		lines.push(`Only the first ${formatCount(meta.with_fields)} records are shown ` +
			   'with their fields, as the recording is too long for this page.');
	if (slices < meta.slices)
		lines.push(`Only the first ${formatCount(slices)} slices are in this page.`);
	if (runs < meta.runs)
		lines.push(`Only the first ${formatCount(runs)} runs are in this page.`);
	return lines;
}

function lossTable(model, losses) {
	const {machines, buffers} = model.meta;
	const known = value => value === null ? 'unknown' : formatCount(value);
	const rows = losses.map(one => [
		(buffers[one.buffer] && buffers[one.buffer].name) || 'top instance',
		machines.length > 1 && machines[one.machine] ? machines[one.machine].name : '',
		one.cpu, known(one.overrun), known(one.dropped), known(one.commit),
		formatCount(one.gaps), formatCount(one.missed) +
			(one.unknown ? ` and ${one.unknown} gaps of unknown size` : '')]);
	return makeTable('Lost records, by buffer and CPU', [['Buffer'], ['Machine'], ['CPU', 1],
		['Overwritten (buffer full)', 1], ['Dropped (no space)', 1], ['Nested too deep', 1],
		['Gaps', 1], ['Missing in gaps', 1]], rows);
}

function lossText(losses) {
	const lost = losses.reduce((sum, one) => sum + (one.overrun || 0) + (one.dropped || 0) +
		(one.commit || 0) + one.missed + one.unknown, 0);
	if (!losses.length)
		return 'The recording does not say whether records were lost; no gap was seen.';
	return lost ? 'Records are missing. A larger buffer, or fewer events, would keep them.' :
		'Nothing was lost.';
}

function showSummary(timeline) {
	const page = document.getElementById('summary');
	const {model} = timeline;
	const figures = summaryFigures(model);
	const span = model.end - model.begin;
	const section = (title, ...children) =>
		make('section', {}, make('h2', {}, title), ...children);
	page.textContent = '';
	page.append(section('Recording', overviewList(model),
		...shortcomings(model).map(text => make('p', {className: 'warning'}, text))));
	const runs = figures.runs.slice(0, SUMMARY_ROWS).map(one => [one.task.label,
		formatTime(one.time), formatPercent(one.time, span), formatCount(one.count),
		one.wait ? formatTime(one.wait) : '']);
	const functions = figures.slices.slice(0, SUMMARY_ROWS).map(one => [
		model.strings.get(one.name), SLICE_KINDS[one.kind] || '', formatCount(one.count),
		formatTime(one.self), formatTime(one.time), formatTime(one.max)]);
	const latencies = figures.latencies.map(one => [formatTime(one.ns), one.name,
		one.task ? one.task.label : '', placeText(model, one.place),
		formatClock(model.base, one.time)]);
	if (runs.length)
		page.append(section('Who ran', makeTable('Tasks by the time that they ran',
			[['Task'], ['Ran for', 1], ['Of one CPU', 1], ['Runs', 1],
			 ['Longest wait', 1]], runs)));
	if (functions.length)
		page.append(section('Functions', makeTable(
			'Functions, system calls, interrupts and marks by self time',
			[['Name'], ['Kind'], ['Count', 1], ['Self', 1], ['Total', 1],
			 ['Longest', 1]], functions)));
	if (latencies.length) {
		const table = makeTable('Longest latencies', [['Latency', 1], ['Which'], ['Task'],
			['CPU'], ['Time', 1]], latencies);
		linkRows(table, figures.latencies, timeline);
		page.append(section('Latencies', table));
	}
	const plots = figures.groups.map(([name, values]) => histogramPlot(name, values));
	const durations = functionTimes(model);
	if (durations.length)
		plots.push(histogramPlot('Durations of functions', durations));
	if (plots.length)
		page.append(section('Histograms', make('div', {className: 'plots'}, ...plots)));
	page.append(section('Lost', make('p', {}, lossText(figures.losses)),
		...(figures.losses.length ? [lossTable(model, figures.losses)] : [])));
	page.append(section('Events', makeTable('Records by event', [['Event'], ['Records', 1]],
		figures.events.map(one => [one.name, formatCount(one.count)]))));
}

function functionTimes(model) {
	const {time, kind} = model.slice;
	return time.filter((value, i) => (kind[i] & 7) === SLICE_FUNCTION);
}

// Make the first cell of each line a button that shows the thing in the timeline.
function linkRows(table, things, timeline) {
	[...table.tBodies[0].rows].forEach((row, i) => {
		const cell = row.cells[0];
		const button = make('button', {type: 'button', title: 'Show in the timeline'},
				    cell.textContent);
		button.addEventListener('click', () => {
			showPage(timeline, 'timeline');
			timeline.goTo({type: things[i].type, index: things[i].index});
			timeline.canvas.focus();
		});
		cell.replaceChildren(button);
	});
}

// SPDX-License-Identifier: GPL-2.0
// Numbers and times as text, and elements of the page. Text from a recording is only ever
// given to textContent.
'use strict';

const TIME_UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

// A duration with three significant digits or more.
function formatTime(ns) {
	const size = Math.abs(ns);
	for (const [unit, name] of TIME_UNITS)
		if (size >= unit)
			return `${trimZeros((ns / unit).toFixed(unit === 1 ? 0 : 3))} ${name}`;
	return '0 ns';
}

function trimZeros(text) {
	return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

// A time of the recording's clock, in seconds, with all nanoseconds.
function formatClock(base, offset) {
	const ns = base + BigInt(Math.round(offset));
	const sign = ns < 0n ? '-' : '';
	const digits = (ns < 0n ? -ns : ns).toString().padStart(10, '0');
	return `${sign}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

function formatCount(count) {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ' ');
}

function formatPercent(part, whole) {
	return whole > 0 ? `${(100 * part / whole).toFixed(1)} %` : '';
}

// The distance of two marks on the time axis: 1, 2 or 5 times a power of ten.
function axisStep(span, marks) {
	const rough = Math.max(span / Math.max(marks, 1), 1);
	const power = 10 ** Math.floor(Math.log10(rough));
	for (const factor of [1, 2, 5, 10])
		if (factor * power >= rough)
			return factor * power;
	return 10 * power;
}

// A time on the axis, in the unit that suits the step.
function formatAxis(ns, step) {
	for (const [unit, name] of TIME_UNITS) {
		if (step < unit && unit > 1)
			continue;
		return `${formatCount(Math.round(ns / unit))} ${name}`;
	}
	return String(ns);
}

// An element: make('td', {className: 'number'}, 'text', child, ...).
function make(tag, properties, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(properties || {})) {
		if (name.includes('-') || name === 'role' || name === 'scope')
			element.setAttribute(name, value);
		else
			element[name] = value;
	}
	element.append(...children);
	return element;
}

// A table with a caption. columns: [title, is a number]; rows: arrays of text.
function makeTable(caption, columns, rows) {
	const head = make('tr', {});
	for (const [title, number] of columns)
		head.append(make('th', {scope: 'col', className: number ? 'number' : ''}, title));
	const body = make('tbody', {});
	for (const row of rows) {
		const line = make('tr', {});
		row.forEach((text, i) => line.append(
			make('td', {className: columns[i][1] ? 'number' : ''}, String(text))));
		body.append(line);
	}
	return make('table', {}, make('caption', {}, caption), make('thead', {}, head), body);
}

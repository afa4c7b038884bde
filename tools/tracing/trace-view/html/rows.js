// SPDX-License-Identifier: GPL-2.0
// Rows of things in the order of time, and what of a row is visible at a scale. None of this
// needs a browser.
//
// A row's begin and end are sorted and its things do not overlap. Many things can share one
// pixel: visitRow() finds the next pixel by galloping search, so the cost of a row depends
// on its width in pixels and not on the number of its things.
'use strict';

// The first i in [from, to) with values[i] >= value, or to.
function lowerBound(values, value, from, to) {
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (values[middle] < value)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

// As lowerBound() up to the end of values, fast if the answer is near.
function gallop(values, value, from) {
	let step = 1;
	let low = from;
	while (low + step < values.length && values[low + step] < value) {
		low += step;
		step *= 2;
	}
	return lowerBound(values, value, low, Math.min(low + step + 1, values.length));
}

// Order things by a key, and by their old order within a key: a counting sort.
function groupBy(keys, nrKeys) {
	const start = new Uint32Array(nrKeys + 1);
	for (let i = 0; i < keys.length; i++)
		start[keys[i] + 1]++;
	for (let k = 0; k < nrKeys; k++)
		start[k + 1] += start[k];
	const next = start.slice();
	const order = new Uint32Array(keys.length);
	for (let i = 0; i < keys.length; i++)
		order[next[keys[i]]++] = i;
	return {start, order};
}

function orderValues(order, values) {
	const sorted = new Float64Array(order.length);
	for (let i = 0; i < order.length; i++)
		sorted[i] = values[order[i]];
	return sorted;
}

// Copy begin and end in an order, for rows to be parts of.
function orderTimes(order, begin, end) {
	const sorted = orderValues(order, begin);
	return {begin: sorted, end: begin === end ? sorted : orderValues(order, end)};
}

// The things [from, to) of sorted times as a row. What overlaps although it should not is
// shortened on the screen: searching needs sorted times.
function makeRow(type, sorted, order, from, to, more) {
	const row = {type, begin: sorted.begin.subarray(from, to),
		end: sorted.end.subarray(from, to), index: order.subarray(from, to), ...more};
	const {begin, end} = row;
	let last = -Infinity;
	for (let i = 0; i < begin.length; i++) {
		if (begin[i] < last)
			begin[i] = last;
		if (end[i] < begin[i])
			end[i] = begin[i];
		last = end[i];
	}
	return row;
}

// Call emit(i, x0, x1, count) for what is visible of a row from time t0 to t1. Things
// narrower than a pixel are one call per pixel, with their number.
function visitRow(row, t0, t1, scale, emit) {
	const {begin, end} = row;
	const count = begin.length;
	let i = lowerBound(end, t0, 0, count);
	while (i < count && begin[i] <= t1) {
		const x0 = (begin[i] - t0) * scale;
		const x1 = (end[i] - t0) * scale;
		if (x1 - x0 >= 1) {
			emit(i, x0, x1, 1);
			i++;
			continue;
		}
		const pixel = Math.floor(x0);
		let next = i + 1;
		if (next < count && begin[next] < t0 + (pixel + 1) / scale)
			next = gallop(begin, t0 + (pixel + 1) / scale, next);
		// The last of them can be a long one that only begins in this pixel.
		if (next - 1 > i && (end[next - 1] - begin[next - 1]) * scale >= 1)
			next--;
		emit(i, pixel, pixel + 1, next - i);
		i = Math.max(next, i + 1);
	}
}

// The thing of a row at a time, or the nearest one within a distance; -1 if there is none.
function findInRow(row, time, distance) {
	const {begin, end} = row;
	const next = lowerBound(end, time, 0, end.length);
	if (next < begin.length && begin[next] <= time)
		return next;
	let best = -1;
	let least = distance;
	if (next < begin.length && begin[next] - time <= least) {
		best = next;
		least = begin[next] - time;
	}
	if (next > 0 && time - end[next - 1] <= least)
		best = next - 1;
	return best;
}

const BLOCK = 256;

// Smallest and largest values of each block of a counter's row.
function blockExtremes(values) {
	const blocks = Math.ceil(values.length / BLOCK);
	const low = new Float64Array(blocks).fill(Infinity);
	const high = new Float64Array(blocks).fill(-Infinity);
	for (let i = 0; i < values.length; i++) {
		const block = Math.floor(i / BLOCK);
		if (values[i] < low[block])
			low[block] = values[i];
		if (values[i] > high[block])
			high[block] = values[i];
	}
	return {low, high};
}

// Smallest and largest of values[from..to), by blocks where they are whole.
function rangeExtremes(values, blocks, from, to) {
	let low = Infinity;
	let high = -Infinity;
	for (let i = from; i < to;) {
		const block = i / BLOCK;
		if (i % BLOCK === 0 && i + BLOCK <= to) {
			low = Math.min(low, blocks.low[block]);
			high = Math.max(high, blocks.high[block]);
			i += BLOCK;
			continue;
		}
		low = Math.min(low, values[i]);
		high = Math.max(high, values[i]);
		i++;
	}
	return [low, high];
}

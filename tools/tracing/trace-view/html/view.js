// SPDX-License-Identifier: GPL-2.0
// What the timeline shows and what is selected; drawn again when it changes.
'use strict';

const SMALLEST_SPAN = 10;	// ns

class Timeline {
	constructor(canvas, scroller, model, tracks) {
		this.canvas = canvas;
		this.scroller = scroller;
		this.model = model;
		this.painter = new Painter(canvas, model);
		this.listeners = [];
		this.frames = [];
		this.wanted = false;
		this.state = {begin: model.begin, end: model.end, scroll: 0, width: 800,
			height: 400, tracks, track: -1, thing: null, range: null, hits: null,
			hit: -1, hoverX: -1};
		this.whole();
		this.setHeight();
		scroller.addEventListener('scroll', () => {
			this.state.scroll = scroller.scrollTop;
			this.redraw();
		});
		new ResizeObserver(() => this.resize()).observe(scroller);
	}

	// Tell listeners that the selection or the visible range changed.
	onChange(listener) {
		this.listeners.push(listener);
	}

	changed(what) {
		this.redraw();
		for (const listener of this.listeners)
			listener(what);
	}

	redraw() {
		if (this.wanted)
			return;
		this.wanted = true;
		requestAnimationFrame(() => {
			this.wanted = false;
			this.frame();
		});
	}

	// Draw now; the milliseconds it took.
	frame() {
		const start = performance.now();
		this.painter.draw(this.state);
		const time = performance.now() - start;
		this.frames.push(time);
		if (this.frames.length > 600)
			this.frames.shift();
		return time;
	}

	resize() {
		const box = this.scroller.getBoundingClientRect();
		if (box.width < 10 || box.height < 10)
			return;
		this.state.width = this.scroller.clientWidth;
		this.state.height = Math.floor(box.height);
		// The canvas stays where it is: the spacer alone says how far one can scroll.
		document.getElementById('spacer').style.marginTop = `${-this.state.height}px`;
		this.painter.resize(this.state.width, this.state.height, devicePixelRatio || 1);
		this.frame();
	}

	setHeight() {
		const height = layoutTracks(this.state.tracks);
		document.getElementById('spacer').style.height = `${HEAD + height + 20}px`;
		this.redraw();
	}

	// Show [begin, end], kept within the recording with a small margin.
	show(begin, end) {
		const model = this.model;
		const margin = Math.min((model.end - model.begin) * 0.02, (end - begin) * 0.1);
		const first = model.begin - margin;
		const last = model.end + margin;
		let span = Math.min(Math.max(end - begin, SMALLEST_SPAN), last - first);
		let from = (begin + end - span) / 2;
		from = Math.min(Math.max(from, first), last - span);
		this.state.begin = from;
		this.state.end = from + span;
		this.changed('view');
	}

	whole() {
		this.show(this.model.begin, this.model.end);
	}

	zoom(factor, x) {
		const {begin, end, width} = this.state;
		const part = x === undefined ? 0.5 :
			Math.min(Math.max((x - GUTTER) / (width - GUTTER), 0), 1);
		const at = begin + part * (end - begin);
		const limit = (this.model.end - this.model.begin) * 1.04;
		const span = Math.min(Math.max((end - begin) * factor, SMALLEST_SPAN), limit);
		this.show(at - part * span, at - part * span + span);
	}

	pan(part) {
		const {begin, end} = this.state;
		const step = (end - begin) * part;
		this.show(begin + step, end + step);
	}

	time(x) {
		const {begin, end, width} = this.state;
		return begin + (x - GUTTER) / (width - GUTTER) * (end - begin);
	}

	// The track at a height of the canvas, and the thing there within some pixels.
	at(x, y) {
		const {tracks, scroll, begin, end, width} = this.state;
		if (y < HEAD)
			return {track: -1, thing: null};
		const height = y - HEAD + scroll;
		const nr = tracks.findIndex(one => height >= one.top &&
			height < one.top + one.height);
		if (nr < 0 || x < GUTTER)
			return {track: nr, thing: null};
		const near = 4 * (end - begin) / (width - GUTTER);
		const within = height - tracks[nr].top;
		let over = null;
		for (const row of tracks[nr].rows) {
			if (row.hidden || within < row.top || within >= row.top + row.height)
				continue;
			const i = findInRow(row, this.time(x), near);
			if (i < 0)
				continue;
			const thing = {type: row.thing, index: row.index[i]};
			if (!row.over)
				return {track: nr, thing};
			over = thing;
		}
		return {track: nr, thing: over};
	}

	selectTrack(nr) {
		this.state.track = Math.min(Math.max(nr, -1), this.state.tracks.length - 1);
		this.reveal();
		this.changed('track');
	}

	// Scroll the selected track into sight, or a row of it.
	reveal(row) {
		const track = this.state.tracks[this.state.track];
		if (!track)
			return;
		const visible = this.state.height - HEAD;
		const inner = row && track.height > visible;
		const begin = inner ? track.top + row.top : track.top;
		const end = begin + (inner ? row.height : track.height);
		let top = this.scroller.scrollTop;
		if (end > top + visible)
			top = end - visible;
		if (begin < top)
			top = begin;
		this.scroller.scrollTop = this.state.scroll = top;
	}

	select(thing, track) {
		this.state.thing = thing;
		if (track !== undefined && track >= 0)
			this.state.track = track;
		this.changed('thing');
	}

	selectRange(begin, end) {
		this.state.range = begin === null ? null :
			{begin: Math.min(begin, end), end: Math.max(begin, end)};
		this.changed('range');
	}

	// Where a thing begins and ends.
	extent(thing) {
		const group = this.model[thing.type];
		const i = thing.index;
		return group.begin ? [group.begin[i], group.end[i]] :
			[group.time[i], group.time[i]];
	}

	// The track and the row that a thing is in; a record may be in two.
	locate(thing, prefer) {
		const tracks = this.state.tracks;
		const [begin] = this.extent(thing);
		const search = track => {
			for (const row of track.rows) {
				if (row.thing !== thing.type)
					continue;
				let i = lowerBound(row.begin, begin, 0, row.begin.length);
				for (; i < row.begin.length && row.begin[i] <= begin; i++)
					if (row.index[i] === thing.index)
						return row;
			}
			return null;
		};
		const order = tracks.map((track, nr) => nr);
		if (prefer >= 0)
			order.unshift(prefer);
		for (const nr of order) {
			const row = search(tracks[nr]);
			if (row)
				return {track: nr, row};
		}
		return {track: -1, row: null};
	}

	// Select a thing and bring it into sight, without zooming unless it is too small.
	goTo(thing, prefer) {
		const [begin, end] = this.extent(thing);
		const {track, row} = this.locate(thing, prefer);
		this.state.thing = thing;
		this.state.track = track;
		this.reveal(row);
		const span = this.state.end - this.state.begin;
		if (begin < this.state.begin || end > this.state.end) {
			const whole = this.model.end - this.model.begin;
			const wanted = Math.max(Math.min(span, whole), (end - begin) * 1.3);
			this.show((begin + end - wanted) / 2, (begin + end + wanted) / 2);
		}
		this.changed('thing');
	}

	// Go from the selected thing to the next or previous one of its row; from a track alone
	// to the first visible thing of its first row that has slices.
	step(forward) {
		const {track, thing, tracks, begin} = this.state;
		if (track < 0)
			return;
		const found = thing ? this.locate(thing, track) : {track: -1, row: null};
		if (found.track === track && found.row) {
			const [at] = this.extent(thing);
			let i = lowerBound(found.row.begin, at, 0, found.row.begin.length);
			while (i < found.row.index.length && found.row.index[i] !== thing.index)
				i++;
			i += forward ? 1 : -1;
			if (i >= 0 && i < found.row.index.length)
				this.goTo({type: found.row.thing, index: found.row.index[i]},
					  track);
			return;
		}
		const rows = tracks[track].rows.filter(row => !row.hidden);
		const row = rows.find(one => one.type === 'slice') || rows[0];
		if (!row)
			return;
		let i = lowerBound(row.begin, begin, 0, row.begin.length);
		i = Math.min(i, row.begin.length - 1);
		this.goTo({type: row.thing, index: row.index[i]}, track);
	}

	// Go to the slice around the selected one, or to the first within it.
	nest(inward) {
		const {thing, track, tracks} = this.state;
		if (!thing || track < 0)
			return;
		const {row} = this.locate(thing, track);
		const rows = tracks[track].rows.filter(one => one.type === 'slice' || one === row);
		const next = rows[rows.indexOf(row) + (inward ? 1 : -1)];
		if (!next || next.type !== 'slice')
			return;
		const [begin, end] = this.extent(thing);
		const i = inward ? lowerBound(next.begin, begin, 0, next.begin.length) :
			findInRow(next, begin, 0);
		if (i >= 0 && i < next.begin.length && next.begin[i] <= end)
			this.goTo({type: next.thing, index: next.index[i]}, track);
	}

	toggle(nr) {
		const track = this.state.tracks[nr];
		if (!track)
			return;
		track.collapsed = !track.collapsed;
		this.setHeight();
		this.changed('track');
	}
}

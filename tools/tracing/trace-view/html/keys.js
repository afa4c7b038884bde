// SPDX-License-Identifier: GPL-2.0
// Keyboard and mouse.
'use strict';

const PAN = 0.2;
const ZOOM = 0.7;

// The help dialog is made of this table.
const KEYS = [
	['← →, a d', 'pan', ['ArrowLeft', 'a'], t => t.pan(-PAN)],
	[null, null, ['ArrowRight', 'd'], t => t.pan(PAN)],
	['↑ ↓, w s, + -', 'zoom in and out', ['ArrowUp', 'w', '+', '='], t => t.zoom(ZOOM)],
	[null, null, ['ArrowDown', 's', '-'], t => t.zoom(1 / ZOOM)],
	['0', 'show the whole recording', ['0'], t => t.whole()],
	['f', 'zoom to what is selected', ['f'], t => zoomToSelection(t)],
	['Home, End', 'go to the begin, to the end', ['Home'], t => t.pan(-1e9)],
	[null, null, ['End'], t => t.pan(1e9)],
	['PgUp, PgDn', 'scroll the tracks', ['PageUp'], t => scrollTracks(t, -1)],
	[null, null, ['PageDown'], t => scrollTracks(t, 1)],
	['Tab, Shift+Tab', 'next and previous track', [], null],
	['Enter, Shift+Enter', 'next and previous slice of the track', ['Enter'],
	 (t, event) => t.step(!event.shiftKey)],
	['[ ]', 'the slice around, the first slice within', ['['], t => t.nest(false)],
	[null, null, [']'], t => t.nest(true)],
	['Space', 'collapse or expand the track', [' '], t => t.toggle(t.state.track)],
	['/', 'search by regular expression', ['/'],
	 () => document.getElementById('search').focus()],
	['n, N', 'next and previous hit', ['n'], t => nextHit(t, 1)],
	[null, null, ['N'], t => nextHit(t, -1)],
	['Esc', 'clear the selection, leave a dialog', ['Escape'], t => clearSelection(t)],
	['1 2 3', 'timeline, table, summary', ['1'], t => goToPage(t, 'timeline')],
	[null, null, ['2'], t => goToPage(t, 'table')],
	[null, null, ['3'], t => goToPage(t, 'summary')],
	['t', 'light or dark', ['t'], t => toggleTheme(t)],
	['?', 'this help', ['?'], () => document.getElementById('help').showModal()],
];

const MOUSE = [['wheel', 'zoom at the pointer'], ['Shift+wheel', 'pan'],
	['wheel over the names', 'scroll the tracks'], ['drag', 'pan and scroll'],
	['Shift+drag', 'select a time'], ['click', 'select'], ['double click', 'zoom to it'],
	['click on a name', 'select the track; on its arrow, collapse it']];

// Show a page, and give it the focus, so that the keys that scroll work there.
function goToPage(timeline, name) {
	showPage(timeline, name);
	(name === 'timeline' ? timeline.canvas : document.getElementById(name)).focus();
}

function zoomToSelection(timeline) {
	const {range, thing} = timeline.state;
	let begin, end;
	if (range)
		({begin, end} = range);
	else if (thing)
		[begin, end] = timeline.extent(thing);
	else
		return;
	const margin = Math.max((end - begin) * 0.05, 50);
	timeline.show(begin - margin, end + margin);
}

function scrollTracks(timeline, pages) {
	timeline.scroller.scrollTop += pages * (timeline.state.height - HEAD) * 0.8;
}

function clearSelection(timeline) {
	Object.assign(timeline.state, {thing: null, range: null, track: -1});
	if (timeline.state.hits)
		search(timeline, '');
	timeline.changed('range');
}

function nextHit(timeline, step) {
	const {hits, hit} = timeline.state;
	if (!hits || !hits.hits.length)
		return;
	const count = hits.hits.length;
	const next = hit < 0 && step < 0 ? count - 1 : (hit + step + count) % count;
	timeline.state.hit = next;
	timeline.goTo(hits.hits[next], timeline.state.track);
	showHitCount(timeline);
}

function isTyping(event) {
	return event.target instanceof HTMLInputElement;
}

// Tab goes through the tracks while the timeline has the focus, and leaves it at both ends.
function tabThroughTracks(timeline, event) {
	const {track, tracks} = timeline.state;
	const next = track + (event.shiftKey ? -1 : 1);
	if (document.activeElement !== timeline.canvas || next < 0 || next >= tracks.length)
		return;
	event.preventDefault();
	timeline.state.thing = null;
	timeline.selectTrack(next);
}

function onKey(timeline, event) {
	if (isTyping(event) || event.ctrlKey || event.altKey || event.metaKey ||
	    document.getElementById('help').open)
		return;
	if (event.key === 'Tab') {
		tabThroughTracks(timeline, event);
		return;
	}
	const inTimeline = document.getElementById('pages').dataset.page === 'timeline';
	const onCanvas = document.activeElement === timeline.canvas ||
		document.activeElement === document.body;
	for (const [, , keys, action] of KEYS) {
		if (!keys.includes(event.key))
			continue;
		// Other elements and pages keep the keys that browsers give a meaning.
		if (!/^[a-zA-Z0-9/?+=[\]-]$|^Escape$/.test(event.key) && !(inTimeline && onCanvas))
			return;
		event.preventDefault();
		action(timeline, event);
		return;
	}
}

function position(timeline, event) {
	const box = timeline.canvas.getBoundingClientRect();
	return [event.clientX - box.left, event.clientY - box.top];
}

function onWheel(timeline, event) {
	const [x] = position(timeline, event);
	if (x < GUTTER || event.ctrlKey)
		return;
	event.preventDefault();
	const unit = event.deltaMode ? 30 : 1;
	const turn = Math.min(Math.max(event.deltaY * unit, -300), 300);
	if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
		timeline.pan((event.deltaX || event.deltaY) * unit / 1000);
	else
		timeline.zoom(Math.exp(turn / 400), x);
}

// Drag pans, with Shift it selects, in the overview it moves what is shown.
class Drag {
	constructor(timeline, event) {
		const [x, y] = position(timeline, event);
		const {begin, end} = timeline.state;
		Object.assign(this, {timeline, x, y, begin, end, moved: false,
			scroll: timeline.scroller.scrollTop, selecting: event.shiftKey,
			overview: y < OVERVIEW && x > GUTTER});
		this.from = timeline.time(x);
		if (this.overview)
			this.toOverview(x);
	}

	toOverview(x) {
		const {timeline} = this;
		const {model, state} = timeline;
		const part = (x - GUTTER) / (state.width - GUTTER);
		const at = model.begin + part * (model.end - model.begin);
		const half = (state.end - state.begin) / 2;
		timeline.show(at - half, at + half);
	}

	move(event) {
		const {timeline} = this;
		const [x, y] = position(timeline, event);
		if (Math.abs(x - this.x) + Math.abs(y - this.y) > 3)
			this.moved = true;
		if (!this.moved)
			return;
		if (this.overview) {
			this.toOverview(x);
		} else if (this.selecting) {
			timeline.selectRange(this.from, timeline.time(Math.max(x, GUTTER)));
		} else {
			const part = (this.x - x) / (timeline.state.width - GUTTER);
			const step = part * (this.end - this.begin);
			timeline.show(this.begin + step, this.end + step);
			timeline.scroller.scrollTop = this.scroll + this.y - y;
		}
	}
}

function onClick(timeline, event) {
	const [x, y] = position(timeline, event);
	if (y < HEAD)
		return;
	const found = timeline.at(x, y);
	if (found.track >= 0 && x < 24)
		timeline.toggle(found.track);
	if (found.track >= 0 && !found.thing)
		timeline.state.track = found.track;
	if (!found.thing && !event.shiftKey)
		timeline.state.range = null;
	timeline.select(found.thing, found.track);
}

function listenToMouse(timeline) {
	const {canvas} = timeline;
	let drag = null;
	canvas.addEventListener('wheel', event => onWheel(timeline, event), {passive: false});
	canvas.addEventListener('pointerdown', event => {
		if (event.button !== 0)
			return;
		canvas.setPointerCapture(event.pointerId);
		drag = new Drag(timeline, event);
		showTooltip(timeline, 0, 0, null);
	});
	canvas.addEventListener('pointermove', event => {
		const [x, y] = position(timeline, event);
		timeline.state.hoverX = x;
		timeline.redraw();
		if (drag)
			drag.move(event);
		else
			showTooltip(timeline, x, y, timeline.at(x, y).thing);
	});
	canvas.addEventListener('pointerup', event => {
		if (drag && !drag.moved && !drag.overview)
			onClick(timeline, event);
		drag = null;
	});
	canvas.addEventListener('pointercancel', () => {
		drag = null;
	});
	canvas.addEventListener('pointerleave', () => {
		timeline.state.hoverX = -1;
		showTooltip(timeline, 0, 0, null);
		timeline.redraw();
	});
	canvas.addEventListener('dblclick', () => zoomToSelection(timeline));
}

function fillHelp() {
	const list = document.getElementById('keys');
	for (const [keys, text] of [...KEYS, ...MOUSE])
		if (keys)
			list.append(make('dt', {}, keys), make('dd', {}, text));
}

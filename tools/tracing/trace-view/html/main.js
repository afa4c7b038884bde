// SPDX-License-Identifier: GPL-2.0
// Start: decode the data, build the tracks, connect the controls.
'use strict';

const PAGES = ['timeline', 'table', 'summary'];

function showPage(timeline, name) {
	for (const page of PAGES) {
		document.getElementById(page).hidden = page !== name;
		document.getElementById(`tab-${page}`)
			.setAttribute('aria-selected', String(page === name));
	}
	document.getElementById('pages').dataset.page = name;
	showTooltip(timeline, 0, 0, null);
	if (name === 'table')
		showTable(timeline);
	if (name === 'summary')
		showSummary(timeline);
	if (name === 'timeline')
		timeline.resize();
}

function currentTheme() {
	return document.documentElement.dataset.theme ||
		(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

function applyTheme(timeline) {
	const theme = currentTheme();
	document.getElementById('theme').setAttribute('aria-pressed', String(theme === 'dark'));
	timeline.painter.setTheme(theme);
	timeline.redraw();
}

function toggleTheme(timeline) {
	document.documentElement.dataset.theme = currentTheme() === 'dark' ? 'light' : 'dark';
	applyTheme(timeline);
}

function announce(text) {
	document.getElementById('live').textContent = text;
}

function showHitCount(timeline) {
	const {hits, hit} = timeline.state;
	const output = document.getElementById('hits');
	if (!hits)
		output.textContent = '';
	else if (!hits.count)
		output.textContent = 'no hits';
	else
		output.textContent = `${hit >= 0 ? `${formatCount(hit + 1)} of ` : ''}` +
			`${formatCount(hits.count)} hit${hits.count === 1 ? '' : 's'}`;
}

function search(timeline, text) {
	const input = document.getElementById('search');
	const pattern = text ? compilePattern(text) : null;
	input.value = text;
	input.setAttribute('aria-invalid', String(Boolean(text) && !pattern));
	timeline.state.hits = pattern ? searchModel(timeline.model, pattern) : null;
	timeline.state.hit = -1;
	showHitCount(timeline);
	if (text && !pattern)
		document.getElementById('hits').textContent = 'no regular expression';
	timeline.redraw();
}

function listenToControls(timeline) {
	const click = (id, action) =>
		document.getElementById(id).addEventListener('click', action);
	for (const page of PAGES)
		click(`tab-${page}`, () => showPage(timeline, page));
	click('zoom-in', () => timeline.zoom(ZOOM));
	click('zoom-out', () => timeline.zoom(1 / ZOOM));
	click('zoom-whole', () => timeline.whole());
	click('theme', () => toggleTheme(timeline));
	click('show-help', () => document.getElementById('help').showModal());
	const input = document.getElementById('search');
	let searched = '';
	input.addEventListener('keydown', event => {
		if (event.key === 'Escape')
			timeline.canvas.focus();
		if (event.key !== 'Enter')
			return;
		event.preventDefault();
		if (input.value !== searched || !timeline.state.hits)
			search(timeline, searched = input.value);
		nextHit(timeline, event.shiftKey ? -1 : 1);
		timeline.canvas.focus();
	});
	document.addEventListener('keydown', event => onKey(timeline, event));
	matchMedia('(prefers-color-scheme: dark)')
		.addEventListener('change', () => applyTheme(timeline));
}

// Selecting changes more than the drawing: the panel, the text that is read out, the table.
function listenToSelection(timeline) {
	let timer = 0;
	timeline.onChange(what => {
		if (what !== 'view')
			showDetails(timeline);
		clearTimeout(timer);
		timer = setTimeout(() => {
			const text = announceText(timeline, what);
			if (text)
				announce(text);
			if (document.getElementById('pages').dataset.page === 'table')
				showTable(timeline);
		}, 150);
	});
}

// What tests use.
function expose(timeline, loaded) {
	const {state, model} = timeline;
	window.traceView = {
		model, loaded,
		view: () => ({begin: state.begin, end: state.end}),
		tracks: () => state.tracks.map(track => ({type: track.type, label: track.label,
			sub: track.sub || '', top: track.top, height: track.height,
			rows: track.rows.map(row => ({type: row.type, count: row.index.length,
				top: row.top, height: row.height}))})),
		hits: () => state.hits && {count: state.hits.count, current: state.hit,
			thing: state.hits.hits[state.hit] || null},
		selection: () => ({track: state.track, range: state.range, thing: state.thing &&
			{...state.thing, ...describe(model, state.thing)}}),
		x: time => GUTTER + (time - state.begin) * (state.width - GUTTER) /
			(state.end - state.begin),
		head: HEAD,
		show: (begin, end) => timeline.show(begin, end),
		frame: () => timeline.frame(),
		frames: () => timeline.frames.slice(),
		summary: () => summaryFigures(model),
		theme: () => currentTheme(),
	};
}

function start() {
	const begin = performance.now();
	const elements = document.querySelectorAll('script[data-column]');
	const model = buildModel(takeElements(elements));
	const decoded = performance.now();
	const tracks = buildTracks(model);
	const canvas = document.getElementById('canvas');
	const timeline = new Timeline(canvas, document.getElementById('scroller'), model, tracks);
	document.getElementById('loading').remove();
	fillHelp();
	applyTheme(timeline);
	listenToControls(timeline);
	listenToMouse(timeline);
	listenToSelection(timeline);
	showDetails(timeline);
	showPage(timeline, 'timeline');
	for (const text of shortcomings(model))
		document.getElementById('notice').append(make('p', {}, text));
	canvas.focus({preventScroll: true});
	expose(timeline, {decode: decoded - begin, tracks: performance.now() - decoded,
		total: performance.now()});
	setTimeout(() => finishLater(model), 200);
}

// Decode the rest between frames, so that the first look at a record does not wait for it.
function finishLater(model) {
	if (finishLazy(model))
		setTimeout(() => finishLater(model), 30);
}

// Say what is wrong instead of leaving an empty page.
function failed(error) {
	const box = document.getElementById('loading') || document.body;
	box.textContent = `This page cannot show its recording: ${error.message}`;
	throw error;
}

try {
	start();
} catch (error) {
	failed(error);
}

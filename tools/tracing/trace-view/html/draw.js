// SPDX-License-Identifier: GPL-2.0
// Drawing of the timeline on its canvas.
'use strict';

const GUTTER = 176;		// for the names of tracks
const OVERVIEW = 30;		// the whole recording, at the top
const RULER = 22;
const HEAD = OVERVIEW + RULER;
const OVERVIEW_BINS = 1200;
const FONT = '12px system-ui, "DejaVu Sans", sans-serif';
const MONO = '11px "DejaVu Sans Mono", ui-monospace, monospace';
const MONO_WIDTH = 6.65;

const THEMES = {
	light: {back: '#ffffff', gutter: '#f4f5f7', line: '#dcdfe4', text: '#1c2128',
		soft: '#5a6472',
		tick: '#8b96a5', instant: '#2166c4', latency: '#c4380d', lost: '#d1242f',
		select: '#0550ae', range: 'rgba(9, 105, 218, 0.16)', focus: '#dbe9fb',
		counter: '#8fb8e8', counterTop: '#2166c4', hit: '#b35900', slice: [68, 77, 7],
		run: [52, 74], window: 'rgba(9, 105, 218, 0.18)', density: '#9aa7b8'},
	dark: {back: '#15191f', gutter: '#1d232b', line: '#313944', text: '#e6eaf0',
		soft: '#a3afbf',
		tick: '#6d7a8c', instant: '#6cb0ff', latency: '#ff8a5c', lost: '#ff6b6b',
		select: '#8cc2ff', range: 'rgba(110, 176, 255, 0.20)', focus: '#26374d',
		counter: '#2f5078', counterTop: '#79b8ff', hit: '#ffb454', slice: [40, 34, 8],
		run: [36, 38], window: 'rgba(110, 176, 255, 0.22)', density: '#56637a'},
};

const KIND_HUES = [[18, 40], [200, 34], [335, 22], [275, 26], [125, 40]];

// The fill colours: first slices by kind, then runs.
function makePalette(theme) {
	const palette = [];
	const [saturation, lightness, spread] = theme.slice;
	for (const [hue, width] of KIND_HUES)
		for (let i = 0; i < SHADES; i++)
			palette.push(`hsl(${hue + width * (i / SHADES)}, ${saturation}%, ` +
				     `${lightness + spread * ((i * 5) % SHADES) / SHADES}%)`);
	for (let i = 0; i < RUN_SHADES; i++)
		palette.push(`hsl(${(i * 137.5) % 360}, ${theme.run[0]}%, ${theme.run[1]}%)`);
	return palette;
}

// Records per bin of the whole recording, once.
function overviewBins(model) {
	const bins = new Float64Array(OVERVIEW_BINS);
	const times = model.record.time.length ? model.record.time : model.slice.end;
	const scale = OVERVIEW_BINS / (model.end - model.begin);
	for (let i = 0; i < times.length; i++)
		bins[Math.min(Math.max(Math.floor((times[i] - model.begin) * scale), 0),
			      OVERVIEW_BINS - 1)]++;
	let most = 1;
	for (let i = 0; i < OVERVIEW_BINS; i++)
		most = Math.max(most, bins[i]);
	return bins.map(count => Math.sqrt(count / most));
}

class Painter extends RowPainter {
	constructor(canvas, model) {
		super();
		this.canvas = canvas;
		this.model = model;
		this.context = canvas.getContext('2d', {alpha: false});
		this.bins = overviewBins(model);
		this.setTheme('light');
	}

	setTheme(name) {
		this.theme = THEMES[name];
		this.palette = makePalette(this.theme);
		this.drawing = {};
	}

	resize(width, height, ratio) {
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.canvas.style.height = `${height}px`;
		this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
	}

	draw(state) {
		const context = this.context;
		const theme = this.theme;
		this.state = state;
		this.scale = (state.width - GUTTER) / (state.end - state.begin);
		context.fillStyle = theme.back;
		context.fillRect(0, 0, state.width, state.height);
		context.textBaseline = 'middle';
		context.save();
		context.beginPath();
		context.rect(0, HEAD, state.width, state.height - HEAD);
		context.clip();
		this.drawGrid(state);
		const from = Math.max(state.tracks.findIndex(
			track => track.top + track.height > state.scroll), 0);
		for (let i = from; i < state.tracks.length; i++) {
			const top = state.tracks[i].top - state.scroll + HEAD;
			if (top > state.height)
				break;
			this.drawTrack(state, state.tracks[i], i, top);
		}
		context.restore();
		this.drawRange(state);
		this.drawOverview(state);
		this.drawRuler(state);
		if (state.hoverX > GUTTER) {
			context.fillStyle = theme.soft;
			context.fillRect(Math.round(state.hoverX), OVERVIEW, 1,
					 state.height - OVERVIEW);
		}
	}

	x(time) {
		return GUTTER + (time - this.state.begin) * this.scale;
	}

	axis(state) {
		const step = axisStep(state.end - state.begin, (state.width - GUTTER) / 120);
		const first = Math.ceil((state.begin - this.model.begin) / step) * step;
		return {step, first};
	}

	drawGrid(state) {
		const {step, first} = this.axis(state);
		this.context.fillStyle = this.theme.line;
		for (let at = first; at + this.model.begin <= state.end; at += step)
			this.context.fillRect(Math.round(this.x(at + this.model.begin)), HEAD, 1,
					      state.height);
	}

	drawRuler(state) {
		const context = this.context;
		const {step, first} = this.axis(state);
		context.fillStyle = this.theme.gutter;
		context.fillRect(0, OVERVIEW, state.width, RULER);
		context.fillStyle = this.theme.line;
		context.fillRect(0, HEAD - 1, state.width, 1);
		context.font = FONT;
		for (let at = first; at + this.model.begin <= state.end; at += step) {
			const x = Math.round(this.x(at + this.model.begin));
			context.fillStyle = this.theme.tick;
			context.fillRect(x, OVERVIEW + 14, 1, RULER - 14);
			context.fillStyle = this.theme.soft;
			context.fillText(formatAxis(at, step), x + 4, OVERVIEW + RULER / 2);
		}
		context.fillStyle = this.theme.gutter;
		context.fillRect(0, OVERVIEW, GUTTER, RULER - 1);
		context.fillStyle = this.theme.text;
		context.fillText(`${formatTime(state.end - state.begin)} shown`, 10,
				 OVERVIEW + RULER / 2);
	}

	drawOverview(state) {
		const context = this.context;
		const width = state.width - GUTTER;
		context.fillStyle = this.theme.gutter;
		context.fillRect(0, 0, state.width, OVERVIEW);
		context.fillStyle = this.theme.density;
		const step = width / OVERVIEW_BINS;
		for (let i = 0; i < OVERVIEW_BINS; i++)
			if (this.bins[i])
				context.fillRect(GUTTER + i * step,
						 OVERVIEW - 2 - this.bins[i] * (OVERVIEW - 6),
						 Math.max(step, 1), this.bins[i] * (OVERVIEW - 6));
		const scale = width / (this.model.end - this.model.begin);
		const at = time => GUTTER + (time - this.model.begin) * scale;
		if (state.hits) {
			context.fillStyle = this.theme.hit;
			let last = -1;
			for (const hit of state.hits.hits) {
				const x = Math.round(at(hit.time));
				if (x !== last)
					context.fillRect(x, 0, 1, 7);
				last = x;
			}
		}
		const left = at(state.begin);
		const size = Math.max((state.end - state.begin) * scale, 2);
		context.fillStyle = this.theme.window;
		context.fillRect(left, 0, size, OVERVIEW);
		context.strokeStyle = this.theme.select;
		context.lineWidth = 1;
		context.strokeRect(Math.round(left) + 0.5, 0.5, Math.round(size) - 1, OVERVIEW - 1);
		context.font = FONT;
		context.fillStyle = this.theme.soft;
		context.fillText('whole recording', 10, OVERVIEW / 2);
	}

	drawRange(state) {
		if (!state.range)
			return;
		const left = Math.max(this.x(state.range.begin), GUTTER);
		const right = Math.min(this.x(state.range.end), state.width);
		if (right < left)
			return;
		this.context.fillStyle = this.theme.range;
		this.context.fillRect(left, HEAD, Math.max(right - left, 1), state.height);
	}

	drawTrack(state, track, nr, top) {
		const context = this.context;
		context.save();
		context.beginPath();
		context.rect(GUTTER, HEAD, state.width - GUTTER, state.height - HEAD);
		context.clip();
		for (const row of track.rows) {
			const y = top + row.top;
			if (!row.hidden && y < state.height && y + row.height > HEAD)
				this.drawRow(state, row, y);
		}
		context.restore();
		const selected = state.track === nr;
		context.fillStyle = selected ? this.theme.focus : this.theme.gutter;
		context.fillRect(0, top, GUTTER, track.height);
		context.fillStyle = this.theme.line;
		context.fillRect(0, top + track.height - 1, state.width, 1);
		context.fillRect(GUTTER - 1, top, 1, track.height);
		if (selected) {
			context.fillStyle = this.theme.select;
			context.fillRect(0, top, 4, track.height - 1);
		}
		this.drawLabel(track, top);
	}

	drawLabel(track, top) {
		const context = this.context;
		const y = Math.max(top, Math.min(HEAD, top + track.height - 38)) + 13;
		context.font = FONT;
		context.fillStyle = this.theme.text;
		if (track.rows.length > 1)
			context.fillText(track.collapsed ? '▸' : '▾', 9, y);
		context.fillText(this.fit(track.label, GUTTER - 32), 23, y);
		const sub = track.sub || this.machineText(track);
		if (sub && track.height >= 36) {
			context.fillStyle = this.theme.soft;
			context.fillText(this.fit(sub, GUTTER - 32), 23, y + 15);
		}
	}

	machineText(track) {
		const machines = this.model.meta.machines;
		return machines.length > 1 && machines[track.machine] ?
			machines[track.machine].name : '';
	}

	// Text that is cut to a width, in the current font.
	fit(text, width) {
		const key = `${width} ${text}`;
		if (this.drawing[key] === undefined) {
			let short = text;
			while (short.length > 1 && this.context.measureText(short).width > width)
				short = `${short.slice(0, -2)}…`;
			this.drawing[key] = short;
		}
		return this.drawing[key];
	}
}

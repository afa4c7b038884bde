// SPDX-License-Identifier: GPL-2.0
// Drawing of single rows: boxes, points, counters, gaps. draw.js draws all else.
'use strict';

class RowPainter {
	drawRow(state, row, y) {
		if (row.type === 'slice' || row.type === 'run' || row.type === 'taskrun')
			this.drawBoxes(state, row, y);
		else if (row.type === 'counter')
			this.drawCounter(state, row, y);
		else if (row.type === 'lost')
			this.drawLost(state, row, y);
		else
			this.drawPoints(state, row, y);
	}

	// The colour of a thing. What shares a pixel with others gets the first colour of its
	// kind, so that neighbouring pixels become one rectangle.
	boxShade(row, i, alone) {
		const index = row.index[i];
		if (row.type === 'slice') {
			const {name, kind} = this.model.slice;
			return alone ? sliceShade(kind[index], name[index]) :
				sliceShade(kind[index], -1);
		}
		const task = this.model.run.task[index];
		const idle = this.model.tasks[task] && this.model.tasks[task].pid === 0;
		return idle ? -1 : KINDS * SHADES + hashNumber(task) % RUN_SHADES;
	}

	// Names that a search does not find are drawn faintly.
	isDim(state, row, i) {
		if (!state.hits)
			return false;
		const index = row.index[i];
		return row.type === 'slice' ? !state.hits.matches[this.model.slice.name[index]] :
			!state.hits.tasks[this.model.run.task[index]];
	}

	boxText(row, i) {
		const index = row.index[i];
		if (row.type === 'slice')
			return this.model.strings.get(this.model.slice.name[index]);
		const task = this.model.tasks[this.model.run.task[index]];
		return task ? task.label : '';
	}

	// Rectangles that touch and look the same are drawn as one.
	drawBoxes(state, row, y) {
		const context = this.context;
		const height = row.height - 1;
		const labels = [];
		let from = 0, to = -1, shade = -1, dim = false;
		const flush = () => {
			if (to <= from)
				return;
			context.fillStyle = this.palette[shade];
			context.globalAlpha = dim ? 0.3 : 1;
			context.fillRect(from, y, to - from, height);
			to = -1;
		};
		visitRow(row, state.begin, state.end, this.scale, (i, x0, x1, count) => {
			const alone = x1 - x0 > 3;
			const newShade = this.boxShade(row, i, alone);
			const newDim = this.isDim(state, row, i);
			const left = Math.max(x0, -2) + GUTTER;
			const right = Math.min(x1, state.width) + GUTTER;
			if (newShade < 0)
				return;
			if (alone || newShade !== shade || newDim !== dim || left > to + 0.01) {
				flush();
				from = left;
				shade = newShade;
				dim = newDim;
			}
			to = alone ? right - 1 : Math.max(right, to);
			if (right - left > 26 && height > 10)
				labels.push(i, left, right - left);
			if (count === 1 && this.isSelected(state, row, i))
				this.outline = [left, y, right - left, height];
		});
		flush();
		context.globalAlpha = 1;
		context.font = MONO;
		context.fillStyle = this.theme.text;
		for (let at = 0; at < labels.length; at += 3) {
			const fits = Math.floor((labels[at + 2] - 8) / MONO_WIDTH);
			let text = this.boxText(row, labels[at]);
			if (text.length > fits)
				text = fits > 2 ? `${text.slice(0, fits - 1)}…` : '';
			if (text)
				context.fillText(text, labels[at + 1] + 4, y + height / 2 + 0.5);
		}
		this.drawOutline();
	}

	isSelected(state, row, i) {
		return state.thing !== null && state.thing.type === row.thing &&
			state.thing.index === row.index[i];
	}

	drawOutline() {
		if (!this.outline)
			return;
		const [x, y, width, height] = this.outline;
		this.context.strokeStyle = this.theme.select;
		this.context.lineWidth = 2;
		this.context.strokeRect(x, y + 1, Math.max(width - 1, 2), height - 2);
		this.outline = null;
	}

	drawPoints(state, row, y) {
		const context = this.context;
		const width = row.type === 'instant' ? 2 : 1;
		const names = [];
		let from = 0, to = -1;
		const flush = () => {
			if (to > from)
				context.fillRect(from, y + 2, to - from, row.height - 4);
		};
		context.fillStyle = {record: this.theme.tick, instant: this.theme.instant,
			latency: this.theme.latency}[row.type];
		visitRow(row, state.begin, state.end, this.scale, (i, x0, x1, count) => {
			const x = Math.round(x0) + GUTTER;
			if (count === 1 && this.isSelected(state, row, i))
				this.outline = [x - 4, y, 10, row.height];
			if (row.type === 'latency') {
				if (x >= to)
					this.drawTriangle(x, y, row.height);
				to = Math.max(to, x + 6);
				return;
			}
			if (x > to) {
				flush();
				from = x;
			}
			to = x + width;
			if (row.type === 'instant')
				names.push(i, x);
		});
		if (row.type !== 'latency')
			flush();
		this.drawNames(state, row, y, names);
		this.drawOutline();
	}

	// The names of instants that have enough space up to the next one.
	drawNames(state, row, y, names) {
		const context = this.context;
		context.font = MONO;
		context.fillStyle = this.theme.soft;
		for (let at = 0; at < names.length; at += 2) {
			const next = at + 2 < names.length ? names[at + 3] : state.width;
			const fits = Math.floor((next - names[at + 1] - 10) / MONO_WIDTH);
			if (fits < 4)
				continue;
			const text = instantText(this.model, row.index[names[at]]);
			const short = text.length > fits ? `${text.slice(0, fits - 1)}…` : text;
			context.fillText(short, names[at + 1] + 5, y + row.height / 2 + 0.5);
		}
	}

	drawTriangle(x, y, height) {
		this.context.beginPath();
		this.context.moveTo(x, y + 1);
		this.context.lineTo(x + 5, y + height - 2);
		this.context.lineTo(x - 5, y + height - 2);
		this.context.fill();
	}

	drawLost(state, row, y) {
		const context = this.context;
		context.fillStyle = this.theme.lost;
		visitRow(row, state.begin, state.end, this.scale, (i, x0, x1) => {
			const left = Math.max(x0, 0) + GUTTER;
			const width = Math.max(Math.min(x1, state.width) + GUTTER - left, 2);
			context.globalAlpha = 0.22;
			context.fillRect(left, y, width, row.height);
			context.globalAlpha = 1;
			context.fillRect(left, y, width, 3);
			if (this.isSelected(state, row, i))
				this.outline = [left, y, width, row.height];
		});
		this.drawOutline();
	}

	drawCounter(state, row, y) {
		const context = this.context;
		const low = Math.min(row.low, 0);
		const range = Math.max(row.high, 0) - low || 1;
		const level = value => Math.round((value - low) / range * (row.height - 4));
		const bottom = y + row.height;
		const tops = [];
		let last = lowerBound(row.begin, state.begin, 0, row.begin.length) - 1;
		let lastX = GUTTER;
		context.fillStyle = this.theme.counter;
		const hold = to => {
			const top = last >= 0 ? level(row.values[last]) : 0;
			if (last < 0 || to <= lastX)
				return;
			context.fillRect(lastX, bottom - top, to - lastX, top);
			tops.push(lastX, bottom - top - 1, to - lastX, 1);
		};
		visitRow(row, state.begin, state.end, this.scale, (i, x0, x1, count) => {
			const x = Math.floor(x0) + GUTTER;
			hold(x);
			const [least, most] = rangeExtremes(row.values, row.blocks, i, i + count);
			if (count > 1)
				tops.push(x, bottom - level(most) - 1, 1,
					  level(most) - level(least) + 1);
			last = i + count - 1;
			lastX = x;
		});
		hold(state.width);
		context.fillStyle = this.theme.counterTop;
		for (let at = 0; at < tops.length; at += 4)
			context.fillRect(tops[at], tops[at + 1], tops[at + 2], tops[at + 3]);
		context.font = FONT;
		context.fillStyle = this.theme.text;
		context.fillText(`max ${formatCount(row.high)}`, GUTTER + 6, y + 8);
	}
}

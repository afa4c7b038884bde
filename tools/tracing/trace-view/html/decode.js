// SPDX-License-Identifier: GPL-2.0
// Columns of numbers from the page's data elements. html_data.h describes the encoding.
'use strict';

function decodeBase64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const raw = atob(text);
	const bytes = new Uint8Array(raw.length);
	for (let i = 0; i < raw.length; i++)
		bytes[i] = raw.charCodeAt(i);
	return bytes;
}

// Join the pieces of one column.
function joinBytes(pieces) {
	if (pieces.length === 1)
		return pieces[0];
	const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		bytes.set(piece, at);
		at += piece.length;
	}
	return bytes;
}

// Each number ends with a byte below 128.
function countNumbers(bytes) {
	let count = 0;
	for (let i = 0; i < bytes.length; i++)
		count += (bytes[i] >>> 7) ^ 1;
	return count;
}

// Make a function that decodes unsigned numbers into one type of array. Engines compile each
// of these functions for the one type that it sees. Doubles hold 53 bits.
function numberDecoder() {
	return function decodeNumbers(bytes, into) {
		let at = 0;
		for (let i = 0; i < into.length; i++) {
			let byte = bytes[at++];
			if (byte < 128) {
				into[i] = byte;
				continue;
			}
			let value = byte & 127;
			let shift = 7;
			while (byte >= 128 && shift < 28) {
				byte = bytes[at++];
				value |= (byte & 127) << shift;
				shift += 7;
			}
			let scale = 2 ** 28;
			while (byte >= 128) {
				byte = bytes[at++];
				value += (byte & 127) * scale;
				scale *= 128;
			}
			into[i] = value;
		}
		return into;
	};
}

const NUMBER_DECODERS = new Map([Float64Array, Uint32Array, Uint16Array, Uint8Array]
	.map(Type => [Type, numberDecoder()]));

function decodeNumbers(bytes, into) {
	return NUMBER_DECODERS.get(into.constructor)(bytes, into);
}

function unzigzag(value) {
	return value % 2 ? -(value + 1) / 2 : value / 2;
}

function decodeSigned(bytes, into) {
	const wide = decodeNumbers(bytes, new Float64Array(into.length));
	for (let i = 0; i < into.length; i++)
		into[i] = unzigzag(wide[i]);
	return into;
}

// Differences of times: small ones, as nearly all are, need no arithmetic with doubles.
function decodeTimes(bytes, into) {
	let at = 0;
	let sum = 0;
	for (let i = 0; i < into.length; i++) {
		let byte = bytes[at++];
		let value = byte & 127;
		let shift = 7;
		while (byte >= 128 && shift < 28) {
			byte = bytes[at++];
			value |= (byte & 127) << shift;
			shift += 7;
		}
		if (byte < 128) {
			sum += (value >>> 1) ^ -(value & 1);
		} else {
			let scale = 2 ** 28;
			do {
				byte = bytes[at++];
				value += (byte & 127) * scale;
				scale *= 128;
			} while (byte >= 128);
			sum += unzigzag(value);
		}
		into[i] = sum;
	}
	return into;
}

// A reader of single numbers, for what is decoded only when it is shown.
class ByteReader {
	constructor(bytes, at, end) {
		this.bytes = bytes;
		this.at = at;
		this.end = end;
	}

	// A 64-bit number: a Number where that is exact, else a BigInt.
	number() {
		let value = 0;
		let scale = 1;
		let big = 0n;
		let shift = 0n;
		while (this.at < this.end) {
			const byte = this.bytes[this.at++];
			if (shift < 49n)
				value += (byte & 127) * scale;
			big |= BigInt(byte & 127) << shift;
			scale *= 128;
			shift += 7n;
			if (byte < 128)
				break;
		}
		return shift <= 49n ? value : BigInt.asUintN(64, big);
	}

	signed() {
		const value = BigInt(this.number());
		return (value >> 1n) ^ -(value & 1n);
	}

	take(size) {
		const end = Math.min(this.at + Number(size), this.end);
		const part = this.bytes.subarray(this.at, end);
		this.at = end;
		return part;
	}
}

// The strings, decoded when they are asked for.
class Strings {
	constructor(sizes, bytes) {
		this.bytes = bytes;
		this.offsets = new Float64Array(sizes.length + 1);
		for (let i = 0; i < sizes.length; i++)
			this.offsets[i + 1] = this.offsets[i] + sizes[i];
		this.known = new Map();
		this.decoder = new TextDecoder();
	}

	get length() {
		return this.offsets.length - 1;
	}

	get(index) {
		let text = this.known.get(index);
		if (text === undefined) {
			if (!(index < this.length))
				return '';
			text = this.decoder.decode(
				this.bytes.subarray(this.offsets[index], this.offsets[index + 1]));
			this.known.set(index, text);
		}
		return text;
	}
}

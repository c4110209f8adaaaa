/** Converts rendered rows to CSV or to JSON of some of their fields, for one thread. */
import {readFileSync} from 'node:fs';
import type {Lines} from '../types.ts';
import {lengthOf} from './json_lines.ts';

/** The form of the output. */
export interface LineForm {
  /** Its fields in order, of which those that the rows do not have are null; null for all fields of the rows. */
  names: readonly string[] | null;
  format: 'csv' | 'ndjson';
  /** CSV: an apostrophe is put before what spreadsheets would run as a formula. */
  excel: boolean;
  /** Fields whose texts have the form `English | Français`, and the half of them that is left; null: they are left whole. */
  cut: {fields: ReadonlySet<string>; half: 'first' | 'second'} | null;
}

type Convert = (
  begin: number,
  end: number,
  to: number,
  lengths: number,
  fields: number,
  outputs: number,
  count: number,
  inOrder: number,
  csv: number,
  excel: number,
  ends: number,
  values: number,
  scratch: number,
) => number;

const PAGE = 1 << 16;
/** The first page is left to the compiler. */
const BEGIN = PAGE;
/** Bytes that may be touched behind each region. */
const PIECE = 64;
/** As `VALUE_BYTES` and `OUTPUT_BYTES` of the program, in words. */
const VALUE_WORDS = 3;
const OUTPUT_WORDS = 4;
/** An output field that rows do not have, or a field of rows that the output leaves out. */
const NONE = 2 ** 32 - 1;
const HALVES = {first: 1, second: 2} as const;
/** Memory that is kept between calls; what larger lines took is given back. */
const KEPT_BYTES = 1 << 24;

interface Program {
  memory: {buffer: ArrayBuffer; grow(pages: number): number};
  convert: Convert;
}

let compiled: WebAssembly.Module | null = null;
let opened: Program | null = null;

/** The program with at least so many bytes of memory; `assembly/convert.ts` is its source. */
function programFor(bytes: number): Program {
  if (opened && bytes < KEPT_BYTES && opened.memory.buffer.byteLength > KEPT_BYTES) opened = null;
  if (!opened) {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('convert.wasm', import.meta.url)));
    const {exports} = new WebAssembly.Instance(compiled, {env: {abort: () => undefined}});
    opened = exports as unknown as Program;
  }
  const {memory} = opened;
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  return opened;
}

/** Places regions one behind the other. */
class Places {
  size = BEGIN;

  /** Address of a region of so many bytes. */
  add(bytes: number): number {
    const at = this.size;
    this.size += Math.ceil((bytes + PIECE) / PIECE) * PIECE;
    return at;
  }
}

const labelsOf = (names: readonly string[]): Buffer[] =>
  names.map((name, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`));

/** Names of the fields of the first line, which all lines have. */
function fieldNames({bytes, ends}: Lines): string[] {
  const first: object = JSON.parse(bytes.toString('utf8', 0, ends[0]!));
  return Object.keys(first);
}

/** Largest output: every byte may be doubled, every field quoted or absent. */
const largest = (bytes: number, count: number, labels: readonly Buffer[]): number =>
  2 * bytes + count * labels.reduce((sum, label) => sum + label.length + 8, 8);

/** The records of the output fields for the program; their labels lie one behind the other. */
function outputRecords(
  given: readonly string[],
  {cut}: LineForm,
  names: readonly string[],
  labels: readonly Buffer[],
  labelsAt: number,
): Uint32Array {
  const words = new Uint32Array(OUTPUT_WORDS * given.length);
  let label = labelsAt;
  for (const [i, name] of given.entries()) {
    const field = names.indexOf(name);
    const {length} = labels[i]!;
    const half = cut?.fields.has(name) ? HALVES[cut.half] : 0;
    words.set([field < 0 ? NONE : field, half, label, length], OUTPUT_WORDS * i);
    label += length;
  }
  return words;
}

/** By field of the rows what is cut from it, NONE where the output leaves it out; null if the output has another order. */
function inOrder(given: readonly string[], {cut}: LineForm, names: readonly string[]): number[] | null {
  const chosen = new Set(given);
  if (names.filter((name) => chosen.has(name)).join() !== given.join()) return null;
  return names.map((name) => (chosen.has(name) ? (cut?.fields.has(name) ? HALVES[cut.half] : 0) : NONE));
}

/**
 * The lines in another form; the next call overwrites the result. All must have the same fields in the same order, as
 * `JSON.stringify` writes them; throws where one has others.
 */
export function convertLines(lines: Lines, form: LineForm): Lines {
  if (lines.count === 0) return {bytes: Buffer.alloc(0), count: 0, ends: []};
  const names = fieldNames(lines);
  const given = form.names ?? names;
  const labels = labelsOf(given);
  const size = lengthOf(lines);
  const places = new Places();
  const at = {
    input: places.add(size),
    scratch: places.add(size),
    lengths: places.add(4 * names.length),
    values: places.add(4 * VALUE_WORDS * names.length),
    outputs: places.add(4 * OUTPUT_WORDS * given.length),
    inOrder: places.add(4 * names.length),
    labels: places.add(labels.reduce((sum, {length}) => sum + length, 0)),
    ends: places.add(4 * lines.count),
    output: places.add(largest(size, lines.count, labels)),
  };
  const {memory, convert} = programFor(places.size);
  const {buffer} = memory;
  const bytes = Buffer.from(buffer);
  lines.bytes.copy(bytes, at.input, 0, size);
  new Uint32Array(buffer, at.lengths).set(labelsOf(names).map(({length}) => length));
  new Uint32Array(buffer, at.outputs).set(outputRecords(given, form, names, labels, at.labels));
  bytes.set(Buffer.concat(labels), at.labels);
  const ordered = form.format === 'csv' ? inOrder(given, form, names) : null;
  if (ordered) new Uint32Array(buffer, at.inOrder).set(ordered);
  const end = convert(
    at.input,
    at.input + size,
    at.output,
    at.lengths,
    names.length,
    at.outputs,
    given.length,
    ordered ? at.inOrder : 0,
    Number(form.format === 'csv'),
    Number(form.excel),
    at.ends,
    at.values,
    at.scratch,
  );
  if (end === 0) throw new Error(`rows have other fields than the first of them: ${names.join(', ')}`);
  return {
    bytes: bytes.subarray(at.output, end),
    count: lines.count,
    ends: new Uint32Array(buffer, at.ends, lines.count),
  };
}

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
  fields: number,
  lengths: number,
  labels: number,
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
/** As `VALUE_BYTES` of the program. */
const VALUE_BYTES = 12;
/** An output field that rows do not have, or a field of rows that the output leaves out. */
const NONE = 2 ** 32 - 1;
const HALVES = {first: 1, second: 2} as const;
/** Memory that is kept between calls; what larger lines took is given back. */
const KEPT_BYTES = 1 << 24;

interface Program {
  memory: {buffer: ArrayBuffer; grow(pages: number): number};
  convert: Convert;
  /** All of the memory. */
  bytes: Buffer;
}

let compiled: WebAssembly.Module | null = null;
let opened: Program | null = null;

function openProgram(): Program {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('convert.wasm', import.meta.url)));
  const {exports} = new WebAssembly.Instance(compiled, {env: {abort: () => undefined}});
  const {memory, convert} = exports as unknown as Program;
  return {memory, convert, bytes: Buffer.from(memory.buffer)};
}

/** The program with at least so many bytes of memory; `assembly/convert.ts` is its source. */
function programFor(bytes: number): Program {
  if (opened && bytes < KEPT_BYTES && opened.bytes.length > KEPT_BYTES) opened = null;
  opened ??= openProgram();
  const missing = bytes - opened.bytes.length;
  if (missing > 0) {
    opened.memory.grow(Math.ceil(missing / PAGE));
    opened.bytes = Buffer.from(opened.memory.buffer);
  }
  return opened;
}

/** Places regions one behind the other. */
class Places {
  size: number;

  constructor(begin: number) {
    this.size = begin;
  }

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

/** The records of the output fields for the program, four words each; their labels lie one behind the other. */
function outputRecords(
  given: readonly string[],
  {cut}: LineForm,
  names: readonly string[],
  labels: readonly Buffer[],
  labelsAt: number,
): number[] {
  let label = labelsAt;
  return given.flatMap((name, i) => {
    const field = names.indexOf(name);
    const {length} = labels[i]!;
    const half = cut?.fields.has(name) ? HALVES[cut.half] : 0;
    label += length;
    return [field < 0 ? NONE : field, half, label - length, length];
  });
}

/** By field of the rows what is cut from it, NONE where the output leaves it out; null if the output has another order. */
function inOrder(given: readonly string[], {cut}: LineForm, names: readonly string[]): number[] | null {
  const chosen = new Set(given);
  if (names.filter((name) => chosen.has(name)).join() !== given.join()) return null;
  return names.map((name) => (chosen.has(name) ? (cut?.fields.has(name) ? HALVES[cut.half] : 0) : NONE));
}

/** What the program needs to know of rows with certain fields. */
interface Plan {
  /** Written to `BEGIN`; it holds the following, of which these are the addresses. */
  block: Buffer;
  lengths: number;
  labels: number;
  outputs: number;
  /** 0 where the output has another order. */
  inOrder: number;
  /** Fields of the rows and of the output. */
  fields: number;
  count: number;
  /** Bytes of a line of the output besides its values, at most. */
  frame: number;
}

const wordsOf = (numbers: readonly number[]): Buffer => Buffer.from(Uint32Array.from(numbers).buffer);

function planOf(form: LineForm, names: readonly string[]): Plan {
  const given = form.names ?? names;
  const [labels, outLabels] = [labelsOf(names), labelsOf(given)];
  const places = new Places(BEGIN);
  const parts: [at: number, bytes: Buffer][] = [];
  const put = (bytes: Buffer): number => {
    const at = places.add(bytes.length);
    parts.push([at, bytes]);
    return at;
  };
  const ordered = form.format === 'csv' ? inOrder(given, form, names) : null;
  const outLabelBytes = Buffer.concat(outLabels);
  const addresses = {
    lengths: put(wordsOf(labels.map(({length}) => length))),
    labels: put(Buffer.concat(labels)),
    outputs: put(wordsOf(outputRecords(given, form, names, outLabels, put(outLabelBytes)))),
    inOrder: ordered ? put(wordsOf(ordered)) : 0,
  };
  const block = Buffer.alloc(places.size - BEGIN);
  for (const [at, bytes] of parts) bytes.copy(block, at - BEGIN);
  const frame = outLabelBytes.length + 8 * (given.length + 1);
  return {block, ...addresses, fields: names.length, count: given.length, frame};
}

/** Converts lines to a form. All lines of a call must have the same fields in the same order, as `JSON.stringify` writes them. */
export class LineConverter {
  readonly #form: LineForm;
  #plan: Plan | null = null;

  constructor(form: LineForm) {
    this.#form = form;
  }

  /** The lines in the form; the next call of any converter overwrites them. Throws where a line has other fields than the first. */
  convert(lines: Lines): Lines {
    if (lines.count === 0) return {bytes: Buffer.alloc(0), count: 0, ends: []};
    // Nearly always the lines have the fields of those before.
    const converted = this.#plan && this.#run(lines, this.#plan);
    if (converted) return converted;
    const names = fieldNames(lines);
    this.#plan = planOf(this.#form, names);
    const again = this.#run(lines, this.#plan);
    if (!again) throw new Error(`rows have other fields than the first of them: ${names.join(', ')}`);
    return again;
  }

  /** Null where a line has other fields than those of the plan. */
  #run(lines: Lines, plan: Plan): Lines | null {
    const {format, excel} = this.#form;
    const {count} = lines;
    const size = lengthOf(lines);
    const places = new Places(BEGIN + plan.block.length);
    const input = places.add(size);
    const scratch = places.add(size);
    const values = places.add(VALUE_BYTES * plan.fields);
    const ends = places.add(4 * count);
    // Every byte may be doubled.
    const output = places.add(2 * size + count * plan.frame);
    const {convert, bytes} = programFor(places.size);
    bytes.set(plan.block, BEGIN);
    lines.bytes.copy(bytes, input, 0, size);
    const end = convert(
      input,
      input + size,
      output,
      plan.fields,
      plan.lengths,
      plan.labels,
      plan.outputs,
      plan.count,
      plan.inOrder,
      Number(format === 'csv'),
      Number(excel),
      ends,
      values,
      scratch,
    );
    if (end === 0) return null;
    return {bytes: bytes.subarray(output, end), count, ends: new Uint32Array(bytes.buffer, ends, count)};
  }
}

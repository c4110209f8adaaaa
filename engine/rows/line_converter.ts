/** Converts rendered rows, which are lines of JSON, to CSV or to JSON of some of their fields. */
import type {Lines} from '../types.ts';
import {type CellStyle, cellStyle, copyBytes, putText, putValue} from './csv_cells.ts';
import {lengthOf} from './json_lines.ts';
import {labelsOf, splitValues} from './json_values.ts';

/** The form of the output. */
export interface LineForm {
  /**
   * Its fields in order, of which those that the rows do not have are null; null for all fields of the rows.
   */
  names: readonly string[] | null;
  format: 'csv' | 'ndjson';
  /**
   * CSV for spreadsheets: an apostrophe is put before what they would run as a formula, digits that are no
   * number stay texts, and long texts are cut to what a cell takes. `fr`: with semicolons between cells and
   * decimal commas.
   */
  excel: boolean | 'fr';
  /**
   * Fields whose texts have the form `English | Français`, and the half of them that is left; null: they are
   * left whole.
   */
  cut: {fields: ReadonlySet<string>; half: 'first' | 'second'} | null;
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LF = 0x0a;
const CR = 0x0d;

const BAR = Buffer.from(' | ');
const NULL = Buffer.from('null');

/** Bytes of an output field besides its label and twice those of its value, at most. */
const FIELD_BYTES = 8;

/** A field of the output. */
interface OutputField {
  /** Its number among the fields of the rows; -1 where they do not have it. */
  field: number;
  label: Buffer;
  half: 'first' | 'second' | null;
}

/** How rows with certain fields are converted. */
interface Plan {
  labels: readonly Buffer[];
  bounds: Uint32Array;
  outputs: readonly OutputField[];
  /** Bytes of a line of the output besides its values, at most. */
  frame: number;
}

/** Names of the fields of the first line, which all lines have. */
function fieldNames({bytes, ends}: Lines): string[] {
  const first: object = JSON.parse(bytes.toString('utf8', 0, ends[0]!));
  return Object.keys(first);
}

const NO_LABEL = Buffer.alloc(0);

function planOf({names: chosen, cut, format}: LineForm, names: readonly string[]): Plan {
  const given = chosen ?? names;
  const outLabels = format === 'csv' ? given.map(() => NO_LABEL) : labelsOf(given);
  return {
    labels: labelsOf(names),
    bounds: new Uint32Array(2 * names.length),
    outputs: given.map((name, i) => ({
      field: names.indexOf(name),
      label: outLabels[i]!,
      half: cut?.fields.has(name) ? cut.half : null,
    })),
    frame: outLabels.reduce((sum, {length}) => sum + length + FIELD_BYTES, FIELD_BYTES),
  };
}

/** Writes begin and end of each value of a row, whose last one ends at `end`, to `bounds`. */
function boundsOf(
  starts: Uint32Array,
  row: number,
  end: number,
  labels: readonly Buffer[],
  bounds: Uint32Array,
): void {
  const fields = labels.length;
  const first = row * fields;
  for (let i = 0; i < fields; i++) {
    bounds[2 * i] = starts[first + i]! + labels[i]!.length;
    bounds[2 * i + 1] = i + 1 < fields ? starts[first + i + 1]! : end;
  }
}

/**
 * Converts lines to a form. All lines of a call must have the same fields in the same order, as
 * `JSON.stringify` writes them.
 */
export class LineConverter {
  readonly #form: LineForm;
  readonly #style: CellStyle;
  #plan: Plan | null = null;
  #out = Buffer.alloc(0);
  #ends = new Uint32Array(0);
  /** The text that is left after a cut. */
  #from = 0;
  #end = 0;

  constructor(form: LineForm) {
    this.#form = form;
    this.#style = cellStyle(form.excel);
  }

  /**
   * The lines in the form; the next call overwrites them. Throws where a line has other fields than the
   * first.
   */
  convert(lines: Lines): Lines {
    if (lines.count === 0) return {bytes: Buffer.alloc(0), count: 0, ends: [], starts: null};
    // Nearly always the lines have the fields of those before.
    const converted = this.#plan && this.#convert(lines, this.#plan);
    if (converted) return converted;
    const names = fieldNames(lines);
    this.#plan = planOf(this.#form, names);
    const again = this.#convert(lines, this.#plan);
    if (!again) throw new Error(`rows have other fields than the first of them: ${names.join(', ')}`);
    return again;
  }

  /** Null where a line has other fields than those of the plan. */
  #convert(lines: Lines, plan: Plan): Lines | null {
    const {bytes: json, count, ends, starts} = lines;
    const size = lengthOf(lines);
    // Every byte may be doubled.
    const bound = 2 * size + count * plan.frame;
    if (bound > this.#out.length) this.#out = Buffer.allocUnsafe(bound);
    if (count > this.#ends.length) this.#ends = new Uint32Array(count);
    const isCsv = this.#form.format === 'csv';
    const {labels, bounds} = plan;
    let at = 0;
    let to = 0;
    for (let row = 0; row < count; row++) {
      // The first is always read: it tells whether the lines are of the plan.
      if (starts && row > 0) boundsOf(starts, row, ends[row]! - 1, labels, bounds);
      else {
        at = splitValues(json, at, size, labels, bounds);
        if (at < 0 || json[at] !== CLOSE_BRACE || json[at + 1] !== LF) return null;
        at += 2;
      }
      to = isCsv ? this.#putCsv(json, plan, to) : this.#putJson(json, plan, to);
      this.#ends[row] = to - 1;
    }
    return {bytes: this.#out.subarray(0, to), count, ends: this.#ends, starts: null};
  }

  #putCsv(json: Buffer, {outputs, bounds}: Plan, begin: number): number {
    const out = this.#out;
    const style = this.#style;
    let to = begin;
    for (let i = 0; i < outputs.length; i++) {
      const {field, half} = outputs[i]!;
      if (i > 0) out[to++] = style.separator;
      if (field < 0) continue;
      const from = bounds[2 * field]!;
      const end = bounds[2 * field + 1]!;
      if (json[from] !== QUOTE) to = putValue(out, to, json, from, end, style);
      else if (half === null) to = putText(out, to, json, from + 1, end - 1, style);
      else {
        this.#cut(json, from + 1, end - 1, half);
        to = putText(out, to, json, this.#from, this.#end, style);
      }
    }
    out[to++] = CR;
    out[to++] = LF;
    return to;
  }

  #putJson(json: Buffer, {outputs, bounds}: Plan, begin: number): number {
    const out = this.#out;
    let to = begin;
    if (outputs.length === 0) out[to++] = OPEN_BRACE;
    for (let i = 0; i < outputs.length; i++) {
      const {field, label, half} = outputs[i]!;
      to = copyBytes(out, to, label, 0, label.length);
      if (field < 0) {
        to = copyBytes(out, to, NULL, 0, NULL.length);
        continue;
      }
      const from = bounds[2 * field]!;
      const end = bounds[2 * field + 1]!;
      if (half === null || json[from] !== QUOTE) {
        to = copyBytes(out, to, json, from, end);
        continue;
      }
      this.#cut(json, from + 1, end - 1, half);
      out[to++] = QUOTE;
      to = copyBytes(out, to, json, this.#from, this.#end);
      out[to++] = QUOTE;
    }
    out[to++] = CLOSE_BRACE;
    out[to++] = LF;
    return to;
  }

  /**
   * Leaves the half of a text before its first ` | `, or the one behind it; all of a text without. No escape
   * has one inside.
   */
  #cut(json: Buffer, from: number, end: number, half: 'first' | 'second'): void {
    const bar = json.subarray(from, end).indexOf(BAR);
    this.#from = bar >= 0 && half === 'second' ? from + bar + BAR.length : from;
    this.#end = bar >= 0 && half === 'first' ? from + bar : end;
  }
}

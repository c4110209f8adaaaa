/**
 * Chooses from a sample of rows how the rows of a table are encoded: dictionaries, predictions and tokens.
 */
import {TextTable} from '../text/text_table.ts';
import {FieldValues} from './field_values.ts';
import {lowerEscapes, separatorsOf, splitValues} from './json_values.ts';
import {choosePredictions, type Prediction} from './predictions.ts';

import {type Sample, type TokenTable, trainTokens} from './token_table.ts';

/** Rows by which the encoding is chosen. */
export const SAMPLE_ROWS = 1 << 14;
/** Bytes of them; wide rows make a smaller sample. */
export const SAMPLE_BYTES = 1 << 25;
/** Bytes of literals by which tokens are trained. */
const TRAINING_BYTES = 1 << 19;
/** Longer values of the sample are not counted: few repeat. */
const MAX_COUNTED = 1 << 10;
/** A value of the sample gets an entry if it occurs more often than this. */
const FEW = 3;

/** A field as the sample is read. */
export interface SampledField {
  /** Names table and column. */
  name: string;
  /** Ids have no dictionary and are not predicted. */
  isId: boolean;
  /** Whether all values are numbered. */
  isCollected: boolean;
}

export interface Encoding {
  /** By field. */
  values: FieldValues[];
  predictions: Prediction[];
  tokens: TokenTable;
}

/** Refuses a row with another number of fields; `end` is what splitting it gave. */
export function refuseRow(table: string, end: number): never {
  throw new Error(`a row of ${table} has ${end < 0 ? 'fewer' : 'more'} fields than it should`);
}

/** Chooses the encoding; the case of escapes in the sample is changed in place. */
export function chooseEncoding(
  table: string,
  fields: readonly SampledField[],
  inHead: number,
  sample: readonly Uint8Array[],
): Encoding {
  const separators = separatorsOf(fields.length);
  const bounds = sample.map((json) => {
    const ofRow = new Uint32Array(2 * fields.length);
    lowerEscapes(json);
    const end = splitValues(json, 0, json.length, separators, ofRow);
    if (end !== json.length) refuseRow(table, end);
    return ofRow;
  });
  const values = fields.map((field, i) => frequentValues(field, i, sample, bounds));
  const codes = fields.map(({isId}, i) =>
    Uint32Array.from(sample, (json, row) =>
      isId ? 0 : values[i]!.find(json, bounds[row]![2 * i]!, bounds[row]![2 * i + 1]!),
    ),
  );
  const predictable = fields.map(({isId}) => !isId);
  const literals = literalsOf(predictable, codes, sample, bounds);
  return {
    values,
    predictions: choosePredictions(codes, inHead, predictable),
    tokens: trainTokens(literals),
  };
}

/** The frequent values of a field, the most frequent first: small codes take one byte. */
function frequentValues(
  {name, isId, isCollected}: SampledField,
  field: number,
  sample: readonly Uint8Array[],
  bounds: readonly Uint32Array[],
): FieldValues {
  const values = new FieldValues(name, isCollected);
  if (isId) return values;
  const texts = new TextTable(name);
  const counts: number[] = [];
  for (const [row, json] of sample.entries()) {
    const [from, to] = [bounds[row]![2 * field]!, bounds[row]![2 * field + 1]!];
    if (to - from > MAX_COUNTED) continue;
    const number = texts.numberOf(json, from, to);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  const frequent = [...counts.entries()].filter(([, count]) => count > FEW).sort((a, b) => b[1] - a[1]);
  for (const [number] of frequent) {
    const text = texts.text(number);
    values.addEntry(text, 0, text.length);
  }
  return values;
}

/** The values of the sample that would be literals, row by row, up to the bound. */
function literalsOf(
  predictable: readonly boolean[],
  codes: readonly Uint32Array[],
  sample: readonly Uint8Array[],
  bounds: readonly Uint32Array[],
): Sample {
  const pieces: Uint8Array[] = [];
  const ends: number[] = [];
  let size = 0;
  for (const [row, json] of sample.entries()) {
    for (const [i, ofField] of codes.entries()) {
      const [from, to] = [bounds[row]![2 * i]!, bounds[row]![2 * i + 1]!];
      if (!predictable[i] || ofField[row]! > 0 || size + to - from > TRAINING_BYTES) continue;
      pieces.push(json.subarray(from, to));
      size += to - from;
      ends.push(size);
    }
  }
  return {bytes: Buffer.concat(pieces), ends};
}

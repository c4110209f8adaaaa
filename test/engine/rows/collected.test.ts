/**
 * What the encoder collects of rows is what they hold, and the stored bytes are the same with and without it.
 */
import {expect, test} from 'vitest';
import {NO_TEXT, RowEncoder, type RowFields} from '../../../engine/rows/row_encoder.ts';
import type {StringArray} from '../../../engine/text/string_array.ts';
import fc from '../../helpers/fast_check.ts';

const plain = (name: string) => ({name, hexPrefix: null});
const FIELDS: RowFields = {
  head: [{name: 'id', hexPrefix: 'p_'}, plain('kind'), plain('place')],
  rest: [plain('note')],
};
const COLLECTED = {fields: ['note', 'kind'], id: 'id', extra: ['+0']};

const hex = fc.stringMatching(/^[0-9a-f]{16}$/).map((digits) => `p_${digits}`);
const id = fc.oneof({weight: 20, arbitrary: hex}, fc.constantFrom('p_odd', 'other', 'p_0123456789ABCDEF'));
// Few kinds get an entry of the dictionary, many notes stay literals.
const kind = fc.constantFrom('house', 'garage', 'deck', null);
const note = fc.oneof(fc.string({maxLength: 6}), kind);
const row = fc.tuple(id, kind, fc.string({maxLength: 40}), note, note);
type Row = readonly [string, ...(string | null)[]];

const storedOf = ([one, kind, place, note]: Row): string =>
  [one, kind, place, note].map((value) => JSON.stringify(value)).join();

/** The text of a JSON string, or null. */
const collectedText = ({bytes, offsets}: StringArray, number: number): string | null =>
  JSON.parse(Buffer.from(bytes.subarray(offsets[number], offsets[number + 1])).toString());

/** Copies of the two parts of a row. */
function partsOf(encoder: RowEncoder, text: Buffer): Buffer[] {
  const {head, rest} = encoder.encode(text);
  return [head, rest].map((part) => Buffer.from(part));
}

test('values are numbered by field, ids are halves of their digits or texts', () => {
  const property = fc.property(
    fc.array(row, {minLength: 1, maxLength: 300}),
    fc.nat(40),
    fc.constantFrom(1, 9),
    (some, sample, times) => {
      const rows = Array.from({length: times}, () => some).flat();
      const samples = () => rows.slice(0, sample).map((one) => Buffer.from(storedOf(one)));
      const encoder = new RowEncoder('made', FIELDS, samples(), COLLECTED);
      const bare = new RowEncoder('made', FIELDS, samples(), {fields: [], id: null, extra: []});
      const collected: number[][] = [];
      const encoded: Buffer[][] = [];
      const expected: Buffer[][] = [];
      for (const one of rows) {
        const text = Buffer.from(`${storedOf(one)},${JSON.stringify(one[4])}`);
        encoded.push(partsOf(encoder, text));
        const {numbers, id} = encoder;
        collected.push([...numbers, id.high, id.low, id.text]);
        expected.push(partsOf(bare, Buffer.from(storedOf(one))));
      }
      expect(encoded).toEqual(expected);
      expect(encoder.largest).toEqual(bare.largest);
      for (const [i, [note, kind, extra, high, low, text]] of collected.entries()) {
        const [id, ofKind, , ofNote, ofExtra] = rows[i]!;
        expect(
          [0, 1, 2].map((place) => collectedText(encoder.values(place), [note, kind, extra][place]!)),
        ).toEqual([ofNote, ofKind, ofExtra]);
        if (text !== NO_TEXT) expect(collectedText(encoder.otherIds(), text!)).toBe(id);
        else expect(`p_${[high, low].map((half) => half!.toString(16).padStart(8, '0')).join('')}`).toBe(id);
      }
      const distinct = new Set(rows.map(([, , , ofNote]) => ofNote)).size;
      expect(encoder.values(0).offsets).toHaveLength(distinct + 1);
    },
  );
  fc.assert(property, {numRuns: 60});
});

test('a row without its further fields is refused', () => {
  const encoder = new RowEncoder('made', FIELDS, [], COLLECTED);
  const stored = storedOf(['p_0123456789abcdef', 'house', 'x', 'y']);
  const encode = (text: string) => encoder.encode(Buffer.from(text));
  expect(() => encode(stored)).toThrow('a row of made has fewer fields than it should');
  expect(() => encode(`${stored},null,1`)).toThrow('a row of made has more fields');
});

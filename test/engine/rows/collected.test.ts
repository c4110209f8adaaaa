/**
 * What the encoder collects of rows is what they hold, and the stored bytes are the same with and without it.
 */
import {expect, test} from 'vitest';
import {NO_TEXT, RowEncoder, type RowFields} from '../../../engine/rows/row_encoder.ts';
import type {StringArray} from '../../../engine/text/string_array.ts';
import fc from '../../helpers/fast_check.ts';
import {runOf, runOfAll, textsIn} from '../../helpers/text_runs.ts';

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
  `"id":${JSON.stringify(one)},"kind":${JSON.stringify(kind)},"place":${JSON.stringify(place)},"note":${JSON.stringify(note)}`;

/** The text of a JSON string, or null. */
const collectedText = ({bytes, offsets}: StringArray, number: number): string | null =>
  JSON.parse(Buffer.from(bytes.subarray(offsets[number], offsets[number + 1])).toString());

test('values are numbered by field, ids are halves of their digits or texts', () => {
  const property = fc.property(
    fc.array(row, {minLength: 1, maxLength: 300}),
    fc.nat(40),
    fc.constantFrom(1, 9),
    (some, sample, times) => {
      // More rows than one call takes.
      const rows = Array.from({length: times}, () => some).flat();
      const samples = () => rows.slice(0, sample).map((one) => Buffer.from(storedOf(one)));
      const encoder = new RowEncoder('made', FIELDS, samples(), COLLECTED);
      const bare = new RowEncoder('made', FIELDS, samples());
      const collected: number[][] = [];
      const encoded: Buffer[][] = [];
      const whole = rows.map((one) => Buffer.from(`${storedOf(one)},"+0":${JSON.stringify(one[4])}`));
      const {heads, rests} = encoder.encode(runOfAll(whole));
      const {values, id} = encoder.numbers();
      for (let row = 0; row < rows.length; row++)
        collected.push([...values, id.high, id.low, id.text].map((numbers) => numbers[row]!));
      const ofRests = textsIn(rests);
      encoded.push(...textsIn(heads).map((head, i) => [head, ofRests[i]!]));
      const expected: Buffer[][] = [];
      for (const one of rows) {
        const {heads, rests} = bare.encode(runOf(Buffer.from(storedOf(one))));
        expected.push([...textsIn(heads), ...textsIn(rests)]);
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
  const encode = (text: string) => encoder.encode(runOf(Buffer.from(text)));
  expect(() => encode(stored)).toThrow('another field than ,"+0":');
  expect(() => encode(`${stored},"+0":null,"more":1`)).toThrow('goes on behind');
});

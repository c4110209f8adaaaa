/** The ranking of rows by their labels against comparing all labels, for sets of every size and kind. */
import {expect, test} from 'vitest';
import {compareText} from '../../../datasets/rules/text.ts';
import {collectPostings, pairsByRow} from '../../../engine/file/postings.ts';
import {MemorySection} from '../../../engine/file/section_reader.ts';
import type {Table} from '../../../engine/query/table.ts';
import {Bitmap} from '../../../engine/rowset/bitmap.ts';
import type {RowSet} from '../../../engine/rowset/rowset.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {closestLabels} from '../../../engine/search/closest_labels.ts';
import {type Labels, publishedLabels} from '../../../engine/text/labels.ts';
import {type StringArray, StringArrayBuilder} from '../../../engine/text/string_array.ts';
import {TermDictionary} from '../../../engine/text/term_dictionary.ts';
import {writeTermDictionary} from '../../../engine/text/term_dictionary_writer.ts';
import {sectionsFrom} from '../../helpers/section_file.ts';

const ROWS = 12_000;
const LIMITS = [1, 3, 20, 400];

const arrayOf = (texts: readonly string[]): StringArray => {
  const builder = new StringArrayBuilder('labels');
  for (const one of texts) builder.add(Buffer.from(one));
  return builder.build();
};

/** The labels of rows, of which a row without one has ''. */
function labelsOf(texts: readonly string[]): Labels {
  const distinct = [...new Set(texts)].filter((one) => one !== '').sort(compareText);
  const sections = sectionsFrom((index) => {
    writeTermDictionary(index, 'made', arrayOf(distinct), true);
  });
  const ordinalOf = new Map(distinct.map((one, i) => [one, i]));
  const ordinals = Uint32Array.from(texts, (one) => ordinalOf.get(one) ?? distinct.length);
  const {rows, offsets} = collectPostings(distinct.length, pairsByRow(ordinals, distinct.length));
  const published = arrayOf(distinct.map((one) => one.toUpperCase()));
  return {
    terms: new TermDictionary(sections, 'made', true),
    ordinals,
    rows: new MemorySection(rows),
    offsets: new MemorySection(offsets),
    values: new MemorySection(published.bytes),
    valueOffsets: new MemorySection(published.offsets),
  };
}

const tableOf = (labels: Labels, order: Uint32Array | null): Table =>
  ({
    search: {labels},
    layout: {globalSearch: {dated: order === null}, declaration: {name: 'made'}},
    rows: ROWS,
    ids: {order, compareRows: (one: number, other: number) => order!.indexOf(one) - order!.indexOf(other)},
  }) as unknown as Table;

/** Texts by row: most hold no word at first, and what is searched for only far behind. */
const CASES: Record<string, (row: number) => string> = {
  'none holds it': (row) => `other ${row % 50}`,
  'all hold it': (row) => `some pier ${row}`,
  'few labels of few rows far behind': (row) =>
    row === 9000 ? 'pier' : row % 4000 === 3999 ? `pier ${row}` : row % 3000 === 2999 ? 'old pier' : 'other',
  'labels of many rows far behind': (row) =>
    row < 2000 ? 'other' : ['pier', 'pier north', 'old pier', ''][row % 4]!,
  'many labels far behind': (row) => (row < 1000 ? '' : row % 2 === 0 ? `pier ${row}` : `old pier ${row}`),
  'a mixture': (row) => ['pier', 'pier x', 'a pier', 'other', ''][(row * 7919) % 5]!,
};

const bitmapOf = (isMember: (row: number) => boolean): RowSet => {
  const bitmap = Bitmap.empty(ROWS);
  let count = 0;
  for (let row = 0; row < ROWS; row++) {
    if (!isMember(row)) continue;
    bitmap.add(row);
    count++;
  }
  return {kind: 'bitmap', bitmap, count};
};

const SETS: {set: RowSet; isMember: (row: number) => boolean}[] = [
  {set: {kind: 'range', from: 0, to: ROWS}, isMember: () => true},
  {set: bitmapOf((row) => row % 3 > 0), isMember: (row) => row % 3 > 0},
  {
    set: {kind: 'array', rows: Uint32Array.of(5, 2999, 8999, 9000)},
    isMember: (row) => [5, 2999, 8999, 9000].includes(row),
  },
  {set: {kind: 'range', from: 7000, to: 7000}, isMember: () => false},
];

function closenessOf(label: string, text: string): number {
  const at = label.indexOf(text);
  if (at !== 0) return at < 0 ? 3 : 2;
  return label === text ? 0 : 1;
}

test.each(Object.keys(CASES))('rows are ranked by their labels: %s', (name) => {
  const texts = Array.from({length: ROWS}, (_, row) => CASES[name]!(row));
  const labels = labelsOf(texts);
  const scratch = new Scratch();
  const byId = Uint32Array.from({length: ROWS}, (_, i) => ROWS - 1 - i);
  for (const order of [null, byId]) {
    const positions = [...(order ?? texts.keys())];
    for (const text of ['pier', 'ie', 'old pier', 'pier 11999']) {
      const byCloseness = positions
        .map((row) => ({row, closeness: closenessOf(texts[row]!, text)}))
        .sort((a, b) => a.closeness - b.closeness);
      for (const limit of LIMITS) {
        // One look-up serves all sets.
        const closestOf = closestLabels(tableOf(labels, order), Buffer.from(text), limit, scratch);
        for (const {set, isMember} of SETS) {
          const expected = byCloseness.filter(({row}) => isMember(row)).slice(0, limit);
          expect(closestOf(set), `${text}, ${limit}`).toEqual(expected);
        }
        scratch.release();
      }
    }
  }
});

test('published labels are given in the order of the rows, each as often as it is asked for', () => {
  const labels = labelsOf(['b', '', 'a', 'b', 'c']);
  expect(publishedLabels(labels, [3, 1, 2, 0, 3], new Scratch())).toEqual(['B', '', 'A', 'B', 'B']);
  expect(publishedLabels(labels, [], new Scratch())).toEqual([]);
});

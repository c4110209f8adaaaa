/** Distinct texts: each has one number, whatever the others are, and too many are refused by name. */
import {expect, test} from 'vitest';
import {TextTable} from '../../../engine/text/text_table.ts';
import fc from '../../helpers/fast_check.ts';

const numberOf = (table: TextTable, text: string): number => {
  const bytes = Buffer.from(text);
  return table.numberOf(bytes, 0, bytes.length);
};

test('texts are numbered in the order in which they first occur', () => {
  const property = fc.property(
    fc.array(fc.string({unit: 'binary', maxLength: 9}), {maxLength: 400}),
    (texts) => {
      const table = new TextTable('made');
      const distinct = [...new Set(texts.map((text) => Buffer.from(text).toString()))];
      for (const text of texts)
        expect(numberOf(table, text)).toBe(distinct.indexOf(Buffer.from(text).toString()));
      expect(table.count).toBe(distinct.length);
      const {bytes, offsets} = table.texts();
      for (const [i, text] of distinct.entries())
        expect(Buffer.from(bytes.subarray(offsets[i], offsets[i + 1])).toString()).toBe(text);
    },
  );
  fc.assert(property, {numRuns: 100});
});

test('texts of one hash are told apart', () => {
  const table = new TextTable('made');
  const [one, other] = [Buffer.from('one'), Buffer.from('two')];
  expect([table.add(one, 0, 3, 7), table.add(other, 0, 3, 7)]).toEqual([0, 1]);
  expect([table.find(one, 0, 3, 7), table.find(other, 0, 3, 7)]).toEqual([0, 1]);
  expect(table.find(Buffer.from('six'), 0, 3, 7)).toBe(-1);
});

test('more bytes than the limit are refused with table, column, limit and remedy', () => {
  const table = new TextTable('distinct values of contracts.vendor', 10_000);
  const add = () => {
    for (let i = 0; i < 2000; i++) numberOf(table, `vendor ${i}`);
  };
  expect(add).toThrow(/^distinct values of contracts\.vendor take more than 10000 bytes.*divide the table/);
});

/** Collected strings against the strings themselves, and the bound of their bytes. */
import {expect, test} from 'vitest';
import {StringArrayBuilder, stringAt} from '../../../engine/text/string_array.ts';
import fc from '../../helpers/fast_check.ts';

test('strings are given back as they were added', () => {
  const property = fc.property(fc.array(fc.string({unit: 'grapheme'}), {maxLength: 600}), (texts) => {
    const builder = new StringArrayBuilder('texts');
    for (const one of texts) builder.add(Buffer.from(one));
    const all = builder.build();
    expect(builder.count).toBe(texts.length);
    expect(texts.map((_, i) => stringAt(all, i))).toEqual(texts);
    for (const [i, one] of texts.entries()) {
      const bytes = Buffer.from(`(${one})`);
      expect(builder.equals(i, bytes, 1, bytes.length - 1)).toBe(true);
      expect(builder.equals(i, bytes, 0, bytes.length - 1)).toBe(false);
    }
  });
  fc.assert(property, {numRuns: 50});
});

test('more bytes than an offset holds are refused by name', () => {
  const builder = new StringArrayBuilder('record ids', 10);
  builder.add(Buffer.from('12345'));
  builder.add(Buffer.from('67890'));
  builder.add(Buffer.from(''));
  expect(() => builder.add(Buffer.from('x'))).toThrow('record ids take more than 10 bytes');
  expect(builder.count).toBe(3);
});

/** Words in memory: the rows of every part of a word against looking at every text, also where it was asked before. */
import {expect, test} from 'vitest';
import {openTokenIndex} from '../../../engine/query/table.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {toArray} from '../../../engine/rowset/set_ops.ts';
import {KeptTerms} from '../../../engine/text/kept_lists.ts';
import {MemoryTokenIndex} from '../../../engine/text/memory_token_index.ts';
import {StringArrayBuilder} from '../../../engine/text/string_array.ts';
import {writeTokens} from '../../../engine/text/tokens_writer.ts';
import fc from '../../helpers/fast_check.ts';
import {sectionsFrom} from '../../helpers/section_file.ts';

const word = fc
  .array(fc.constantFrom('a', 'ab', 'ba', 'c', 'é', '長'), {minLength: 1, maxLength: 4})
  .map((all) => all.join(''));
const text = fc.array(word, {minLength: 1, maxLength: 4}).map((all) => all.join(' '));

/** Rows of every form of a list: a value for each row, some of very many rows, some of few. */
const table = fc.record({
  values: fc.uniqueArray(text, {minLength: 1, maxLength: 30}),
  rows: fc.constantFrom(1, 33, 900, 66_000),
  seed: fc.nat(1000),
});

function open({values, rows, seed}: {values: string[]; rows: number; seed: number}) {
  const sorted = values.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const folded = new StringArrayBuilder('texts');
  for (const one of sorted) folded.add(Buffer.from(one));
  // The later a value, the fewer rows have it.
  const ordinals = Uint32Array.from({length: rows}, (_, row) => {
    const drawn = ((row * 7919 + seed * 104_729) % 10_007) / 10_007;
    return Math.floor(drawn ** 3 * (sorted.length + 1));
  });
  const sections = sectionsFrom((index) => writeTokens(index, [{folded: folded.build(), ordinals}], rows));
  const index = new MemoryTokenIndex(openTokenIndex(sections, rows), new KeptTerms());
  return {index, textOf: (row: number): string => sorted[ordinals[row]!] ?? ''};
}

test('the rows that have every term inside a word, asked several times', () => {
  const scratch = new Scratch();
  const terms = fc.array(fc.oneof(word, fc.constantFrom('a', 'aba', 'abc', 'é')), {
    minLength: 1,
    maxLength: 3,
  });
  const property = fc.property(table, fc.array(terms, {minLength: 1, maxLength: 5}), (made, asked) => {
    const {index, textOf} = open(made);
    const texts = Array.from({length: made.rows}, (_, row) => textOf(row));
    for (const some of [...asked, ...asked, ...asked]) {
      const expected = texts.flatMap((one, row) => (some.every((term) => one.includes(term)) ? [row] : []));
      const found = toArray(index.rows([...new Set(some)], made.rows, scratch), scratch);
      expect([...found]).toEqual(expected);
      scratch.release();
    }
  });
  fc.assert(property, {numRuns: 25});
});

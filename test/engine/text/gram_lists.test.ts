/** Lists of trigrams in a file, compared with the entries they were made of. */
import {afterAll, expect, test} from 'vitest';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {GramLists, writeGramLists} from '../../../engine/text/gram_lists.ts';
import {entryForm} from '../../../engine/text/trigram_entries.ts';
import fc from '../../helpers/fast_check.ts';
import {type FoundFiles, foundFrom} from '../../helpers/section_file.ts';

/** Terms below, at and above as many as 16 bits number, and so many that offsets have fewer bits. */
const TERMS = [1, 2, 65_535, 65_536, 65_537, 131_073, 1_781_171, 2 ** 26];

const opened: FoundFiles[] = [];
afterAll(() => {
  for (const one of opened) one.end();
});

const dictionary = fc.constantFrom(...TERMS).chain((terms) => {
  const edges = [0, 65_535, 65_536, 131_072, terms - 1].filter((ordinal) => ordinal < terms);
  const ordinal = fc.oneof(fc.integer({min: 0, max: terms - 1}), fc.constantFrom(...edges));
  const entry = fc.record({ordinal, position: fc.nat({max: 255})});
  const list = fc
    .uniqueArray(entry, {minLength: 1, maxLength: 60, selector: ({ordinal: one}) => one})
    .map((all) => all.sort((a, b) => a.ordinal - b.ordinal));
  return fc.record({terms: fc.constant(terms), lists: fc.array(list, {minLength: 1, maxLength: 6})});
});

test('entries and ordinals of lists are read as they were written', () => {
  const scratch = new Scratch();
  const property = fc.property(dictionary, ({terms, lists}) => {
    const offsets = Uint32Array.from([0, ...lists.map((_, i) => lists.slice(0, i + 1).flat().length)]);
    const all = lists.flat();
    const files = foundFrom((_, onDisk) =>
      writeGramLists(
        onDisk,
        'grams',
        {
          offsets,
          ordinals: Uint32Array.from(all, ({ordinal}) => ordinal),
          positions: Uint8Array.from(all, ({position}) => position),
        },
        terms,
      ),
    );
    opened.push(files);
    const read = new GramLists(files.stored('grams'), offsets, terms);
    const {bits, far} = entryForm(terms);
    const entryOf = ({ordinal, position}: (typeof all)[number]): number =>
      ordinal * 2 ** bits + Math.min(position, far);
    for (const [i, list] of lists.entries()) {
      expect([...read.entries(offsets[i]!, offsets[i + 1]!, scratch)]).toEqual(list.map(entryOf));
    }
    // Of one list, of several neighbours and of none.
    for (let from = 0; from < lists.length; from++) {
      for (let to = from; to <= lists.length; to++) {
        expect([...read.ordinals(offsets[from]!, offsets[to]!, scratch)]).toEqual(
          lists.slice(from, to).flatMap((list) => list.map(({ordinal}) => ordinal)),
        );
      }
    }
    scratch.release();
  });
  fc.assert(property, {numRuns: 60});
});

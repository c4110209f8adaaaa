/** Finding texts in a lexicon against looking at every text. */
import {expect, test} from 'vitest';
import {compareText} from '../../../datasets/rules/text.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {StringArrayBuilder} from '../../../engine/text/string_array.ts';
import {TermDictionary} from '../../../engine/text/term_dictionary.ts';
import {type Staying, writeTermDictionary} from '../../../engine/text/term_dictionary_writer.ts';
import fc from '../../helpers/fast_check.ts';
import {sectionsFrom, stayingFrom} from '../../helpers/section_file.ts';

/**
 * Few characters, so that terms share prefixes, contain each other and repeat; a zero byte looks like the end
 * of a term.
 */
const character = fc.constantFrom('a', 'b', 'ab', 'é', '長', '😀', ' ', '%', '\0', '\u{10ffff}');
const short = fc.array(character, {maxLength: 8}).map((all) => all.join(''));
/** Some begin so far behind that the offsets of their trigrams do not fit. */
const text = fc.oneof(
  {arbitrary: short, weight: 8},
  {
    arbitrary: fc.tuple(fc.integer({min: 240, max: 262}), short).map(([n, end]) => `${'a'.repeat(n)}${end}`),
    weight: 1,
  },
  {
    arbitrary: fc.tuple(fc.integer({min: 60, max: 90}), short).map(([n, end]) => `${'b %'.repeat(n)}${end}`),
    weight: 1,
  },
);
const texts = fc.array(text, {maxLength: 40});

function textsOf(sorted: readonly string[]) {
  const builder = new StringArrayBuilder('texts');
  for (const one of sorted) builder.add(Buffer.from(one));
  return builder.build();
}

function open(all: readonly string[], parts: boolean): {dictionary: TermDictionary; sorted: string[]} {
  const sorted = [...all].sort(compareText);
  const sections = sectionsFrom((index) => {
    writeTermDictionary(index, 'made', textsOf(sorted), parts);
  });
  return {dictionary: new TermDictionary(sections, 'made', parts), sorted};
}

/** As `open`, with something of it in the file; `work` may use it. */
function staying(
  all: readonly string[],
  stays: Staying,
  work: (dictionary: TermDictionary, sorted: string[]) => void,
): void {
  const sorted = [...all].sort(compareText);
  const {sections, end} = stayingFrom((index) => {
    writeTermDictionary(index, 'made', textsOf(sorted), true, stays);
  });
  try {
    work(new TermDictionary(sections, 'made', true), sorted);
  } finally {
    end();
  }
}

const ascending = (codes: Uint32Array): number[] => [...codes].sort((a, b) => a - b);

const ordinalsOf = (sorted: readonly string[], holds: (one: string) => boolean): number[] =>
  sorted.flatMap((one, code) => (holds(one) ? [code] : []));
const range = ([from, to]: [number, number]): number[] => Array.from({length: to - from}, (_, i) => from + i);

test('terms are found by equality, prefix and substring', () => {
  const scratch = new Scratch();
  const property = fc.property(texts, text, fc.nat(), fc.nat({max: 6}), (all, free, at, length) => {
    const {dictionary, sorted} = open(all, true);
    // A part of one of the texts, cut between characters; and any other text.
    const points = [...(sorted[at % Math.max(1, sorted.length)] ?? '')];
    const from = at % (points.length + 1);
    for (const part of [free, points.slice(from, from + length).join(''), points.join('')]) {
      const bytes = Buffer.from(part);
      expect(range(dictionary.equalTo(bytes))).toEqual(ordinalsOf(sorted, (one) => one === part));
      expect(range(dictionary.startingWith(bytes))).toEqual(
        ordinalsOf(sorted, (one) => one.startsWith(part)),
      );
      const [begin, equal, end] = dictionary.prefixRange(bytes);
      expect([begin, equal]).toEqual(dictionary.equalTo(bytes));
      expect([begin, end]).toEqual(dictionary.startingWith(bytes));
      const ordinals = [...dictionary.containing(bytes, scratch)].sort((a, b) => a - b);
      expect(ordinals).toEqual(ordinalsOf(sorted, (one) => one.includes(part)));
      scratch.release();
      if (part === '') continue;
      expect(ordinalsOf(sorted, (one) => dictionary.includes(sorted.indexOf(one), bytes))).toEqual(ordinals);
    }
  });
  fc.assert(property, {numRuns: 250});
});

test.each<Staying>(['lists', 'terms'])('substrings are found where the %s stay in the file', (stays) => {
  const scratch = new Scratch();
  // A list of all terms is much longer than that of one: it is not read.
  const many = fc.constantFrom<string[]>(
    [],
    Array.from({length: 300}, (_, i) => `ab ab${i}`),
  );
  const property = fc.property(texts, many, text, fc.nat(), (some, more, free, at) => {
    staying([...some, ...more], stays, (dictionary, sorted) => {
      const points = [...(sorted[at % Math.max(1, sorted.length)] ?? '')];
      for (const part of [
        free,
        points.slice(1).join(''),
        points.slice(0, 2).join(''),
        'ab',
        'b ab29',
        'ab ab299',
      ]) {
        const ordinals = [...dictionary.containing(Buffer.from(part), scratch)].sort((a, b) => a - b);
        expect(ordinals, part).toEqual(ordinalsOf(sorted, (one) => one.includes(part)));
        const length = Buffer.byteLength(part);
        expect([...dictionary.ofLength(Uint32Array.from(ordinals), length, scratch)]).toEqual(
          ordinalsOf(sorted, (one) => one === part),
        );
        scratch.release();
      }
    });
  });
  fc.assert(property, {numRuns: 100});
});

test('substrings of thousands of terms, with lists long enough to be read in blocks', () => {
  const scratch = new Scratch();
  const syllables = ['an', 'ab', 'aba', 'ban', 'nab', 'a', 'banana', 'x'];
  const terms = fc.uniqueArray(
    fc.array(fc.constantFrom(...syllables), {minLength: 2, maxLength: 9}).map((all) => all.join('')),
    {minLength: 1500, maxLength: 3000},
  );
  const long = fc.constantFrom('', 'ab'.repeat(200), `${'na'.repeat(124)}banana`);
  const parts = fc.array(fc.array(fc.constantFrom(...syllables), {minLength: 1, maxLength: 5}), {
    minLength: 30,
    maxLength: 30,
  });
  const property = fc.property(terms, long, parts, (all, more, asked) => {
    const {dictionary, sorted} = open(more ? [...all, more] : all, true);
    for (const part of asked.map((one) => one.join(''))) {
      expect(
        [...dictionary.containing(Buffer.from(part), scratch)].sort((a, b) => a - b),
        part,
      ).toEqual(ordinalsOf(sorted, (one) => one.includes(part)));
      scratch.release();
    }
  });
  fc.assert(property, {numRuns: 6});
});

test('long lists with offsets that no entry holds, and entries of two terms that lie as those of one would', () => {
  const scratch = new Scratch();
  const number = (i: number) => String(i).padStart(3, '0');
  const many = Array.from({length: 100}, (_, i) => [`k${number(i)}abcdef`, `k${number(i)}abc`]).flat();
  const far = `z${'-'.repeat(300)}abcdef`;
  // `abc` so far into a term, and `def` at the start of the next, that their entries are three apart.
  const neighbours = [`m${'-'.repeat(253)}abc`, 'ndef'];
  for (const more of [[], [far], neighbours, [...neighbours, far]]) {
    const {dictionary, sorted} = open([...many, ...more], true);
    const found = [...dictionary.containing(Buffer.from('abcdef'), scratch)];
    expect(found).toEqual(ordinalsOf(sorted, (one) => one.includes('abcdef')));
    scratch.release();
  }
});

test('long terms, and substrings longer than any term', () => {
  const scratch = new Scratch();
  const long = ['x'.repeat(200), `${'x'.repeat(199)}y`, 'long '.repeat(80)];
  const {dictionary, sorted} = open(long, true);
  for (const part of ['xxxy', 'x'.repeat(199), 'x'.repeat(201), 'g l', 'y', 'z', 'g  l']) {
    const ordinals = [...dictionary.containing(Buffer.from(part), scratch)].sort((a, b) => a - b);
    expect(ordinals).toEqual(ordinalsOf(sorted, (one) => one.includes(part)));
  }
});

test('on disk: long terms of few characters, with repeated trigrams at far offsets', () => {
  const scratch = new Scratch();
  const few = fc.array(fc.constantFrom('a', 'b', 'c '), {minLength: 1, maxLength: 400});
  const property = fc.property(
    fc.array(few, {minLength: 8, maxLength: 20}),
    fc.nat(),
    fc.integer({min: 1, max: 40}),
    (all, at, length) => {
      const sorted = all.map((one) => one.join('')).sort(compareText);
      const own = sorted[at % sorted.length]!;
      const part = own.slice(at % own.length, (at % own.length) + length);
      staying(sorted, 'terms', (dictionary) => {
        for (const one of [part, `${part}d`, part.replace('ab', 'ba')]) {
          const ordinals = ascending(dictionary.containing(Buffer.from(one), scratch));
          expect(ordinals).toEqual(ordinalsOf(sorted, (text) => text.includes(one)));
          scratch.release();
        }
      });
    },
  );
  fc.assert(property, {numRuns: 200});
});

test('a substring beyond the end of a term does not match the zero bytes of its last trigrams', () => {
  const {dictionary} = open(['a', 'ab', 'abc'], true);
  for (const part of ['a\0', 'ab\0', 'abc\0', '\0', 'c\0\0']) {
    expect([...dictionary.containing(Buffer.from(part), new Scratch())]).toEqual([]);
  }
});

test('an empty dictionary has no matches; substrings need trigrams', () => {
  const {dictionary} = open([], true);
  expect(dictionary.equalTo(Buffer.from('a'))).toEqual([0, 0]);
  expect([...dictionary.containing(Buffer.from('a'), new Scratch())]).toEqual([]);
  const whole = open(['a'], false).dictionary;
  expect(whole.equalTo(Buffer.from('a'))).toEqual([0, 1]);
  expect(() => whole.containing(Buffer.from('a'), new Scratch())).toThrow(
    'this term dictionary has no trigrams',
  );
});

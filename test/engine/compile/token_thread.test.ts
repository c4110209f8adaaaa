/** Tokens that a thread makes: the same sections as without it, and its failures are those of the compile. */
import {describe, expect, test} from 'vitest';
import {beginTokens, type TokenTask} from '../../../engine/compile/token_thread.ts';
import {RecordedSections} from '../../../engine/file/recorded_sections.ts';
import {SECTIONS} from '../../../engine/file/section_names.ts';
import {sharedU32} from '../../../engine/file/shared_arrays.ts';
import {StringArrayBuilder} from '../../../engine/text/string_array.ts';

const WORDS = ['north', 'bridge', 'repair', 'zoë', 'works', '12', 'northern'];
const ROWS = 5000;

/** A column whose values are pairs of words; every seventh row has none. */
function column(step: number): TokenTask['columns'][number] {
  const values = new StringArrayBuilder();
  for (const a of WORDS) for (const b of WORDS) values.add(Buffer.from(`${a} ${b}`));
  const ordinals = sharedU32(ROWS);
  for (let row = 0; row < ROWS; row++)
    ordinals[row] = row % 7 === 0 ? values.count : (row * step) % values.count;
  return {folded: values.build(), ordinals};
}

const written = async (task: TokenTask, manyRows: number) => {
  const tokens = beginTokens(task, manyRows);
  const into = new RecordedSections();
  try {
    await tokens.write(into);
  } finally {
    await tokens.close();
  }
  return into.sections.map(({elements, ...how}) => ({...how, elements: Array.from(elements)}));
};

describe('tokens in a thread', () => {
  const task = {columns: [column(3), column(11)], rows: ROWS};

  test('are the sections that are made without one', async () => {
    const alone = await written(task, ROWS + 1);
    expect(await written(task, ROWS)).toEqual(alone);
    expect(alone.map(({name}) => name)).toContain(SECTIONS.token_postings.words);
  });

  test('list every row of every token once', async () => {
    const sections = await written(task, ROWS);
    const of = (name: string) => sections.find((one) => one.name === name)!.elements;
    const names = SECTIONS.terms(SECTIONS.tokens);
    const [bytes, offsets] = [Buffer.from(of(names.bytes)), of(names.offsets)];
    const terms = offsets.slice(1).map((end, i) => bytes.toString('utf8', offsets[i], end));
    const counts = of(SECTIONS.token_postings.offsets);
    const expected = terms.map((term) => {
      let count = 0;
      for (let row = 0; row < ROWS; row++)
        if (task.columns.some(({folded, ordinals}) => wordsOf(folded, ordinals[row]!).includes(term)))
          count++;
      return count;
    });
    expect(terms.map((_, i) => counts[i + 1]! - counts[i]!)).toEqual(expected);
  });

  test('fail where the thread fails', async () => {
    const broken = {columns: [{...column(3), folded: null}], rows: ROWS} as unknown as TokenTask;
    await expect(written(broken, 0)).rejects.toThrow(/null/);
  });
});

const wordsOf = ({bytes, offsets}: TokenTask['columns'][number]['folded'], value: number): string[] =>
  value + 1 < offsets.length
    ? Buffer.from(bytes.subarray(offsets[value], offsets[value + 1]))
        .toString('utf8')
        .split(' ')
    : [];

/**
 * Asks for what readers type first before they do. The first letters of a word match hundreds of thousands of
 * labels of a large build, which takes milliseconds once for each letter; the answers are kept like those of
 * readers.
 */
import type {Engine} from '../../engine/types.ts';
import {ask} from './ask.ts';
import {engineOfPage} from './kept_answers.ts';
import {suggestionQuestions} from './load/search.ts';
import type {PageContext} from './page_maker.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Two letters are asked for where the first alone has so many labels: of fewer, all are found at once. */
const MANY_LABELS = 10_000;

/**
 * Asks the build of the moment for suggestions of one letter, and of two where that has many, each question
 * once `quiet` settles: a page waits for one of 10 to 45 ms at most. Ends early where another build is that
 * of the moment. Throws where a question fails.
 */
export async function warmSuggestions(
  {builds}: PageContext,
  keptBytes: number,
  quiet: () => Promise<void>,
): Promise<void> {
  const id = builds.info()?.build_id;
  let isOver = id === undefined || keptBytes === 0;
  const withEngine = <T>(work: (engine: Engine) => T): T => {
    const {engine, release} = builds.acquire(id);
    try {
      return work(engine);
    } finally {
      release();
    }
  };
  // The number of labels, which are asked for last. Answers do not depend on the language.
  const labelsOf = async (q: string): Promise<number> => {
    let groups = {};
    for (const question of suggestionQuestions('en', q)) {
      await quiet();
      groups = withEngine((engine) => ask<object>(engineOfPage(engine, keptBytes), ...question).data);
      isOver ||= builds.info()?.build_id !== id;
    }
    return Object.values<{total: number}>(groups).reduce((sum, {total}) => sum + total, 0);
  };
  const many: string[] = [];
  for (const letter of LETTERS) if (!isOver && (await labelsOf(letter)) >= MANY_LABELS) many.push(letter);
  for (const text of many.flatMap((first) => LETTERS.map((second) => first + second)))
    if (!isOver) await labelsOf(text);
  // Lists of single letters are the longest of all: what they took is not needed for those that readers ask
  // for.
  if (!isOver) withEngine((engine) => engine.rest());
}

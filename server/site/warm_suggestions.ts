/**
 * Asks for what readers type first before they do. The first letters of a word match hundreds of thousands of
 * labels of a large build, which takes milliseconds once for each letter; the answers are kept like those of
 * readers.
 */
import {answersOf, type Envelope, type Question} from './ask.ts';
import {engineOfPage} from './kept_answers.ts';
import {suggestionQuestions} from './load/search.ts';
import type {PageContext} from './page_maker.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Two letters are asked for where the first alone has so many labels: of fewer, all are found at once. */
const MANY_LABELS = 10_000;

type Ask = (question: Question) => Promise<Envelope>;

/** Asks for one text, and tells how many labels there are. */
async function labelsOf(ask: Ask, q: string): Promise<number> {
  // Answers do not depend on the language.
  const questions = suggestionQuestions('en', q);
  const answers: Envelope[] = [];
  for (const question of questions) answers.push(await ask(question));
  const groups = answers.at(-1)!.data as Record<string, {total: number}>;
  return Object.values(groups).reduce((sum, {total}) => sum + total, 0);
}

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
  const ask: Ask = async (question) => {
    await quiet();
    const {engine, release} = builds.acquire(id);
    try {
      return answersOf(engineOfPage(engine, keptBytes)).ask(question);
    } finally {
      release();
      isOver ||= builds.info()?.build_id !== id;
    }
  };
  const many: string[] = [];
  for (const letter of LETTERS) {
    if (isOver) return;
    if ((await labelsOf(ask, letter)) >= MANY_LABELS) many.push(letter);
  }
  for (const text of many.flatMap((first) => LETTERS.map((second) => first + second))) {
    if (isOver) return;
    await labelsOf(ask, text);
  }
  if (isOver) return;
  // Lists of single letters are the longest of all: what they took is not needed for those that readers ask
  // for.
  const {engine, release} = builds.acquire(id);
  engine.rest();
  release();
}

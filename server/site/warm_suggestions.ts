/**
 * Asks for what readers type first before they do. The first letters of a word match hundreds of thousands of labels of a large build, which
 * takes milliseconds once for each letter; the answers are kept like those of readers.
 */
import {setTimeout as pause} from 'node:timers/promises';
import {answersOf, type Envelope, type Question} from './ask.ts';
import {engineOfPage} from './kept_answers.ts';
import {suggestionQuestions} from './load/search.ts';
import type {PageContext} from './page_maker.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Two letters are asked for where the first alone has so many labels: of fewer, all are found at once. */
const MANY_LABELS = 10_000;

/** The share of the thread that readers leave while it asks: a page waits for one question at most. */
const PAUSE_SHARE = 3;
const LEAST_PAUSE_MS = 1;

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
 * Asks the build of the moment for suggestions of one letter, and of two where that has many, with a pause after each question. Ends early
 * where another build is that of the moment. Throws where a question fails.
 */
export async function warmSuggestions({builds}: PageContext, keptBytes: number): Promise<void> {
  const id = builds.info()?.build_id;
  let isOver = id === undefined || keptBytes === 0;
  const ask: Ask = async (question) => {
    const begun = performance.now();
    const {engine, release} = builds.acquire(id);
    const answers = answersOf(engineOfPage(engine, keptBytes));
    const answer = await answers.ask(question).finally(release);
    await pause(Math.max(LEAST_PAUSE_MS, PAUSE_SHARE * (performance.now() - begun)), null, {ref: false});
    isOver ||= builds.info()?.build_id !== id;
    return answer;
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
}

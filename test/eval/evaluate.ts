/** Asks every question that the build has material for, and says which answers are right. */
import type {BuildDatabase} from './build_database.ts';
import {isRight} from './compare.ts';
import type {Asked, Found, Question, Reader} from './types.ts';

export interface Outcome extends Found {
  asked: Asked;
  right: boolean;
}

export interface Evaluation {
  outcomes: readonly Outcome[];
  /** Questions that the build has no material for. */
  skipped: readonly Question[];
}

/** One after the other, as a reader asks. */
export async function evaluate(
  questions: readonly Question[],
  database: Pick<BuildDatabase, 'ask'>,
  reader: Reader,
  onOutcome: (outcome: Outcome) => void = () => {},
): Promise<Evaluation> {
  const outcomes: Outcome[] = [];
  const skipped: Question[] = [];
  for (const question of questions) {
    const asked = await database.ask(question);
    if (asked === null) skipped.push(question);
    else {
      const found = await reader(asked);
      const outcome = {...found, asked, right: isRight(asked.expected, found.answer)};
      outcomes.push(outcome);
      onOutcome(outcome);
    }
  }
  return {outcomes, skipped};
}

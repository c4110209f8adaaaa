/** What an evaluation prints, and the JSON that keeps its calls and answers. */
import type {Evaluation, Outcome} from './evaluate.ts';

const [WORDS, TRAP] = [64, 44];

const cell = (text: string, width: number): string =>
  (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);

const number = (value: number, width: number): string => value.toLocaleString('en-CA').padStart(width);

const bytesOf = ({calls}: Outcome): number => calls.reduce((sum, {bytes}) => sum + bytes, 0);

export const HEAD = `${cell('question', WORDS)}  ${cell('trap', TRAP)}         calls     bytes`;

export const row = (outcome: Outcome): string =>
  [
    cell(outcome.asked.words, WORDS),
    cell(outcome.asked.question.trap ?? '', TRAP),
    outcome.right ? 'right' : 'WRONG',
    number(outcome.calls.length, 6),
    number(bytesOf(outcome), 8),
  ].join('  ');

/** All about a wrong answer. */
const wrong = ({asked, answer, calls, why}: Outcome): string[] => [
  '',
  `WRONG ${asked.question.id}: ${asked.words}`,
  `  expected ${JSON.stringify(asked.expected)}`,
  `  got      ${JSON.stringify(answer)}${why ? ` (${why})` : ''}`,
  ...calls.map((call) => `  ${call.tool} ${JSON.stringify(call.arguments)}: ${call.bytes} bytes`),
];

const sum = (outcomes: readonly Outcome[], of: (outcome: Outcome) => number): number =>
  outcomes.reduce((all, outcome) => all + of(outcome), 0);

/** The lines below the rows: wrong answers, questions without material, totals. */
export function closing({outcomes, skipped}: Evaluation): string[] {
  const right = outcomes.filter((one) => one.right);
  const trapped = outcomes.filter(({asked}) => asked.question.trap !== undefined);
  const calls = sum(outcomes, (one) => one.calls.length);
  const bytes = sum(outcomes, bytesOf);
  const each = (value: number) => (value / Math.max(1, outcomes.length)).toFixed(1);
  return [
    ...outcomes.filter((one) => !one.right).flatMap(wrong),
    '',
    ...skipped.map(({id, words}) => `skipped ${id}, for which the build has no material: ${words}`),
    `${right.length} right, ${outcomes.length - right.length} wrong, ${skipped.length} skipped; of ${trapped.length} traps ${
      trapped.filter((one) => one.right).length
    } right`,
    `${number(calls, 0)} calls, ${each(calls)} a question; ${number(bytes, 0)} bytes, ${each(bytes)} a question`,
  ];
}

/** The calls and answers of a reader. */
export const recorded = ({outcomes, skipped}: Evaluation): object => ({
  right: outcomes.filter((one) => one.right).length,
  wrong: outcomes.filter((one) => !one.right).length,
  questions: outcomes.map(({asked: {question, words, expected}, answer, right, calls, why}) => ({
    id: question.id,
    lang: question.lang,
    words,
    trap: question.trap ?? null,
    expected,
    answer,
    right,
    why: why ?? null,
    calls,
  })),
  skipped: skipped.map(({id}) => id),
});

/** What a question of the evaluation is, what a reader is given to answer it, and what it answers. */
import type {Json} from '../../datasets/types.ts';

/** Values that a question names, by the name of their column. */
export type Values = Readonly<Record<string, Json>>;

export type Item = number | string;

/** A number, a name, several of them, or null for "none" and "not known". */
export type Answer = Item | readonly Item[] | null;

const isItem = (value: unknown): value is Item => typeof value === 'string' || typeof value === 'number';

export const isAnswer = (value: unknown): value is Answer =>
  value === null || isItem(value) || (Array.isArray(value) && value.every(isItem));

/**
 * The way to a value in an answer: members by name (`length` of lists, too), items by number, `{field:
 * value}` for the first item that has the value, `*` for all items of a list; `{field: value}` and then `*`
 * for all that have the value.
 */
export type Path = readonly (string | number | Readonly<Record<string, string>>)[];

/** A value of the answer to an earlier step, counted from 0. */
export interface Earlier {
  step: number;
  read: Path;
}

/** Arguments as the tool takes them; `{name}` in a text is a value of the question. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface Step {
  tool: string;
  arguments?: Arguments;
  /** Arguments taken from earlier answers. */
  earlier?: Readonly<Record<string, Earlier>>;
  /** All pages and whole members are read, as the answer says how. */
  whole?: true;
}

/** What the scripted reader begins with: its calls, and where the last answer has what is asked. */
export interface Plan {
  steps: readonly Step[];
  read: Path;
}

export interface Question {
  id: string;
  lang: 'en' | 'fr';
  /** `{name}` is a value that `pick` found. */
  words: string;
  /** What makes a careless reader answer wrongly. */
  trap?: string;
  /**
   * SQL for one row with the values that the question names. A build without a row has no material for it.
   */
  pick?: string;
  /**
   * SQL for the answer, with `$name` for values of `pick`: one row and column, which is null for none or not
   * known.
   */
  expected: string;
  /** All rows are the answer, in any order. */
  list?: true;
  plan: Plan;
}

/** A question over one build. */
export interface Asked {
  question: Question;
  words: string;
  values: Values;
  expected: Answer;
}

/** A call of a tool, and the bytes of the HTTP body that answered it. */
export interface Call {
  tool: string;
  arguments: Arguments;
  bytes: number;
}

/** What a reader found. */
export interface Found {
  answer: Answer;
  calls: readonly Call[];
  /** Why it has no answer, or none that it trusts. */
  why?: string;
}

/** Answers a question by calls of tools. */
export type Reader = (asked: Asked) => Promise<Found>;

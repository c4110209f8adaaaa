/**
 * What an answer of a tool says to do next: one rule for each kind of hint, the same for every tool and
 * question.
 */
import {folded} from './compare.ts';
import type {ToolAnswer} from './tool_session.ts';
import type {Arguments} from './types.ts';

/**
 * Call again with these arguments, look a name up by another tool first, or end: there is nothing, and why.
 */
export type Advice =
  | {again: Arguments}
  | {browse: string; argument: string; name: string}
  | {nothing: string};

interface Hint {
  filter: string;
  value: string;
  reason: string;
  nearest?: readonly string[];
  from?: string;
  to?: string;
}

interface Body {
  data?: unknown;
  error?: {code: string; message: string};
  meta?: {
    total?: number;
    hints?: readonly Hint[];
    matched?: readonly {name: string; matched_by: string}[];
  };
}

export const bodyOf = (answer: ToolAnswer): Body => (answer.body ?? {}) as Body;

/** The arguments with another value of one of them, which may stand in `filters`. */
function withValue(given: Arguments, name: string, value: unknown): Arguments {
  const filters = given['filters'] as Arguments | undefined;
  return filters && Object.hasOwn(filters, name)
    ? {...given, filters: {...filters, [name]: value}}
    : {...given, [name]: value};
}

const argumentOf = (given: Arguments, name: string): unknown =>
  given[name] ?? (given['filters'] as Arguments | undefined)?.[name];

/** The arguments with another name for one of them. */
function renamed(given: Arguments, from: string, to: string): Arguments {
  const change = (one: Arguments): Arguments =>
    Object.fromEntries(Object.entries(one).map(([name, value]) => [name === from ? to : name, value]));
  const filters = given['filters'] as Arguments | undefined;
  return change(filters ? {...given, filters: change(filters)} : given);
}

/** An unknown name of a profile: the tool that lists the names, where one is told. */
function ofUnknownName(message: string, given: Arguments): Advice {
  const tool = /Browse names with (\w+)\./.exec(message)?.[1];
  const [argument, name] = Object.entries(given).find(([one]) => one === 'name' || one === 'key') ?? [];
  return tool && argument ? {browse: tool, argument, name: String(name)} : {nothing: message};
}

/** Refused arguments: a name or a value that the message has nearest. */
function ofRefusal({body, isError}: ToolAnswer, given: Arguments): Advice | null {
  const {error} = (body ?? {}) as Body;
  if (!isError || !error) return null;
  const near = /Did you mean ([^?]+)\?/.exec(error.message)?.[1];
  const [, unknown] = /^Unknown argument: (\w+)\./.exec(error.message) ?? [];
  if (unknown && near) return {again: renamed(given, unknown, near)};
  const [, name] = /^(\w+) must be one of:/.exec(error.message) ?? [];
  if (name)
    return near
      ? {again: withValue(given, name, near)}
      : {nothing: `no ${name} is "${argumentOf(given, name)}"`};
  return error.code === 'NOT_FOUND' ? ofUnknownName(error.message, given) : null;
}

/**
 * An empty answer: the nearest value of what matches nothing; without one, or outside the period, there is
 * nothing.
 */
function ofHints(answer: ToolAnswer, given: Arguments): Advice | null {
  const hints = bodyOf(answer).meta?.hints ?? [];
  const outside = hints.find(({reason}) => reason === 'outside_period');
  if (outside) return {nothing: `the data is from ${outside.from} to ${outside.to}`};
  const blank = hints.find(({reason}) => reason === 'blank');
  if (blank) return {nothing: `${blank.filter} is not published there`};
  const wrong = hints.find(({reason}) => reason === 'no_match');
  if (!wrong) return null;
  const [nearest] = wrong.nearest ?? [];
  if (nearest === undefined) return {nothing: `no ${wrong.filter} is "${wrong.value}"`};
  return {again: withValue(given, wrong.filter, nearest)};
}

/** The nearest name that a list of names has for one that it has not; null for none. */
export function nearestIn(answer: ToolAnswer): string | null {
  return bodyOf(answer).meta?.hints?.flatMap(({nearest = []}) => nearest)[0] ?? null;
}

/** Several bodies under one word: the one whose own acronym or name it is, by its whole name. */
function ofBodies(answer: ToolAnswer, given: Arguments): Advice | null {
  const matched = bodyOf(answer).meta?.matched ?? [];
  const own = matched.filter(({matched_by}) => matched_by === 'acronym');
  const [body] = own;
  if (matched.length < 2 || !body || own.length > 1) return null;
  const name = ['department', 'institution'].find((one) => argumentOf(given, one) !== undefined);
  if (!name || folded(String(argumentOf(given, name))) === folded(body.name)) return null;
  return {again: withValue(given, name, body.name)};
}

/** Members that are cut: they are asked for whole. */
function ofCut(answer: ToolAnswer, given: Arguments): Advice | null {
  const {cut} = (answer.body ?? {}) as {cut?: Record<string, unknown>};
  const names = Object.keys(cut ?? {}).filter(
    (name) => !(given['include'] as string[] | undefined)?.includes(name),
  );
  return names.length > 0
    ? {again: {...given, include: [...((given['include'] as string[]) ?? []), ...names]}}
    : null;
}

/** What to do next; null where the answer is one. */
export function adviceOf(answer: ToolAnswer, given: Arguments, whole: boolean): Advice | null {
  return (
    ofRefusal(answer, given) ??
    ofHints(answer, given) ??
    ofBodies(answer, given) ??
    (whole ? ofCut(answer, given) : null)
  );
}

const ABSENT = /^Records without a value, which are not counted above: (.+)\.$/;

/** By field: the records that a note says have no value. */
export function absentOf({notes}: ToolAnswer): Record<string, number> {
  const listed = notes.flatMap((note) => ABSENT.exec(note)?.[1]?.split('; ') ?? []);
  return Object.fromEntries(
    listed.flatMap((one) => {
      const [, name, count] = /^(\w+) ([\d,]+) of /.exec(one) ?? [];
      return name && count ? [[name, Number(count.replaceAll(',', ''))]] : [];
    }),
  );
}

/** Reads the rules of a declaration the plain way, and finds texts that satisfy them. */
import {clean, fold} from '../../../datasets/rules/text.ts';
import type {Predicate, Rules} from '../../../datasets/types.ts';

/** Text of a column as published; null where the cell is blank. */
export type TextOf = (column: string) => string | null;

const folded = new Map<string, string>();
/** Most texts of rules come again and again. */
const MEMO = 4_096;

function foldOnce(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const made = fold(text);
  if (folded.size < MEMO) folded.set(text, made);
  return made;
}

function subject({from, concatenated, after, maxLength}: Predicate, textOf: TextOf): string | null {
  const texts = from.map(textOf).filter((text) => text !== null);
  const text = concatenated ? texts.join(' ') : texts[0];
  if (text === undefined || text === '') return null;
  const found = after?.exec(foldOnce(text));
  const rest = found ? foldOnce(text).slice(found.index + found[0].length) : text;
  return maxLength === undefined ? rest : foldOnce(rest).slice(0, maxLength);
}

function holds(test: Predicate, textOf: TextOf): boolean {
  const text = subject(test, textOf);
  if (test.present !== undefined && (text !== null) !== test.present) return false;
  const asks =
    test.equals ??
    test.startsWith ??
    test.contains ??
    test.containsWords ??
    test.matches ??
    test.matchesRaw ??
    test.greaterThan;
  if (asks === undefined) return true;
  if (text === null) return false;
  const plain = foldOnce(text);
  const some = (texts: readonly string[] | undefined, fits: (one: string) => boolean) =>
    texts === undefined || texts.some((one) => fits(foldOnce(one)));
  return (
    some(test.equals, (one) => plain === one) &&
    some(test.startsWith, (one) => plain.startsWith(one)) &&
    some(test.contains, (one) => plain.includes(one)) &&
    some(test.containsWords, (one) => ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${one} `)) &&
    (test.matches?.test(plain) ?? true) &&
    (test.matchesRaw?.test(clean(text)) ?? true) &&
    (test.greaterThan === undefined || Number(text.replaceAll(',', '')) > test.greaterThan)
  );
}

/** Whether a row passes a test. */
export const passes = (test: Predicate, textOf: TextOf): boolean =>
  holds(test, textOf) !== (test.negated ?? false);

/** What the first rule that holds gives; `known` is false where none does. */
export function decide({rules, otherwise}: Rules, textOf: TextOf): {value: string | null; known: boolean} {
  for (const {value, when} of rules)
    if (when.every((test) => passes(test, textOf))) return {value, known: true};
  return {value: otherwise, known: false};
}

/**
 * Columns whose texts a test compares; one that asks for a number, or whether there is a text, leaves them
 * open.
 */
export function compared(test: Predicate): readonly string[] {
  return Object.keys(test).some(
    (name) => !['from', 'concatenated', 'present', 'greaterThan', 'negated'].includes(name),
  )
    ? test.from
    : [];
}

/** Texts that a test asks for, as a publisher may write them. */
export function texts(test: Predicate): string[] {
  const literal = [
    ...(test.equals ?? []),
    ...(test.startsWith ?? []),
    ...(test.contains ?? []),
    ...(test.containsWords ?? []),
  ];
  const patterns = [test.matches, test.matchesRaw].filter((one) => one !== undefined);
  const before = test.after ? witnesses(test.after)[0] : undefined;
  // A blank at the end does not survive the cleaning of a cell.
  const made = [...literal, ...patterns.flatMap(witnesses)].map((text) => text.replace(/ $/, ' 2'));
  return made.map((text) => capital(before === undefined ? text : `Office${before}${text}`));
}

const capital = (text: string): string => text.replace(/^\p{L}/u, (letter) => letter.toUpperCase());

/** Texts that fit a simple pattern: alternatives, optional pieces, sets and repeats. */
export function witnesses(pattern: RegExp): string[] {
  return [...new Set(expand(pattern.source))].filter((text) => pattern.test(text));
}

/** Splits at bars outside of brackets. */
function alternatives(source: string): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const one = source[at] === '\\' ? source.slice(at, ++at + 1) : (source[at] ?? '');
    if (one === '(') depth++;
    if (one === ')') depth--;
    if (one === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += one;
  }
  return parts;
}

const SETS: Record<string, string> = {'\\d': '3', '\\w': 'a', '\\s': ' ', '.': ' ', '\\D': '-'};

/** All choices of groups, the first character of sets, pieces that may be absent left out. */
function expand(source: string): string[] {
  return alternatives(source).flatMap((part) => {
    let made = [''];
    let rest = part;
    while (rest !== '') {
      const [token = ''] = /^(?:\\.|\[[^\]]*\]|\((?:[^()\\]|\\.)*\)|.)/.exec(rest) ?? [];
      const [repeat = ''] = /^(?:[?*+]|\{\d+(?:,\d*)?\})/.exec(rest.slice(token.length)) ?? [];
      rest = rest.slice(token.length + repeat.length);
      const times = repeat === '' || repeat === '+' ? 1 : Number(/\d+/.exec(repeat)?.[0] ?? 0);
      const choices = choicesOf(token).map((one) => one.repeat(times));
      made = made.flatMap((before) => choices.map((one) => before + one));
    }
    return made;
  });
}

function choicesOf(token: string): string[] {
  if (['^', '$', '\\b'].includes(token)) return [''];
  if (token in SETS) return [SETS[token] ?? ''];
  if (token.startsWith('[')) return [token[1] === '\\' ? '3' : (token[1] ?? '')];
  if (token.startsWith('(')) return expand(token.slice(1, -1).replace(/^\?[:=]/, ''));
  return [token.replace(/^\\/, '')];
}

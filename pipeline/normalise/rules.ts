/** Rules that derive a canonical value from several cells, as SQL over a staged relation (alias `s`). */
import {literal} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Predicate, Rules} from '../../datasets/types.ts';
import {anyOf, foldOf, isOneOf, re2, textOf} from './cells.ts';
import {decimalOf} from './numbers.ts';
import {type FieldSql, filledSql} from './typed_values.ts';

/** Note on a text that no rule matches. */
export const unmatchedNote = (guess: string | null): string =>
  `no rule knows this, ${guess ?? 'null'} instead`;

/** Tests whose results are in a joined table. */
export interface CachedTests {
  results: ReadonlyMap<Predicate, string>;
  joins: string[];
}

/** The value of the first matching rule, reported where it is a guess. `known`: cached tests. */
export function rulesSql({rules, otherwise, reported}: Rules, known?: CachedTests): FieldSql {
  const whens = rules.map(({when}) => allOf(when, known));
  const choose = (then: (at: number) => string, rest: string): string =>
    whens.length
      ? `CASE ${whens.map((when, at) => `WHEN ${when} THEN ${then(at)}`).join(' ')} ELSE ${rest} END`
      : rest;
  const isSure = choose((at) => String(rules[at]?.reported !== true), 'false');
  const value = (result: string | null) => (result === null ? 'NULL' : literal(result));
  const guesses = new Set([otherwise, ...rules.flatMap((rule) => (rule.reported ? [rule.value] : []))]);
  const text = `nullif(concat_ws(' / ', ${reported.map(textOf).join(', ')}), '')`;
  return {
    value: `CAST(${choose((at) => value(rules[at]?.value ?? null), value(otherwise))} AS VARCHAR)`,
    type: 'VARCHAR',
    joins: known?.joins ?? [],
    suspect: reported.length ? `${text} IS NOT NULL AND NOT ${isSure}` : 'false',
    remarks: reported.length
      ? [...guesses].map((guess) => {
          const isGuess = (at: number) => String(rules[at]?.reported === true && rules[at]?.value === guess);
          const guessed = choose(isGuess, String(guess === otherwise));
          return {when: `${text} IS NOT NULL AND ${guessed}`, text, reason: unmatchedNote(guess)};
        })
      : [],
  };
}

/** A field that applies where the rules give one of some values; its notes apply only there. */
export function whenSql(value: FieldSql, chosen: FieldSql, is: readonly string[]): FieldSql {
  const here = `${chosen.value} IN (${is.map(literal).join(', ')})`;
  const only = <N extends {when: string}>(note: N): N => ({...note, when: `${here} AND (${note.when})`});
  return {
    ...value,
    value: `CASE WHEN ${here} THEN ${value.value} END`,
    joins: [...new Set([...value.joins, ...chosen.joins])],
    ...(value.unreadable
      ? {unreadable: {...only(value.unreadable), filled: `${here} AND (${filledSql(value.unreadable)})`}}
      : {}),
    remarks: (value.remarks ?? []).map(only),
    ...(value.suspect === undefined ? {} : {suspect: value.suspect}),
  };
}

const allOf = (tests: readonly Predicate[], known: CachedTests | undefined): string =>
  tests.length ? tests.map((test) => `(${known?.results.get(test) ?? testSql(test)})`).join(' AND ') : 'true';

/** SQL that is true where a test holds, and otherwise false or null; negated tests are never null. */
export function testSql(test: Predicate): string {
  const folded = partOf(test, test.from.map(foldOf));
  const written = partOf(test, test.from.map(textOf));
  const conditions: string[] = [];
  if (test.equals) conditions.push(isOneOf(folded, test.equals));
  if (test.startsWith) conditions.push(fitsSql(folded, `^(?:${alternatives(test.startsWith)})`));
  if (test.contains) conditions.push(fitsSql(folded, alternatives(test.contains)));
  if (test.containsWords)
    conditions.push(
      fitsSql(folded, `(?:^|${BETWEEN})(?:${alternatives(test.containsWords)})(?:${BETWEEN}|$)`),
    );
  if (test.matches) conditions.push(`regexp_matches(${folded}, ${re2(test.matches)})`);
  if (test.matchesRaw) conditions.push(`regexp_matches(${written}, ${re2(test.matchesRaw)})`);
  if (test.present !== undefined) conditions.push(`${folded} IS ${test.present ? 'NOT NULL' : 'NULL'}`);
  if (test.greaterThan !== undefined) conditions.push(`${decimalOf(written)} > ${test.greaterThan}`);
  if (!test.negated) return conditions.join(' AND ') || 'true';
  return `NOT coalesce(${conditions.join(' OR ') || 'false'}, false)`;
}

/** A character between words. */
const BETWEEN = '[^\\p{L}\\p{N}]';

const alternatives = (texts: readonly string[]): string => anyOf(texts.map(fold));
const fitsSql = (text: string, pattern: string): string => `regexp_matches(${text}, ${literal(pattern)})`;

/** The part of the cells that a test examines; null where it is empty. */
function partOf({concatenated, after, maxLength}: Predicate, cells: readonly string[]): string {
  const given = cells.map((one) => `nullif(${one}, '')`);
  let text = given[0] ?? 'NULL';
  if (given.length > 1)
    text = concatenated ? `nullif(concat_ws(' ', ${given.join(', ')}), '')` : `coalesce(${given.join(', ')})`;
  if (after) text = `regexp_replace(${text}, ${literal(`(?s)^.*?(?:${after.source})`)}, '')`;
  return maxLength === undefined ? text : `left(${text}, ${maxLength})`;
}

/** Rules that derive a canonical value from several cells, as SQL over a staged relation (alias `s`). */
import {literal, literals} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Predicate, Rules} from '../../datasets/types.ts';
import {anyOf, foldOf, isOneOf, re2, textOf} from './cells.ts';
import {decimalOf} from './numbers.ts';
import type {CellNote, FieldParts, FieldSql} from './typed_values.ts';

/** Note on a text that no rule matches. */
export const unmatchedNote = (guess: string | null): string =>
  `no rule knows this, ${guess ?? 'null'} instead`;

/** The value of the first matching rule, reported where it is a guess. */
export function rulesSql({rules, otherwise, reported}: Rules): FieldParts {
  const whens = rules.map(({when}) => when.map((test) => `(${testSql(test)})`).join(' AND ') || 'true');
  const choose = (then: (at: number) => string, rest: string): string =>
    whens.length
      ? `CASE ${whens.map((when, at) => `WHEN ${when} THEN ${then(at)}`).join(' ')} ELSE ${rest} END`
      : rest;
  const value = (result: string | null) => (result === null ? 'NULL' : literal(result));
  const guesses = new Set([otherwise, ...rules.flatMap((rule) => (rule.reported ? [rule.value] : []))]);
  const text = `nullif(concat_ws(' / ', ${reported.map(textOf).join(', ')}), '')`;
  const given = `${text} IS NOT NULL`;
  const noteOf = (guess: string | null): CellNote => {
    const isGuess = (at: number) => String(rules[at]?.reported === true && rules[at]?.value === guess);
    const guessed = choose(isGuess, String(guess === otherwise));
    return {when: `${given} AND ${guessed}`, text, reason: unmatchedNote(guess)};
  };
  const isSure = choose((at) => String(rules[at]?.reported !== true), 'false');
  return {
    value: `CAST(${choose((at) => value(rules[at]?.value ?? null), value(otherwise))} AS VARCHAR)`,
    suspect: reported.length ? `${given} AND NOT ${isSure}` : 'false',
    notes: reported.length ? [...guesses].map(noteOf) : [],
  };
}

/** A field that applies where the rules give one of some values; its notes apply only there. */
export function whenSql(field: FieldSql, chosen: FieldParts, is: readonly string[]): FieldSql {
  const here = `${chosen.value} IN (${literals(is)})`;
  const within = (sql: string) => `${here} AND (${sql})`;
  const noteOf = ({judged, ...note}: CellNote): CellNote => ({
    ...note,
    when: within(note.when),
    ...(judged ? {judged: {...judged, filled: within(judged.filled)}} : {}),
  });
  return {
    ...field,
    value: `CASE WHEN ${here} THEN ${field.value} END`,
    notes: field.notes.map(noteOf),
  };
}

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

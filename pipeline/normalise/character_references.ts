/** Character references of HTML as the characters that they mean, as SQL. */
import {literal} from '../../datasets/rules/sql.ts';
import {ENTITIES, WINDOWS_1252} from './entities.ts';

/** A character reference, after its `&`. */
const REFERENCE = `^(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`;

/** Decodes character references; unknown ones stay as they are. */
export function decoded(text: string): string {
  const name = `regexp_extract(x, ${literal(REFERENCE)}, 1)`;
  return `array_to_string(list_transform(string_split(${text}, '&'), (x, nth) ->
    CASE WHEN nth = 1 THEN x ELSE coalesce(${character(name)} || substr(x, length(${name}) + 2), '&' || x) END), '')`;
}

function character(name: string): string {
  const named = map([...ENTITIES].map(([key, value]) => [literal(key), value]));
  const numbered = map([...WINDOWS_1252].map(([key, value]) => [String(key), value]));
  const number = `CASE WHEN starts_with(lower(${name}), '#x') THEN TRY_CAST('0x' || substr(${name}, 3) AS INTEGER)
    ELSE TRY_CAST(substr(${name}, 2) AS INTEGER) END`;
  const isCharacter = `${number} BETWEEN 1 AND 55295 OR ${number} BETWEEN 57344 AND 1114111`;
  return `CASE WHEN ${name} = '' THEN NULL WHEN NOT starts_with(${name}, '#') THEN map_extract_value(${named}, ${name})
    ELSE coalesce(map_extract_value(${numbered}, ${number}), CASE WHEN ${isCharacter} THEN chr(${number}) END) END`;
}

const map = (entries: readonly (readonly [string, string])[]): string =>
  `MAP {${entries.map(([key, value]) => `${key}: ${literal(value)}`).join(', ')}}`;

/** Which public body a text means: by acronym or part of a name for people who search, by the whole name for records. */
import {acronymsOf, BODIES, namesOf} from '../codes/bodies.ts';
import type {Body} from '../codes/body_table.ts';
import {fold} from './text.ts';

/** `National Defence (DND)`, as the registry of lobbyists writes: a name, and an acronym. */
const WITH_ACRONYM = /^(.*\S)\s*\(([^()]+)\)$/su;

/** One word with two capitals, `FedDev` among them, is an acronym; a place or a branch in brackets is not. */
const looksLikeAcronym = (text: string): boolean => !/\s/.test(text.trim()) && /\p{Lu}.*\p{Lu}/u.test(text);

/** Folded, with one kind of apostrophe and hyphen: publishers mix them. */
const keyOf = (text: string): string =>
  fold(text)
    .replace(/[‘’]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-');

interface Entry {
  body: Body;
  names: readonly string[];
  acronyms: ReadonlySet<string>;
}

const ENTRIES: readonly Entry[] = BODIES.map((body) => ({
  body,
  names: [...new Set(namesOf(body).map(keyOf))],
  acronyms: new Set(acronymsOf(body).map(keyOf)),
}));

/** Folded name -> body; a test refuses a name of two bodies. */
const BY_NAME: ReadonlyMap<string, Entry> = new Map(
  ENTRIES.flatMap((entry) => entry.names.map((name) => [name, entry] as const)),
);

/** Every folded acronym of the table. */
const ACRONYMS: ReadonlySet<string> = new Set(ENTRIES.flatMap(({acronyms}) => [...acronyms]));

/**
 * The entry of one name in one language, or null. An acronym behind it may be any that no other body has: publishers invent
 * some. One that only other bodies have makes the name doubtful.
 */
function entryOf(name: string): Entry | null {
  const whole = BY_NAME.get(keyOf(name));
  if (whole) return whole;
  const [, bare, acronym] = WITH_ACRONYM.exec(name.trim()) ?? [];
  if (bare === undefined || acronym === undefined) return null;
  const entry = BY_NAME.get(keyOf(bare));
  if (!entry) return null;
  const key = keyOf(acronym);
  const fits = entry.acronyms.has(key) || (!ACRONYMS.has(key) && looksLikeAcronym(acronym));
  return fits ? entry : null;
}

/**
 * The body that a published name means, null if it means none or is in doubt. Takes a name of the table in either language,
 * `English | French` where both halves mean one body, and either with an acronym in brackets: `Health Canada (HC)`. An
 * acronym alone is no name: some belong to several bodies.
 */
export function bodyOf(name: string): Body | null {
  const [first, ...others] = name.split('|').map(entryOf);
  return first && others.length < 2 && others.every((other) => other === first) ? first.body : null;
}

/**
 * The bodies that a person who types `text` may mean, in the order of the table: those with a name that contains it, those
 * with just this acronym, and the one that it names as a whole. `RCMP` gives the police and the commissions that have RCMP in
 * their names; `National Defence (DND)` gives one body. Case and accents do not count; an empty text gives none.
 */
export function bodiesMatching(text: string): readonly Body[] {
  const key = keyOf(text);
  if (key === '') return [];
  const named = bodyOf(text);
  return ENTRIES.filter(
    ({body, names, acronyms}) =>
      acronyms.has(key) || body === named || names.some((name) => name.includes(key)),
  ).map(({body}) => body);
}

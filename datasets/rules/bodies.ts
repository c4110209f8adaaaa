/**
 * Which public body a text means: by acronym or part of a name for people who search, by the whole name for
 * records; and which published values carry a name, in TypeScript and as SQL.
 */
import {acronymsOf, BODIES, namesOf} from '../codes/bodies.ts';
import type {Body} from '../codes/body_table.ts';
import {fold} from './text.ts';

/** `National Defence (DND)`, as the registry of lobbyists writes: a name, and an acronym. */
const WITH_ACRONYM = /^(.*\S)\s*\(([^()]+)\)$/su;

/** One word with two capitals, `FedDev` among them, is an acronym; a place or a branch in brackets is not. */
const looksLikeAcronym = (text: string): boolean => !/\s/.test(text.trim()) && /\p{Lu}.*\p{Lu}/u.test(text);

interface Entry {
  body: Body;
  /** The applied names in both languages. */
  own: readonly string[];
  /** All names, those too. */
  names: readonly string[];
  acronyms: ReadonlySet<string>;
}

const ENTRIES: readonly Entry[] = BODIES.map((body) => ({
  body,
  own: [fold(body.en), fold(body.fr)],
  names: [...new Set(namesOf(body).map(fold))],
  acronyms: new Set(acronymsOf(body).map(fold)),
}));

const BY_BODY: ReadonlyMap<Body, Entry> = new Map(ENTRIES.map((entry) => [entry.body, entry]));

/** Folded name -> body; a test refuses a name of two bodies. */
const BY_NAME: ReadonlyMap<string, Entry> = new Map(
  ENTRIES.flatMap((entry) => entry.names.map((name) => [name, entry] as const)),
);

/** Every folded acronym of the table. */
const ACRONYMS: ReadonlySet<string> = new Set(ENTRIES.flatMap(({acronyms}) => [...acronyms]));

/**
 * The entry of one name in one language, or null. An acronym behind it may be any that no other body has:
 * publishers invent some. One that only other bodies have makes the name doubtful.
 */
function entryOf(name: string): Entry | null {
  const whole = BY_NAME.get(fold(name));
  if (whole) return whole;
  const [, bare, acronym] = WITH_ACRONYM.exec(name.trim()) ?? [];
  if (bare === undefined || acronym === undefined) return null;
  const entry = BY_NAME.get(fold(bare));
  if (!entry) return null;
  const key = fold(acronym);
  const fits = entry.acronyms.has(key) || (!ACRONYMS.has(key) && looksLikeAcronym(acronym));
  return fits ? entry : null;
}

/**
 * The body that a published name means, null if it means none or is in doubt. Takes a name of the table in
 * either language, `English | French` where both halves mean one body, and either with an acronym in
 * brackets: `Health Canada (HC)`. An acronym alone is no name: some belong to several bodies.
 */
export function bodyOf(name: string): Body | null {
  const [first, ...others] = name.split('|').map(entryOf);
  return first && others.length < 2 && others.every((other) => other === first) ? first.body : null;
}

/** How a text found a body: by acronym, by its name in one of the languages, or by another name of it. */
export type FoundBy = 'acronym' | 'name' | 'other name';

export interface FoundBody {
  body: Body;
  by: FoundBy;
}

/** Shorter texts are in nearly every name: they find by acronym alone. */
const SHORTEST_PART = 3;

/** Whether a name holds the text between two ends of words. */
function hasWords(name: string, text: string): boolean {
  for (let at = name.indexOf(text); at >= 0; at = name.indexOf(text, at + 1)) {
    const around = `${name[at - 1] ?? ' '}${name[at + text.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/**
 * The bodies that a person who types `text` may mean, in the order of the table: those with just this
 * acronym, those with a name that contains it, and the one that it names as a whole. An acronym is looked for
 * among whole words: `RCMP` gives the police and the commissions that have RCMP in their names, `IC` no
 * Service. `National Defence (DND)` gives one body. Case and accents do not count; an empty text gives none.
 */
export function findBodies(text: string): readonly FoundBody[] {
  const known = findings.get(text);
  if (known) return known;
  const found = search(text);
  if (findings.size >= MOST_FINDINGS) findings.clear();
  findings.set(text, found);
  return found;
}

/** What was found for texts, since many ask for the same. */
const findings = new Map<string, readonly FoundBody[]>();
const MOST_FINDINGS = 100;

function search(text: string): readonly FoundBody[] {
  const key = fold(text);
  if (key === '') return [];
  const named = bodyOf(text);
  const isAcronym = ACRONYMS.has(key);
  const holds = (name: string): boolean => {
    if (isAcronym) return hasWords(name, key);
    return key.length >= SHORTEST_PART ? name.includes(key) : name === key;
  };
  return ENTRIES.flatMap(({body, own, names, acronyms}): FoundBody[] => {
    if (acronyms.has(key)) return [{body, by: 'acronym'}];
    if (own.some(holds)) return [{body, by: 'name'}];
    return body === named || names.some(holds) ? [{body, by: 'other name'}] : [];
  });
}

/** Every folded name of the bodies that have just this acronym. */
export const namesOfAcronym = (text: string): string[] =>
  findBodies(text).flatMap(({body, by}) => (by === 'acronym' ? namesOf(body).map(fold) : []));

/** The bodies alone. */
export const bodiesMatching = (text: string): readonly Body[] => findBodies(text).map(({body}) => body);

/** Every name of some bodies as `namesIn` gives them: folded. */
export const keysOfBodies = (bodies: readonly Body[]): string[] => [
  ...new Set(bodies.flatMap((body) => BY_BODY.get(body)!.names)),
];

/** What may stand behind a name: an acronym in brackets. */
const BRACKETS = '\\s*\\([^()]*\\)$';
const IN_BRACKETS = new RegExp(BRACKETS);

/**
 * The names that a published value carries: the halves of `English | Français`, each whole and without what
 * stands in brackets behind it.
 */
export const namesIn = (value: string): string[] =>
  fold(value)
    .split('|')
    .flatMap((half) => [half.trim(), half.trim().replace(IN_BRACKETS, '')]);

/** The same as SQL: whether a folded value carries one of some names, a list in brackets. */
export function carriesName(folded: string, names: string): string {
  const bare = `regexp_replace(trim(half), '${BRACKETS}', '')`;
  return `len(list_filter(string_split(${folded}, '|'), lambda half: trim(half) IN ${names} OR ${bare} IN ${names})) > 0`;
}

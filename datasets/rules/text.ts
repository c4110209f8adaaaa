/** Text rules in TypeScript and as SQL macros: folding, cleaning, vendor keys, slugs, names of people. */

import {ALIAS_MARK, TOGETHER} from './alias_marks.ts';
import {AMOUNT_MACROS} from './amounts.ts';
import {fold, foldCodedSql, foldSql, PLAIN, tidySql} from './folding.ts';

export {fold} from './folding.ts';

/** Trailing words of legal form that a vendor key drops: a company is often named without them. */
const DROPPED_FORMS =
  'inc incorporated ltd limited ltee limitee corp corporation co company compagnie cie llc plc ulc srl';

/**
 * Those that it keeps: a partnership and a company of one name are two, and so is a company of another
 * country.
 */
const KEPT_FORMS = 'llp lp senc sencrl sa';

/** Trailing words of legal form. */
export const LEGAL_FORMS = `${DROPPED_FORMS} ${KEPT_FORMS}`;

const LEGAL = new Set(LEGAL_FORMS.split(' '));
const KEPT_WORDS = new Set(KEPT_FORMS.split(' '));

/** The name before the mark of another name (`o/a`); the whole name where several are named together. */
const OWN_NAME = `^(?:(.*${TOGETHER}.*)|(.*?[\\p{L}\\p{N}].*?)${ALIAS_MARK}.*)$`;
const OWN_NAME_OF = new RegExp(OWN_NAME, 'su');

/** The number of a company, written as two. */
const NUMBER_IN_TWO = '^([0-9]{4}) ([0-9]{3,4} (?:quebec|canada))';
const NUMBER_IN_TWO_OF = new RegExp(NUMBER_IN_TWO);

/** Titles of honour and offices before a name, which name comparison drops. */
const TITLES_BEFORE =
  'the right very hon honourable honorable lhon lhonorable tres le la mr mrs ms miss mx m mme mlle dr prof professor professeur doctor docteur sir senator senateur senatrice sen minister ministre mp depute deputee rev reverend gen general col colonel capt captain capitaine maj major lt lieutenant cmdr commander';

/** Offices, orders and degrees after a name. */
const TITLES_AFTER =
  'hon honourable mp mps depute deputee senator senateur senatrice minister ministre pc cp qc kc cr cc oc cm cq oq gcq oont obc cd cmm omm msm phd md esq';

const BEFORE = new Set(TITLES_BEFORE.split(' '));
const AFTER = new Set(TITLES_AFTER.split(' '));

/** Cleans a text as published: NFC, white space collapsed, trimmed. */
export function clean(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * The words of a vendor's name, folded and without punctuation; empty for a name without letters and digits.
 * Digits that a hyphen joins are one number.
 */
export const vendorWords = (name: string): string => wordsOf(fold(name));

const wordsOf = (folded: string): string =>
  folded
    .replace(/[.']/g, '')
    .replace(/&/g, ' and ')
    .replace(/(?<=\d)-(?=\d)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Key that the spellings of a vendor share: the words of its own name, without `the` at either end and legal
 * forms, the number of a company in one. Of forms that tell two vendors apart the first stays.
 */
export function vendorKey(name: string): string {
  const words = wordsOf(fold(name).replace(OWN_NAME_OF, '$1$2'))
    .replace(/^the (?=.)/, '')
    .replace(/(?<=.) the$/, '')
    .replace(NUMBER_IN_TWO_OF, '$1$2')
    .split(' ');
  let end = words.length;
  while (end > 1 && LEGAL.has(words[end - 1] ?? '')) end--;
  const form = words.slice(end).find((word) => KEPT_WORDS.has(word));
  // French for `llp`.
  const kept = form === 'sencrl' ? 'llp' : form;
  return [...words.slice(0, end), ...(kept ? [kept] : [])].join(' ');
}

/** A name in an address: folded, everything between letters and digits as one hyphen. */
export function slugOf(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Key that the spellings of a person's name share: folded, without punctuation and titles of honour. At least
 * two words remain, in the order given.
 */
export function personKey(name: string): string {
  const words = fold(name)
    .replace(/[.']/g, '')
    .replace(/[^\p{L}\p{N}]/gu, ' ')
    .split(' ')
    .filter(Boolean);
  while (words.length > 2 && BEFORE.has(words[0] ?? '')) words.shift();
  while (words.length > 2 && AFTER.has(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** The rules that declarations name. */
export const TEXT_RULES = {vendor_key: vendorKey} as const;

/**
 * Units from here on are halves of characters above U+FFFF, or sort after those in UTF-16 and before them by
 * code point.
 */
const FIRST_SURROGATE = 0xd800;

/** Compares by code point: -1, 0 or 1. UTF-16 order differs above U+FFFF. */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const x = unitAt(a, at);
  const y = unitAt(b, at);
  if (x < FIRST_SURROGATE && y < FIRST_SURROGATE) return Math.sign(x - y);
  return Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** The unit of a text, or -1 after its end. */
const unitAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : -1);

const cleanAny = tidySql('nfc_normalize(x)');
const folded = foldSql('x');

/** Twice: a digit between two hyphens ends one match and would begin the next. */
const joinDigits = (sql: string): string =>
  [sql, ...Array(2).fill('([0-9])-([0-9])')].reduce(
    (inner, pattern) => `regexp_replace(${inner}, '${pattern}', '\\1\\2', 'g')`,
  );
const wordsSql = (folded: string): string =>
  `trim(regexp_replace(${joinDigits(`replace(regexp_replace(${folded}, '[.'']', '', 'g'), '&', ' and ')`)}, '[^\\p{L}\\p{N}]+', ' ', 'g'))`;

const alternatives = (words: string): string => words.replaceAll(' ', '|');
/**
 * The steps of `vendorKey` after the words: pattern and replacement. A form begins with a space: the first
 * word stays.
 */
const KEY_STEPS: readonly [pattern: string, replacement: string][] = [
  ['^the (.)', '\\1'],
  [' the$', ''],
  [NUMBER_IN_TWO, '\\1\\2'],
  [
    `(?: (?:${alternatives(DROPPED_FORMS)}))*( (?:${alternatives(KEPT_FORMS)}))(?: (?:${alternatives(LEGAL_FORMS)}))*$`,
    '\\1',
  ],
  [' sencrl$', ' llp'],
  [`(?: (?:${alternatives(DROPPED_FORMS)}))+$`, ''],
];
const vendorKeySql = KEY_STEPS.reduce(
  (sql, [pattern, replacement]) => `regexp_replace(${sql}, '${pattern}', '${replacement}')`,
  wordsSql(`regexp_replace(${folded}, '${OWN_NAME}', '\\1\\2', 's')`),
);

const slug = `trim(regexp_replace(${folded}, '[^\\p{L}\\p{N}]+', '-', 'g'), '-')`;

const nameWords = `trim(regexp_replace(regexp_replace(${folded}, '[.'']', '', 'g'), '[^\\p{L}\\p{N}]+', ' ', 'g'))`;
const before = `^(?:(?:${TITLES_BEFORE.replaceAll(' ', '|')}) )+([^ ]+ [^ ])`;
/** As for vendor keys: the shortest prefix of at least two words followed by titles only. */
const after = `^([^ ]+ [^ ]+(?: [^ ]+)*?)(?: (?:${TITLES_AFTER.replaceAll(' ', '|')}))+$`;
const personWords = `regexp_replace(regexp_replace(${nameWords}, '${before}', '\\1'), '${after}', '\\1')`;

/** Characters that `encodeURIComponent` keeps and DuckDB's `url_encode` does not. */
const KEPT = ['!', '*', "''", '(', ')'];
/** Unreserved characters; nearly all encoded texts have no others. */
const UNRESERVED = '[A-Za-z0-9_.~!*()-]*';
const encoded = KEPT.reduce(
  (sql, kept) => `replace(${sql}, '%${kept.charCodeAt(0).toString(16).toUpperCase()}', '${kept}')`,
  'url_encode(x)',
);

/**
 * The same rules as DuckDB macros: `fold(x)`, `clean(x)`, `vendor_words_of(x)`, `vendor_key_of(x)`,
 * `encode_uri_component(x)`, `slug_of(x)`, `person_key_of(x)`. `fold_coded(x)` and `clean_coded(x)` give the
 * same by functions alone where a column has nothing rare: over one that is stored as codes DuckDB then
 * computes them once for each different text. Keys differ from the TypeScript forms only for letters and
 * digits newer than DuckDB's Unicode tables; test/datasets/text.test.ts runs both over every code point and
 * holds the list. No macro calls another, so that each works in a database attached under any name.
 */
export const TEXT_MACROS = [
  ...AMOUNT_MACROS,
  `CREATE OR REPLACE MACRO clean(x) AS CASE WHEN regexp_full_match(x, '${PLAIN}') THEN x ELSE ${cleanAny} END`,
  `CREATE OR REPLACE MACRO clean_coded(x) AS ${cleanAny}`,
  `CREATE OR REPLACE MACRO fold(x) AS ${folded}`,
  `CREATE OR REPLACE MACRO fold_coded(x) AS ${foldCodedSql('x')}`,
  `CREATE OR REPLACE MACRO vendor_words_of(x) AS ${wordsSql(folded)}`,
  `CREATE OR REPLACE MACRO vendor_key_of(x) AS ${vendorKeySql}`,
  `CREATE OR REPLACE MACRO slug_of(x) AS ${slug}`,
  `CREATE OR REPLACE MACRO person_key_of(x) AS ${personWords}`,
  // The order of the seats of a committee: chair, vice-chairs, then members.
  `CREATE OR REPLACE MACRO seat_rank(role) AS CASE WHEN regexp_matches(role, '^(Joint |Co-)?Chair') THEN 0
    WHEN contains(role, 'Vice-Chair') THEN 1 ELSE 2 END`,
  `CREATE OR REPLACE MACRO encode_uri_component(x) AS
    CASE WHEN regexp_full_match(x, '${UNRESERVED}') THEN x ELSE ${encoded} END`,
] as const;

/** Permit types and statuses by keywords, for municipalities without a known list of values. */
import {not, present} from '../predicates.ts';
import {type RuleRow, rulesOf} from '../rule_rows.ts';
import type {Predicate, Rules} from '../types.ts';
import type {PERMIT_STATUSES, PERMIT_TYPES} from './enums.ts';

export type TypeRow = RuleRow<(typeof PERMIT_TYPES)[number]>;
export type StatusRow = RuleRow<(typeof PERMIT_STATUSES)[number]>;

/**
 * Characters of a free text in which demolition is the work itself; further on it is part of a larger job.
 */
const NEAR_THE_BEGINNING = 60;

/** Repairs, and a new foundation below a standing house: for columns whose values are not all listed. */
export const REPAIRS = /repair|\bfoundation replac/;

/** A dwelling that shares a building or a lot with another one. */
const SUITE =
  /\bsuites?\b|\b(?:secondary|second|basement|in[- ]law|rental) (?:dwelling |residential )?(?:units?|dwellings?|apartments?)\b|\b(?:additional|accessory) (?:dwelling|residential) units?\b|\b(?:sdu|adu)s?\b/;

/** Alterations of a building. */
export const ALTERATIONS = new RegExp(
  `${REPAIRS.source}|\\balter|renov|\\binterior|\\btenant|\\bfit-?up|\\bfinish(?:ing)? (?:of )?(?:the )?basement|basement development|${SUITE.source}|transformation`,
);

/** What may stand between `construct` and the building that is constructed. */
const ADJECTIVES =
  '(?:[ -](?:a|an|the|of|and|plus|new|one|two|three|four|five|six|[a-z]*\\d[\\w.]*|storey|storeys|story|level|basement|single|semi|detached|attached|family|unit|side|by|front|back|rear|block|small|infill|modular|custom|wood|frame|residential|principal|main))*';
const BUILT = `\\b(?:new|construct|construction|constructing|erect|build)${ADJECTIVES}[ -]`;

/** A whole dwelling is built; a `dwelling unit` may be a part of one. */
const NEW_DWELLING = new RegExp(
  `${BUILT}(?:(?:sfd|residence|(?:du|tri|four|multi)plexe?|(?:town|row)?(?:house|home))s?\\b|dwellings?(?:$|[^ ]| [^u]| u[^n]))`,
);

/** A suite is a building of its own. */
const OWN_BUILDING = new RegExp(
  `(?:^(?:[a-z0-9]+[ -]storey )?|${BUILT})(?:(?:secondary|accessory|additional) )?(?:garden|laneway|lane|back ?yard|rear yard|garage|carriage|coach) (?:suite|house|home|cottage|dwelling)s?\\b`,
);

/** A part of a standing building becomes a dwelling. */
const CONVERTED = /\bconver[st]|\blegali[sz]/;
const SEVERAL_DWELLINGS = new RegExp(`${SUITE.source}|duplex|\\b(?:two|2)[- ]family\\b`);

const CONVERSION = /\bconvert.* to\b/;

/** Keywords of the types, in this order: an addition with alterations is an addition. */
const TYPE_KEYWORDS: readonly (readonly [TypeRow[0], RegExp])[] = [
  ['demolition', /demol|\bwreck|deconstruct/],
  ['change_of_use', /change (of|in) use|changement d.usage/],
  ['change_of_use', CONVERSION],
  ['addition', /\badditions?\b|agrandissement|\badd (a )?storey|ajout de superficie/],
  ['renovation', ALTERATIONS],
  ['new_construction', /\bnew\b|\bconstruct|\berect|\bnouvelle/],
];

/** `removal of the rear addition`: removal and addition in one phrase. */
const REMOVED_ADDITION = /\bremov(?:e|es|ed|al|ing)\b[^.,;:/]{0,60}\badditions?\b/;

/**
 * `remove deck and construct addition`, `removal of a bath and addition of a bedroom`: an addition is built.
 */
const BUILT_ADDITION =
  /^additions?\b|\b(?:add|build|construct|erect|provide|propos\w*|new|for)\b[^.;]*\badditions?\b|\badditions? of\b|\band (?:an? )?(?:\w+ )?additions? to\b/;

/**
 * Rows of the status by keywords of its text, in this order: `Issued - under review` is in review, `Closed -
 * expired` has expired.
 */
export const STATUS_KEYWORDS: readonly StatusRow[] = [
  ['cancelled', /cancel|withdraw|\brevoke|\brefus|abandon|supersed|\bvoid/],
  ['expired', /expire|\bdormant|\blapsed/],
  // Before `completed`: "incomplete" contains "complete".
  ['in_review', /\bincomplete/],
  ['completed', /\bcomplet|\bfinal|\bclosed|occupancy granted/],
  ['in_review', /review|\breceived|\bpending|\bhold\b|\bsubmitted|\bready for issu/],
  ['issued', /\bissued|\bactive|\bopen\b|inspection/],
];

/** Makes the predicate of a pattern in some columns. */
type On = (pattern: RegExp) => Predicate;

/** Predicates of a text that removes an addition and builds none. */
export const removesAddition = (on: On): readonly Predicate[] => [
  on(REMOVED_ADDITION),
  not(on(BUILT_ADDITION)),
];

/**
 * Rows for an addition that is removed, if `and` holds too: with alterations a renovation, else demolition.
 */
export const removedAdditions = (on: On, and: readonly Predicate[] = []): TypeRow[] => [
  ['renovation', ...and, ...removesAddition(on), on(ALTERATIONS)],
  ['demolition', ...and, ...removesAddition(on)],
];

/**
 * Rows for a suite, if `and` holds too: new where a new dwelling is built with it or it is a building of its
 * own, a renovation where a standing building is converted. Any other suite is a renovation by the words for
 * alterations.
 */
export const suites = (on: On, and: readonly Predicate[] = []): TypeRow[] => [
  ['new_construction', ...and, on(SUITE), on(NEW_DWELLING), not(on(CONVERTED))],
  ['new_construction', ...and, on(OWN_BUILDING), not(on(CONVERTED))],
  ['renovation', ...and, on(SEVERAL_DWELLINGS), on(CONVERTED), not(on(/\badditions?\b/))],
];

/**
 * Rows for the type by keywords in some columns together, if `and` holds too. `free`: they are free text, in
 * which demolition counts near the beginning only.
 */
export function typeKeywords(
  columns: readonly string[],
  {free = false, and = []}: {free?: boolean; and?: readonly Predicate[]} = {},
): TypeRow[] {
  const on: On = (matches) => ({from: columns, concatenated: true, matches});
  return TYPE_KEYWORDS.flatMap(([value, matches]) => {
    const near = free && value === 'demolition' ? {maxLength: NEAR_THE_BEGINNING} : {};
    const row: TypeRow = [value, ...and, {...on(matches), ...near}];
    if (matches === CONVERSION) return [...suites(on, and), row];
    return value === 'addition' ? [...removedAdditions(on, and), row] : [row];
  });
}

/** Types by these rows in order; a text that none fits is `other` and reported. */
export const permitTypeRules = (
  city: string,
  help: string,
  columns: readonly string[],
  rows: readonly TypeRow[],
): Rules => rulesOf(`${city}_permit_types`, help, columns, rows, 'other');

/**
 * Statuses by these rows in order. A text that none fits is `issued` if the permit has a day of issue, else
 * `in_review`, and reported.
 */
export function permitStatusRules(
  city: string,
  help: string,
  {raw, issued}: {raw: readonly string[]; issued: readonly string[]},
  rows: readonly StatusRow[],
): Rules {
  const {rules, ...others} = rulesOf(`${city}_statuses`, help, raw, rows, 'in_review');
  return {...others, rules: [...rules, {value: 'issued', when: [present(issued)], reported: true}]};
}

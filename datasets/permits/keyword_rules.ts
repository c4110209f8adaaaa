/** Permit types and statuses by keywords, for municipalities without a known list of values. */
import {matchesPattern, not, present} from '../predicates.ts';
import type {Predicate, Rules} from '../types.ts';
import type {PERMIT_STATUSES, PERMIT_TYPES} from './enums.ts';

export type PermitRule = Rules['rules'][number];
type PermitType = (typeof PERMIT_TYPES)[number];
type PermitStatus = (typeof PERMIT_STATUSES)[number];

/**
 * Characters of a free text in which demolition is the work itself; further on it is part of a larger job.
 */
const NEAR_THE_BEGINNING = 60;

/** Repairs, and a new foundation below a standing house. */
const REPAIRS = /repair|\bfoundation replac/;

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
const TYPE_KEYWORDS: readonly [PermitType, RegExp][] = [
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
 * Keywords of the statuses, in this order: `Issued - under review` is in review, `Closed - expired` has
 * expired.
 */
const STATUS_KEYWORDS: readonly [PermitStatus, RegExp][] = [
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
 * Rules for an addition that is removed, if `and` holds too: with alterations a renovation, else demolition.
 */
export const removedAdditions = (on: On, and: readonly Predicate[] = []): PermitRule[] => [
  {value: 'renovation', when: [...and, ...removesAddition(on), on(ALTERATIONS)]},
  {value: 'demolition', when: [...and, ...removesAddition(on)]},
];

/**
 * Rules for a suite, if `and` holds too: new where a new dwelling is built with it or it is a building of its
 * own, a renovation where a standing building is converted. Any other suite is a renovation by the words for
 * alterations.
 */
export const suites = (on: On, and: readonly Predicate[] = []): PermitRule[] => [
  {value: 'new_construction', when: [...and, on(SUITE), on(NEW_DWELLING), not(on(CONVERTED))]},
  {value: 'new_construction', when: [...and, on(OWN_BUILDING), not(on(CONVERTED))]},
  {value: 'renovation', when: [...and, on(SEVERAL_DWELLINGS), on(CONVERTED), not(on(/\badditions?\b/))]},
];

/**
 * Rules for the type by keywords in some columns together, if `and` holds too. `free`: they are free text, in
 * which demolition counts near the beginning only.
 */
export function typeKeywords(
  columns: readonly string[],
  {free = false, and = []}: {free?: boolean; and?: readonly Predicate[]} = {},
): PermitRule[] {
  const on: On = (matches) => ({from: columns, concatenated: true, matches});
  return TYPE_KEYWORDS.flatMap(([value, matches]) => {
    const near = free && value === 'demolition' ? {maxLength: NEAR_THE_BEGINNING} : {};
    const rule = {value, when: [...and, {...on(matches), ...near}]};
    if (matches === CONVERSION) return [...suites(on, and), rule];
    return value === 'addition' ? [...removedAdditions(on, and), rule] : [rule];
  });
}

/** The rule for repairs in a column whose values are not all listed, if `and` holds too. */
export const repairs = (column: string, and: readonly Predicate[] = []): PermitRule => ({
  value: 'renovation',
  when: [...and, matchesPattern(column, REPAIRS)],
});

/** Rules for the status by keywords in a column. */
export const statusKeywords = (column: string): PermitRule[] =>
  STATUS_KEYWORDS.map(([value, matches]) => ({value, when: [{from: [column], matches}]}));

/** Types by these rules in order; a text that matches none is `other` and reported. */
export const permitTypeRules = (
  city: string,
  help: string,
  reported: readonly string[],
  rules: readonly PermitRule[],
): Rules => ({name: `${city}_permit_types`, help, rules, otherwise: 'other', reported});

/**
 * Statuses by these rules in order. A text that matches none is `issued` if the permit has a day of issue,
 * else `in_review`, and reported.
 */
export const permitStatusRules = (
  city: string,
  help: string,
  {raw, issued}: {raw: string; issued: string},
  rules: readonly PermitRule[],
): Rules => ({
  name: `${city}_statuses`,
  help,
  rules: [...rules, {value: 'issued', when: [present(issued)], reported: true}],
  otherwise: 'in_review',
  reported: [raw],
});

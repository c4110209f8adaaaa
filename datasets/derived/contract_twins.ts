/** Contracts that both federal publishers report: which record of one is which record of the other. */
import {internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import proactive from '../contracts/sources/proactive_contracts.ts';
import {codeTable, sqlFile} from '../sql_file.ts';
import type {Column, Derived} from '../types.ts';
import {KNOWN_NAMES} from './public_bodies.ts';

/** Letters and digits of the shortest number that tells contracts apart. */
const SHORTEST_NUMBER = 5;
/** Days between two reports of one award where all else is the same: the day of signing, and of commitment. */
const NEAR_DAYS = 31;
/** Largest ratio of two values of which one has taxes: the highest sales tax in Canada is 15%. */
const TAXES = 1.15;
/** Contracts of equal value are no longer one contract: yearly renewals keep number, vendor and value. */
const RENEWAL_DAYS = 183;

/** What shows that two records are one contract, strongest first, with the certainty of each. */
export const TWIN_RULES = {
  'number, buyer, vendor, day and value': {
    certainty: 'certain',
    help: 'all that both publish of an award is equal',
  },
  'number, buyer, vendor, and day or value': {
    certainty: 'high',
    help: `the only two records of that number, buyer and vendor have the day of the award, or a value at most ${RENEWAL_DAYS} days apart`,
  },
  'number, buyer and vendor, near in day or value': {
    certainty: 'fair',
    help: `the only two records of that number, buyer and vendor were awarded at most ${NEAR_DAYS} days apart, or at most ${RENEWAL_DAYS} days apart for values that differ by taxes`,
  },
  'number, buyer and vendor, amended in its period': {
    certainty: 'fair',
    help: 'the contract history lacks the award of the only two records of that number, buyer and vendor, and its first amendment is of a day between award and end of the disclosure',
  },
  'number, buyer, day and value': {
    certainty: 'fair',
    help: 'the only two records of that number and buyer name the vendor differently: a firm renamed, or one partner of several',
  },
  'number, vendor, day and value': {
    certainty: 'fair',
    help: 'one body buys and another discloses: the publisher names no end user',
  },
} as const;

/** Why a record has no twin, although the other publisher has its number with the same buyer or vendor. */
export const NO_TWIN = {
  'several contracts under the number':
    'one of the publishers has several records of the number, buyer and vendor, such as call-ups, and day and value do not single out one',
  'too far apart in day and value':
    'number, buyer and vendor agree, but neither day nor value do: a number used again',
  'standing offer and contract':
    'one record is a standing offer or supply arrangement, the other a contract under it',
  'another vendor':
    'number and buyer agree, but another vendor has the contract: several winners, or a number used again',
  'another buyer':
    'number and vendor agree, but the buyers, or the days and values, do not: bodies number their contracts alike',
} as const;

/**
 * What the labelled cases of test/cases/contract_twins.json say of the rules; a test measures it again. `pairs` are
 * one contract, `found` are found, `right` of those rightly.
 */
export const MEASURED = {cases: 71, hard: 41, pairs: 40, found: 38, right: 36} as const;

const listed = (rules: Readonly<Record<string, string | {certainty: string; help: string}>>): string =>
  Object.entries(rules)
    .map(([name, rule]) =>
      typeof rule === 'string' ? `\`${name}\` (${rule})` : `\`${name}\` (${rule.certainty}: ${rule.help})`,
    )
    .join('; ');

const CERTAINTIES = [...new Set(Object.values(TWIN_RULES).map(({certainty}) => certainty))];

export const contract_twins: Derived = {
  name: 'contract_twins',
  title: 'Contracts of both publishers',
  help: 'For every contract record whose number the other publisher has with the same buyer or vendor: the record there that is the same contract, with the rule that says so, or the reason why none is.',
  key: {column: 'record_id', rank: 'record_id'},
  columns: {
    record_id: internalColumn('text', 'the contract record', 'c_9f31a2b4c5d6e7f8', NOT_NULL),
    twin_id: internalColumn(
      'text',
      'the record of the other publisher; null where there is none',
      'c_0a1b2c3d4e5f6071',
    ),
    rule: internalColumn(
      'text',
      `what shows that both are one contract: ${listed(TWIN_RULES)}. Without a twin, the reason: ${listed(NO_TWIN)}`,
      'number, buyer, vendor, day and value',
      {...NOT_NULL, values: [...Object.keys(TWIN_RULES), ...Object.keys(NO_TWIN)]},
    ),
    certainty: internalColumn('text', 'of the rule; null without a twin', 'certain', {values: CERTAINTIES}),
    counted_once: internalColumn('boolean', 'as in `contracts`', true, NOT_NULL),
  },
  sort: {default: 'record_id', keys: {record_id: 'record_id'}},
  filters: {},
  sql: sqlFile('datasets/derived/contract_twins.sql', {
    disclosures: proactive.label,
    shortest: SHORTEST_NUMBER,
    near: NEAR_DAYS,
    taxes: TAXES,
    renewal: RENEWAL_DAYS,
    bodies: KNOWN_NAMES,
    twin_rules: codeTable(
      ['rule', 'certainty', 'nth'],
      Object.entries(TWIN_RULES).map(([rule, {certainty}], at) => [rule, certainty, String(at)]),
    ),
  }),
  links: sqlFile('datasets/derived/contract_twins.links.sql'),
  names: null,
  sections: {},
  profile: [],
};

/** The join of a contract record to its twin. */
export const TWIN_OF = 'contract_twins AS twin_of ON twin_of.record_id = r.record_id';

/** The twin of a contract record, with what shows it. */
export const ALSO_REPORTED_BY: Column = listColumn(
  'object',
  'the record of the same contract at the other publisher, what shows it and how certainly; null where there is none, or where several could be',
  null,
  {
    fields: {
      record_id: internalColumn('text', 'the other record', 'c_0a1b2c3d4e5f6071', NOT_NULL),
      rule: internalColumn('text', 'what the records agree in', 'number, buyer, vendor, day and value', {
        ...NOT_NULL,
        values: Object.keys(TWIN_RULES),
      }),
      certainty: internalColumn('text', 'of the rule', 'certain', {...NOT_NULL, values: CERTAINTIES}),
    },
    derived: {
      sql: `CASE WHEN twin_of.twin_id IS NOT NULL THEN struct_pack(record_id := twin_of.twin_id,
        rule := twin_of.rule, certainty := twin_of.certainty) END`,
      join: 'twin_of',
    },
  },
);

/** Whether a contract record is the one of its contract that sums over all contracts count. */
export const COUNTED_ONCE: Column = internalColumn(
  'boolean',
  'true in one record of each contract: the disclosure where both publishers report it, unless only the contract history has its value',
  true,
  {...NOT_NULL, derived: {sql: 'coalesce(twin_of.counted_once, true)', join: 'twin_of'}},
);

/** Contracts that both federal publishers report: finds the two records of each contract. */
import {internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import proactive from '../contracts/sources/proactive_contracts.ts';
import {codeTable, sqlFile} from '../sql_file.ts';
import type {Column, Derived} from '../types.ts';
import {KNOWN_NAMES} from './public_bodies.ts';

/** A contract number with fewer letters and digits identifies nothing. */
const SHORTEST_NUMBER = 5;
/** Most days between two reports of one award: one may give the day of signing, the other of commitment. */
const NEAR_DAYS = 31;
/** Highest ratio of a value with taxes to the same value without: the highest sales tax in Canada is 15%. */
const TAXES = 1.15;
/** Most days between two records of equal value: a yearly renewal has the same number, vendor and value. */
const RENEWAL_DAYS = 183;

/** Rules that match two records of one contract, strongest first, with the certainty of each. */
export const TWIN_RULES = {
  'number, buyer, vendor, day and value': {
    certainty: 'certain',
    help: 'all facts that both publish about the award are equal',
  },
  'number, buyer, vendor, and day or value': {
    certainty: 'high',
    help: `the number, buyer and vendor have no other records; the award days are equal, or the values are equal and the days at most ${RENEWAL_DAYS} days apart`,
  },
  'number, buyer and vendor, near in day or value': {
    certainty: 'fair',
    help: `the number, buyer and vendor have no other records; the awards are at most ${NEAR_DAYS} days apart, or at most ${RENEWAL_DAYS} days if the values differ by taxes`,
  },
  'number, buyer and vendor, amended in its period': {
    certainty: 'fair',
    help: 'the number, buyer and vendor have no other records; the contract history lacks the award, and its first amendment falls between the award and the end of the disclosed contract',
  },
  'number, buyer, day and value': {
    certainty: 'fair',
    help: 'the number and buyer have no other records, but the two name the vendor differently: a renamed firm, or one of several partners',
  },
  'number, vendor, day and value': {
    certainty: 'fair',
    help: 'one body buys and another discloses, and the contract history names no end user',
  },
} as const;

/** Why no record matches, although the other publisher has the number with the same buyer or vendor. */
export const NO_TWIN = {
  'several contracts under the number':
    'a publisher has several records with this number, buyer and vendor, such as call-ups, and day and value do not identify one of them',
  'too far apart in day and value':
    'number, buyer and vendor agree, but neither day nor value does: the number was reused',
  'standing offer and contract':
    'one record is a standing offer or supply arrangement, the other a contract under it',
  'another vendor': 'number and buyer agree, but the vendors do not: several winners, or a reused number',
  'another buyer':
    'number and vendor agree, but the buyers, or the days and values, do not: several bodies use the same numbers',
} as const;

/**
 * How the rules do on the labelled cases of test/cases/contract_twins.json; a test measures it again.
 * `pairs`: pairs that are one contract; `found`: pairs that the rules match; `right`: those of them that are
 * one contract.
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
  help: 'Contract records whose number the other publisher also has, with the same buyer or vendor. Each row gives the other publisher’s record of the same contract and the rule that matched the two, or the reason why no record matches.',
  key: {column: 'record_id', rank: 'record_id'},
  columns: {
    record_id: internalColumn('text', 'the contract record', 'c_9f31a2b4c5d6e7f8', NOT_NULL),
    twin_id: internalColumn(
      'text',
      'the matching record of the other publisher; null if none matches',
      'c_0a1b2c3d4e5f6071',
    ),
    rule: internalColumn(
      'text',
      `the rule that matched the two records: ${listed(TWIN_RULES)}. If none matches, the reason: ${listed(NO_TWIN)}`,
      'number, buyer, vendor, day and value',
      {...NOT_NULL, values: [...Object.keys(TWIN_RULES), ...Object.keys(NO_TWIN)]},
    ),
    certainty: internalColumn('text', 'certainty of the rule; null if no record matches', 'certain', {
      values: CERTAINTIES,
    }),
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

/** The other publisher's record of the same contract. */
export const ALSO_REPORTED_BY: Column = listColumn(
  'object',
  'the other publisher’s record of the same contract, with the rule that matched the two and its certainty; null if no record matches, or if several could',
  null,
  {
    fields: {
      record_id: internalColumn('text', 'the other record', 'c_0a1b2c3d4e5f6071', NOT_NULL),
      rule: internalColumn(
        'text',
        'the rule that matched the two records',
        'number, buyer, vendor, day and value',
        {
          ...NOT_NULL,
          values: Object.keys(TWIN_RULES),
        },
      ),
      certainty: internalColumn('text', 'certainty of the rule', 'certain', {
        ...NOT_NULL,
        values: CERTAINTIES,
      }),
    },
    derived: {
      sql: `CASE WHEN twin_of.twin_id IS NOT NULL THEN struct_pack(record_id := twin_of.twin_id,
        rule := twin_of.rule, certainty := twin_of.certainty) END`,
      join: 'twin_of',
    },
  },
);

/** Whether sums over all contracts count this record: true in one record of each contract. */
export const COUNTED_ONCE: Column = internalColumn(
  'boolean',
  'true in one record of each contract: if both publishers report it, in the disclosure, unless only the contract history has a value in CAD',
  true,
  {...NOT_NULL, derived: {sql: 'coalesce(twin_of.counted_once, true)', join: 'twin_of'}},
);

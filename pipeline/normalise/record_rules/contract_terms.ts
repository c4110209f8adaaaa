/** What the rule of contracts reads of the rows of the proactive disclosure. */
import {cents, days, hashed, type RecordRule, type VersionRow} from './types.ts';

export interface ContractRow extends VersionRow {
  /** Contract number in capitals, as `NUMBER` reads it; null where there is none. */
  number: string | null;
  reference: string;
  /** Hash of the vendor's key, and the name as published. */
  vendor: number | null;
  name: string | null;
  date: number | null;
  /** Cents: at the award, after this row, and the change by it. */
  original: number | null;
  value: number | null;
  change: number | null;
  kind: number;
  /** Year and quarter, 20233; null also where the reference does not tell. */
  period: number | null;
  /** Hash of the description. */
  description: number | null;
  /** Whether a comment says that the row corrects another one. */
  corrects: boolean | null;
}

/** `C-2019-2020-Q4-00001`: the usual form of a reference. */
const REFERENCE = '^(?:[A-Z]{1,4}-)?\\d{4}-\\d{4}-Q[1-4]-\\d+$';
const isReference = (sql: string) => `regexp_matches(upper(${sql}), '${REFERENCE}')`;

/**
 * Some institutions exchange the two columns: a number that looks like a reference beside a reference that
 * does not.
 */
const isExchanged = `${isReference('v.contract_number')} AND NOT ${isReference('v.reference_number')}`;
const published = `upper(CASE WHEN ${isExchanged} THEN v.reference_number ELSE v.contract_number END)`;

/**
 * No digit, only zeros, digits that a spreadsheet rounded (`1.23E+11`), words for a purchase without a
 * number.
 */
const NO_NUMBER = [
  '[^0-9]*',
  '[0 ./_-]*',
  '\\d([.,]\\d+)?E\\+\\d+',
  '(N/?A|S/O|N/D|TBD|NONE|AUCUNE?)\\b.*',
  '.*\\b(CARD|CARTE)\\b.*',
].join('|');
const NUMBER = `CASE WHEN NOT regexp_full_match(${published}, '${NO_NUMBER}') THEN ${published} END`;

/** Says that an earlier entry was wrong; corrections officers and rectifiers do not. */
const CORRECTS = [
  '\\bincorrect',
  '\\bcorrect(s|ed|ion)?\\b',
  '\\bcorrig',
  '\\brectifi(cati|ed|[eé]e?s?([^a-zé]|$))',
  '\\berrat(um|a)\\b',
  '\\b(in error|par erreur)\\b',
].join('|');

/**
 * What numbers with other endings share: all before short parts or words behind a separator, and letters
 * behind the last digit.
 */
const STEM = `coalesce(nullif(regexp_extract(${NUMBER}, '^(.+?\\d)(?:[A-Z]{1,3}\\d{0,2})?(?:[/ _.#-]+(?:[A-Z0-9]{1,4}|[A-Z]{1,12}\\d{0,3}))*$', 1), ''), ${NUMBER})`;
/** Rows without a number have only vendor, date and value in common. */
const WITHOUT = `CASE WHEN v.award_value <> 0 AND v.date IS NOT NULL AND v.vendor_group IS NOT NULL THEN concat_ws('|', ' ', v.vendor_group, v.date, v.award_value) END`;

/** Kinds of rows. */
export const [CONTRACT, AMENDMENT, OFFER] = [0, 1, 2];
/**
 * Rows of before 2019 may lack the type: a change, or a total other than the value at the award, is of an
 * amendment.
 */
const KIND = `CASE upper(v.instrument) WHEN 'C' THEN ${CONTRACT} WHEN 'A' THEN ${AMENDMENT} WHEN 'SOSA' THEN ${OFFER}
  ELSE CASE WHEN v.version_change <> 0 OR (v.award_value <> 0 AND v.value IS DISTINCT FROM v.award_value) THEN ${AMENDMENT} ELSE ${CONTRACT} END
  END`;

export const CONTRACT_TERMS: Omit<RecordRule<ContractRow>, 'records'> = {
  candidates: ['v.institution', `coalesce(${STEM}, ${WITHOUT})`],
  varies: 'v.vendor_group',
  read: {
    number: NUMBER,
    reference: `CASE WHEN ${isExchanged} THEN v.contract_number ELSE v.reference_number END`,
    vendor: hashed('v.vendor_group'),
    // Names are compared only where the vendors of a number differ.
    name: 'CASE WHEN v._varies THEN v.vendor END',
    date: days('v.date'),
    original: cents('v.award_value'),
    value: cents('v.value'),
    change: cents('v.version_change'),
    kind: `CAST(${KIND} AS DOUBLE)`,
    period: 'CAST(left(v.period, 4) || right(v.period, 1) AS DOUBLE)',
    description: hashed('v.description'),
    corrects: `regexp_matches(v.remarks, '(?i)${CORRECTS}')`,
  },
};

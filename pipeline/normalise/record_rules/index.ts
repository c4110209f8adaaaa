/** The rules that sources name. */
import type {RecordRuleName} from '../../../datasets/types.ts';
import {canadabuysEntries} from './canadabuys.ts';
import {disclosedContracts} from './contracts.ts';
import {disclosedGrants} from './grants.ts';
import {permitRevisions} from './permit_revisions.ts';
import {rowsByPlace} from './places.ts';
import type {RecordRule} from './types.ts';

/** Each rule reads rows of its own form; they meet only here and in the function that reads the rows. */
export const RECORD_RULES: Readonly<Record<RecordRuleName, RecordRule<never>>> = {
  disclosed_contracts: disclosedContracts,
  canadabuys_entries: canadabuysEntries,
  disclosed_grants: disclosedGrants,
  rows_by_place: rowsByPlace,
  permit_revisions: permitRevisions,
};

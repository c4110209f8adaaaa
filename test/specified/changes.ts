/** The operations on changes, written by hand: no part of the original specification. */
import {type Row, type Specified, shared, words} from './shapes.ts';

const CHANGE = words('dataset record_id kind changed_at build_id cause source fields');

const FILTERS: Row[] = [
  ['since', 'since'],
  ['kind', 'sets', 'in kind', null, null, null, words('added changed removed returned')],
  ['cause', 'sets', 'in cause', null, null, null, words('publisher pipeline unknown')],
];

/** By path of one record what is said where there is none. */
export const RECORDS: Record<string, string> = {
  '/contracts/{record_id}': 'Contract not found.',
  '/disclosures/{record_id}': 'Disclosure not found.',
  '/awards/{record_id}': 'Award not found.',
  '/tenders/{record_id}': 'Tender not found.',
  '/grants/{record_id}': 'Grant not found.',
  '/research_grants/{record_id}': 'Research grant not found.',
  '/infrastructure_projects/{record_id}': 'Infrastructure project not found.',
  '/lobbying/registrations/{reg_id}': 'Registration not found.',
  '/lobbying/communications/{com_id}': 'Communication not found.',
  '/bills/{session}/{number}': 'Bill not found.',
  '/votes/{session}/{number}': 'Division not found.',
  '/permits/{record_id}': 'Permit not found.',
};

export const CHANGES: Record<string, Specified> = {
  '/changes/{dataset}': {
    parameters: [...FILTERS, ...shared(50, CHANGE)],
    fields: CHANGE,
    missing: 'Log of changes not found.',
    added: true,
  },
  ...Object.fromEntries(
    Object.entries(RECORDS).map(([path, missing]): [string, Specified] => [
      `${path}/history`,
      {parameters: shared(50, CHANGE), fields: CHANGE, missing, added: true},
    ]),
  ),
};

/** Datasets whose changes are kept; of a view those of its base. */
export const LOGGED =
  words(`contracts disclosures awards tenders grants research_grants infrastructure_projects
  lobbying_registrations lobbying_communications bills votes permits zoning`);

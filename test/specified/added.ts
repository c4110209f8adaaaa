/** Parameters of operations of the original service that are no part of its specification, by path, written by hand. */
import {words} from './shapes.ts';

const UPDATED = words('updated_after updated_before');
const BUYERS = words('vendor_key department_key');
const CONTRACTS = [...words('q commodity_type instrument_type'), ...UPDATED, ...BUYERS];
const NOTICES = ['q', ...UPDATED, ...BUYERS];
const GRANTS = [...words('q province program'), ...UPDATED, ...words('recipient_key department_key')];
const RESEARCH = [...UPDATED, 'institution_key'];
const LOBBYING = ['q', ...UPDATED, ...words('client_key lobbyist_id institution_key')];

const listed = (names: string[]): string[] => [...names, 'ids', 'facets'];

export const ADDED: Record<string, string[]> = {
  '/contracts': listed(CONTRACTS),
  '/contracts/stats': [...CONTRACTS, 'median'],
  '/disclosures': listed(CONTRACTS),
  '/awards': listed(NOTICES),
  '/tenders': listed(NOTICES),
  '/grants': listed(GRANTS),
  '/grants/stats': [...GRANTS, 'median'],
  '/research_grants': listed(RESEARCH),
  '/research_grants/stats': [...RESEARCH, 'median'],
  '/infrastructure_projects': listed(UPDATED),
  '/infrastructure_projects/stats': [...UPDATED, 'median'],
  '/lobbying/registrations': listed(LOBBYING),
  '/lobbying/registrations/stats': LOBBYING,
  '/lobbying/communications': listed(LOBBYING),
  '/lobbying/communications/stats': LOBBYING,
  '/bills': listed(UPDATED),
  '/politicians': listed([]),
  '/committees': ['ids'],
  '/search': ['prefix'],
  '/permits': listed([]),
  '/permits/stats': ['median'],
  '/zones': ['points', 'municipality'],
  '/organizations': ['ids'],
  '/values/{dataset}/{field}': ['q', 'limit'],
};

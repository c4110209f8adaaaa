/** Parameters of operations of the original service that are no part of its specification, by path, written by hand. */
import {words} from './shapes.ts';

const UPDATED = words('updated_after updated_before');
const BUYERS = words('vendor_key department_key');
const CONTRACTS = [...words('q commodity_type instrument_type'), ...UPDATED, ...BUYERS, 'organization_key'];
const NOTICES = ['q', ...UPDATED, ...BUYERS];
const GRANTS = [
  ...words('q province program'),
  ...UPDATED,
  ...words('recipient_key department_key organization_key'),
];
const RESEARCH = [...UPDATED, 'institution_key', 'organization_key'];
const PROJECTS = [...UPDATED, 'organization_key'];
const PERMITS = words('organization_key contractor_key');
const LOBBYING = ['q', ...UPDATED, ...words('client_key lobbyist_id institution_key organization_key')];

const listed = (names: string[]): string[] => [...names, 'ids', 'facets'];

export const ADDED: Record<string, string[]> = {
  '/contracts': listed(CONTRACTS),
  '/contracts/stats': [...CONTRACTS, 'median'],
  '/disclosures': listed(CONTRACTS),
  '/awards': listed([...NOTICES, 'organization_key']),
  '/tenders': listed(NOTICES),
  '/grants': listed(GRANTS),
  '/grants/stats': [...GRANTS, 'median'],
  '/research_grants': listed(RESEARCH),
  '/research_grants/stats': [...RESEARCH, 'median'],
  '/infrastructure_projects': listed(PROJECTS),
  '/infrastructure_projects/stats': [...PROJECTS, 'median'],
  '/lobbying/registrations': listed(LOBBYING),
  '/lobbying/registrations/stats': LOBBYING,
  '/lobbying/communications': listed(LOBBYING),
  '/lobbying/communications/stats': LOBBYING,
  '/bills': listed(UPDATED),
  '/politicians': listed([]),
  '/committees': ['ids'],
  '/search': ['prefix'],
  '/permits': listed(PERMITS),
  '/permits/stats': [...PERMITS, 'median'],
  '/zones': ['points', 'municipality'],
  '/organizations': ['ids'],
  '/values/{dataset}/{field}': ['q', 'limit'],
};

/** Parameters of operations of the original service that are no part of its specification, by path, written by hand. */
import {words} from './shapes.ts';

const UPDATED = words('updated_after updated_before');
const CONTRACTS = [...words('q commodity_type instrument_type'), ...UPDATED];
const SEARCHED = ['q', ...UPDATED];
const GRANTS = [...words('q province program'), ...UPDATED];

const listed = (names: string[]): string[] => [...names, 'ids', 'facets'];

export const ADDED: Record<string, string[]> = {
  '/contracts': listed(CONTRACTS),
  '/contracts/stats': [...CONTRACTS, 'median'],
  '/disclosures': listed(CONTRACTS),
  '/awards': listed(SEARCHED),
  '/tenders': listed(SEARCHED),
  '/grants': listed(GRANTS),
  '/grants/stats': [...GRANTS, 'median'],
  '/research_grants': listed(UPDATED),
  '/research_grants/stats': [...UPDATED, 'median'],
  '/infrastructure_projects': listed(UPDATED),
  '/infrastructure_projects/stats': [...UPDATED, 'median'],
  '/lobbying/registrations': listed(SEARCHED),
  '/lobbying/registrations/stats': SEARCHED,
  '/lobbying/communications': listed(SEARCHED),
  '/lobbying/communications/stats': SEARCHED,
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

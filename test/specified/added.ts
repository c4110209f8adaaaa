/** Parameters of operations of the original service that are no part of its specification, by path, written by hand. */
import {words} from './shapes.ts';

const UPDATED = words('updated_after updated_before');
const CONTRACTS = [...words('q commodity_type instrument_type'), ...UPDATED];
const SEARCHED = ['q', ...UPDATED];
const GRANTS = [...words('q province program'), ...UPDATED];

const ORDERED = words('sort_by sort_order');
/** With and without sums. */
const summed = (names: string[]): string[] => [...names, 'median', ...ORDERED];
const counted = (names: string[]): string[] => [...names, ...ORDERED];

const listed = (names: string[]): string[] => [...names, 'ids', 'facets'];

export const ADDED: Record<string, string[]> = {
  '/contracts': listed(CONTRACTS),
  '/contracts/stats': summed(CONTRACTS),
  '/disclosures': listed(CONTRACTS),
  '/awards': listed(SEARCHED),
  '/awards/stats': summed(SEARCHED),
  '/tenders': listed(SEARCHED),
  '/tenders/stats': counted(SEARCHED),
  '/grants': listed(GRANTS),
  '/grants/stats': summed(GRANTS),
  '/research_grants': listed(UPDATED),
  '/research_grants/stats': summed(UPDATED),
  '/infrastructure_projects': listed(UPDATED),
  '/infrastructure_projects/stats': summed(UPDATED),
  '/lobbying/registrations': listed(SEARCHED),
  '/lobbying/registrations/stats': counted(SEARCHED),
  '/lobbying/communications': listed(SEARCHED),
  '/lobbying/communications/stats': counted(SEARCHED),
  '/bills': listed(UPDATED),
  '/bills/stats': counted(UPDATED),
  '/politicians': listed([]),
  '/committees': ['ids'],
  '/search': ['prefix'],
  '/permits': listed([]),
  '/permits/stats': summed([]),
  '/zones': ['points', 'municipality'],
  '/organizations': ['ids'],
  '/values/{dataset}/{field}': ['q', 'limit'],
};

/** Parameters of operations of the original service that are no part of its specification, by path, written by hand. */
import {words} from './shapes.ts';

const UPDATED = words('updated_after updated_before');
const CONTRACTS = [...words('commodity_type instrument_type'), ...UPDATED];
const GRANTS = [...words('province program'), ...UPDATED];

export const ADDED: Record<string, string[]> = {
  '/contracts': CONTRACTS,
  '/contracts/stats': CONTRACTS,
  '/disclosures': CONTRACTS,
  '/awards': UPDATED,
  '/tenders': UPDATED,
  '/grants': GRANTS,
  '/grants/stats': GRANTS,
  '/research_grants': UPDATED,
  '/research_grants/stats': UPDATED,
  '/infrastructure_projects': UPDATED,
  '/infrastructure_projects/stats': UPDATED,
  '/lobbying/registrations': UPDATED,
  '/lobbying/registrations/stats': UPDATED,
  '/lobbying/communications': UPDATED,
  '/lobbying/communications/stats': UPDATED,
  '/bills': UPDATED,
};

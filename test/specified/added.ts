/**
 * Parameters of operations of the original service that are no part of its specification, by path, written by
 * hand.
 */
import {CHANGES, RECORDS} from './changes.ts';
import {words} from './shapes.ts';

const UPDATED = words('updated_after updated_before');
const BUYERS = words('vendor_key department_key');
const DISCLOSURES = [...words('q commodity_type instrument_type'), ...UPDATED, ...BUYERS, 'organization_key'];
const CONTRACTS = [...DISCLOSURES, 'search', 'once'];
const NOTICES = ['q', ...UPDATED, ...BUYERS];
const AWARDS = [...NOTICES, 'organization_key', 'search'];
const TENDERS = [...NOTICES, 'search'];
const GRANTS = [
  ...words('q province program'),
  ...UPDATED,
  ...words('recipient_key department_key organization_key program_key contribution search'),
];
const RESEARCH = [...UPDATED, ...words('institution_key organization_key program_key researcher_key search')];
const PROJECTS = [...UPDATED, ...words('organization_key program_key search')];
const PERMITS = words(
  'permit_number organization_key contractor_key permit_type_raw_key building_type_key neighbourhood_key status_key applicant_key',
);
const LOBBYING = [
  'q',
  ...UPDATED,
  ...words('client_key lobbyist_id institution_key subject_key organization_key'),
];
const COMMUNICATIONS = [...LOBBYING, 'dpoh_key', 'search'];
const BILLS = [...UPDATED, 'sponsor_key', 'search'];

const ORDERED = words('sort_by sort_order');
/** With and without sums. */
const summed = (names: string[]): string[] => [...names, 'median', ...ORDERED, 'excel'];
const counted = (names: string[]): string[] => [...names, ...ORDERED, 'excel'];

const listed = (names: string[]): string[] => [...names, 'ids', 'excel', 'facets'];

export const ADDED: Record<string, string[]> = {
  '/contracts': listed(CONTRACTS),
  '/contracts/stats': summed(CONTRACTS),
  '/disclosures': listed(DISCLOSURES),
  '/awards': listed(AWARDS),
  '/awards/stats': summed(AWARDS),
  '/tenders': listed(TENDERS),
  '/tenders/stats': counted(TENDERS),
  '/grants': listed(GRANTS),
  '/grants/stats': summed(GRANTS),
  '/research_grants': listed(RESEARCH),
  '/research_grants/stats': summed(RESEARCH),
  '/infrastructure_projects': listed(PROJECTS),
  '/infrastructure_projects/stats': summed(PROJECTS),
  '/lobbying/registrations': listed([...LOBBYING, 'search']),
  '/lobbying/registrations/stats': counted([...LOBBYING, 'search']),
  '/lobbying/communications': listed(COMMUNICATIONS),
  '/lobbying/communications/stats': counted(COMMUNICATIONS),
  '/bills': listed(BILLS),
  '/bills/stats': counted(BILLS),
  '/politicians': listed(['riding', 'party_key', 'riding_key', 'search']),
  '/committees': ['search', 'ids', 'excel'],
  '/votes': ['ids', 'excel', 'facets'],
  '/votes/stats': ['sort_by', 'sort_order', 'excel'],
  '/ballots': ['politician_slug', 'party_key', 'excel', 'facets'],
  '/voting_records': ['politician_slug', 'excel', 'facets'],
  '/search': ['prefix', 'scope'],
  '/permits': listed(PERMITS),
  '/permits/stats': summed(PERMITS),
  '/zones': ['points', 'municipality'],
  '/organizations': ['ids', 'excel'],
  ...Object.fromEntries(Object.keys(CHANGES).map((path) => [path, ['excel']])),
  ...Object.fromEntries(Object.keys(RECORDS).map((path) => [path, ['provenance']])),
  '/values/{dataset}/{field}': ['q', 'limit'],
  '/vendors': ['excel'],
  '/departments': ['excel'],
  '/sources': ['excel'],
  '/grants/recipients': ['excel'],
};

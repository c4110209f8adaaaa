/** Filters by key: exactly the records that a profile, a group of statistics or a facet counts. */
import {asAdded} from './filters.ts';
import type {KeyFilter, Parameter, Parameters} from './types.ts';

/** Most keys of one request. */
const MAX_KEYS = 100;

interface KeyDeclaration extends KeyFilter {
  help: string;
  example: string;
}

const DEPARTMENT = 'Health%20Canada%20%7C%20Sant%C3%A9%20Canada';

/**
 * Filters by whole names, where nothing but the name tells values apart: the filter by parts, what they are,
 * an example.
 */
const wholeNames = <Name extends string>(all: Record<Name, [of: string, what: string, example: string]>) =>
  Object.fromEntries(
    Object.entries<[string, string, string]>(all).map(([name, [of, what, example]]) => [
      name,
      {form: 'name', of, help: `exact ${what}, percent-encoded`, example},
    ]),
  ) as Record<Name, KeyDeclaration>;

const BY_WHOLE_NAME = wholeNames({
  program_key: ['program', 'program names', 'Discovery%20Grants%20Program'],
  subject_key: ['subject', 'subjects', 'Government%20Procurement'],
  dpoh_key: ['dpoh', 'names of officials', 'Mireille%20C%C3%B4t%C3%A9'],
  researcher_key: ['researcher_name', 'names of researchers', 'Lindqvist%2C%20Maja'],
  sponsor_key: ['sponsor', 'names of sponsors', 'Ada%20Okafor'],
  party_key: ['party', 'names of caucuses', 'Independent'],
  riding_key: ['riding', 'ridings and senate divisions', 'Harbour%E2%80%94Northline'],
  building_type_key: ['building_type', 'kinds of buildings', 'Single%20Family'],
  neighbourhood_key: ['neighbourhood', 'neighbourhoods', 'Larkspur'],
  status_key: ['status', 'states of permits', 'issued,completed'],
  applicant_key: ['applicant', 'names of applicants', 'Northline%20Homes%20Ltd.'],
  permit_type_raw_key: ['permit_type_raw', "kinds in the municipality's own words", 'Single%20Construction'],
});

/** Names of the filters by whole names. */
export const WHOLE_NAMES: readonly string[] = Object.keys(BY_WHOLE_NAME);

/** By name of the filter. Columns differ between datasets. */
const KEYS = {
  organization_key: {
    form: 'id',
    entity: 'organizations',
    help: 'exact organization keys',
    example: 'northline-surveying',
  },
  contractor_key: {
    form: 'id',
    of: 'contractor',
    entity: 'organizations',
    help: 'exact organization keys of contractors that are companies',
    example: 'northline-surveying',
  },
  vendor_key: {form: 'key', of: 'vendor', help: 'exact vendor keys', example: 'Northline%20Surveying%20Inc.'},
  department_key: {form: 'name', of: 'department', help: 'exact department keys', example: DEPARTMENT},
  recipient_key: {
    form: 'key',
    of: 'recipient',
    help: 'exact recipient keys',
    example: 'Riverbend%20Wetland%20Society',
  },
  institution_key: {
    form: 'name',
    of: 'institution',
    help: 'exact institution keys',
    example: 'House%20of%20Commons',
  },
  client_key: {form: 'key', of: 'client', help: 'exact client keys', example: 'Kestrel%20Breweries%20Ltd.'},
  lobbyist_id: {
    form: 'id',
    of: 'lobbyist',
    entity: 'lobbyists',
    help: 'exact lobbyist ids',
    example: '778218',
  },
  politician_slug: {
    form: 'id',
    of: 'name',
    entity: 'politicians',
    help: 'exact slugs of politicians',
    example: 'maren-cote-lindqvist',
  },
  ...BY_WHOLE_NAME,
} as const satisfies Record<string, KeyDeclaration>;

function filterOf(name: keyof typeof KEYS, column: string): Parameter {
  const {help, example, ...key}: KeyDeclaration = KEYS[name];
  return {
    type: 'names',
    op: 'in',
    columns: [column],
    most: MAX_KEYS,
    key,
    help,
    example,
  };
}

/** Filters by key, each with the column that it compares. */
export const keys = (columns: Readonly<Partial<Record<keyof typeof KEYS, string>>>): Parameters =>
  asAdded(
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, filterOf(name as keyof typeof KEYS, column)]),
    ),
  );

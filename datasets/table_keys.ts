/** Which columns of a table lead to the rows of another: joins that count no row twice. */

export interface TableKey {
  table: string;
  /** A text, null where the row leads nowhere, or a list of texts. */
  column: string;
  /** The table that it leads to, and the column of it that is different in every row. */
  to: string;
  key: string;
}

const leading = (tables: readonly string[], column: string, to: string, key = column): TableKey[] =>
  tables.map((table) => ({table, column, to, key}));

/** All of them, in the order of their tables. */
export const TABLE_KEYS: readonly TableKey[] = [
  ...leading(
    [
      'contracts',
      'disclosures',
      'awards',
      'grants',
      'research_grants',
      'infrastructure_projects',
      'lobbying_communications',
      'organization_links',
    ],
    'organization_key',
    'organizations',
  ),
  ...leading(['lobbying_registrations', 'permits'], 'organization_keys', 'organizations', 'organization_key'),
  ...leading(['contracts', 'disclosures'], 'vendor_group', 'vendors'),
  ...leading(['contracts', 'disclosures', 'awards', 'tenders'], 'department', 'departments'),
  ...leading(
    ['contracts', 'disclosures', 'awards', 'tenders', 'grants'],
    'department_key',
    'public_body_names',
    'name_key',
  ),
  ...leading(['research_grants'], 'institution_key', 'public_body_names', 'name_key'),
  ...leading(
    ['lobbying_registrations', 'lobbying_communications'],
    'institution_keys',
    'public_body_names',
    'name_key',
  ),
  // Its parts, which alone are files of it, have no keys.
  ...leading(['nil_reports'], 'department', 'public_body_names', 'name'),
  ...leading(['public_body_names'], 'body_key', 'public_bodies'),
  ...leading(['contract_twins'], 'twin_id', 'contracts', 'record_id'),
  ...leading(['bills'], 'sponsor_slug', 'politicians', 'slug'),
  ...leading(['ballots'], 'vote_id', 'votes'),
  ...leading(['ballots', 'voting_records'], 'politician_slug', 'politicians', 'slug'),
];

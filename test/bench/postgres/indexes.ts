/** Indexes of the comparison and what is computed after the load of a table, in order. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import {ident, literal} from '../../../datasets/rules/sql.ts';
import {FACET_TABLES, keptFacets} from './facets.ts';
import {PLACED} from './near.ts';
import {organizationIndexes} from './organizations.ts';
import {SEARCHED, SEARCHED_INDEXES} from './search.ts';
import {NAME_TABLES, NAMES, ORGANIZATIONS, TABLES, TOTALS} from './tables.ts';
import {tokenTables} from './tokens.ts';
import {LOADED_ZONES, ZONE_TABLES} from './zones.ts';

const key = (name: string): string => ident(idColumn(datasetOrEntity(name)));

/** A table of the different names of a column: few texts to search in, and the records of each counted. */
const names = (table: string, column: string): string[] => [
  `CREATE UNLOGGED TABLE ${table}_${column} AS SELECT no_${column} AS no, ${column} AS name, folded_${column} AS folded,
    count(*) AS records FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1`,
  `ALTER TABLE ${table}_${column} ADD PRIMARY KEY (no)`,
  `CREATE INDEX ON ${table}_${column} USING gin (folded gin_trgm_ops)`,
];

const ofTable = ({name, partial, lists, terms, order}: (typeof TABLES)[number]): string[] => [
  `ALTER TABLE ${ident(name)} ADD PRIMARY KEY (${key(name)})`,
  ...(name === 'vendors' ? [] : [`CREATE INDEX ON ${ident(name)} (${order})`]),
  ...[...partial, ...lists].map(
    (column) => `CREATE INDEX ON ${ident(name)} USING gin (folded_${column} gin_trgm_ops)`,
  ),
  ...(terms.length > 0 ? [`CREATE INDEX ON ${ident(name)} USING gin (search gin_trgm_ops)`] : []),
  ...(FURTHER[name] ?? []),
  ...NAME_TABLES.filter(([table]) => table === name).flatMap(([table, column]) => names(table, column)),
  ...tokenTables(name),
  ...(FACET_TABLES.includes(name) ? keptFacets(name) : []),
  `INSERT INTO ${TOTALS} SELECT ${literal(name)}, count(*) FROM ${ident(name)}`,
];

/** For a key: its records in the order of the list. For a group: the amounts by it. */
const byKey = (table: string, key: string, order: string) => `CREATE INDEX ON ${table} (${key}, ${order})`;
const byGroup = (table: string, column: string, sum: string) =>
  `CREATE INDEX ON ${table} (${column}) INCLUDE (${sum})`;
const NEWEST = 'date DESC NULLS LAST, record_id';

const FURTHER: Readonly<Record<string, readonly string[]>> = {
  permits: [
    ...PLACED,
    ...['contractor_name', 'neighbourhood', 'building_type'].map((name) =>
      byGroup('permits', name, 'estimated_cost'),
    ),
  ],
  lobbying_communications: ['CREATE INDEX ON lobbying_communications (client_folded)'],
  contracts: [
    'CREATE INDEX ON contracts (value DESC NULLS LAST, record_id)',
    'CREATE INDEX ON contracts (vendor_group, date DESC NULLS LAST, record_id) INCLUDE (value, department, source_dataset)',
    'CREATE INDEX ON contracts (no_group) INCLUDE (value)',
    'CREATE INDEX ON contracts (no_vendor, date DESC NULLS LAST, record_id) INCLUDE (value, no_department)',
    'CREATE INDEX ON contracts (no_department, date DESC NULLS LAST, record_id) INCLUDE (value, no_group)',
    ...['vendor_key', 'organization_key', 'department'].map((name) => byKey('contracts', name, NEWEST)),
    ...['procurement_method', 'commodity_type'].map((name) => byGroup('contracts', name, 'value')),
  ],
  grants: [
    'CREATE INDEX ON grants (value DESC NULLS LAST, record_id)',
    'CREATE INDEX ON grants (no_recipient, date DESC NULLS LAST, record_id) INCLUDE (value, no_department)',
    'CREATE INDEX ON grants (no_department, date DESC NULLS LAST, record_id) INCLUDE (value, no_recipient)',
    ...['recipient_province', 'program_en'].map((name) => byGroup('grants', name, 'value')),
  ],
  research_grants: ['CREATE INDEX ON research_grants (award_amount DESC NULLS LAST, record_id)'],
  awards: ['procurement_method', 'department'].map((name) => byGroup('awards', name, 'value')),
  vendors: ['CREATE INDEX ON vendors (vendor_group)'],
};

const AFTER_LOAD: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(TABLES.map((table) => [table.name, ofTable(table)])),
  [SEARCHED]: SEARCHED_INDEXES,
  [LOADED_ZONES]: ZONE_TABLES,
  [NAMES]: [
    `CREATE INDEX ON ${NAMES} (name)`,
    `CREATE INDEX ON ${NAMES} (known text_pattern_ops)`,
    `CREATE INDEX ON ${NAMES} USING gin (known gin_trgm_ops)`,
  ],
  [ORGANIZATIONS]: organizationIndexes(),
};

/** What follows the rows of a unit of the load, in order. */
export const afterLoad = (name: string): readonly string[] => AFTER_LOAD[name] ?? [];

/** Indexes of the comparison and what is computed after the load, in order. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import {ident} from '../../../datasets/rules/sql.ts';
import {PLACED} from './near.ts';
import {SEARCHED_INDEXES} from './search.ts';
import {NAMES, TABLES} from './tables.ts';
import {ZONE_TABLES} from './zones.ts';

const key = (name: string): string => ident(idColumn(datasetOrEntity(name)));

/** A table of the different names of a column: few texts to search in, and the records of each counted. */
const names = (table: string, column: string): string[] => [
  `CREATE UNLOGGED TABLE ${table}_${column} AS SELECT no_${column} AS no, ${column} AS name, folded_${column} AS folded,
    count(*) AS records FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1`,
  `ALTER TABLE ${table}_${column} ADD PRIMARY KEY (no)`,
  `CREATE INDEX ON ${table}_${column} USING gin (folded gin_trgm_ops)`,
];

const perTable = TABLES.flatMap(({name, partial, lists, terms, order}) => [
  `ALTER TABLE ${ident(name)} ADD PRIMARY KEY (${key(name)})`,
  ...(name === 'vendors' ? [] : [`CREATE INDEX ON ${ident(name)} (${order})`]),
  ...[...partial, ...lists].map(
    (column) => `CREATE INDEX ON ${ident(name)} USING gin (folded_${column} gin_trgm_ops)`,
  ),
  ...(terms.length > 0 ? [`CREATE INDEX ON ${ident(name)} USING gin (search gin_trgm_ops)`] : []),
]);

export const AFTER_LOAD: readonly string[] = [
  ...PLACED,
  ...perTable,
  ...SEARCHED_INDEXES,
  ...ZONE_TABLES,
  'CREATE INDEX ON clients (client_folded)',
  'CREATE INDEX ON lobbying_communications (client_folded)',
  'CREATE INDEX ON contracts (value DESC NULLS LAST, record_id)',
  'CREATE INDEX ON grants (value DESC NULLS LAST, record_id)',
  'CREATE INDEX ON research_grants (award_amount DESC NULLS LAST, record_id)',
  'CREATE INDEX ON contracts (vendor_group, date DESC NULLS LAST, record_id) INCLUDE (value, department, source_dataset)',
  'CREATE INDEX ON contracts (no_group) INCLUDE (value)',
  'CREATE INDEX ON vendors (vendor_group)',
  `CREATE INDEX ON ${NAMES} (name)`,
  `CREATE INDEX ON ${NAMES} (known text_pattern_ops)`,
  `CREATE INDEX ON ${NAMES} USING gin (known gin_trgm_ops)`,
  ...names('contracts', 'vendor'),
  ...names('contracts', 'department'),
  ...names('grants', 'recipient'),
  ...names('grants', 'department'),
  'CREATE INDEX ON contracts (no_vendor, date DESC NULLS LAST, record_id) INCLUDE (value, no_department)',
  'CREATE INDEX ON contracts (no_department, date DESC NULLS LAST, record_id) INCLUDE (value, no_group)',
  'CREATE INDEX ON grants (no_recipient, date DESC NULLS LAST, record_id) INCLUDE (value, no_department)',
  'CREATE INDEX ON grants (no_department, date DESC NULLS LAST, record_id) INCLUDE (value, no_recipient)',
  'CREATE UNLOGGED TABLE totals AS ' +
    TABLES.map(({name}) => `SELECT '${name}' AS name, count(*) AS records FROM ${ident(name)}`).join(
      ' UNION ALL ',
    ),
];

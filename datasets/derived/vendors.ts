/** Vendors: contract rows whose names share the vendor key. */
import {detailColumn, internalColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';

const money = detailColumn('money', 'CAD sum', 48250.75, NOT_NULL);
const count = detailColumn('integer', 'number of contract records', 1, NOT_NULL);

/** One entry per contract source that has records of the entity. */
export const SOURCE_BREAKDOWN = rowsColumn('one entry per contract source', {
  source_dataset: detailColumn('text', 'source label', 'Proactive Disclosure Contracts', NOT_NULL),
  total_value: money,
  contract_count: count,
});

export const vendors: Derived = {
  name: 'vendors',
  title: 'Vendors',
  help: 'Suppliers of the contracts: spellings with the same vendor key are one vendor, named by its most frequent spelling. The key is the name before a mark of another name (`o/a`, `operating as`, `dba`, `formerly`), without case, accents, punctuation, `the` at either end and forms of companies (`Inc.`, `Ltd.`); digits that a hyphen joins are one number. Forms that make another body of a name stay: `LLP` (the same as `S.E.N.C.R.L.`), `LP`, `S.E.N.C.`, `S.A.`',
  key: {column: 'vendor', rank: 'total_value'},
  counted: 'contract_count',
  columns: {
    vendor: listColumn(
      'text',
      'most frequent published spelling (ties: higher total value, then code point order)',
      'Northline Surveying Inc.',
      NOT_NULL,
    ),
    vendor_key: listColumn(
      'text',
      '`encodeURIComponent(vendor)`, usable as path segment',
      'Northline%20Surveying%20Inc.',
      {...NOT_NULL, derived: {sql: 'encode_uri_component(r.vendor)'}},
    ),
    total_value: {...money, visibility: 'list', help: 'CAD sum of its contract records'},
    contract_count: {...count, visibility: 'list'},
    last_contract_date: listColumn('date', 'newest `date`', '2024-03-05'),
    first_contract_date: detailColumn('date', 'oldest `date`', '2024-03-05'),
    name_variants: detailColumn(
      'text[]',
      'published spellings merged into this vendor, most frequent first, at most 50',
      ['Northline Surveying Inc.'],
    ),
    vendor_group: internalColumn('text', 'vendor key', 'northline surveying', NOT_NULL),
  },
  sort: {default: 'total_value', keys: {total_value: 'total_value', contract_count: 'contract_count'}},
  filters: {vendor: 'partial', name_variants: 'partial', total_value: 'range'},
  sql: sqlFile('datasets/derived/vendors.sql'),
  names: sqlFile('datasets/derived/vendors.spellings.sql'),
  derivedName: {column: 'vendor_group', rule: 'vendor_key'},
  sections: {
    departments: {
      column: rowsColumn('top 10 by `total_value`', {
        name: detailColumn('text', 'bilingual', 'Health Canada | Santé Canada', {
          ...NOT_NULL,
          bilingual: true,
        }),
        total_value: money,
        contract_count: count,
      }),
      sql: sqlFile('datasets/derived/vendors.departments.sql'),
      order: 'total_value DESC, name',
      limit: 10,
    },
    recent_contracts: {
      column: rowsColumn('10 newest', {
        record_id: detailColumn('text', 'stable identifier', 'c_9f31a2b4c5d6e7f8', NOT_NULL),
        value: {...money, nullable: true, help: 'CAD'},
        department: detailColumn('text', 'bilingual', 'Health Canada | Santé Canada', {bilingual: true}),
        date: detailColumn('date', 'date of the award', '2024-03-05'),
      }),
      sql: sqlFile('datasets/derived/vendors.recent_contracts.sql'),
      order: 'date DESC NULLS LAST, record_id',
      limit: 10,
    },
    source_breakdown: {
      column: SOURCE_BREAKDOWN,
      sql: sqlFile('datasets/derived/vendors.source_breakdown.sql'),
      order: 'source_dataset',
    },
  },
  profile: [
    'vendor',
    'vendor_key',
    'total_value',
    'contract_count',
    'last_contract_date',
    'first_contract_date',
    'departments',
    'recent_contracts',
    'name_variants',
    'source_breakdown',
  ],
};

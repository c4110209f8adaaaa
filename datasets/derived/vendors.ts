/** Vendors: contract rows whose names share the vendor key. */
import {sqlFile} from '../sql_file.ts';
import type {Column, Derived} from '../types.ts';

const money: Column = {
  type: 'money',
  nullable: false,
  visibility: 'detail',
  unit: 'CAD',
  help: 'CAD sum',
  example: 48250.75,
};
const count: Column = {
  type: 'integer',
  nullable: false,
  visibility: 'detail',
  help: 'number of contract records',
  example: 1,
};

/** One entry per contract source that has records of the entity. */
export const SOURCE_BREAKDOWN: Column = {
  type: 'rows',
  nullable: false,
  visibility: 'detail',
  help: 'one entry per contract source',
  example: [{source_dataset: 'Proactive Disclosure Contracts', total_value: 48250.75, contract_count: 1}],
  fields: {
    source_dataset: {
      type: 'text',
      nullable: false,
      visibility: 'detail',
      help: 'source label',
      example: 'Proactive Disclosure Contracts',
    },
    total_value: money,
    contract_count: count,
  },
};

export const vendors: Derived = {
  name: 'vendors',
  title: 'Vendors',
  help: 'Suppliers of the contracts: spellings with the same vendor key are one vendor, named by its most frequent spelling. The key is the name before a mark of another name (`o/a`, `operating as`, `dba`, `formerly`), without case, accents, punctuation, `the` at either end and forms of companies (`Inc.`, `Ltd.`); digits that a hyphen joins are one number. Forms that make another body of a name stay: `LLP` (the same as `S.E.N.C.R.L.`), `LP`, `S.E.N.C.`, `S.A.`',
  key: {column: 'vendor', rank: 'total_value'},
  counted: 'contract_count',
  columns: {
    vendor: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: 'most frequent published spelling (ties: higher total value, then code point order)',
      example: 'Northline Surveying Inc.',
    },
    vendor_key: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: '`encodeURIComponent(vendor)`, usable as path segment',
      example: 'Northline%20Surveying%20Inc.',
      derived: {sql: 'encode_uri_component(r.vendor)'},
    },
    total_value: {...money, visibility: 'list', help: 'CAD sum of its contract records'},
    contract_count: {...count, visibility: 'list'},
    last_contract_date: {
      type: 'date',
      nullable: true,
      visibility: 'list',
      help: 'newest `date`',
      example: '2024-03-05',
    },
    first_contract_date: {
      type: 'date',
      nullable: true,
      visibility: 'detail',
      help: 'oldest `date`',
      example: '2024-03-05',
    },
    name_variants: {
      type: 'text[]',
      nullable: false,
      visibility: 'detail',
      help: 'published spellings merged into this vendor, most frequent first, at most 50',
      example: ['Northline Surveying Inc.'],
    },
    vendor_group: {
      type: 'text',
      nullable: false,
      visibility: 'internal',
      help: 'vendor key',
      example: 'northline surveying',
    },
  },
  sort: {default: 'total_value', keys: {total_value: 'total_value', contract_count: 'contract_count'}},
  filters: {vendor: 'partial', name_variants: 'partial', total_value: 'range'},
  sql: sqlFile('datasets/derived/vendors.sql'),
  names: sqlFile('datasets/derived/vendors.spellings.sql'),
  derivedName: {column: 'vendor_group', rule: 'vendor_key'},
  sections: {
    departments: {
      column: {
        type: 'rows',
        nullable: false,
        visibility: 'detail',
        help: 'top 10 by `total_value`',
        example: [{name: 'Health Canada | Santé Canada', total_value: 48250.75, contract_count: 1}],
        fields: {
          name: {
            type: 'text',
            nullable: false,
            visibility: 'detail',
            bilingual: true,
            help: 'bilingual',
            example: 'Health Canada | Santé Canada',
          },
          total_value: money,
          contract_count: count,
        },
      },
      sql: sqlFile('datasets/derived/vendors.departments.sql'),
      order: 'total_value DESC, name',
      limit: 10,
    },
    recent_contracts: {
      column: {
        type: 'rows',
        nullable: false,
        visibility: 'detail',
        help: '10 newest',
        example: [
          {
            record_id: 'c_9f31a2b4c5d6e7f8',
            value: 48250.75,
            department: 'Health Canada | Santé Canada',
            date: '2024-03-05',
          },
        ],
        fields: {
          record_id: {
            type: 'text',
            nullable: false,
            visibility: 'detail',
            help: 'stable identifier',
            example: 'c_9f31a2b4c5d6e7f8',
          },
          value: {...money, nullable: true, help: 'CAD'},
          department: {
            type: 'text',
            nullable: true,
            visibility: 'detail',
            bilingual: true,
            help: 'bilingual',
            example: 'Health Canada | Santé Canada',
          },
          date: {
            type: 'date',
            nullable: true,
            visibility: 'detail',
            help: 'date of the award',
            example: '2024-03-05',
          },
        },
      },
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

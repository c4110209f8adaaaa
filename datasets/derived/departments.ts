/** Departments of the contract, award and tender records. */
import {sqlFile} from '../sql_file.ts';
import type {Column, Derived} from '../types.ts';
import {SOURCE_BREAKDOWN} from './vendors.ts';

const money: Column = {
  type: 'money',
  nullable: false,
  visibility: 'detail',
  unit: 'CAD',
  help: 'CAD sum over contract records',
  example: 48250.75,
};
const count: Column = {
  type: 'integer',
  nullable: false,
  visibility: 'detail',
  help: 'contract records',
  example: 1,
};

export const departments: Derived = {
  name: 'departments',
  title: 'Departments',
  help: 'Buying organizations of the contract, award and tender records, under their official bilingual titles.',
  key: {column: 'department', rank: 'record_count'},
  counted: 'record_count',
  bodies: true,
  columns: {
    department: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      bilingual: true,
      help: 'bilingual',
      example: 'Health Canada | Santé Canada',
    },
    department_key: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: '`encodeURIComponent` of the whole bilingual value',
      example: 'Health%20Canada%20%7C%20Sant%C3%A9%20Canada',
      derived: {sql: 'encode_uri_component(r.department)'},
    },
    record_count: {...count, visibility: 'list', help: 'contract, award and tender records', example: 3},
    total_value: {...money, visibility: 'list'},
    contract_count: count,
    first_contract_date: {
      type: 'date',
      nullable: true,
      visibility: 'detail',
      help: 'oldest contract date',
      example: '2024-03-05',
    },
    last_contract_date: {
      type: 'date',
      nullable: true,
      visibility: 'detail',
      help: 'newest contract date',
      example: '2024-03-05',
    },
  },
  sort: {default: 'record_count', keys: {record_count: 'record_count', total_value: 'total_value'}},
  filters: {department: 'partial'},
  sql: sqlFile('datasets/derived/departments.sql'),
  names: sqlFile('datasets/derived/departments.spellings.sql'),
  sections: {
    top_vendors: {
      column: {
        type: 'rows',
        nullable: false,
        visibility: 'detail',
        help: 'top 10 by `total_value`',
        example: [
          {
            name: 'Northline Surveying Inc.',
            vendor_key: 'Northline%20Surveying%20Inc.',
            total_value: 48250.75,
            contract_count: 1,
          },
        ],
        fields: {
          name: {
            type: 'text',
            nullable: false,
            visibility: 'detail',
            help: 'name of the vendor',
            example: 'Northline Surveying Inc.',
          },
          vendor_key: {
            type: 'text',
            nullable: false,
            visibility: 'detail',
            help: 'key of the vendor profile',
            example: 'Northline%20Surveying%20Inc.',
          },
          total_value: money,
          contract_count: count,
        },
      },
      sql: sqlFile('datasets/derived/departments.top_vendors.sql'),
      order: 'total_value DESC, name',
      limit: 10,
    },
    event_type_breakdown: {
      column: {
        type: 'object',
        nullable: false,
        visibility: 'detail',
        help: 'records by type, always the three keys',
        example: {contract: 1, award: 1, tender: 1},
        fields: {
          contract: {...count, help: 'contract records'},
          award: {...count, help: 'award records'},
          tender: {...count, help: 'tender records'},
        },
      },
      sql: sqlFile('datasets/derived/departments.event_type_breakdown.sql'),
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
            vendor: 'Northline Surveying Inc.',
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
          vendor: {
            type: 'text',
            nullable: true,
            visibility: 'detail',
            help: 'supplier as published',
            example: 'Northline Surveying Inc.',
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
      sql: sqlFile('datasets/derived/departments.recent_contracts.sql'),
      order: 'date DESC NULLS LAST, record_id',
      limit: 10,
    },
    source_breakdown: {
      column: SOURCE_BREAKDOWN,
      sql: sqlFile('datasets/derived/departments.source_breakdown.sql'),
      order: 'source_dataset',
    },
  },
  profile: [
    'department',
    'department_key',
    'record_count',
    'total_value',
    'contract_count',
    'first_contract_date',
    'last_contract_date',
    'top_vendors',
    'event_type_breakdown',
    'recent_contracts',
    'source_breakdown',
  ],
};

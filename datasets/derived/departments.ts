/** Departments of the contract, award and tender records. */
import {detailColumn, listColumn, NOT_NULL, objectColumn, rowsColumn} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {SOURCE_BREAKDOWN} from './vendors.ts';

const money = detailColumn('money', 'CAD sum over contract records', 48250.75, NOT_NULL);
const count = detailColumn('integer', 'contract records', 1, NOT_NULL);

export const departments: Derived = {
  name: 'departments',
  title: 'Departments',
  help: 'Buying organizations of the contract, award and tender records, under their official bilingual titles.',
  key: {column: 'department', rank: 'record_count'},
  counted: 'record_count',
  bodies: true,
  columns: {
    department: listColumn('text', 'bilingual', 'Health Canada | Santé Canada', {
      ...NOT_NULL,
      bilingual: true,
    }),
    department_key: listColumn(
      'text',
      '`encodeURIComponent` of the whole bilingual value',
      'Health%20Canada%20%7C%20Sant%C3%A9%20Canada',
      {...NOT_NULL, derived: {sql: 'encode_uri_component(r.department)'}},
    ),
    record_count: {...count, visibility: 'list', help: 'contract, award and tender records', example: 3},
    total_value: {...money, visibility: 'list'},
    contract_count: count,
    first_contract_date: detailColumn('date', 'oldest contract date', '2024-03-05'),
    last_contract_date: detailColumn('date', 'newest contract date', '2024-03-05'),
  },
  sort: {default: 'record_count', keys: {record_count: 'record_count', total_value: 'total_value'}},
  filters: {department: 'partial'},
  sql: sqlFile('datasets/derived/departments.sql'),
  names: sqlFile('datasets/derived/departments.spellings.sql'),
  sections: {
    top_vendors: {
      column: rowsColumn('top 10 by `total_value`', {
        name: detailColumn('text', 'name of the vendor', 'Northline Surveying Inc.', NOT_NULL),
        vendor_key: detailColumn(
          'text',
          'key of the vendor profile',
          'Northline%20Surveying%20Inc.',
          NOT_NULL,
        ),
        total_value: money,
        contract_count: count,
      }),
      sql: sqlFile('datasets/derived/departments.top_vendors.sql'),
      order: 'total_value DESC, name',
      limit: 10,
    },
    event_type_breakdown: {
      column: objectColumn('records by type, always the three keys', {
        contract: {...count, help: 'contract records'},
        award: {...count, help: 'award records'},
        tender: {...count, help: 'tender records'},
      }),
      sql: sqlFile('datasets/derived/departments.event_type_breakdown.sql'),
    },
    recent_contracts: {
      column: rowsColumn('10 newest', {
        record_id: detailColumn('text', 'stable identifier', 'c_9f31a2b4c5d6e7f8', NOT_NULL),
        value: {...money, nullable: true, help: 'CAD'},
        vendor: detailColumn('text', 'supplier as published', 'Northline Surveying Inc.'),
        date: detailColumn('date', 'date of the award', '2024-03-05'),
      }),
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

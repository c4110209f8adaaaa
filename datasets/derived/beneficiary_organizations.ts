/**
 * The organizations that registrations name as beneficiaries: one row for each registration that names some.
 */
import {internalColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {BENEFICIARIES} from './organization_rules.ts';

export const beneficiary_organizations: Derived = {
  name: 'beneficiary_organizations',
  title: 'Organizations of beneficiaries',
  help: 'The organizations that registrations name as beneficiaries.',
  key: {column: 'reg_id', rank: 'reg_id'},
  columns: {
    reg_id: internalColumn('text', 'the registration', '484710', NOT_NULL),
    keys: internalColumn('text[]', 'keys of the organizations', ['kestrel-holdings']),
  },
  sort: {default: 'reg_id', keys: {reg_id: 'reg_id'}},
  filters: {},
  sql: sqlFile('datasets/derived/beneficiary_organizations.sql', {beneficiaries: BENEFICIARIES}),
  names: null,
  sections: {},
  profile: [],
};

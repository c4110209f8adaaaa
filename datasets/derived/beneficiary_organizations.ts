/**
 * The organizations that registrations name as beneficiaries: one row for each registration that names some.
 */
import {internalColumn, NOT_NULL} from '../columns.ts';
import {literal} from '../rules/sql.ts';
import type {Derived} from '../types.ts';
import {ORGANIZATION_ROLES} from './organization_rules.ts';

const ROLE = ORGANIZATION_ROLES.find(({role}) => role === 'beneficiary')!;

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
  sql: `
    SELECT b.reg_id, list(DISTINCT l.organization_key ORDER BY l.organization_key) AS keys
    FROM ${ROLE.from} AS b JOIN organization_links AS l ON l.dataset = ${literal(ROLE.dataset)} AND l.role = ${literal(ROLE.role)}
      AND l.name = b.beneficiary
    WHERE l.organization_key IS NOT NULL GROUP BY b.reg_id`,
  names: null,
  sections: {},
  profile: [],
};

/**
 * The organizations of a record: columns and joins of the datasets that name them, from the links of their
 * names.
 */
import {internalColumn} from '../columns.ts';
import {literal} from '../rules/sql.ts';
import type {Column} from '../types.ts';
import {ORGANIZATION_ROLES, type OrganizationRole} from './organization_rules.ts';

const roleOf = (dataset: string, role: string): OrganizationRole => {
  const found = ORGANIZATION_ROLES.find((one) => one.dataset === dataset && one.role === role);
  if (!found) throw new Error(`${dataset} names no organizations as ${role}`);
  return found;
};

const same = (link: string, column: string, sql: string | undefined): string =>
  `${link}.${column} IS NOT DISTINCT FROM ${sql === undefined ? 'NULL' : `nullif(CAST(r.${sql} AS VARCHAR), '')`}`;

/** The join of a record to the link of the name that it has in a role, under an alias. */
export function linkJoin(dataset: string, role: string, alias: string): string {
  const {name, business_number, province} = roleOf(dataset, role);
  return `organization_links AS ${alias} ON ${alias}.dataset = ${literal(dataset)} AND ${alias}.role = ${literal(role)}
    AND ${alias}.name = r.${name} AND ${same(alias, 'business_number', business_number)} AND ${same(alias, 'province', province)}`;
}

const EXAMPLE = 'northline-surveying';

/** The key of the one organization that a record names. */
export const keyColumn = (sql: string, join: string): Column =>
  internalColumn('text', 'key of the organization', EXAMPLE, {derived: {sql, join}});

/** The keys of all organizations that a record names; `lists` are lists of keys and nulls. */
export const keysColumn = (lists: readonly string[], join: string): Column =>
  internalColumn('text[]', 'keys of the organizations', [EXAMPLE], {
    derived: {
      sql: `list_sort(list_distinct(list_filter(list_concat(${lists.join(', ')}), key -> key IS NOT NULL)))`,
      join,
    },
  });

/** Column and join of a dataset whose records name one organization in a role. */
export const ORGANIZATION_KEY = keyColumn('organization_of.organization_key', 'organization_of');
export const organizationOf = (dataset: string, role: string): string =>
  linkJoin(dataset, role, 'organization_of');

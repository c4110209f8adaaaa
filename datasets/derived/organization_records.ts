/** SQL over the records that name organizations: their names, and what they say of an organization. */

import {isCompanySql} from '../rules/organization_names.ts';
import {literal} from '../rules/sql.ts';
import {ORGANIZATION_ROLES, type OrganizationRole} from './organization_rules.ts';

/** An empty text says nothing: ids, which join the parts of a name, would be those of a null. */
const orNull = (sql: string | undefined): string =>
  sql === undefined ? 'NULL::VARCHAR' : `nullif(CAST(${sql} AS VARCHAR), '')`;
const rowsOf = ({dataset, from = dataset, where}: OrganizationRole): string =>
  `FROM ${from}${where === undefined ? '' : ` WHERE ${where}`}`;

/** Names of people are left out of permits: only a legal form shows that a name is a company's. */
const isNamed = ({dataset}: OrganizationRole): string =>
  dataset === 'permits' ? isCompanySql('name') : 'name IS NOT NULL';

/** SQL by dataset whose records name organizations, made of the roles in which they do that fit. */
export function sqlByDataset(
  sqlOf: (roles: readonly OrganizationRole[]) => string,
  fits: (role: OrganizationRole) => boolean = () => true,
): Record<string, string> {
  const roles = Map.groupBy(ORGANIZATION_ROLES.filter(fits), ({dataset}) => dataset);
  return Object.fromEntries([...roles].map(([dataset, own]) => [dataset, sqlOf(own)]));
}

/** SELECT of the rows of all datasets. */
export const unionOf = (byDataset: Readonly<Record<string, string>>): string =>
  Object.values(byDataset).join('\n    UNION ALL ');

/**
 * SELECT of every name as published in some roles, by dataset and role, with business number and province
 * where the records have them, and the number of records.
 */
export const publishedNames = (roles: readonly OrganizationRole[]): string =>
  roles
    .map(
      (role) => `SELECT ${literal(role.dataset)} AS dataset, ${literal(role.role)} AS role, * FROM (
      SELECT ${role.name} AS name, ${orNull(role.business_number)} AS business_number, ${orNull(role.province)} AS province,
        count(*) AS record_count
      ${rowsOf(role)} GROUP BY ALL
    ) WHERE ${isNamed(role)}`,
    )
    .join('\n    UNION ALL ');

/**
 * SELECT of the other names that records give their organization: `name`, `business_number`, `province`,
 * `other`, `rule`.
 */
export const OTHER_NAMES: string = ORGANIZATION_ROLES.flatMap((role) =>
  role.also
    ? [
        `SELECT DISTINCT ${role.name} AS name, ${orNull(role.business_number)} AS business_number,
        ${orNull(role.province)} AS province, ${role.also.name} AS other, ${literal(role.also.rule)} AS rule
      ${rowsOf({...role, where: `${role.where ?? 'true'} AND ${role.name} IS NOT NULL AND ${role.also.name} <> ${role.name}`})}`,
      ]
    : [],
).join('\n    UNION ');

/** Roles whose names are written in two languages separated by a bar. */
export const BILINGUAL_ROLES: string = ORGANIZATION_ROLES.filter(({bilingual}) => bilingual)
  .map(({dataset, role}) => `(${literal(dataset)}, ${literal(role)})`)
  .join(', ');

/**
 * SELECT of the records of one role with `_key`, the key of their organization: `dataset`, `role`, `date`,
 * `year`, `quarter`, `value` and `department`, one row a record. A registration may name one beneficiary in
 * two spellings.
 */
function recordsOf(role: OrganizationRole, quarters: (role: OrganizationRole) => boolean): string {
  const many = role.from === undefined ? '' : 'DISTINCT ';
  const quarter = quarters(role)
    ? "CASE WHEN c.date IS NOT NULL THEN concat(year(c.date), '-Q', quarter(c.date)) END"
    : 'NULL::VARCHAR';
  return `SELECT ${many}l.organization_key AS _key, ${literal(role.dataset)} AS dataset, ${literal(role.role)} AS role,
      c.record_id, c.date, c.year, ${quarter} AS quarter, c.value, c.department
    FROM (SELECT ${role.id} AS record_id, ${role.name} AS name, ${orNull(role.business_number)} AS business_number,
        ${orNull(role.province)} AS province, ${role.date} AS date, ${role.year ?? `CAST(year(${role.date}) AS VARCHAR)`} AS year,
        CAST(${role.value ?? 'NULL'} AS DECIMAL(18, 2)) AS value, ${orNull(role.department)} AS department
      ${rowsOf(role)}) AS c
    JOIN organization_links AS l ON l.name = c.name AND l.business_number IS NOT DISTINCT FROM c.business_number
      AND l.province IS NOT DISTINCT FROM c.province
    WHERE l.dataset = ${literal(role.dataset)} AND l.role = ${literal(role.role)} AND l.organization_key IS NOT NULL`;
}

/**
 * The records of some roles, one row for each record and role in which it names an organization. `quarters`:
 * roles whose records say their quarter; it is null in others.
 */
export const organizationRecords = (
  roles: readonly OrganizationRole[],
  quarters: (role: OrganizationRole) => boolean = () => false,
): string => roles.map((role) => recordsOf(role, quarters)).join('\n    UNION ALL ');

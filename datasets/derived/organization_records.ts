/** The records that name organizations, as relations for the SQL of their names and activity. */
import {COMPANY} from '../rules/organization_names.ts';
import {Sql, sqlFile, unionOf} from '../sql_file.ts';
import {ORGANIZATION_ROLES, type OrganizationRole} from './organization_rules.ts';

/** An empty text says nothing: ids, which join the parts of a name, would be those of a null. */
const orNull = (sql: string | undefined): string =>
  sql === undefined ? 'NULL::VARCHAR' : `nullif(CAST(${sql} AS VARCHAR), '')`;

/** SELECT of the records of a role, with what they say of their organization. */
const recordsOf = (role: OrganizationRole): Sql =>
  new Sql(
    () => `SELECT ${role.id} AS record_id, ${role.name} AS name, ${orNull(role.business_number)} AS business_number,
    ${orNull(role.province)} AS province, ${role.also?.name ?? 'NULL::VARCHAR'} AS other, ${role.date} AS date,
    ${role.year ?? `CAST(year(${role.date}) AS VARCHAR)`} AS year, CAST(${role.value ?? 'NULL'} AS DECIMAL(18, 2)) AS value,
    ${orNull(role.department)} AS department
  FROM ${role.from ? `(${role.from})` : role.dataset} WHERE ${role.where ?? 'true'}`,
  );

/** SQL by dataset whose records name organizations, made of the roles in which they do that fit. */
function sqlByDataset(
  sqlOf: (role: OrganizationRole) => Sql,
  fits: (role: OrganizationRole) => boolean = () => true,
): Record<string, Sql> {
  const roles = Map.groupBy(ORGANIZATION_ROLES.filter(fits), ({dataset}) => dataset);
  return Object.fromEntries([...roles].map(([dataset, own]) => [dataset, unionOf(own.map(sqlOf))]));
}

/** Every name as published, by dataset. */
export const PUBLISHED_NAMES = sqlByDataset((one) =>
  sqlFile('datasets/derived/published_names.sql', {
    dataset: one.dataset,
    role: one.role,
    role_records: recordsOf(one),
    company: COMPANY,
  }),
);

/** Names to merge into organizations, with the other names that records give them. */
export const NAMES_TO_MERGE = sqlFile('datasets/derived/organization_links.names_to_merge.sql', {
  bilingual: ORGANIZATION_ROLES.filter(({bilingual}) => bilingual).map(
    ({dataset, role}) => `${dataset}/${role}`,
  ),
  other_names: unionOf(
    ORGANIZATION_ROLES.flatMap((one) =>
      one.also
        ? [
            sqlFile('datasets/derived/organization_links.other_names.sql', {
              role_records: recordsOf(one),
              rule: one.also.rule,
            }),
          ]
        : [],
    ),
  ),
});

/** The records of a role with the organizations that they name, one row a record. */
function linkedRecords(one: OrganizationRole): Sql {
  const {dataset, role} = one;
  const linked = sqlFile('datasets/derived/organization_records.sql', {
    dataset,
    role,
    role_records: recordsOf(one),
  });
  // A registration may name one beneficiary in two spellings.
  return one.from ? new Sql(() => `SELECT DISTINCT * FROM (${linked})`, null, [linked]) : linked;
}

/** What the government pays by its own disclosures: the two datasets whose values may be added. */
export const RECEIVED = ['contracts', 'grants'];

/** Datasets whose records are counted by quarter, too. */
const QUARTERLY = [...RECEIVED, 'lobbying_communications'];

/** Records by organization and period, by dataset. */
export const PERIODS = sqlByDataset((one) =>
  sqlFile('datasets/derived/organization_periods.sql', {
    dataset: one.dataset,
    role: one.role,
    records: linkedRecords(one),
    is_quarterly: QUARTERLY.includes(one.dataset),
  }),
);

/** Contracts and grants by organization and institution, by dataset. */
export const INSTITUTIONS = sqlByDataset(
  (one) =>
    sqlFile('datasets/derived/organization_institutions.sql', {
      dataset: one.dataset,
      records: linkedRecords(one),
    }),
  ({dataset}) => RECEIVED.includes(dataset),
);

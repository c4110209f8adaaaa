/** Names of recipients as published, each with the recipient that it leads to. */
import {INDIVIDUAL} from '../codes/grants.ts';
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {internalColumn, NOT_NULL} from '../columns.ts';
import type {Derived} from '../types.ts';

/** What a recipient is. Null: its records have no type, and others of its name have several. */
export const RECIPIENT_KINDS = ['individual', 'organization'] as const;

const isIndividual = `recipient_type = '${INDIVIDUAL}'`;

/** The join of recipient_names to grants, under an alias. */
export const recipientOf = (alias: string, grants: string): string => `recipient_names AS ${alias}
  ON ${alias}.name = ${grants}.recipient AND ${alias}.is_individual IS NOT DISTINCT FROM (${grants}.${isIndividual})
  AND ${alias}.business_number IS NOT DISTINCT FROM ${grants}.recipient_business_number
  AND ${alias}.province IS NOT DISTINCT FROM ${grants}.recipient_province`;

/**
 * What stands behind the name of a recipient that has namesakes: its kind, its provinces, or the key of its
 * organization.
 */
const QUALIFIER = `CASE
    WHEN kind IS NULL THEN 'type unknown'
    WHEN kind = 'individual' THEN kind
    WHEN count(*) FILTER (kind = 'organization') OVER namesakes = 1 THEN kind
    WHEN count(*) OVER (PARTITION BY folded, provinces) = 1 THEN coalesce(provinces, 'province unknown')
    ELSE coalesce(organization_key, group_key)
  END`;

export const recipient_names: Derived = {
  name: 'recipient_names',
  title: 'Names of recipients',
  help: 'Every name under which grants are published, by type, business number and province of the recipient, with the recipient that it leads to.',
  key: {column: 'published_id', rank: 'grant_count'},
  columns: {
    published_id: internalColumn(
      'text',
      'whether the recipient is an individual, business number, province and name, separated by `/`',
      'false/812345676/MB/Riverbend Wetland Society',
      NOT_NULL,
    ),
    name: internalColumn('text', 'as published', 'Riverbend Wetland Society', NOT_NULL),
    folded: internalColumn('text', 'folded name', 'riverbend wetland society', NOT_NULL),
    is_individual: internalColumn('boolean', 'by the type of the recipient; null without one', false),
    business_number: internalColumn('text', 'first nine digits, where the records carry it', '812345676'),
    province: internalColumn('text', 'two-letter code, where the records carry it', 'MB', {
      values: PROVINCE_CODES,
    }),
    kind: internalColumn('text', 'what the recipient is', 'organization', {values: RECIPIENT_KINDS}),
    spelling: internalColumn(
      'text',
      'name of the recipient without what tells namesakes apart',
      'Riverbend Wetland Society',
      NOT_NULL,
    ),
    recipient: internalColumn('text', 'name of the recipient', 'Riverbend Wetland Society', NOT_NULL),
    organization_key: internalColumn(
      'text',
      'key of the organization; null of individuals',
      'riverbend-wetland-society',
    ),
    grant_count: internalColumn('integer', 'grant records', 3, NOT_NULL),
    total_value: internalColumn('money', 'CAD sum of the grant records', 125000.5, {
      ...NOT_NULL,
      unit: 'CAD',
    }),
    first_grant_date: internalColumn('date', 'oldest `date`', '2024-04-01'),
    last_grant_date: internalColumn('date', 'newest `date`', '2024-04-01'),
  },
  sort: {default: 'grant_count', keys: {grant_count: 'grant_count'}},
  filters: {},
  sql: `
    WITH published AS (
      SELECT recipient AS name, recipient_folded AS folded, ${isIndividual} AS is_individual,
        recipient_business_number AS business_number, recipient_province AS province, count(*) AS grant_count,
        coalesce(sum(value), 0) AS total_value, min(date) AS first_grant_date, max(date) AS last_grant_date
      FROM grants WHERE recipient_folded IS NOT NULL GROUP BY ALL
    ), told AS (
      SELECT p.*, CASE
        WHEN i.also_organization IS NULL THEN 'organization'
        WHEN NOT i.also_organization OR p.is_individual THEN 'individual'
        WHEN NOT p.is_individual THEN 'organization' END AS kind
      FROM published AS p LEFT JOIN individuals AS i ON i.recipient_folded = p.folded
    ), grouped AS (
      SELECT t.*, l.organization_key, concat(t.kind, '/', coalesce(l.spelling, l.legal_name, t.folded)) AS group_key
      FROM told AS t LEFT JOIN organization_links AS l
        -- A condition of the left side alone would compare every name with every link.
        ON l.dataset = 'grants' AND l.name = CASE t.kind WHEN 'organization' THEN t.name END
        AND l.business_number IS NOT DISTINCT FROM t.business_number AND l.province IS NOT DISTINCT FROM t.province
    ), spelled AS (
      SELECT group_key, name, any_value(kind) AS kind, min(organization_key) AS organization_key,
        sum(grant_count) AS n, sum(total_value) AS total
      FROM grouped GROUP BY group_key, name
    ), named AS (
      SELECT group_key, first(name ORDER BY contains(name, ' | ') DESC, n DESC, total DESC, name) AS spelling,
        any_value(kind) AS kind, min(organization_key) AS organization_key
      FROM spelled GROUP BY group_key
    ), placed AS (
      SELECT named.*, provinces, fold(string_split(spelling, ' | ')[1]) AS folded FROM named JOIN (
        SELECT group_key, string_agg(DISTINCT province, ', ' ORDER BY province) AS provinces FROM grouped GROUP BY group_key
      ) USING (group_key)
    ), qualified AS (
      SELECT group_key, spelling, CASE WHEN count(*) OVER namesakes > 1 THEN ' [' || ${QUALIFIER} || ']' ELSE '' END AS qualifier
      FROM placed WINDOW namesakes AS (PARTITION BY folded)
    )
    SELECT concat_ws('/', coalesce(CAST(is_individual AS VARCHAR), ''), coalesce(business_number, ''), coalesce(province, ''), name)
        AS published_id, name, folded, is_individual, business_number, province, kind, spelling,
      replace(spelling, ' | ', qualifier || ' | ') || qualifier AS recipient, organization_key,
      grant_count, total_value, first_grant_date, last_grant_date
    FROM grouped JOIN qualified USING (group_key)`,
  names: null,
  sections: {},
  profile: [],
};

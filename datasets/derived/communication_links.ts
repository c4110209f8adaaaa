/** Links of communications: to their registration, and from their officials to politicians. */
import {internalColumn, NOT_NULL} from '../columns.ts';
import {literal} from '../rules/sql.ts';
import type {Column, Derived} from '../types.ts';
import {LINK_RULES, LINKED_OFFICIALS, OFFICIAL_HITS, OFFICIAL_RULES} from './official_links.ts';

/** Columns of `dpohs` in the record of a communication. */
export const DPOHS: Column = internalColumn(
  'rows',
  'one entry per official; `politician_slug` by name match, which cannot distinguish namesakes',
  [
    {
      name: 'Maren Côté-Lindqvist',
      title: 'Member of Parliament',
      branch: null,
      institution: 'House of Commons',
      politician_slug: 'maren-cote-lindqvist',
    },
  ],
  {
    fields: {
      name: internalColumn('text', 'first and last name as filed', 'Maren Côté-Lindqvist', NOT_NULL),
      title: internalColumn('text', 'as filed', 'Member of Parliament'),
      branch: internalColumn('text', 'branch or unit as filed', "Minister's Office"),
      institution: internalColumn('text', 'institution', 'House of Commons'),
      politician_slug: internalColumn('text', 'slug of the politician', 'maren-cote-lindqvist'),
    },
  },
);

/** How a communication was linked to its registration, or why it was not. */
const REGISTRATION_RULES = {
  'registrant, client and date': 'of the same registrant and folded client name, in force on that day',
  'registrant, client but for the legal form, and date':
    'of the same registrant and client under another legal form, in force on that day',
  'none of this registrant and client in force': 'not linked',
} as const;

const [SAME_NAME, OTHER_FORM, NONE] = Object.keys(REGISTRATION_RULES).map(literal);

const listed = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([rule, why]) => `\`${rule}\` (${why})`)
    .join('; ');

/**
 * The registration of each communication: in force on its day, under the same name before another of the
 * client, then the latest, then the largest number.
 */
const IN_FORCE = `
  SELECT c.com_id, r.reg_id, CASE WHEN r.client_folded = c.client_folded THEN ${SAME_NAME} ELSE ${OTHER_FORM} END AS rule
  FROM (SELECT o.com_id, o.date, o.lobbyist_id, k.* FROM lobbying_communications AS o JOIN client_names AS k USING (client_folded)) AS c
  JOIN (SELECT o.reg_id, o.effective_date, o.end_date, o.lobbyist_id, k.*
    FROM lobbying_registrations AS o JOIN client_names AS k USING (client_folded)) AS r
    ON r.lobbyist_id = c.lobbyist_id AND r.client = c.client AND c.date >= r.effective_date AND c.date <= coalesce(r.end_date, c.date)
  QUALIFY row_number() OVER (PARTITION BY c.com_id ORDER BY r.client_folded = c.client_folded DESC, r.effective_date DESC,
    TRY_CAST(r.reg_id AS HUGEINT) DESC NULLS LAST, r.reg_id DESC) = 1`;

export const communication_links: Derived = {
  name: 'communication_links',
  title: 'Links of communications',
  help: 'For every communication the registration of the same registrant and client that was in force on its day, and the politicians among its officials, each with the rule of its link.',
  key: {column: 'com_id', rank: 'com_id'},
  columns: {
    com_id: internalColumn('text', 'the communication', '344458', NOT_NULL),
    reg_id: internalColumn('text', 'the registration', '484710'),
    reg_rule: internalColumn(
      'text',
      `how the registration was found: ${listed(REGISTRATION_RULES)}`,
      'registrant, client and date',
      {
        ...NOT_NULL,
        values: Object.keys(REGISTRATION_RULES),
      },
    ),
    lobbyist_name: internalColumn('text', 'registrant as filed, else as in the registration', 'Priya Nadeau'),
    lobbyist_firm: internalColumn('text', 'firm of the registration', 'Northline Strategies'),
    registration_type: internalColumn('text', 'type of the registration', 'Consultant'),
    dpohs: DPOHS,
    rules: internalColumn(
      'text[]',
      `how each official of \`dpohs\` was linked, in the same order: ${listed(OFFICIAL_RULES)}`,
      ['name and term'],
    ),
  },
  sort: {default: 'com_id', keys: {com_id: 'com_id'}},
  filters: {},
  sql: `
    WITH hits AS (${OFFICIAL_HITS})
    SELECT c.com_id, f.reg_id, coalesce(f.rule, ${NONE}) AS reg_rule, coalesce(c.registrant_name, r.lobbyist_name) AS lobbyist_name,
      r.lobbyist_firm, r.registration_type, ${LINKED_OFFICIALS} AS dpohs, ${LINK_RULES} AS rules
    FROM lobbying_communications AS c
    LEFT JOIN (${IN_FORCE}) AS f USING (com_id)
    LEFT JOIN (SELECT reg_id, lobbyist_name, lobbyist_firm, registration_type FROM lobbying_registrations) AS r USING (reg_id)
    LEFT JOIN hits USING (com_id)`,
  links: `
    SELECT 'communication to registration' AS link, reg_rule AS rule, count(*) AS count FROM communication_links GROUP BY ALL
    UNION ALL BY NAME
    SELECT 'official to politician' AS link, rule, count(*) AS count
    FROM (SELECT unnest(rules) AS rule FROM communication_links) GROUP BY ALL`,
  names: null,
  sections: {},
  profile: [],
};

/** Links of communications: to their registration, and from their officials to politicians. */
import {internalColumn, NOT_NULL} from '../columns.ts';
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

/** The registration of a registrant, folded client and day; of several the one with the highest number. */
const FILED = `
  SELECT lobbyist_id, client_folded, effective_date,
    first(reg_id ORDER BY TRY_CAST(reg_id AS HUGEINT) DESC NULLS LAST, reg_id DESC) AS reg_id
  FROM lobbying_registrations
  WHERE lobbyist_id IS NOT NULL AND client_folded IS NOT NULL AND effective_date IS NOT NULL GROUP BY ALL`;

export const communication_links: Derived = {
  name: 'communication_links',
  title: 'Links of communications',
  help: 'For every communication the registration of the same registrant and folded client name with the latest effective date not after it, and the politicians among its officials, each with the rule of its link.',
  key: {column: 'com_id', rank: 'com_id'},
  columns: {
    com_id: internalColumn('text', 'the communication', '344458', NOT_NULL),
    reg_id: internalColumn('text', 'the registration', '484710'),
    lobbyist_name: internalColumn('text', 'registrant as filed, else as in the registration', 'Priya Nadeau'),
    lobbyist_firm: internalColumn('text', 'firm of the registration', 'Northline Strategies'),
    registration_type: internalColumn('text', 'type of the registration', 'Consultant'),
    dpohs: DPOHS,
    rules: internalColumn(
      'text[]',
      `how each official of \`dpohs\` was linked, in the same order: ${Object.entries(OFFICIAL_RULES)
        .map(([rule, why]) => `\`${rule}\` (${why})`)
        .join('; ')}`,
      ['name and term'],
    ),
  },
  sort: {default: 'com_id', keys: {com_id: 'com_id'}},
  filters: {},
  sql: `
    WITH hits AS (${OFFICIAL_HITS}),
    in_force AS (
      SELECT c.com_id, f.reg_id FROM (SELECT com_id, date, lobbyist_id, client_folded FROM lobbying_communications) AS c
      ASOF JOIN (${FILED}) AS f ON c.lobbyist_id = f.lobbyist_id AND c.client_folded = f.client_folded AND c.date >= f.effective_date
    )
    SELECT c.com_id, b.reg_id, coalesce(c.registrant_name, r.lobbyist_name) AS lobbyist_name, r.lobbyist_firm, r.registration_type,
      ${LINKED_OFFICIALS} AS dpohs, ${LINK_RULES} AS rules
    FROM lobbying_communications AS c
    LEFT JOIN in_force AS b USING (com_id)
    LEFT JOIN (SELECT reg_id, lobbyist_name, lobbyist_firm, registration_type FROM lobbying_registrations) AS r USING (reg_id)
    LEFT JOIN hits USING (com_id)`,
  links: `
    SELECT 'communication to registration' AS link, count(*) AS count,
      CASE WHEN reg_id IS NULL THEN 'none of this registrant and client in force' ELSE 'registrant, client and date' END AS rule
    FROM communication_links GROUP BY ALL
    UNION ALL BY NAME
    SELECT 'official to politician' AS link, rule, count(*) AS count
    FROM (SELECT unnest(rules) AS rule FROM communication_links) GROUP BY ALL`,
  names: null,
  sections: {},
  profile: [],
};

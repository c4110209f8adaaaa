/** What the profile of a politician is put together of: elections, committees, communications, bills (specification 5.2). */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import type {Column, Columns, Section} from '../types.ts';
import {committeeKey} from './committees.ts';

const text = (help: string, example: string | null, more: object = {}): Column => ({
  type: 'text',
  nullable: false,
  shown: 'detail',
  help,
  example,
  ...more,
});
const day = (help: string, example: string | null, nullable = true): Column => ({
  type: 'date',
  nullable,
  shown: 'detail',
  help,
  example,
});
const integer = (help: string, example: number | null, nullable = false): Column => ({
  type: 'integer',
  nullable,
  shown: 'detail',
  help,
  example,
});
const rows = (help: string, fields: Columns): Column => ({
  type: 'rows',
  nullable: false,
  shown: 'detail',
  help,
  fields,
  example: [Object.fromEntries(Object.entries(fields).map(([name, {example}]) => [name, example]))],
});

const NULL = {nullable: true};
const session_id = text('session', '44-1');
const com_id = text('the communication', '344458');

/** Each politician with the record of the House, of the Library. */
const OF_HOUSE = 'politicians AS p JOIN members AS m ON CAST(m.person_id AS BIGINT) = p.house_id';
const OF_LIBRARY =
  'politicians AS p JOIN parliamentarians AS l ON CAST(l.library_id AS BIGINT) = p.library_id';

/** The province of the riding, as in a term of the same person for it. */
const PROVINCE_OF = `coalesce(province, list_filter(terms, lambda t: slug_of(t.riding) = riding_key AND t.province IS NOT NULL)[1].province)`;

const election_history: Section = {
  column: rows(
    'newest first. The House lists elections without votes, the Library of Parliament with the votes of the person alone; those of the other candidates are not published there, so that a share cannot be computed',
    {
      election_date: day('day of the election', '2019-10-21', false),
      riding: text('riding', 'Harbour—Northline'),
      province: text('two-letter code', 'NS', {...NULL, values: PROVINCE_CODES}),
      party: text('party in full', 'Liberal Party of Canada', NULL),
      elected: {type: 'boolean', nullable: false, shown: 'detail', help: 'won the riding', example: true},
      votes: integer('votes; null where they are not published, and where nobody else stood', 20417, true),
      vote_percent: {
        type: 'number',
        nullable: true,
        shown: 'detail',
        help: 'share of the votes; null: needs the votes of all candidates',
        example: null,
      },
    },
  ),
  sql: `
    WITH stood AS (
      SELECT _key, terms, 1 AS source, c.date, c.riding, c.province, c.party, c.result, NULL::BIGINT AS votes
      FROM (SELECT p.slug AS _key, p.terms, unnest(m.candidacies) AS c FROM ${OF_HOUSE})
      UNION ALL SELECT _key, terms, 2, e.date, e.riding, e.province, e.party, e.result, e.votes
      FROM (SELECT p.slug AS _key, p.terms, unnest(l.elections) AS e FROM ${OF_LIBRARY})
    ), each AS (
      SELECT _key, date, slug_of(riding) AS riding_key, arg_min(riding, source) AS riding, arg_min(province, source) AS province,
        arg_min(party, source) AS party, arg_min(result, source) AS result, max(votes) AS votes, any_value(terms) AS terms
      FROM stood WHERE date IS NOT NULL AND riding IS NOT NULL GROUP BY ALL
    )
    SELECT _key, date AS election_date, riding, ${PROVINCE_OF} AS province, party, coalesce(result = 'Elected', false) AS elected,
      votes, NULL::DOUBLE AS vote_percent
    FROM each`,
  order: 'election_date DESC, riding',
};

/** Places on committees by the House, with days; of sessions for which it has none by the Library. */
const PLACES = `
  SELECT * FROM (
    SELECT p.slug AS _key, 1 AS source, r.session_id, r.role, r.committee, r.from_date, r.to_date
    FROM (SELECT p.slug, unnest(m.committee_roles) AS r FROM ${OF_HOUSE}) AS p
    UNION ALL SELECT p.slug, 2, c.session_id, c.role, c.committee, NULL, NULL
    FROM (SELECT p.slug, unnest(l.committees) AS c FROM ${OF_LIBRARY}) AS p
  ) WHERE session_id IS NOT NULL AND role IS NOT NULL AND committee IS NOT NULL
  QUALIFY source = min(source) OVER (PARTITION BY _key, session_id)`;

/** Each place with its committee: by the name in that session, else by one that only one committee ever had. */
const PLACED = `
  WITH names AS (
    SELECT id, name_en, acronym, slug, s.session_id, ${committeeKey('s.name_en')} AS name_key
    FROM (SELECT *, unnest(sessions) AS s FROM committees)
  ), of_session AS (
    SELECT session_id, name_key, min(slug) AS slug FROM names GROUP BY ALL HAVING count(DISTINCT slug) = 1
  ), ever AS (
    SELECT name_key, min(slug) AS slug FROM names GROUP BY ALL HAVING count(DISTINCT slug) = 1
  )
  SELECT r.*, coalesce(o.slug, e.slug) AS slug, CASE WHEN o.slug IS NOT NULL THEN 'name and session'
      WHEN e.slug IS NOT NULL THEN 'name' ELSE 'no committee of this name' END AS rule
  FROM (SELECT *, ${committeeKey('committee')} AS name_key FROM (${PLACES})) AS r
  LEFT JOIN of_session AS o ON o.session_id = r.session_id AND o.name_key = r.name_key
  LEFT JOIN ever AS e ON e.name_key = r.name_key`;

/** SELECT of `link`, `rule` and `count`: which places on committees found their committee. */
export const PLACE_LINKS = `
  SELECT 'place of a politician to committee' AS link, rule, count(*) AS count FROM (${PLACED}) GROUP BY ALL`;

const committee_memberships: Section = {
  column: rows(
    'session, then start date, newest first; of sessions for which the House gives none, as the Library of Parliament lists them, without days',
    {
      committee_id: integer('number of the committee', 1178340932),
      name_en: text('English name', 'Industry and Technology'),
      acronym: text("the House's acronym", 'INDU'),
      slug: text('slug of the committee', 'industry-and-technology'),
      role: text("publisher's word", 'Vice-Chair'),
      session_id,
      start_date: day('first day', '2022-01-31'),
      end_date: day('last day; null while it lasts', null),
    },
  ),
  sql: `
    SELECT r._key, c.id AS committee_id, c.name_en, c.acronym, c.slug, r.role, r.session_id, r.from_date AS start_date,
      r.to_date AS end_date
    FROM (${PLACED}) AS r JOIN committees AS c ON c.slug = r.slug`,
  order: `CAST(split_part(session_id, '-', 1) AS INTEGER) DESC, CAST(split_part(session_id, '-', 2) AS INTEGER) DESC,
    start_date DESC NULLS LAST, name_en, role, end_date NULLS FIRST`,
};

const lobbying_interactions: Section = {
  column: {
    type: 'object',
    nullable: false,
    shown: 'detail',
    help: 'communications with this person as official, by name match: people of one name cannot be told apart by it',
    fields: {
      total: integer('number of communications', 1),
      first_date: day('oldest', '2023-03-14'),
      last_date: day('newest', '2023-03-14'),
      recent: rows('10 newest', {
        com_id,
        date: day('day of the communication', '2023-03-14'),
        client: text('client', 'Northline Surveying Inc.', NULL),
        lobbyist_name: text('registrant', 'Priya Nadeau', NULL),
        institution: text('institutions of its officials', 'House of Commons', NULL),
        subjects: text('subjects', 'Infrastructure', NULL),
      }),
    },
    example: {
      total: 1,
      first_date: '2023-03-14',
      last_date: '2023-03-14',
      recent: [
        {
          com_id: '344458',
          date: '2023-03-14',
          client: 'Northline Surveying Inc.',
          lobbyist_name: 'Priya Nadeau',
          institution: 'House of Commons',
          subjects: 'Infrastructure',
        },
      ],
    },
  },
  sql: `
    WITH met AS (
      SELECT DISTINCT com_id, lobbyist_name, official.politician_slug AS slug
      FROM (SELECT com_id, lobbyist_name, unnest(dpohs) AS official FROM communication_links)
      WHERE official.politician_slug IS NOT NULL
    ), summed AS (
      SELECT m.slug, count(*) AS total, min(c.date) AS first_date, max(c.date) AS last_date,
        list(struct_pack(com_id := c.com_id, date := c.date, client := c.client, lobbyist_name := m.lobbyist_name,
          institution := c.institution, subjects := c.subjects) ORDER BY c.date DESC NULLS LAST, c.com_id)[1:10] AS recent
      FROM met AS m JOIN lobbying_communications AS c USING (com_id) GROUP BY m.slug
    )
    SELECT p.slug AS _key, coalesce(s.total, 0) AS total, s.first_date, s.last_date, coalesce(s.recent, []) AS recent
    FROM politicians AS p LEFT JOIN summed AS s ON s.slug = p.slug`,
};

const bill_sponsorships: Section = {
  column: rows('newest first', {
    session_id,
    number: text('number of the bill', 'C-11'),
    name_en: text('long title', 'An Act respecting harbours'),
    status_code: text('code of the status', 'ROYAL_ASSENT'),
    introduced: day('first reading in the chamber of origin', '2022-02-02'),
  }),
  sql: `
    SELECT l.sponsor_slug AS _key, b.session_id, b.number, b.name_en, b.status_code, b.introduced
    FROM bill_links AS l JOIN bills AS b USING (bill_id) WHERE l.sponsor_slug IS NOT NULL`,
  order: 'introduced DESC NULLS LAST, session_id DESC, number',
};

export const POLITICIAN_SECTIONS: Record<string, Section> = {
  election_history,
  committee_memberships,
  lobbying_interactions,
  bill_sponsorships,
};

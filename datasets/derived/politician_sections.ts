/** Sections of the profile of a politician: elections, committees, communications, bills. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detailColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import type {Section} from '../types.ts';
import {OF_HOUSE, OF_LIBRARY, PLACED} from './politician_places.ts';

const session_id = detailColumn('text', 'session', '44-1', NOT_NULL);

/** The province of the riding, taken from the person's term for it. */
const PROVINCE_OF = `coalesce(province, list_filter(terms, lambda t: slug_of(t.riding) = riding_key AND t.province IS NOT NULL)[1].province)`;

const election_history: Section = {
  column: rowsColumn(
    'newest first. The House lists elections without votes, the Library of Parliament with the votes of the person alone; those of the other candidates are not published there, so that a share cannot be computed',
    {
      election_date: detailColumn('date', 'day of the election', '2019-10-21', NOT_NULL),
      riding: detailColumn('text', 'riding', 'Harbour—Northline', NOT_NULL),
      province: detailColumn('text', 'two-letter code', 'NS', {values: PROVINCE_CODES}),
      party: detailColumn('text', 'party in full', 'Liberal Party of Canada'),
      elected: detailColumn('boolean', 'won the riding', true, NOT_NULL),
      votes: detailColumn(
        'integer',
        'votes; null where they are not published, and where nobody else stood',
        20417,
      ),
      vote_percent: detailColumn(
        'number',
        'share of the votes; null: it needs those of all candidates',
        null,
      ),
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

const committee_memberships: Section = {
  column: rowsColumn(
    'session, then start date, newest first; of sessions for which the House gives none, as the Library of Parliament lists them, without days',
    {
      committee_id: detailColumn('integer', 'number of the committee', 1178340932, NOT_NULL),
      name_en: detailColumn('text', 'English name', 'Industry and Technology', NOT_NULL),
      acronym: detailColumn('text', "the House's acronym", 'INDU', NOT_NULL),
      slug: detailColumn('text', 'slug of the committee', 'industry-and-technology', NOT_NULL),
      role: detailColumn('text', "publisher's word", 'Vice-Chair', NOT_NULL),
      session_id,
      start_date: detailColumn('date', 'first day', '2022-01-31'),
      end_date: detailColumn('date', 'last day; null while it lasts', null),
    },
  ),
  sql: `
    SELECT r._key, c.id AS committee_id, c.name_en, c.acronym, c.slug, r.role, r.session_id, r.from_date AS start_date,
      r.to_date AS end_date
    FROM (${PLACED}) AS r JOIN committees AS c ON c.slug = r.slug`,
  order: `CAST(split_part(session_id, '-', 1) AS INTEGER) DESC, CAST(split_part(session_id, '-', 2) AS INTEGER) DESC,
    start_date DESC NULLS LAST, name_en, slug, role, end_date NULLS FIRST`,
};

const lobbying_interactions: Section = {
  column: {
    type: 'object',
    nullable: false,
    visibility: 'detail',
    help: 'communications with this person as official, by name match, which cannot distinguish namesakes',
    fields: {
      total: detailColumn('integer', 'number of communications', 1, NOT_NULL),
      first_date: detailColumn('date', 'oldest', '2023-03-14'),
      last_date: detailColumn('date', 'newest', '2023-03-14'),
      recent: rowsColumn('10 newest', {
        com_id: detailColumn('text', 'the communication', '344458', NOT_NULL),
        date: detailColumn('date', 'day of the communication', '2023-03-14'),
        client: detailColumn('text', 'client', 'Northline Surveying Inc.'),
        lobbyist_name: detailColumn('text', 'registrant', 'Priya Nadeau'),
        institution: detailColumn('text', 'institutions of its officials', 'House of Commons'),
        subjects: detailColumn('text', 'subjects', 'Infrastructure'),
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
  column: rowsColumn('newest first', {
    session_id,
    number: detailColumn('text', 'number of the bill', 'C-11', NOT_NULL),
    name_en: detailColumn('text', 'long title', 'An Act respecting harbours', NOT_NULL),
    status_code: detailColumn('text', 'code of the status', 'ROYAL_ASSENT', NOT_NULL),
    introduced: detailColumn('date', 'first reading in the chamber of origin', '2022-02-02'),
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

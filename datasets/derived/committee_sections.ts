/** Sections of the profile of a committee: members, meetings, activities. */
import {detailColumn, NOT_NULL} from '../columns.ts';
import type {Section} from '../types.ts';

/** Chair, vice-chairs, then members. */
const rankOf = (role: string): string =>
  `CASE WHEN regexp_matches(${role}, '^(Joint |Co-)?Chair') THEN 0 WHEN contains(${role}, 'Vice-Chair') THEN 1 ELSE 2 END`;

/**
 * Members in the latest session, each with its politician: by the number of the House, else by a name that
 * only one politician has. The file of roles fills in where no page was read; of several roles of one person
 * the highest counts.
 */
const SEATED = `
  WITH seats AS (
    SELECT c.slug AS _key, unnest(CASE WHEN len(s.members) > 0 THEN s.members
      ELSE list_transform(s.roles, lambda one: struct_pack(politician_id := NULL::BIGINT, name := one.name, party := NULL::VARCHAR,
        riding := NULL::VARCHAR, province := NULL::VARCHAR, role := one.role)) END) AS seat
    FROM committees AS c JOIN committee_sessions AS s USING (acronym, session_id)
  ), namesakes AS (
    SELECT name_key, any_value(id) AS id FROM (SELECT id, unnest(folded_names) AS name_key FROM politicians)
    GROUP BY name_key HAVING count(DISTINCT id) = 1
  ), people AS (
    SELECT s._key, coalesce(seat.politician_id, n.id) AS person, seat.name, seat.party, seat.riding, seat.role
    FROM seats AS s LEFT JOIN namesakes AS n ON n.name_key = person_key_of(seat.name)
    WHERE seat.role <> 'Associate Member'
    QUALIFY row_number() OVER (PARTITION BY s._key, coalesce(CAST(person AS VARCHAR), seat.name) ORDER BY ${rankOf('seat.role')}, seat.role, seat) = 1
  )
  SELECT m._key, m.person AS politician_id, m.name, p.slug, m.party, m.riding, m.role
  FROM people AS m LEFT JOIN politicians AS p ON p.id = m.person`;

/** Meetings from the pages of the committee, and those known from transcripts only. */
const HELD = `
  WITH listed AS (
    SELECT acronym, session_id, unnest(meetings) AS m FROM committee_sessions
  ), written AS (
    SELECT acronym, session_id, unnest(transcripts) AS t FROM committee_sessions
  ), held AS (
    SELECT acronym, m.number, session_id, m.date, m.start_time, m.end_time, m.in_camera, m.has_evidence, m.minutes_url, m.notice_url
    FROM listed WHERE NOT m.cancelled
    UNION ALL
    SELECT w.acronym, t.number, w.session_id, t.date, t.start_time, NULL, t.in_camera, true, NULL, NULL
    FROM written AS w ANTI JOIN listed AS l
      ON l.acronym = w.acronym AND l.session_id = w.session_id AND l.m.number = w.t.number
  )
  SELECT c.slug AS _key, h.* EXCLUDE (acronym) FROM committees AS c JOIN held AS h USING (acronym) WHERE h.date IS NOT NULL`;

export const COMMITTEE_SECTIONS: Record<string, Section> = {
  members: {
    column: {
      type: 'rows',
      nullable: false,
      visibility: 'detail',
      help: 'members in the latest session: chair, vice-chairs, then members, by name; without associate members',
      example: [
        {
          politician_id: 89156,
          name: 'Amelia Okafor',
          slug: 'amelia-okafor',
          party: 'Liberal',
          riding: 'Halton Ridge',
          role: 'Chair',
        },
      ],
      fields: {
        politician_id: detailColumn('integer', 'person number', 89156),
        name: detailColumn('text', 'first and last name', 'Amelia Okafor', NOT_NULL),
        slug: detailColumn('text', 'slug of the politician', 'amelia-okafor'),
        party: detailColumn('text', 'caucus', 'Liberal'),
        riding: detailColumn('text', 'riding', 'Halton Ridge'),
        role: detailColumn('text', "publisher's word", 'Chair', NOT_NULL),
      },
    },
    sql: SEATED,
    order: `${rankOf('role')}, name, politician_id`,
  },
  recent_meetings: {
    column: {
      type: 'rows',
      nullable: false,
      visibility: 'detail',
      help: '10 newest',
      example: [
        {
          number: 12,
          session_id: '44-1',
          date: '2024-11-07',
          start_time: '15:30',
          end_time: '17:30',
          in_camera: false,
          has_evidence: true,
          minutes_url: 'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/minutes',
          notice_url: 'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/notice',
        },
      ],
      fields: {
        number: detailColumn('integer', 'number of the meeting in its session', 12, NOT_NULL),
        session_id: detailColumn('text', 'session', '44-1', NOT_NULL),
        date: detailColumn('date', 'day of the meeting', '2024-11-07', NOT_NULL),
        start_time: detailColumn('text', 'Ottawa time, 24 hours', '15:30'),
        end_time: detailColumn('text', 'Ottawa time, 24 hours', '17:30'),
        in_camera: detailColumn('boolean', 'held in private', false, NOT_NULL),
        has_evidence: detailColumn('boolean', 'a transcript is published', false, NOT_NULL),
        minutes_url: detailColumn(
          'text',
          "publisher's page",
          'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/minutes',
        ),
        notice_url: detailColumn(
          'text',
          "publisher's page",
          'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/notice',
        ),
      },
    },
    sql: HELD,
    order: 'date DESC, session_id DESC, number DESC',
    limit: 10,
  },
  activities: {
    column: {
      type: 'rows',
      nullable: false,
      visibility: 'detail',
      help: 'up to 50 studies, newest session first, then by id',
      example: [
        {id: 11853267, name_en: 'Competitiveness of rural broadband', kind: 'study', session_id: '44-1'},
      ],
      fields: {
        id: detailColumn('integer', "publisher's number", 11853267),
        name_en: detailColumn('text', 'English title', 'Competitiveness of rural broadband', NOT_NULL),
        kind: detailColumn('text', '`bill` where a bill is studied, else `study`', 'study', {
          ...NOT_NULL,
          values: ['study', 'bill'],
        }),
        session_id: detailColumn('text', 'session', '44-1', NOT_NULL),
      },
    },
    sql: `
        WITH done AS (SELECT acronym, session_id, unnest(activities) AS a FROM committee_sessions)
        SELECT c.slug AS _key, a.id, a.name_en, a.kind, d.session_id
        FROM committees AS c JOIN done AS d USING (acronym)`,
    order: 'session_id DESC, id',
    limit: 50,
  },
};

/** Committees: one per acronym, with the name of its latest session (specification 5.3). */
import type {Column, Derived} from '../types.ts';

const text = (help: string, example: string, more: object = {}): Column => ({
  type: 'text',
  nullable: false,
  shown: 'detail',
  help,
  example,
  ...more,
});
const integer = (help: string, example: number, more: object = {}): Column => ({
  type: 'integer',
  nullable: false,
  shown: 'detail',
  help,
  example,
  ...more,
});

const id = integer('stable number of the committee, made of its acronym', 1178340932);
const name_en = text('English name', 'Industry and Technology');
const acronym = text("the House's acronym", 'INDU');
const slug = text('the name as a slug', 'industry-and-technology');
const session_id = text('latest session in which the committee sat', '44-1');
const day = (help: string): Column => ({
  type: 'date',
  nullable: false,
  shown: 'detail',
  help,
  example: '2024-11-07',
});
const flag = (help: string): Column => ({
  type: 'boolean',
  nullable: false,
  shown: 'detail',
  help,
  example: false,
});

/** What a slug leaves out at the beginning of a folded name. */
const LEADING_WORDS = '^((standing|special|legislative|joint) )*(committee on (the )?)?';

/** SQL of the key under which names of a committee meet: its slug. */
export const committeeKey = (name: string): string =>
  `slug_of(regexp_replace(fold(${name}), '${LEADING_WORDS}', ''))`;

/** Chair, vice-chairs, then members. */
const RANK = `CASE WHEN regexp_matches(role, '^(Joint |Co-)?Chair') THEN 0 WHEN contains(role, 'Vice-Chair') THEN 1 ELSE 2 END`;

export const committees: Derived = {
  name: 'committees',
  title: 'Committees',
  help: 'Committees and subcommittees of the House of Commons, one per acronym, named as in their latest session.',
  key: {column: 'slug', rank: 'name_en'},
  columns: {
    id: {...id, shown: 'list'},
    name_en: {...name_en, shown: 'list'},
    acronym: {...acronym, shown: 'list'},
    slug: {...slug, shown: 'list'},
    name_fr: text('French name', 'Industrie et technologie', {nullable: true}),
    session_id,
    last_updated: {
      type: 'timestamp',
      nullable: false,
      shown: 'detail',
      help: 'load in which one of its sessions last changed, UTC',
      example: '2026-11-21T06:00:00',
    },
    parent: {
      type: 'object',
      nullable: true,
      shown: 'detail',
      help: 'of a subcommittee: its committee',
      example: {
        id: 1178340932,
        name_en: 'Industry and Technology',
        acronym: 'INDU',
        slug: 'industry-and-technology',
      },
      fields: {id, name_en, acronym, slug},
    },
    sessions: {
      type: 'rows',
      nullable: false,
      shown: 'internal',
      help: 'every session in which a committee of this acronym sat, under its name then; by session',
      example: [{session_id: '44-1', name_en: 'Industry and Technology'}],
      fields: {session_id, name_en: {...name_en, help: 'English name in that session'}},
    },
  },
  sort: {default: 'name', keys: {name: 'name_en'}},
  filters: {name_en: 'partial', name_fr: 'partial', acronym: 'partial'},
  sql: `
    WITH latest AS (
      SELECT acronym, arg_max(name_en, session_id) AS name_en, arg_max(name_fr, session_id) AS name_fr,
        arg_max(parent, session_id) AS parent, max(session_id) AS session_id, max(l.last_changed) AS last_updated,
        list(struct_pack(session_id := session_id, name_en := name_en) ORDER BY session_id) AS sessions
      FROM committee_sessions JOIN loads_of_committee_sessions AS l USING (record_id) GROUP BY acronym
    ), named AS (
      SELECT *, CAST('0x' || left(sha256('commons_committees' || chr(10) || acronym), 8) AS UBIGINT) >> 1 AS id,
        ${committeeKey('name_en')} AS plain
      FROM latest
    ), slugs AS (
      SELECT *, CASE WHEN count(*) OVER (PARTITION BY plain) > 1 THEN plain || '-' || lower(acronym) ELSE plain END AS slug
      FROM named
    )
    SELECT own.*, CASE WHEN up.id IS NOT NULL
      THEN struct_pack(id := up.id, name_en := up.name_en, acronym := up.acronym, slug := up.slug) END AS parent
    FROM (SELECT * RENAME (parent AS parent_acronym) FROM slugs) AS own LEFT JOIN slugs AS up ON up.acronym = own.parent_acronym`,
  names: `
    SELECT slug AS name, slug AS known, slug AS entity FROM committees
    UNION ALL SELECT acronym, fold(acronym), slug FROM committees
    WHERE fold(acronym) NOT IN (SELECT slug FROM committees)`,
  exact: true,
  sections: {
    members: {
      column: {
        type: 'rows',
        nullable: false,
        shown: 'detail',
        help: 'members in the latest session: chair, vice-chairs, then members, by name; associate members are left out',
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
          politician_id: integer('person number', 89156, {nullable: true}),
          name: text('first and last name', 'Amelia Okafor'),
          slug: text('slug of the politician', 'amelia-okafor', {nullable: true}),
          party: text('caucus', 'Liberal', {nullable: true}),
          riding: text('riding', 'Halton Ridge', {nullable: true}),
          role: text("publisher's word", 'Chair'),
        },
      },
      sql: `
        WITH seats AS (
          SELECT c.slug AS _key, s.session_id, unnest(CASE WHEN len(s.members) > 0 THEN s.members ELSE s.roles END) AS seat
          FROM committees AS c JOIN committee_sessions AS s USING (acronym, session_id)
        )
        SELECT _key, p.id AS politician_id, seat.name, p.slug, seat.party, seat.riding, seat.role
        FROM seats LEFT JOIN politicians AS p ON p.id = seat.politician_id
        WHERE seat.role <> 'Associate Member'`,
      order: `${RANK}, name, politician_id`,
    },
    recent_meetings: {
      column: {
        type: 'rows',
        nullable: false,
        shown: 'detail',
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
          number: integer('number of the meeting in its session', 12),
          session_id: text('session', '44-1'),
          date: day('day of the meeting'),
          start_time: text('Ottawa time, 24 hours', '15:30', {nullable: true}),
          end_time: text('Ottawa time, 24 hours', '17:30', {nullable: true}),
          in_camera: flag('held in private'),
          has_evidence: flag('a transcript is published'),
          minutes_url: text(
            "publisher's page",
            'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/minutes',
            {
              nullable: true,
            },
          ),
          notice_url: text(
            "publisher's page",
            'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/notice',
            {
              nullable: true,
            },
          ),
        },
      },
      sql: `
        WITH held AS (SELECT acronym, session_id, unnest(meetings) AS m FROM committee_sessions)
        SELECT c.slug AS _key, m.number, h.session_id, m.date, m.start_time, m.end_time, m.in_camera, m.has_evidence,
          m.minutes_url, m.notice_url
        FROM committees AS c JOIN held AS h USING (acronym)`,
      order: 'date DESC, session_id DESC, number DESC',
      limit: 10,
    },
    activities: {
      column: {
        type: 'rows',
        nullable: false,
        shown: 'detail',
        help: 'up to 50 studies, newest session first, then by id',
        example: [
          {id: 11853267, name_en: 'Competitiveness of rural broadband', kind: 'study', session_id: '44-1'},
        ],
        fields: {
          id: integer("publisher's number", 11853267),
          name_en: text('English title', 'Competitiveness of rural broadband'),
          kind: text('`bill` where a bill is studied, else `study`', 'study', {values: ['study', 'bill']}),
          session_id: text('session', '44-1'),
        },
      },
      sql: `
        WITH done AS (SELECT acronym, session_id, unnest(activities) AS a FROM committee_sessions)
        SELECT c.slug AS _key, a.id, a.name_en, a.kind, d.session_id
        FROM committees AS c JOIN done AS d USING (acronym)`,
      order: 'session_id DESC, id',
      limit: 50,
    },
  },
  found: {columns: ['name_en', 'name_fr', 'acronym'], label: {sql: 'r.name_en'}},
  profile: [
    'id',
    'name_en',
    'acronym',
    'slug',
    'name_fr',
    'session_id',
    'last_updated',
    'parent',
    'members',
    'recent_meetings',
    'activities',
  ],
};

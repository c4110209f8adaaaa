/**
 * Child rows of a committee in a session: French names, members, roles, meetings, transcripts, activities.
 */
import {OURCOMMONS} from '../publishers/licences.ts';
import type {ChildTable} from '../types.ts';

/** `3:30 p.m.` as `15:30`. */
const clock = (name: string): string =>
  `strftime(try_strptime(replace(p.${name}, '.', ''), '%I:%M %p'), '%H:%M')`;

/** An absolute address from one in a page. */
const whole = (name: string): string =>
  `CASE WHEN p.${name} LIKE '//%' THEN 'https:' || p.${name} WHEN p.${name} LIKE '/%' THEN coalesce(p.site, '${OURCOMMONS}') || p.${name} ELSE p.${name} END`;

const OF_COMMITTEE = {
  foreignKey: {acronym: 'acronym', session_id: 'session_id'},
  orphanReason: 'no committee with this acronym in the session',
};

export const parts: Record<string, ChildTable> = {
  french: {
    help: 'names in French',
    ...OF_COMMITTEE,
    distinctOn: ['acronym', 'session_id'],
    aggregates: {name_fr: 'last(p.name ORDER BY p._row)'},
  },
  members: {
    help: 'members of committees',
    ...OF_COMMITTEE,
    distinctOn: ['person', 'name', 'role'],
    aggregates: {
      members: `list(struct_pack(politician_id := CAST(p.person AS BIGINT), name := p.name, party := p.party,
          riding := p.riding, province := p.province, role := p.role) ORDER BY p._row)`,
    },
  },
  roles: {
    help: 'members by the file of roles',
    ...OF_COMMITTEE,
    distinctOn: ['first', 'last', 'role'],
    aggregates: {
      roles: `list(struct_pack(name := concat_ws(' ', p.first, p.last), role := p.role) ORDER BY p._row)`,
    },
  },
  meetings: {
    help: 'meetings of committees',
    ...OF_COMMITTEE,
    distinctOn: ['number'],
    aggregates: {
      meetings: `list(struct_pack(number := CAST(p.number AS BIGINT),
          date := coalesce(CAST(try_strptime(p.day, '%B %d, %Y') AS DATE), TRY_CAST(p.near_day AS DATE)),
          start_time := ${clock('start')}, end_time := ${clock('end')}, in_camera := p.in_camera IS NOT NULL,
          cancelled := p.cancelled IS NOT NULL, has_evidence := p.evidence IS NOT NULL,
          minutes_url := ${whole('minutes')}, notice_url := ${whole('notice')}) ORDER BY p._row)`,
    },
  },
  transcripts: {
    help: 'meetings by their evidence, in both languages',
    ...OF_COMMITTEE,
    distinctOn: ['number'],
    aggregates: {
      transcripts: `list(struct_pack(number := CAST(p.number AS BIGINT), date := TRY_CAST(p.day AS DATE),
          start_time := p.start_time, chair := p.chair, in_camera := p.in_camera IS NOT NULL) ORDER BY p._row)`,
    },
  },
  activities: {
    help: 'studies of committees',
    ...OF_COMMITTEE,
    // Without a link a study has no number.
    distinctOn: ['id', 'title'],
    aggregates: {
      activities: `list(struct_pack(id := CAST(p.id AS BIGINT), name_en := p.name_en,
          kind := coalesce(p.kind, CASE WHEN regexp_matches(p.name_en, '^Bill [CS]-') THEN 'bill' ELSE 'study' END)) ORDER BY p._row)
        FILTER (NOT regexp_full_match(p.name_en, '(?i)committee business'))`,
    },
  },
};

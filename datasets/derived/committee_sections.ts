/** Sections of the profile of a committee: members, meetings, activities. */
import {detailColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Section} from '../types.ts';

export const COMMITTEE_SECTIONS: Record<string, Section> = {
  members: {
    column: rowsColumn(
      'members in the latest session: chair, vice-chairs, then members, by name; without associate members',
      {
        politician_id: detailColumn('integer', 'person number', 89156),
        name: detailColumn('text', 'first and last name', 'Amelia Okafor', NOT_NULL),
        slug: detailColumn('text', 'slug of the politician', 'amelia-okafor'),
        party: detailColumn('text', 'caucus', 'Liberal'),
        riding: detailColumn('text', 'riding', 'Halton Ridge'),
        role: detailColumn('text', "publisher's word", 'Chair', NOT_NULL),
      },
    ),
    sql: sqlFile('datasets/derived/committees.members.sql'),
    order: 'seat_rank(role), name, politician_id',
  },
  recent_meetings: {
    column: rowsColumn('10 newest', {
      number: detailColumn('integer', 'number of the meeting in its session', 12, NOT_NULL),
      session_id: detailColumn('text', 'session', '44-1', NOT_NULL),
      date: detailColumn('date', 'day of the meeting', '2024-11-07', NOT_NULL),
      start_time: detailColumn('text', 'Ottawa time, 24 hours', '15:30'),
      end_time: detailColumn('text', 'Ottawa time, 24 hours', '17:30'),
      in_camera: detailColumn('boolean', 'held in private', false, NOT_NULL),
      has_evidence: detailColumn('boolean', 'a transcript is published', true, NOT_NULL),
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
    }),
    sql: sqlFile('datasets/derived/committees.recent_meetings.sql'),
    order: 'date DESC, session_id DESC, number DESC',
    limit: 10,
  },
  activities: {
    column: rowsColumn('up to 50 studies, newest session first, then by id', {
      id: detailColumn('integer', "publisher's number", 11853267),
      name_en: detailColumn('text', 'English title', 'Competitiveness of rural broadband', NOT_NULL),
      kind: detailColumn('text', '`bill` where a bill is studied, else `study`', 'study', {
        ...NOT_NULL,
        values: ['study', 'bill'],
      }),
      session_id: detailColumn('text', 'session', '44-1', NOT_NULL),
    }),
    sql: sqlFile('datasets/derived/committees.activities.sql'),
    order: 'session_id DESC, id',
    limit: 50,
  },
};

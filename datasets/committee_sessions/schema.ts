/** Committee sessions: a committee of the House of Commons in one session of Parliament. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {listed, NEVER_NULL, rows} from '../columns.ts';
import type {Column, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_committees.ts';

const day = listed('date', 'day of the meeting', '2024-11-07');
const flag = (help: string): Column => listed('boolean', help, false, NEVER_NULL);
const name = listed('text', 'first and last name', 'Amelia Okafor', NEVER_NULL);
const role = listed('text', "publisher's word", 'Chair', NEVER_NULL);
const number = listed('integer', 'number of the meeting in the session', 12, NEVER_NULL);
const start_time = listed('text', 'Ottawa time, 24 hours', '15:30');

export const committee_sessions: Dataset = {
  name: 'committee_sessions',
  title: 'Committee sessions',
  help: 'Committees and subcommittees of the House of Commons, one record an acronym and session, since names and acronyms change between parliaments. Members are as of the last day for which they were published.',
  id: {column: 'record_id', prefix: 'k_'},
  columns: {
    record_id: listed('text', 'stable identifier', 'k_9f31a2b4c5d6e7f8', NEVER_NULL),
    acronym: listed('text', "the House's acronym", 'INDU', NEVER_NULL),
    session_id: listed('text', '`<parliament>-<session>`', '44-1', NEVER_NULL),
    name_en: listed('text', 'English name in that session', 'Industry and Technology', NEVER_NULL),
    name_fr: listed('text', 'French name', 'Industrie et technologie'),
    parent: listed('text', 'of a subcommittee: acronym of its committee', null),
    source_dataset: listed('text', 'source label', 'House of Commons Committees', NEVER_NULL),
    source_url: listed(
      'text',
      "the committee's page at the publisher",
      'https://www.ourcommons.ca/Committees/en/INDU?parl=44&session=1',
      NEVER_NULL,
    ),
    members: rows('members with their roles, in the order of the page', {
      politician_id: listed('integer', 'person number of the House of Commons', 89156),
      name,
      party: listed('text', 'caucus, short form', 'Liberal'),
      riding: listed('text', 'riding', 'Halton Ridge'),
      province: listed('text', 'two-letter code of the riding', 'ON', {values: PROVINCE_CODES}),
      role,
    }),
    roles: rows('members by the file of roles, which has names only; associate members too', {name, role}),
    meetings: rows('meetings by the page of the committee, in its order', {
      number,
      date: day,
      start_time,
      end_time: listed('text', 'Ottawa time, 24 hours', '17:30'),
      in_camera: flag('held in private'),
      cancelled: flag('cancelled'),
      has_evidence: flag('a transcript is published'),
      minutes_url: listed(
        'text',
        "publisher's page",
        'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/minutes',
      ),
      notice_url: listed(
        'text',
        "publisher's page",
        'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/notice',
      ),
    }),
    transcripts: rows('meetings by their published evidence', {
      number,
      date: day,
      start_time,
      chair: listed('text', 'who was in the chair, as named there', 'Ms. Amelia Okafor'),
      in_camera: flag('held in private'),
    }),
    activities: rows('studies, of bills and others', {
      id: listed('integer', "publisher's number", 11853267, NEVER_NULL),
      name_en: listed('text', 'English title', 'Competitiveness of rural broadband', NEVER_NULL),
      kind: listed('text', '`bill` where a bill is studied, else `study`', 'study', {
        ...NEVER_NULL,
        values: ['study', 'bill'],
      }),
    }),
  },
  sort: {default: 'session', keys: {session: 'session_id'}},
  filters: {},
  date: null,
  published: false,
  checks,
  sources: [house],
};

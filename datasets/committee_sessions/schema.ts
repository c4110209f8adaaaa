/** Committee sessions: a committee of the House of Commons in one session of Parliament. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import type {Column, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_committees.ts';

const day = listColumn('date', 'day of the meeting', '2024-11-07');
const flag = (help: string): Column => listColumn('boolean', help, false, NOT_NULL);
const name = listColumn('text', 'first and last name', 'Amelia Okafor', NOT_NULL);
const role = listColumn('text', "publisher's word", 'Chair', NOT_NULL);
const number = listColumn('integer', 'number of the meeting in the session', 12, NOT_NULL);
const start_time = listColumn('text', 'Ottawa time, 24 hours', '15:30');

export const committee_sessions: Dataset = {
  name: 'committee_sessions',
  title: 'Committee sessions',
  help: 'Committees and subcommittees of the House of Commons, one record per acronym and session, since names and acronyms change between parliaments. Members are as of the last day for which they were published.',
  id: {column: 'record_id', prefix: 'k_'},
  columns: {
    record_id: listColumn('text', 'stable identifier', 'k_9f31a2b4c5d6e7f8', NOT_NULL),
    acronym: listColumn('text', "the House's acronym", 'INDU', NOT_NULL),
    session_id: listColumn('text', '`<parliament>-<session>`', '44-1', NOT_NULL),
    name_en: listColumn('text', 'English name in that session', 'Industry and Technology', NOT_NULL),
    name_fr: listColumn('text', 'French name', 'Industrie et technologie'),
    parent: listColumn('text', 'of a subcommittee: acronym of its committee', null),
    source_dataset: listColumn('text', 'source label', 'House of Commons Committees', NOT_NULL),
    source_url: listColumn(
      'text',
      "the committee's page at the publisher",
      'https://www.ourcommons.ca/Committees/en/INDU?parl=44&session=1',
      NOT_NULL,
    ),
    members: rowsColumn('members with their roles, in the order of the page', {
      politician_id: listColumn('integer', 'person number of the House of Commons', 89156),
      name,
      party: listColumn('text', 'caucus, short form', 'Liberal'),
      riding: listColumn('text', 'riding', 'Halton Ridge'),
      province: listColumn('text', 'two-letter code of the riding', 'ON', {values: PROVINCE_CODES}),
      role,
    }),
    roles: rowsColumn('members by the file of roles, which has names only; associate members too', {
      name,
      role,
    }),
    meetings: rowsColumn('meetings by the page of the committee, in its order', {
      number,
      date: day,
      start_time,
      end_time: listColumn('text', 'Ottawa time, 24 hours', '17:30'),
      in_camera: flag('held in private'),
      cancelled: flag('cancelled'),
      has_evidence: flag('a transcript is published'),
      minutes_url: listColumn(
        'text',
        "publisher's page",
        'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/minutes',
      ),
      notice_url: listColumn(
        'text',
        "publisher's page",
        'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/notice',
      ),
    }),
    transcripts: rowsColumn('meetings by their published evidence', {
      number,
      date: day,
      start_time,
      chair: listColumn('text', 'who was in the chair, as named there', 'Ms. Amelia Okafor'),
      in_camera: flag('held in private'),
    }),
    activities: rowsColumn('studies, of bills and others', {
      id: listColumn('integer', "publisher's number", 11853267),
      name_en: listColumn('text', 'English title', 'Competitiveness of rural broadband', NOT_NULL),
      kind: listColumn('text', '`bill` where a bill is studied, else `study`', 'study', {
        ...NOT_NULL,
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

/** Committee sessions: a committee of the House of Commons in one session of Parliament. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import type {Column, Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_committees.ts';

const text = (help: string, example: string | null, more: object = {}): Column => ({
  type: 'text',
  nullable: true,
  shown: 'list',
  help,
  example,
  ...more,
});
const integer = (help: string, example: number): Column => ({
  type: 'integer',
  nullable: false,
  shown: 'list',
  help,
  example,
});
const day: Column = {
  type: 'date',
  nullable: true,
  shown: 'list',
  help: 'day of the meeting',
  example: '2024-11-07',
};
const flag = (help: string): Column => ({
  type: 'boolean',
  nullable: false,
  shown: 'list',
  help,
  example: false,
});
const rows = (help: string, fields: Columns): Column => ({
  type: 'rows',
  nullable: false,
  shown: 'detail',
  help,
  fields,
  example: [Object.fromEntries(Object.entries(fields).map(([name, {example}]) => [name, example]))],
});

const name = text('first and last name', 'Amelia Okafor', {nullable: false});
const role = text("publisher's word", 'Chair', {nullable: false});
const number = integer('number of the meeting in the session', 12);
const start_time = text('Ottawa time, 24 hours', '15:30');

export const committee_sessions: Dataset = {
  name: 'committee_sessions',
  title: 'Committee sessions',
  help: 'Committees and subcommittees of the House of Commons, one record an acronym and session, since names and acronyms change between parliaments. Members are as of the last day for which they were published.',
  id: {column: 'record_id', prefix: 'k_'},
  columns: {
    record_id: text('stable identifier', 'k_9f31a2b4c5d6e7f8', {nullable: false}),
    acronym: text("the House's acronym", 'INDU', {nullable: false}),
    session_id: text('`<parliament>-<session>`', '44-1', {nullable: false}),
    name_en: text('English name in that session', 'Industry and Technology', {nullable: false}),
    name_fr: text('French name', 'Industrie et technologie'),
    parent: text('of a subcommittee: acronym of its committee', null),
    source_dataset: text('source label', 'House of Commons Committees', {nullable: false}),
    source_url: text(
      "the committee's page at the publisher",
      'https://www.ourcommons.ca/Committees/en/INDU?parl=44&session=1',
      {nullable: false},
    ),
    members: rows('members with their roles, in the order of the page', {
      politician_id: {...integer('person number of the House of Commons', 89156), nullable: true},
      name,
      party: text('caucus, short form', 'Liberal'),
      riding: text('riding', 'Halton Ridge'),
      province: text('two-letter code of the riding', 'ON', {values: PROVINCE_CODES}),
      role,
    }),
    roles: rows('members by the file of roles, which has names only; associate members too', {name, role}),
    meetings: rows('meetings by the page of the committee, in its order', {
      number,
      date: day,
      start_time,
      end_time: text('Ottawa time, 24 hours', '17:30'),
      in_camera: flag('held in private'),
      cancelled: flag('cancelled'),
      has_evidence: flag('a transcript is published'),
      minutes_url: text(
        "publisher's page",
        'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/minutes',
      ),
      notice_url: text(
        "publisher's page",
        'https://www.ourcommons.ca/DocumentViewer/en/44-1/INDU/meeting-12/notice',
      ),
    }),
    transcripts: rows('meetings by their published evidence', {
      number,
      date: day,
      start_time,
      chair: text('who was in the chair, as named there', 'Ms. Amelia Okafor'),
      in_camera: flag('held in private'),
    }),
    activities: rows('studies, of bills and others', {
      id: integer("publisher's number", 11853267),
      name_en: text('English title', 'Competitiveness of rural broadband', {nullable: false}),
      kind: text('`bill` where a bill is studied, else `study`', 'study', {
        nullable: false,
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

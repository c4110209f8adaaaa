/** Voting records: the votes of each member of the House by session, and the share of divisions voted in. */
import {listColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Column, Derived} from '../types.ts';

const count = (help: string, example: number): Column => listColumn('integer', help, example, NOT_NULL);
const UNKNOWN =
  'null: it is not known on which days the member sat, or they are not one span, so that absence cannot be known';

export const voting_records: Derived = {
  name: 'voting_records',
  title: 'Voting records',
  help: 'Members of the House by session: votes, with and against the own party, and the share of the divisions with loaded ballots, which are those on bills, in which the member took part while in office.',
  uncounted: true,
  key: {column: 'record_id', rank: 'session_id'},
  columns: {
    record_id: listColumn('text', '`<politician_slug>/<session_id>`', 'maren-cote-lindqvist/44-1', NOT_NULL),
    politician_slug: listColumn('text', 'slug of the politician', 'maren-cote-lindqvist', NOT_NULL),
    session_id: listColumn('text', '`<parliament>-<session>`', '44-1', NOT_NULL),
    votes: count('loaded ballots, paired ones too', 412),
    with_party: count('of them with the majority of the caucus', 408),
    against_party: count('of them against it', 3),
    divisions: listColumn(
      'integer',
      `divisions with whole ballots from \`first_date\` to \`last_date\`; ${UNKNOWN}`,
      430,
    ),
    first_date: listColumn('date', `first of them while the member sat; ${UNKNOWN}`, '2021-12-02'),
    last_date: listColumn('date', `last of them; ${UNKNOWN}`, '2024-12-11'),
    share_voted: listColumn(
      'number',
      `share of them with a ballot of the member, 3 decimals; the Speaker votes only to break a tie; ${UNKNOWN}`,
      0.958,
    ),
  },
  sort: {default: 'session', keys: {session: 'session_id'}},
  filters: {politician_slug: 'exact', session_id: 'exact'},
  facets: ['session_id', 'politician_slug'],
  sql: sqlFile('datasets/derived/voting_records.sql'),
  names: null,
  sections: {},
  profile: [],
};

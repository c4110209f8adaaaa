/** Divisions: the bill of each vote of the House, how much of its ballots is loaded, parties and members. */
import {detailColumn, internalColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Column, Columns, Derived} from '../types.ts';
import {OF_MEMBER, WHOLE} from './ballots.ts';

const count = (help: string, example: number): Column => detailColumn('integer', help, example, NOT_NULL);

/** What votes have of their division, by the name of the column. */
export const OF_DIVISION = {
  bill_id: listColumn('text', 'that bill, `<session_id>/<number>`, where it is loaded', '44-1/C-11'),
  ballots_loaded: listColumn(
    'text',
    '`whole`: at least nine tenths of the yeas and nays; `some`: fewer; `none`: not one. The publisher’s ballots are fetched for divisions on bills',
    'whole',
    {...NOT_NULL, values: ['whole', 'some', 'none']},
  ),
  party_votes: rowsColumn(
    'by number of ballots; empty where none is loaded. The counts are those of the loaded ballots',
    {
      party: OF_MEMBER['party']!,
      yea: count('members for', 149),
      nay: count('members against', 1),
      paired: count('paired members', 2),
      party_vote: OF_MEMBER['party_vote']!,
    },
  ),
  member_votes: rowsColumn('every loaded ballot, by party and name; empty where none is loaded', OF_MEMBER),
} satisfies Columns;

export const divisions: Derived = {
  name: 'divisions',
  title: 'Divisions',
  help: 'For every division of the House its bill, how much of its ballots is loaded, and how parties and members voted.',
  key: {column: 'vote_id', rank: 'vote_id'},
  columns: {
    vote_id: internalColumn('text', 'the division', '44-1/387', NOT_NULL),
    ...Object.fromEntries(
      Object.entries(OF_DIVISION).map(([name, column]) => [name, {...column, visibility: 'internal'}]),
    ),
  },
  sort: {default: 'vote_id', keys: {vote_id: 'vote_id'}},
  filters: {},
  sql: sqlFile('datasets/derived/divisions.sql', {whole: WHOLE}),
  names: null,
  sections: {},
  profile: [],
};

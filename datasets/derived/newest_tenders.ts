/** Newest tender of every solicitation number; the closing date of an award comes from it. */
import {internalColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';

export const newest_tenders: Derived = {
  name: 'newest_tenders',
  title: 'Newest tenders',
  help: 'The newest tender notice of every solicitation number.',
  key: {column: 'solicitation', rank: 'solicitation'},
  columns: {
    solicitation: internalColumn('text', 'folded solicitation number', 'ws4417993224', NOT_NULL),
    record_id: internalColumn('text', 'the tender', 't_9f31a2b4c5d6e7f8', NOT_NULL),
    closing_date: internalColumn('date', 'last day for bids', '2024-02-12'),
  },
  sort: {default: 'solicitation', keys: {solicitation: 'solicitation'}},
  filters: {},
  sql: sqlFile('datasets/derived/newest_tenders.sql'),
  names: null,
  sections: {},
  profile: [],
};

/** Newest tender of every solicitation number; the closing date of an award comes from it. */
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';

export const newest_tenders: Derived = {
  name: 'newest_tenders',
  title: 'Newest tenders',
  help: 'The newest tender notice of every solicitation number.',
  key: {column: 'solicitation', rank: 'solicitation'},
  columns: {
    solicitation: {
      type: 'text',
      nullable: false,
      visibility: 'internal',
      help: 'folded solicitation number',
      example: 'ws4417993224',
    },
    record_id: {
      type: 'text',
      nullable: false,
      visibility: 'internal',
      help: 'the tender',
      example: 't_9f31a2b4c5d6e7f8',
    },
    closing_date: {
      type: 'date',
      nullable: true,
      visibility: 'internal',
      help: 'last day for bids',
      example: '2024-02-12',
    },
  },
  sort: {default: 'solicitation', keys: {solicitation: 'solicitation'}},
  filters: {},
  sql: sqlFile('datasets/derived/newest_tenders.sql'),
  names: null,
  sections: {},
  profile: [],
};

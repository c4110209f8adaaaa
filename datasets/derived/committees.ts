/** Committees: one per acronym, with the name of its latest session. */
import {detailColumn, internalColumn, NOT_NULL, objectColumn} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {COMMITTEE_SECTIONS} from './committee_sections.ts';

const id = detailColumn(
  'integer',
  'stable number of the committee, made of its acronym',
  1095538557,
  NOT_NULL,
);
const name_en = detailColumn('text', 'English name', 'Industry and Technology', NOT_NULL);
const acronym = detailColumn('text', "the House's acronym", 'INDU', NOT_NULL);
const slug = detailColumn('text', 'the name as a slug', 'industry-and-technology', NOT_NULL);
const session_id = detailColumn('text', 'latest session in which the committee sat', '44-1', NOT_NULL);

/** Prefixes of a folded name that its slug omits: the key that spellings of a committee's name share. */
export const LEADING_WORDS = '^((standing|special|legislative|joint) )*(committee on (the )?)?';

export const committees: Derived = {
  name: 'committees',
  title: 'Committees',
  help: 'Committees and subcommittees of the House of Commons, one per acronym, named as in their latest session.',
  published: true,
  key: {column: 'slug', rank: 'name_en'},
  columns: {
    id: {...id, visibility: 'list'},
    name_en: {...name_en, visibility: 'list'},
    acronym: {...acronym, visibility: 'list'},
    slug: {...slug, visibility: 'list'},
    name_fr: detailColumn('text', 'French name', 'Industrie et technologie'),
    session_id,
    last_updated: detailColumn(
      'timestamp',
      'load in which one of its sessions last changed, UTC',
      '2026-11-21T06:00:00',
      NOT_NULL,
    ),
    parent: objectColumn('of a subcommittee: its committee', {id, name_en, acronym, slug}, {nullable: true}),
    sessions: internalColumn(
      'rows',
      'every session in which a committee of this acronym sat, under its name then; by session',
      [{session_id: '44-1', name_en: 'Industry and Technology'}],
      {fields: {session_id, name_en: {...name_en, help: 'English name in that session'}}},
    ),
  },
  sort: {default: 'name', keys: {name: 'name_en'}},
  filters: {name_en: 'partial', name_fr: 'partial', acronym: 'partial'},
  sql: sqlFile('datasets/derived/committees.sql', {leading_words: LEADING_WORDS}),
  names: sqlFile('datasets/derived/committees.spellings.sql'),
  exactNamesOnly: true,
  sections: COMMITTEE_SECTIONS,
  globalSearch: {columns: ['name_en', 'name_fr', 'acronym'], label: {column: 'name_en'}},
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

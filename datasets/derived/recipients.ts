/**
 * Recipients of grants: one per name and kind, as fragmented as published where names differ by more than
 * punctuation.
 */
import {detailColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {sqlFile, sqlText} from '../sql_file.ts';
import type {Column, Derived} from '../types.ts';
import {isNameOf, RECIPIENT_KINDS} from './recipient_names.ts';

const text = (help: string, example: string, more: Partial<Column> = {}): Column =>
  detailColumn('text', help, example, {...NOT_NULL, ...more});
const NAME = 'Riverbend Wetland Society | Société du marais de Riverbend';
const DEPARTMENT = 'Environment and Climate Change Canada | Environnement et Changement climatique Canada';

const money = detailColumn('money', 'CAD sum of the grant records', 125000.5, NOT_NULL);
const count = detailColumn('integer', 'number of grant records', 1, NOT_NULL);
const day = (help: string): Column => detailColumn('date', help, '2024-04-01');

const IS_NAME_OF = sqlText(isNameOf('n', 'g'));

export const recipients: Derived = {
  name: 'recipients',
  title: 'Recipients',
  help: 'Recipients of the grants by name and kind. Spellings that differ in case, accents, white space and punctuation alone are one recipient, and so is a name in one of the two languages in which others of the same organization give it; other spellings are recipients of their own. An individual and an organization of one name are two, and so are bodies such as towns and parishes in two provinces: what tells namesakes apart stands in brackets behind the name. Two individuals of one name cannot be told apart.',
  key: {column: 'recipient', rank: 'total_value'},
  counted: 'grant_count',
  columns: {
    recipient: text(
      'in its most frequent spelling (ties: higher total value, then code point order), one with both languages first; with the kind or the provinces in brackets where several recipients have the name',
      NAME,
      {visibility: 'list', bilingual: true},
    ),
    recipient_key: text('`encodeURIComponent(recipient)`, usable as path segment', encodeURIComponent(NAME), {
      visibility: 'list',
      derived: {sql: 'encode_uri_component(r.recipient)'},
    }),
    grant_count: {...count, visibility: 'list'},
    total_value: {...money, visibility: 'list'},
    recipient_kind: text(
      'by the types of its grants; null: they have none, and others of the name have both',
      'organization',
      {nullable: true, visibility: 'list', values: RECIPIENT_KINDS},
    ),
    first_grant_date: day('oldest `date`'),
    last_grant_date: day('newest `date`'),
    name_variants: detailColumn(
      'text[]',
      'published spellings of this recipient, most frequent first, at most 50',
      [NAME],
    ),
    recipient_group: text(
      'vendor key of the name, of its first half where it has two',
      'riverbend wetland society',
      {
        visibility: 'internal',
      },
    ),
  },
  sort: {default: 'total_value', keys: {total_value: 'total_value', grant_count: 'grant_count'}},
  filters: {recipient: 'partial', name_variants: 'partial'},
  sql: sqlFile('datasets/derived/recipients.sql'),
  names: sqlFile('datasets/derived/recipients.spellings.sql'),
  sections: {
    top_departments: {
      column: rowsColumn('top 10 by `total_value`', {
        name: text('institution that pays, bilingual', DEPARTMENT, {bilingual: true}),
        total_value: money,
        grant_count: count,
      }),
      sql: sqlFile('datasets/derived/recipients.top_departments.sql', {is_name_of: IS_NAME_OF}),
      order: 'total_value DESC, name',
      limit: 10,
    },
    recent_grants: {
      column: rowsColumn('10 newest', {
        record_id: text('stable identifier', 'g_9f31a2b4c5d6e7f8'),
        value: {...money, nullable: true, help: 'CAD'},
        department: text('bilingual', DEPARTMENT, {nullable: true, bilingual: true}),
        date: day('agreement start date'),
        description: text('as in the list', 'Restoring the oxbow marsh', {nullable: true}),
      }),
      sql: sqlFile('datasets/derived/recipients.recent_grants.sql', {is_name_of: IS_NAME_OF}),
      order: 'date DESC NULLS LAST, record_id',
      limit: 10,
    },
  },
  related: {
    name: 'similar_recipients',
    column: rowsColumn(
      'up to 10 other recipients whose name contains the search text or has the same vendor key; by `total_value`',
      {
        recipient: text('name of the other recipient', 'Riverbend Wetland Society Inc.', {bilingual: true}),
        grant_count: count,
        total_value: {...money, example: 20000},
      },
    ),
    contains: 'recipient',
    same: 'recipient_group',
    limit: 10,
  },
  profile: [
    'recipient',
    'recipient_key',
    'grant_count',
    'total_value',
    'recipient_kind',
    'first_grant_date',
    'last_grant_date',
    'name_variants',
    'top_departments',
    'recent_grants',
    'similar_recipients',
  ],
};

/** Recipients of grants: one per folded name, otherwise as fragmented as published. */
import type {Column, Derived} from '../types.ts';

const text = (help: string, example: string, more: object = {}): Column => ({
  type: 'text',
  nullable: false,
  visibility: 'detail',
  help,
  example,
  ...more,
});
const NAME = 'Riverbend Wetland Society | Société du marais de Riverbend';
const DEPARTMENT = 'Environment and Climate Change Canada | Environnement et Changement climatique Canada';

const money: Column = {
  type: 'money',
  nullable: false,
  visibility: 'detail',
  unit: 'CAD',
  help: 'CAD sum of the grant records',
  example: 125000.5,
};
const count: Column = {
  type: 'integer',
  nullable: false,
  visibility: 'detail',
  help: 'number of grant records',
  example: 1,
};
const day = (help: string): Column => ({
  type: 'date',
  nullable: true,
  visibility: 'detail',
  help,
  example: '2024-04-01',
});

export const recipients: Derived = {
  name: 'recipients',
  title: 'Recipients',
  help: 'Recipients of the grants by folded name: two spellings that differ in more than case, accents and white space are two recipients, as published.',
  key: {column: 'recipient', rank: 'total_value'},
  columns: {
    recipient: text(
      'one per folded name, in its most frequent spelling (ties: higher total value, then code point order)',
      NAME,
      {visibility: 'list', bilingual: true},
    ),
    recipient_key: text('`encodeURIComponent(recipient)`, usable as path segment', encodeURIComponent(NAME), {
      visibility: 'list',
      derived: {sql: 'encode_uri_component(r.recipient)'},
    }),
    grant_count: {...count, visibility: 'list'},
    total_value: {...money, visibility: 'list'},
    first_grant_date: day('oldest `date`'),
    last_grant_date: day('newest `date`'),
    recipient_folded: text('folded name', 'riverbend wetland society | societe du marais de riverbend', {
      visibility: 'internal',
    }),
    recipient_group: text(
      'vendor key of the name',
      'riverbend wetland society societe du marais de riverbend',
      {
        visibility: 'internal',
      },
    ),
  },
  sort: {default: 'total_value', keys: {total_value: 'total_value', grant_count: 'grant_count'}},
  filters: {recipient: 'partial'},
  sql: `
    WITH spellings AS (
      SELECT recipient_folded, recipient, count(*) AS n, coalesce(sum(value), 0) AS total, min(date) AS first_date, max(date) AS last_date
      FROM grants WHERE recipient_folded IS NOT NULL GROUP BY ALL
    ), merged AS (
      SELECT first(recipient ORDER BY n DESC, total DESC, recipient) AS recipient, CAST(sum(n) AS BIGINT) AS grant_count,
        CAST(sum(total) AS DECIMAL(18, 2)) AS total_value, min(first_date) AS first_grant_date, max(last_date) AS last_grant_date,
        recipient_folded
      FROM spellings GROUP BY recipient_folded
    )
    SELECT *, vendor_key_of(recipient) AS recipient_group FROM merged`,
  names: 'SELECT recipient AS name, recipient_folded AS known, recipient AS entity FROM recipients',
  sections: {
    top_departments: {
      column: {
        type: 'rows',
        nullable: false,
        visibility: 'detail',
        help: 'top 10 by `total_value`',
        example: [{name: DEPARTMENT, total_value: 125000.5, grant_count: 1}],
        fields: {
          name: text('institution that pays, bilingual', DEPARTMENT, {bilingual: true}),
          total_value: money,
          grant_count: count,
        },
      },
      sql: `SELECT r.recipient AS _key, g.department AS name, coalesce(sum(g.value), 0) AS total_value, count(*) AS grant_count
        FROM grants g JOIN recipients r USING (recipient_folded) WHERE g.department IS NOT NULL GROUP BY ALL`,
      order: 'total_value DESC, name',
      limit: 10,
    },
    recent_grants: {
      column: {
        type: 'rows',
        nullable: false,
        visibility: 'detail',
        help: '10 newest',
        example: [
          {
            record_id: 'g_9f31a2b4c5d6e7f8',
            value: 125000.5,
            department: DEPARTMENT,
            date: '2024-04-01',
            description: 'Restoring the oxbow marsh',
          },
        ],
        fields: {
          record_id: text('stable identifier', 'g_9f31a2b4c5d6e7f8'),
          value: {...money, nullable: true, help: 'CAD'},
          department: text('bilingual', DEPARTMENT, {nullable: true, bilingual: true}),
          date: day('agreement start date'),
          description: text('as in the list', 'Restoring the oxbow marsh', {nullable: true}),
        },
      },
      sql: `SELECT r.recipient AS _key, g.record_id, g.value, g.department, g.date, g.description
        FROM grants g JOIN recipients r USING (recipient_folded)`,
      order: 'date DESC NULLS LAST, record_id',
      limit: 10,
    },
  },
  related: {
    name: 'similar_recipients',
    column: {
      type: 'rows',
      nullable: false,
      visibility: 'detail',
      help: 'up to 10 other recipients whose name contains the search text or has the same vendor key; by `total_value`',
      example: [{recipient: 'Riverbend Wetland Society Inc.', grant_count: 1, total_value: 20000}],
      fields: {
        recipient: text('name of the other recipient', 'Riverbend Wetland Society Inc.', {bilingual: true}),
        grant_count: count,
        total_value: money,
      },
    },
    contains: 'recipient',
    same: 'recipient_group',
    limit: 10,
  },
  profile: [
    'recipient',
    'recipient_key',
    'grant_count',
    'total_value',
    'first_grant_date',
    'last_grant_date',
    'top_departments',
    'recent_grants',
    'similar_recipients',
  ],
};

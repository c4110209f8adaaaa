/** Bills: one record per bill of a session, of both chambers. */
import {sectorsSql} from '../codes/sectors.ts';
import {byQuarterAndMonth, byYear} from '../series.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import {columns} from './columns.ts';
import legisinfo from './sources/legisinfo_bills.ts';

const TITLES = ['name_en', 'name_fr', 'short_title_en', 'short_title_fr'] as const;

/** The first reading of each kind, by date, chamber of origin first; a bill may come from two layouts. */
const READINGS = `list_transform(
  list_sort(list_transform(
    list_filter(rec.readings, lambda one, place:
      list_position(list_transform(rec.readings, lambda each: each.chamber || each.reading), one.chamber || one.reading) = place),
    lambda one: struct_pack(date := one.date, after := one.chamber <> rec.home_chamber, reading := one.reading, chamber := one.chamber))),
  lambda one: struct_pack(chamber := one.chamber, reading := one.reading, date := one.date))`;

export const bills: Dataset = {
  name: 'bills',
  title: 'Bills',
  help: 'Bills of the House of Commons and the Senate, one record per bill and session, with the divisions of the House on it. The last known form of a bill counts: its own page, else an archived copy, else the list of its session.',
  id: {column: 'bill_id', prefix: ''},
  columns,
  sort: {default: 'date', keys: {date: 'introduced'}},
  filters: {
    number: 'exact',
    name_en: 'partial',
    short_title_en: 'partial',
    session_id: 'exact',
    status_code: 'exact',
    sponsor_name: 'partial',
    sectors: 'exact',
    law: 'exact',
    private_member: 'exact',
    last_updated: 'range',
  },
  facets: ['session_id', 'status_code', 'sponsor_name', 'sectors', 'law', 'private_member'],
  globalSearch: {
    columns: ['number', 'name_en', 'name_fr', 'short_title_en', 'sponsor_name'],
    label: {sql: `r.number || ' ' || r.name_en`},
    date: 'introduced',
    bills: 'number',
  },
  date: 'introduced',
  published: true,
  joins: {
    links: 'bill_links AS links ON links.bill_id = r.bill_id',
    analysis: 'bill_analyses AS analysis ON analysis.bill_id = r.bill_id',
  },
  stats: {
    groups: {
      status: {sql: 'r.status_code'},
      sponsor_party: {sql: 'links.sponsor_party', join: 'links'},
      year: byYear('introduced'),
      ...byQuarterAndMonth('introduced'),
    },
    sum: null,
  },
  versions: {
    fromOriginal: [],
    computed: {
      law: `rec.law OR rec.status_code = 'ROYAL_ASSENT' OR rec.royal_assent_date IS NOT NULL`,
      private_member: `fold(coalesce(rec.bill_type, '')) = 'private member''s bill'`,
      sectors: sectorsSql(TITLES.map((name) => `rec.${name}`)),
      readings: READINGS,
    },
  },
  checks,
  sources: [legisinfo],
};

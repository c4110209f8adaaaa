/** Columns of the extra members of `meta`. */
import type {Columns} from '../../../datasets/types.ts';
import {MATCHED_BY, MAX_SIMILAR} from '../../../engine/types.ts';
import {column, integerColumn, NULLABLE, rowsColumn, textColumn} from './columns.ts';

export const META_COLUMNS = {
  municipality: textColumn('the slugs used, joined by commas; null without any', 'calgary', NULLABLE),
  sort_by: textColumn('the sort key used', 'date'),
  sort_order: textColumn('the direction used', 'desc'),
  period: textColumn('the period used, or null', '1y', NULLABLE),
  as_of: column('date', 'data date, with which periods end', '2026-11-21'),
  build: textColumn('the build that answered: pass it as `since` in a later request', '6f0d9a3be1c24875'),
  kept_from: column(
    'timestamp',
    'time, UTC, of the build since which no change is missing; null if the log begins with the present build',
    '2026-08-23T06:00:00',
    NULLABLE,
  ),
  proximity: column('object', 'point and radius of a search by distance, else null', null, {
    ...NULLABLE,
    fields: {
      lat: column('number', 'latitude (WGS 84)', 51.0447, {unit: 'degrees'}),
      lng: column('number', 'longitude (WGS 84)', -114.0719, {unit: 'degrees'}),
      radius_km: column('number', 'radius', 1, {unit: 'kilometres'}),
    },
  }),
} as const satisfies Columns;

export type MetaName = keyof typeof META_COLUMNS;

/** Members of `meta` of profiles that were not found by their own name. */
export const PROFILE_META: Columns = {
  matched_by: textColumn(
    'how the text found the profile, where it is not its name: `spelling` another spelling, half or former name of it, `key` the same but for legal form and punctuation, `acronym` that of a public body, `beginning` or `part` of a name',
    'acronym',
    {values: MATCHED_BY.filter((by) => by !== 'name')},
  ),
  similar: rowsColumn(
    `only for \`beginning\` and \`part\`: the other entities that the text may mean, at most ${MAX_SIMILAR}, the largest first, with the records of each`,
    {name: textColumn('name', 'Northline Surveying Inc.'), count: integerColumn('records', 12)},
  ),
};

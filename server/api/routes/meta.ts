/** Columns of the extra members of `meta`. */
import type {Column, Columns} from '../../../datasets/types.ts';
import {MATCHED_BY, MAX_SIMILAR} from '../../../engine/types.ts';

const text = (help: string, example: Column['example'], nullable: boolean): Column => ({
  type: 'text',
  nullable,
  visibility: 'list',
  help,
  example,
});

const number = (help: string, example: number, unit: string): Column => ({
  ...text(help, example, false),
  type: 'number',
  unit,
});

export const META_COLUMNS = {
  municipality: text('the slugs used, joined by commas; null without any', 'calgary', true),
  sort_by: text('the sort key used', 'date', false),
  sort_order: text('the direction used', 'desc', false),
  period: text('the period used, or null', '1y', true),
  as_of: {...text('data date, with which periods end', '2026-11-21', false), type: 'date'},
  proximity: {
    ...text('point and radius of a search by distance, else null', '', true),
    type: 'object',
    fields: {
      lat: number('latitude (WGS 84)', 51.0447, 'degrees'),
      lng: number('longitude (WGS 84)', -114.0719, 'degrees'),
      radius_km: number('radius', 1, 'kilometres'),
    },
    example: null,
  },
} as const satisfies Record<string, Column>;

export type MetaName = keyof typeof META_COLUMNS;

/** Members of `meta` of profiles that were not found by their own name. */
export const PROFILE_META: Columns = {
  matched_by: {
    ...text(
      'how the text found the profile, where it is not its name: `spelling` another spelling, half or former name of it, `key` the same but for legal form and punctuation, `acronym` that of a public body, `beginning` or `part` of a name',
      'acronym',
      false,
    ),
    values: MATCHED_BY.filter((by) => by !== 'name'),
  },
  similar: {
    ...text(
      `only for \`beginning\` and \`part\`: the other entities that the text may mean, at most ${MAX_SIMILAR}, the largest first, with the records of each`,
      '',
      false,
    ),
    type: 'rows',
    fields: {
      name: text('name', 'Northline Surveying Inc.', false),
      count: {...text('records', '', false), type: 'integer', example: 12},
    },
    example: [{name: 'Northline Surveying Inc.', count: 12}],
  },
};

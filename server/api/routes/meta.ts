/** Columns of the extra members of `meta`. */
import type {Column} from '../../../datasets/types.ts';

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

/** Forms in which portals write days, numbers, points and rows. */
import type {Json} from '../../datasets/types.ts';
import {iso, REFERENCE_DAY} from '../dates.ts';
import {type Cents, shortest} from '../money.ts';
import type {Permit} from './permit.ts';
import type {Columns} from './tables.ts';

const DAY_MS = 86_400_000;

/** `2013-07-08T00:00:00.000`. */
export const floating = (day: number | null): string | null =>
  day === null ? null : `${iso(day)}T00:00:00.000`;

export const isoDay = (day: number | null): string | null => (day === null ? null : iso(day));

/** Milliseconds since 1970, at an hour of UTC that is midnight or noon at the place. */
export const epoch = (day: number | null, hour = 4): number | null =>
  day === null ? null : day * DAY_MS + hour * 3_600_000;

/** The text in the place of the cost, or the cost in dollars. */
export const costText = (
  {costText, cost}: Permit,
  written: (cents: Cents) => string = shortest,
): string | null => costText ?? (cost === null ? null : written(cost));

/** As a number, where it is one. */
export function costNumber(permit: Permit): Json {
  const text = costText(permit);
  return text === null || Number.isNaN(Number(text)) ? text : Number(text);
}

export const geoPoint = (point: Permit['point']): Json =>
  point === null ? null : {type: 'Point', coordinates: [...point]};

/** A row of Socrata: what is null is left out, numbers are texts, and it has an id of its own. Changes `columns`. */
export function socrata(row: number, columns: Columns): Columns {
  for (const name in columns) {
    const value = columns[name];
    if (value === null) columns[name] = undefined;
    else if (typeof value === 'number') columns[name] = String(value);
  }
  columns[':id'] = `row-${row.toString(36).padStart(6, '0')}~z4k7.s8qm`;
  columns[':created_at'] = CREATED;
  columns[':updated_at'] = UPDATED;
  return columns;
}
const CREATED = `${iso(REFERENCE_DAY - 40)}T09:00:00.000Z`;
const UPDATED = `${iso(REFERENCE_DAY - 3)}T09:00:00.000Z`;

/** `48 LARKSPUR GR`. */
export const streetAddress = ({place: {house, street, kind}}: Pick<Permit, 'place'>): string =>
  `${house} ${street} ${kind}`;

const SQUARE_FOOT = 0.09290304;
/** Square metres as whole square feet, and what becomes of these. */
export const feet = (metres: number): number => Math.round(metres / SQUARE_FOOT);
export const fromFeet = (count: number): number => Math.round(count * SQUARE_FOOT * 10) / 10;

/** `24` of 2024. */
export const yearOf = (day: number): string => iso(day).slice(2, 4);
export const padded = (index: number, width = 6): string => String(index).padStart(width, '0');

/**
 * Days of ArcGIS dates: a layer that says in which zone its dates were written means the days of that zone.
 */
import {isObject, type JsonObject, numberOf} from '../runtime/unknown_json.ts';

/**
 * Names of time zones as layers write them, with the IANA name and the standard time without daylight saving.
 */
const ZONES: Record<string, readonly [zone: string, standard: string]> = {
  'Newfoundland Standard Time': ['America/St_Johns', '-03:30'],
  'Atlantic Standard Time': ['America/Halifax', '-04:00'],
  'Eastern Standard Time': ['America/Toronto', '-05:00'],
  'Central Standard Time': ['America/Winnipeg', '-06:00'],
  'Canada Central Standard Time': ['America/Regina', '-06:00'],
  'Mountain Standard Time': ['America/Edmonton', '-07:00'],
  'Pacific Standard Time': ['America/Vancouver', '-08:00'],
  'Yukon Standard Time': ['America/Whitehorse', '-07:00'],
  UTC: ['UTC', 'UTC'],
};

/** The time zone of `dateFieldsTimeReference`; UTC where there is none, null where it is not known. */
export function zoneOf(reference: unknown): string | null {
  if (!isObject(reference)) return 'UTC';
  const {timeZone, timeZoneIANA, respectsDaylightSaving} = reference;
  const known = typeof timeZone === 'string' ? ZONES[timeZone] : undefined;
  if (known) return respectsDaylightSaving === false ? known[1] : known[0];
  const name = typeof timeZoneIANA === 'string' ? timeZoneIANA : timeZone;
  if (typeof name !== 'string') return 'UTC';
  try {
    new Intl.DateTimeFormat('en', {timeZone: name});
    return name;
  } catch {
    return null; // the caller says that it is not known
  }
}

const DAY_MS = 86_400_000;

/**
 * Writes the dates of these columns, milliseconds since 1970, as local time without a zone. Exact midnight
 * UTC stays: it is a day without a time.
 */
export function localDates(columns: readonly string[], zone: string): (row: JsonObject) => JsonObject {
  if (zone === 'UTC' || !columns.length) return (row) => row;
  const two = '2-digit';
  // Swedish times are those of ISO 8601 but for the blank.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{timeZone: zone, year: 'numeric', month: two, day: two, hour: two, minute: two, second: two},
  });
  return (row) => {
    const local = columns.flatMap((column) => {
      const ms = numberOf(row[column]);
      if (ms === null || ms % DAY_MS === 0 || Math.abs(ms) > 8e15) return [];
      return [[column, format.format(ms).replace(' ', 'T')] as const];
    });
    return {...row, ...Object.fromEntries(local)};
  };
}

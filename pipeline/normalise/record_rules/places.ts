/**
 * Which rows are one permit or project that is listed for every address, unit, contact or place. Its number,
 * kind, dates and description agree. A row of a place that is listed already, with another amount, is another
 * record.
 */
import {cents, type RecordRule, type VersionRow} from './types.ts';

export interface PlaceRow extends VersionRow {
  place: string | null;
  /** Cents, and dwellings. */
  amount: number | null;
  dwellings: number | null;
}

const differ = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && one !== other;
const contradict = (one: PlaceRow, other: PlaceRow): boolean =>
  one.place === other.place && (differ(one.amount, other.amount) || differ(one.dwellings, other.dwellings));

export const rowsByPlace: RecordRule<PlaceRow> = {
  candidates: [],
  read: {
    place: 'coalesce(v.place, v.address)',
    amount: cents('coalesce(v.estimated_cost, v.federal_contribution)'),
    dwellings: 'CAST(v.dwelling_units_created AS DOUBLE)',
  },
  records: (rows) => {
    const records: PlaceRow[][] = [];
    for (const row of rows) {
      const record = records.find((one) => !one.some((other) => contradict(row, other)));
      if (record) record.push(row);
      else records.push([row]);
    }
    return records.map((own) => ({
      versions: own.map(({row, place}, nth) => {
        const isKnown = own.slice(0, nth).some((other) => other.place === place);
        return {
          row,
          rule: nth === 0 ? null : isKnown ? 'listed again at one address' : 'listed at another address',
        };
      }),
      key: own[0]!.row,
    }));
  },
};

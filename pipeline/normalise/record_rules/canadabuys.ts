/**
 * Which entries of CanadaBuys are one contract or award: those of one number, by amendment number. Two
 * originals of two suppliers are two contracts: a notice may list several winners. Entries give changes, and
 * many leave the total blank; it is added up here.
 */
import type {JoinRule} from '../../../datasets/codes/join_rules.ts';
import {isOneCutOfTheOther} from '../../../datasets/rules/cut_names.ts';
import {Joins} from './joins.ts';
import {cents, days, type RecordRule, type Version, type VersionedRecord, type VersionRow} from './types.ts';

export interface CanadaBuysRow extends VersionRow {
  /** What tells contracts of one number apart: the contracting entity, or the contract number of an award. */
  apart: string | null;
  vendor: string | null;
  name: string | null;
  amendment: number;
  /** Whether the entry has a day of amendment; an original has none. */
  amended: boolean;
  /** Day of the entry, and of the award. */
  date: number | null;
  awarded: number | null;
  /**
   * Cents: total after the entry, that of the whole contract on every row of the archive, and the change by
   * the entry.
   */
  total: number | null;
  whole: number | null;
  change: number | null;
  currency: string;
}

const byAmendment = (a: CanadaBuysRow, b: CanadaBuysRow): number =>
  a.amendment - b.amendment ||
  (a.date ?? Number.NEGATIVE_INFINITY) - (b.date ?? Number.NEGATIVE_INFINITY) ||
  a.row - b.row;

const isOriginal = ({amendment, amended}: CanadaBuysRow): boolean => amendment === 0 && !amended;

/** Splits the rows of a number; a blank value goes with the only other one. */
function splitApart(rows: readonly CanadaBuysRow[]): CanadaBuysRow[][] {
  const values = new Set(rows.map(({apart}) => apart).filter((apart) => apart !== null));
  if (values.size < 2) return [[...rows]];
  return [...Map.groupBy(rows, ({apart}) => apart).values()];
}

function recordsOf(unordered: readonly CanadaBuysRow[]): VersionedRecord[] {
  const rows = unordered.toSorted(byAmendment);
  const joins = new Joins(rows);
  const originals = originalsBySupplier(rows);
  for (const row of rows) joins.join(row, ...originOf(row, originals));
  return joins.records().map((own) => ({versions: addUp(own, joins.ruleOf), key: own[0]!.row}));
}

/** The first original of each supplier; the first row where no original is published. */
function originalsBySupplier(rows: readonly CanadaBuysRow[]): CanadaBuysRow[] {
  const found: CanadaBuysRow[] = [];
  for (const row of rows) if (isOriginal(row) && !found.some((one) => isSupplier(row, one))) found.push(row);
  return found.length ? found : rows.slice(0, 1);
}

const isSupplier = (a: CanadaBuysRow, b: CanadaBuysRow): boolean =>
  a.vendor === null ||
  b.vendor === null ||
  a.vendor === b.vendor ||
  isOneCutOfTheOther(a.name ?? '', b.name ?? '');

/** The original that an entry belongs to, and why. */
function originOf(row: CanadaBuysRow, originals: readonly CanadaBuysRow[]): [CanadaBuysRow, JoinRule] {
  if (originals.length === 1) return [originals[0]!, 'entry of the same number'];
  const ofSupplier = originals.find((one) => row.vendor !== null && isSupplier(row, one));
  if (ofSupplier) return [ofSupplier, 'entry of the same number and supplier'];
  const start = row.total !== null && row.change !== null ? row.total - row.change : null;
  const continued = originals.filter((one) => start !== null && (one.total ?? one.change) === start);
  if (continued.length === 1) return [continued[0]!, 'entry of the same number that continues the total'];
  const awarded = originals.filter((one) => row.awarded !== null && one.awarded === row.awarded);
  return awarded.length === 1
    ? [awarded[0]!, 'entry of the same number and day of award']
    : [originals.at(-1)!, 'entry of the same number, the latest original'];
}

/**
 * Versions with their totals: as published, else the last known total and the changes since, from the
 * original on. Entries equal in amendment number and amount count once. Amounts in two currencies have no
 * sum.
 */
function addUp(
  entries: readonly CanadaBuysRow[],
  ruleOf: (entry: CanadaBuysRow) => JoinRule | null,
): Version[] {
  const counted = new Set<string>();
  let total: number | null = null;
  let currency: string | null = null;
  return entries.map((entry, nth) => {
    const key = `${entry.amendment}|${entry.change}|${entry.currency}`;
    const isRepeated = entry.change !== null && counted.has(key);
    counted.add(key);
    const change = isRepeated ? 0 : entry.change;
    const before = nth === 0 && entry.amendment === 0 ? 0 : entry.currency === currency ? total : null;
    const isLastOfArchive = entry.whole !== null && !entries.slice(nth + 1).some(({whole}) => whole !== null);
    const published = entry.total ?? (isLastOfArchive ? entry.whole : null);
    total = published ?? (before === null || change === null ? null : before + change);
    currency = entry.currency;
    const rule = ruleOf(entry);
    return {row: entry.row, rule: isRepeated && rule ? 'entry repeated' : rule, total};
  });
}

export const canadabuysEntries: RecordRule<CanadaBuysRow> = {
  candidates: [],
  read: {
    apart: 'v.apart',
    vendor: 'v.vendor_group',
    name: 'v.vendor',
    amendment: 'CAST(coalesce(TRY_CAST(v.amendment_number AS INTEGER), 0) AS DOUBLE)',
    amended: 'v.amended_on IS NOT NULL',
    date: days('v.version_date'),
    awarded: days('v.date'),
    total: cents('v.version_total'),
    whole: cents('v.whole_total'),
    change: cents('v.raw_change'),
    currency: "coalesce(v.currency, 'CAD')",
  },
  records: (rows) => splitApart(rows).flatMap(recordsOf),
};

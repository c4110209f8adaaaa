/** Which rows of the registry of contracts are one contract, by the rules of merging, row against row. */
import {fold, vendorKey} from '../../datasets/rules/text.ts';

export type Cells = Record<string, string>;

const REFERENCE = /\d{4}-\d{4}-Q[1-4]/;
const WORDS_FOR_NONE = ['', 'na'];
const EXCEL = /^\d(\.\d+)?E\+\d+$/;

/** A row as the rules look at it. */
export interface Row {
  cells: Cells;
  organization: string;
  reference: string;
  /** Null where the number names nothing. */
  number: string | null;
  vendor: string;
  key: string | null;
  day: string | null;
  start: string | null;
  /** Null where it is zero, too. */
  original: number | null;
  value: number | null;
  change: number;
  kind: string;
  period: string;
  said: string;
}

const amountOf = (text = ''): number | null => (/\d/.test(text) ? Number(text.replace(/[$, ]/g, '')) : null);

function dayOf(text = ''): string | null {
  const real = /^(19|20)\d\d-\d\d-\d\d$/.test(text) && new Date(text).toISOString().startsWith(text);
  return real ? text : null;
}

function rowOf(cells: Cells): Row {
  const {reference_number = '', procurement_id = '', vendor_name = '', instrument_type = ''} = cells;
  const swapped = REFERENCE.test(procurement_id) && !REFERENCE.test(reference_number);
  const [reference, number] = swapped
    ? [procurement_id, reference_number]
    : [reference_number, procurement_id];
  const isNone = !/\d/.test(number) || /^0+$/.test(number) || EXCEL.test(number);
  const vendor = WORDS_FOR_NONE.includes(fold(vendor_name)) ? '' : vendor_name;
  return {
    cells,
    organization: cells['owner_org'] ?? '',
    reference,
    number: isNone ? null : number,
    vendor,
    key: vendor === '' ? null : vendorKey(vendor),
    day: dayOf(cells['contract_date']),
    start: dayOf(cells['contract_period_start']),
    original: amountOf(cells['original_value']) || null,
    value: amountOf(cells['contract_value']),
    change: amountOf(cells['amendment_value']) ?? 0,
    kind: instrument_type,
    period: REFERENCE.exec(cells['reporting_period'] ?? '')?.[0] ?? REFERENCE.exec(reference)?.[0] ?? '',
    said: ['additional_comments_en', 'comments_en', 'description_en'].map((name) => cells[name]).join('\n'),
  };
}

const same = <T>(a: T | null, b: T | null): boolean => a !== null && a === b;

/** Whether a name is the first 30 characters of another. */
const isCut = (name: string, whole: string): boolean =>
  name.length === 30 && whole.length > 30 && fold(whole).startsWith(fold(name));

const cutName = (a: Row, b: Row): boolean =>
  same(a.start, b.start) && (isCut(a.vendor, b.vendor) || isCut(b.vendor, a.vendor));

/** Whether `later` follows `before` by their totals. */
const runsOn = (before: Row, later: Row): boolean =>
  before.value !== null &&
  later.value !== null &&
  Math.abs(before.value + later.change - later.value) < 0.005;

/** The first version first: by period, the award before amendments, running totals, reference. */
export function inOrder(rows: readonly Row[]): Row[] {
  const rank = (row: Row) => (row.period === '' && row.kind === 'A' ? '9' : row.period);
  const kindRank = (row: Row) => (row.kind === 'A' ? 1 : 0);
  return rows.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) < rank(b) ? -1 : 1;
    if (kindRank(a) !== kindRank(b)) return kindRank(a) - kindRank(b);
    const [forth, back] = [runsOn(a, b), runsOn(b, a)];
    if (forth !== back) return forth ? -1 : 1;
    return a.reference < b.reference ? -1 : 1;
  });
}

/** Sets of rows of which each is linked with another of its set. */
function chains(rows: readonly Row[], linked: (a: Row, b: Row) => boolean): Row[][] {
  const sets: Row[][] = [];
  for (const row of rows) {
    const joined = sets.filter((set) => set.some((other) => linked(row, other)));
    for (const set of joined) sets.splice(sets.indexOf(set), 1);
    sets.push([...joined.flat(), row]);
  }
  return sets;
}

/** Whether a later contract row is no contract of its own. */
function repeats(earlier: Row, later: Row): boolean {
  if (!same(earlier.key, later.key) || !same(earlier.day, later.day)) return false;
  if (later.change !== 0) return same(earlier.original, later.original);
  const corrects = earlier.said === later.said || /correct/i.test(later.said);
  return earlier.period !== later.period && corrects && earlier.value !== later.value;
}

/** The contract that an amendment changes; undefined where none of its number fits. */
function amended(row: Row, contracts: readonly Row[][]): Row[] | undefined {
  const named = (fits: (award: Row) => boolean) =>
    contracts.find(([award]) => award !== undefined && fits(award));
  const ofVendor = contracts.filter(([award]) => same(award?.key ?? null, row.key));
  if (ofVendor.length > 0) {
    const own = (fits: (award: Row) => boolean) => named((award) => same(award.key, row.key) && fits(award));
    return (
      own((award) => same(award.day, row.day) && same(award.original, row.original)) ??
      own((award) => same(award.day, row.day)) ??
      own((award) => same(award.original, row.original)) ??
      ofVendor.filter(([award]) => (award?.day ?? '') <= (row.day ?? '9')).at(-1)
    );
  }
  return (
    named((award) => same(award.day, row.day) && same(award.original, row.original)) ??
    named((award) => cutName(award, row)) ??
    (contracts.length === 1 ? contracts[0] : undefined)
  );
}

/** The contracts of one number. */
function ofNumber(rows: readonly Row[]): Row[][] {
  const contracts: Row[][] = [];
  for (const row of inOrder(rows.filter(({kind}) => kind === 'C'))) {
    const before = contracts.find((one) => one.some((earlier) => repeats(earlier, row)));
    if (before) before.push(row);
    else contracts.push([row]);
  }
  contracts.sort(([a], [b]) => ((a?.day ?? '') < (b?.day ?? '') ? -1 : 1));
  const amendments = rows.filter(({kind}) => kind === 'A');
  const offers = chains(
    rows.filter(({kind}) => kind === 'SOSA'),
    (a, b) => same(a.key, b.key),
  );
  if (contracts.length === 0) {
    const linked = (a: Row, b: Row) =>
      same(a.key, b.key) || (same(a.day, b.day) && same(a.original, b.original)) || cutName(a, b);
    return [...offers, ...chains(amendments, linked)];
  }
  const awards = contracts.map(([award]) => [award as Row]);
  const alone: Row[][] = [];
  for (const row of amendments) {
    const found = amended(row, awards);
    if (found) contracts[awards.indexOf(found)]?.push(row);
    else alone.push([row]);
  }
  return [...offers, ...contracts, ...alone];
}

const alike = (a: Row, b: Row): boolean =>
  same(a.key, b.key) && same(a.day, b.day) && same(a.original, b.original);

/** Rows without a number: one award with the amendments that agree in vendor, day and original value. */
function ofNoNumber(rows: readonly Row[]): Row[][] {
  return chains(rows, alike).flatMap((set) => {
    const awards = set.filter(({kind}) => kind === 'C').length;
    return awards === 1 && set.some(({kind}) => kind === 'A') ? [set] : set.map((row) => [row]);
  });
}

/**
 * The number under which a row is looked for: without what stands behind it, where the bare number is there,
 * too.
 */
function bareNumber(row: Row, numbers: Map<string, Row[]>): string {
  const [, bare = '', behind = ''] = /^(.*)\/([^/]+)$/.exec(row.number ?? '') ?? [];
  const fits = /^\d\d?$/.test(behind)
    ? (other: Row) => same(other.key, row.key)
    : (other: Row) => alike(other, row);
  const joins = row.kind === 'A' && numbers.get(bare)?.some(fits);
  return joins ? bare : (row.number ?? '');
}

/**
 * The contracts of a registry, each with its rows in order. Rows that are equal in all columns count once.
 */
export function contractsOf(cells: readonly Cells[]): Row[][] {
  const once = new Map(cells.map((one) => [JSON.stringify(one), one]));
  const organizations = Map.groupBy([...once.values()].map(rowOf), ({organization}) => organization);
  return [...organizations.values()].flatMap((rows) => {
    const numbered = rows.filter(({number}) => number !== null);
    const numbers = Map.groupBy(numbered, ({number}) => number ?? '');
    const groups = Map.groupBy(numbered, (row) => bareNumber(row, numbers));
    const found = [
      ...[...groups.values()].flatMap(ofNumber),
      ...ofNoNumber(rows.filter(({number}) => number === null)),
    ];
    return found.map(inOrder);
  });
}

/** Key of a contract: its organization, and the reference of the first award or the first row. */
export const keyOfContract = (rows: readonly Row[]): string => {
  const {organization, reference} = (rows.find(({kind}) => kind === 'C') ?? rows[0]) as Row;
  return `${organization}|${reference}`;
};

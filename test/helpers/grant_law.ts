/**
 * Which rows of the proactive disclosure are one grant, written from the rules as predicates over pairs of
 * rows. A group in which the rules leave a choice has no answer here.
 */

export interface GrantRow {
  org: string;
  reference: string;
  amendment: string;
  amended: string;
  /** A name of `NAMES`. */
  name: string;
  /** Digits of `BUSINESS_NUMBERS`. */
  business: string;
  start: string;
  agreement: string;
  /** Cents, different in every row of an institution. */
  cents: number;
}

/** Names as published, and the keys of their halves. */
export const NAMES: Record<string, string[]> = {
  'Alder Theatre|Théâtre Alder': ['alder theatre', 'theatre alder'],
  'Théâtre Alder | Alder Theatre': ['alder theatre', 'theatre alder'],
  'ALDER THEATRE INC.': ['alder theatre'],
  'Birch & Sons': ['birch and sons'],
  '| Chorale du cèdre': ['chorale du cedre'],
  'n/a': [],
  '': [],
};

/** As published, and the number where its last digit checks it and it has more than one different digit. */
export const BUSINESS_NUMBERS: Record<string, string | null> = {
  '130000003': '130000003',
  '130 000 003 RR0001': '130000003',
  '100000009': '100000009',
  '100000008': null,
  '000000000': null,
  '-': null,
  '': null,
};

const CHANGES = ['isc-sac', 'aandc-aadnc'];
export const publishesChanges = ({org}: GrantRow): boolean => CHANGES.some((code) => org.startsWith(code));

/** Thrown where the rules allow several answers. */
class Choice extends Error {}

type Pair = (a: GrantRow, b: GrantRow) => boolean;
const eq = (of: (row: GrantRow) => string | null | undefined): Pair => {
  return (a, b) => Boolean(of(a)) && of(a) === of(b);
};
const differ = (of: (row: GrantRow) => string | null | undefined): Pair => {
  return (a, b) => Boolean(of(a)) && Boolean(of(b)) && of(a) !== of(b);
};
const start = (row: GrantRow) => row.start;
const agreement = (row: GrantRow) => row.agreement;
const business = (row: GrantRow) => BUSINESS_NUMBERS[row.business];
const nameEq: Pair = (a, b) => NAMES[a.name]!.some((half) => NAMES[b.name]!.includes(half));
const recipientEq: Pair = (a, b) => nameEq(a, b) || eq(business)(a, b);

/** One reference with pairs of reference and amendment number of its own. */
const isOneGrant: Pair = (a, b) => {
  if (eq(start)(a, b) || eq(agreement)(a, b) || recipientEq(a, b)) return true;
  // The spelling of the recipient alone does not split; whether blanks do is not said.
  if (!differ(start)(a, b) && !differ(agreement)(a, b) && !differ(business)(a, b)) throw new Choice();
  return false;
};

/** An old number, or one whose pairs repeat. */
const isOneOfSeveral: Pair = (a, b) => {
  if (!recipientEq(a, b)) return false;
  if (a.agreement && b.agreement) return a.agreement === b.agreement;
  if (!eq(start)(a, b)) return false;
  // Known in one row, blank in the other.
  if (a.agreement || b.agreement) throw new Choice();
  return true;
};

/** An agreement whose changes are published under many references. */
const isOneOfChanges: Pair = (a, b) => eq(agreement)(a, b) && eq(start)(a, b) && recipientEq(a, b);

/** Rows that a pair connects. */
function components(rows: readonly GrantRow[], isOne: Pair): GrantRow[][] {
  const pairs = rows.flatMap((a) => rows.filter((b) => a !== b && isOne(a, b)).map((b) => [a, b] as const));
  const label = new Map(rows.map((row, at) => [row, at]));
  for (let round = 0; round < rows.length; round++)
    for (const [a, b] of pairs) {
      const least = Math.min(label.get(a)!, label.get(b)!);
      label.set(a, least).set(b, least);
    }
  return [...Map.groupBy(rows, (row) => label.get(row)).values()];
}

const isPairRepeated: Pair = (a, b) => a !== b && a.reference === b.reference && a.amendment === b.amendment;
const repeats = (rows: readonly GrantRow[]) => rows.some((a) => rows.some((b) => isPairRepeated(a, b)));

function ofInstitution(rows: readonly GrantRow[]): GrantRow[][] {
  const strict = new Set(
    [...Map.groupBy(rows, ({reference}) => reference)]
      .filter(([reference, own]) => reference.startsWith('GC-') || repeats(own))
      .map(([reference]) => reference),
  );
  const grants = components(rows, (a, b) => {
    if (publishesChanges(a) && isOneOfChanges(a, b)) return true;
    if (a.reference !== b.reference) return false;
    return strict.has(a.reference) ? isOneOfSeveral(a, b) : isOneGrant(a, b);
  });
  // Two rows of one pair that agree in everything that is asked: versions, or two agreements.
  if (grants.some(repeats)) throw new Choice();
  return grants;
}

/** First version first. */
function ordered(rows: readonly GrantRow[]): GrantRow[] {
  const place = (row: GrantRow) => `${row.amendment.padStart(4, ' ')} ${row.amended}`;
  const places = Map.groupBy(rows, place);
  if (places.size < rows.length && !publishesChanges(rows[0]!)) throw new Choice();
  return [...places].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, same]) => same);
}

/** The grants of a registry, each with its versions in order, or null where the rules leave a choice. */
export function lawfulGrants(rows: readonly GrantRow[]): GrantRow[][] | null {
  try {
    return [...Map.groupBy(rows, ({org}) => org).values()].flatMap(ofInstitution).map(ordered);
  } catch (error) {
    if (error instanceof Choice) return null;
    throw error;
  }
}

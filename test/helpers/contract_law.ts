/**
 * What is one contract of the proactive disclosure, written from the rules as predicates over pairs of rows.
 * A group in which the rules leave a choice has no answer here.
 */

export interface ContractRow {
  org: string;
  reference: string;
  number: string;
  /** A name of `VENDORS`. */
  vendor: string;
  date: string;
  original: string;
  change: string;
  value: string;
  period: string;
  instrument: string;
  description: string;
  comment: string;
}

export interface LawfulContract {
  /** First version first. */
  versions: ContractRow[];
  /** The row that gives the key. */
  key: ContractRow;
}

/** Spellings of vendors and the key that each has; null where there is no name. */
export const VENDORS: Record<string, string | null> = {
  'Alder Freight Ltd.': 'alder freight',
  'ALDER FREIGHT': 'alder freight',
  'Birch & Fils inc': 'birch and fils',
  'Bírch and  Fils': 'birch and fils',
  'Dogwood Harbour Survey and Mapp': 'dogwood harbour survey and mapp',
  'Dogwood Harbour Survey and Mapping Inc.': 'dogwood harbour survey and mapping',
  NA: null,
  '': null,
};
const CUT = 'dogwood harbour survey and mapp';

/** Thrown where the rules allow several answers. */
class Choice extends Error {}

/** The only item, if there is one. */
function sole<T>(items: readonly T[]): T | undefined {
  if (items.length > 1) throw new Choice();
  return items[0];
}

/** A row as the rules see it. */
interface Fact {
  row: ContractRow;
  number: string | null;
  reference: string;
  vendor: string | null;
  date: string | null;
  original: number | null;
  change: number | null;
  value: number;
  /** Text that sorts as the period does. */
  period: string;
  kind: string;
}

const cents = (text: string): number | null => (text === '' ? null : Math.round(Number(text) * 100));
const looksLikeReference = (text: string): boolean => /^C-\d{4}-\d{4}-Q\d-\d{5}$/.test(text);
const NONE = ['', 'NA', 'S/O', 'TBD', 'ACQUISITION CARD', '0000', '1.23E+11', 'see file'];

function kindOf(row: ContractRow): string {
  if (row.instrument !== '') return row.instrument;
  const [changed, moved] = [
    Number(row.change) !== 0,
    row.original !== '' && cents(row.original) !== cents(row.value),
  ];
  if (changed !== moved) throw new Choice();
  return changed ? 'A' : 'C';
}

function factOf(row: ContractRow): Fact {
  const exchanged = looksLikeReference(row.number) && !looksLikeReference(row.reference);
  const [number, reference] = exchanged ? [row.reference, row.number] : [row.number, row.reference];
  const kind = kindOf(row);
  const period = row.period || /\d{4}-\d{4}-Q\d/.exec(reference)?.[0];
  return {
    row,
    number: NONE.includes(number) ? null : number,
    reference,
    vendor: VENDORS[row.vendor] ?? null,
    date: row.date || null,
    original: cents(row.original),
    change: cents(row.change),
    value: cents(row.value)!,
    period: period ?? (kind === 'A' ? 'last' : ''),
    kind,
  };
}

const eq = <T>(a: T | null, b: T | null): boolean => a !== null && a === b;
const vendorEq = (a: Fact, b: Fact): boolean => eq(a.vendor, b.vendor);
const dateEq = (a: Fact, b: Fact): boolean => eq(a.date, b.date);
const originalEq = (a: Fact, b: Fact): boolean => eq(a.original, b.original) && a.original !== 0;
const cutEq = (a: Fact, b: Fact): boolean =>
  [a.vendor, b.vendor].includes(CUT) && [a.vendor, b.vendor].includes(`${CUT}ing`);
const follows = (a: Fact, b: Fact): boolean => b.change !== null && b.value === a.value + b.change;

/** Rule 3, of two `C` rows of one number. */
function isOneContract(a: Fact, b: Fact): boolean {
  if (!vendorEq(a, b) || !dateEq(a, b)) return false;
  const holds = (first: Fact, later: Fact): boolean => {
    if (later.change && eq(first.original, later.original)) return true;
    // A comment stands before the description in the record.
    if (first.row.comment !== '' && later.row.comment === '') throw new Choice();
    const says = later.row.comment !== '' || eq(first.row.description || null, later.row.description || null);
    return first.period !== later.period && says && first.value !== later.value;
  };
  if (a.period !== b.period) {
    if (a.period === '' || b.period === '') throw new Choice();
    return a.period < b.period ? holds(a, b) : holds(b, a);
  }
  if (holds(a, b) !== holds(b, a)) throw new Choice();
  return holds(a, b);
}

/** Rule 4: the contract of an `A` among those of its number; the first row of it. */
function contractOf(a: Fact, contracts: readonly Fact[][]): Fact | undefined {
  const where = (of: readonly Fact[][], is: (c: Fact) => boolean) => of.filter((own) => own.some(is));
  const own = where(contracts, (c) => vendorEq(a, c));
  const ways: (() => Fact[][])[] = own.length
    ? [
        () => where(own, (c) => dateEq(a, c) && originalEq(a, c)),
        () => where(own, (c) => dateEq(a, c)),
        () => where(own, (c) => originalEq(a, c)),
        () => latestOf(a, own, contracts.length === 1),
      ]
    : [
        () => where(contracts, (c) => dateEq(a, c) && originalEq(a, c)),
        () => where(contracts, (c) => cutEq(a, c)),
        () => (contracts.length === 1 ? [...contracts] : []),
      ];
  for (const way of ways) {
    const found = sole(way());
    if (found) return found[0];
  }
  return undefined;
}

/**
 * The vendor's latest contract not after the amendment. What is before all of several contracts may be of
 * any.
 */
function latestOf(a: Fact, own: readonly Fact[][], isOnly: boolean): Fact[][] {
  const dates = own.map((rows) => rows[0]!.date);
  const until = dates
    .filter((date) => date !== null && a.date !== null && date <= a.date)
    .toSorted()
    .at(-1);
  if (isOnly) return [...own];
  if (!until || dates.includes(null)) throw new Choice();
  return own.filter((rows) => rows[0]!.date === until);
}

/** The number that rule 5 gives an `A` row of `45001/12`. */
function bareNumber(a: Fact, rows: readonly Fact[]): string | null {
  const bare = /^(.+)\/\d\d?$/.exec(a.number ?? '')?.[1];
  if (a.kind !== 'A' || bare === undefined || a.vendor === null) return a.number;
  const beside = rows.filter((other) => other.number === a.number && other.kind === 'C');
  const there = rows.filter((other) => other.number === bare);
  const own = there.filter((other) => vendorEq(a, other));
  if (own.length && own.every(({kind}) => kind === 'SOSA')) throw new Choice();
  const stemOf = (one: Fact) => one.number?.replace(/\/.*/, '');
  const siblings = rows.filter(
    (other) =>
      other.number !== a.number && stemOf(other) === bare && vendorEq(a, other) && other.kind !== 'SOSA',
  );
  if (!own.length) {
    // Two numbers with endings and none without.
    if (siblings.length) throw new Choice();
    return a.number;
  }
  const foreign = there.some((other) => other.kind === 'C' && !vendorEq(a, other));
  if (beside.length || (foreign && !own.some((other) => other.kind === 'C'))) throw new Choice();
  return bare;
}

/** Rule 4 without a contract. */
const areAmendmentsOfOne = (a: Fact, b: Fact): boolean =>
  vendorEq(a, b) || (dateEq(a, b) && originalEq(a, b)) || cutEq(a, b);

/** Rules 2 to 4 within the rows of one number: pairs that are one record. */
function pairsOfNumber(rows: readonly Fact[]): [Fact, Fact][] {
  const pairs: [Fact, Fact][] = [];
  const every = (kind: string, is: (a: Fact, b: Fact) => boolean) => {
    const own = rows.filter((row) => row.kind === kind);
    for (const a of own) for (const b of own) if (a !== b && is(a, b)) pairs.push([a, b]);
    return own;
  };
  every('SOSA', vendorEq);
  const contracts = components(every('C', isOneContract), pairs);
  if (!contracts.length) every('A', areAmendmentsOfOne);
  else
    for (const a of rows.filter(({kind}) => kind === 'A')) {
      const contract = contractOf(a, contracts);
      if (contract) pairs.push([a, contract]);
      // Whether amendments that are of no contract of the number are of one that is not published, or changed
      // hands.
      else if (rows.some((other) => other !== a && other.kind === 'A' && areAmendmentsOfOne(a, other)))
        throw new Choice();
    }
  return pairs;
}

/** Rule 5 for endings other than a number of two digits, over the numbers that `bareNumber` gives. */
function pairsOfEndings(rows: readonly Fact[], numbers: ReadonlyMap<Fact, string | null>): [Fact, Fact][] {
  const isPair = (a: Fact, b: Fact) => {
    const [number, longer] = [numbers.get(a) ?? '?', numbers.get(b) ?? ''];
    const ending = /^\/(U|\d\d?)$/.exec(longer.startsWith(number) ? longer.slice(number.length) : '')?.[1];
    if (ending === undefined || !vendorEq(a, b) || !dateEq(a, b) || !eq(a.original, b.original)) return false;
    const kinds = [a.kind, b.kind].join(' ');
    if (!['A A', 'A C', 'C A'].includes(kinds)) return false;
    // Whether the number of a contract may be the longer one.
    if (a.original === 0 || (ending !== 'U' && kinds === 'A C')) throw new Choice();
    return ending === 'U';
  };
  return rows.flatMap((a) => rows.filter((b) => isPair(a, b)).map((b): [Fact, Fact] => [a, b]));
}

/** Rule 6. */
function pairsWithoutNumber(rows: readonly Fact[]): [Fact, Fact][] {
  const alike = (a: Fact, b: Fact) => vendorEq(a, b) && dateEq(a, b) && eq(a.original, b.original);
  return rows
    .filter(({kind}) => kind === 'C')
    .flatMap((c) => {
      const same = rows.filter((other) => other !== c && other.kind !== 'SOSA' && alike(c, other));
      if (same.length === 0 || same.some(({kind}) => kind === 'C')) return [];
      if (c.original === 0) throw new Choice();
      return same.map((a): [Fact, Fact] => [c, a]);
    });
}

/** Rows that pairs connect. */
function components(rows: readonly Fact[], pairs: readonly [Fact, Fact][]): Fact[][] {
  const label = new Map(rows.map((row, at) => [row, at]));
  for (let round = 0; round < rows.length; round++)
    for (const [a, b] of pairs) {
      const least = Math.min(label.get(a)!, label.get(b)!);
      label.set(a, least).set(b, least);
    }
  return [...Map.groupBy(rows, (row) => label.get(row)).values()];
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/**
 * Rows of one period and kind: a chain of totals through all of them, or, where no total leads to another, by
 * reference.
 */
function inTotals(rows: readonly Fact[], before: Fact | undefined): Fact[] {
  if (rows.length < 2) return [...rows];
  // A long tie is as rare as its permutations are many.
  if (rows.length > 6) throw new Choice();
  const links = (ordered: readonly Fact[]) =>
    ordered.filter((row, at) => at && follows(ordered[at - 1]!, row)).length;
  const byLinks = Map.groupBy(permutations(rows), links);
  const most = Math.max(...byLinks.keys());
  const continues = before ? rows.filter((row) => follows(before, row)) : [];
  // Whether the reference is the published one.
  if (most === 0 && rows.some(({row, reference}) => row.reference !== reference)) throw new Choice();
  if (most === 0 && !continues.length) return rows.toSorted((a, b) => compare(a.reference, b.reference));
  const best = sole(byLinks.get(most)!)!;
  if (most < rows.length - 1 || continues.some((row) => row !== best[0])) throw new Choice();
  return best;
}

function ordered(rows: readonly Fact[]): Fact[] {
  const groups = [...Map.groupBy(rows, ({period, kind}) => `${period} ${kind === 'A' ? 1 : 0}`)];
  const all: Fact[] = [];
  for (const [, tied] of groups.toSorted(([a], [b]) => compare(a, b)))
    all.push(...inTotals(tied, all.at(-1)));
  return all;
}

function recordsOf(all: readonly ContractRow[]): LawfulContract[] {
  const facts = all.map(factOf);
  const numbers = facts.map((fact) => bareNumber(fact, facts));
  const named = [...facts.keys()].filter((at) => numbers[at] !== null);
  const groups = Map.groupBy(named, (at) => numbers[at]);
  const pairs = [
    ...[...groups.values()].flatMap((own) => pairsOfNumber(own.map((at) => facts[at]!))),
    ...pairsOfEndings(facts, new Map(facts.map((fact, at) => [fact, numbers[at]!]))),
    ...pairsWithoutNumber(facts.filter(({number}) => number === null)),
  ];
  const isContract = (rows: Fact[]) =>
    components(
      rows.filter(({kind}) => kind === 'C'),
      pairs.filter((pair) => pair.every(({kind}) => kind === 'C')),
    );
  return components(facts, pairs).map((rows) => {
    // An amendment that two rules give to two contracts.
    sole(isContract(rows));
    const versions = ordered(rows);
    const key = versions.find(({kind}) => kind === 'C') ?? versions[0]!;
    return {versions: versions.map(({row}) => row), key: key.row};
  });
}

/** The contracts of a registry, or null where the rules leave a choice. */
export function lawfulContracts(rows: readonly ContractRow[]): LawfulContract[] | null {
  try {
    const institutions = Map.groupBy(rows, ({org}) => org);
    return [...institutions.values()].flatMap(recordsOf);
  } catch (error) {
    if (error instanceof Choice) return null;
    throw error;
  }
}

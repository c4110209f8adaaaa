/**
 * Which rows of the proactive disclosure are one contract. The rules are those of the Treasury Board's
 * template: `C` is a contract, call-ups and reported task authorizations included, `A` an amendment of one,
 * `SOSA` a standing offer, which is no contract. The search of the Treasury Board groups only where a number
 * has exactly one `C`; here each `C` begins a contract.
 */
import type {JoinRule} from '../../../datasets/codes/join_rules.ts';
import {isCutName} from '../../../datasets/rules/cut_names.ts';
import {compareText, vendorWords} from '../../../datasets/rules/text.ts';
import {AMENDMENT, CONTRACT, CONTRACT_TERMS, type ContractRow, OFFER} from './contract_terms.ts';
import {Joins} from './joins.ts';
import {orderVersions} from './running_totals.ts';
import type {RecordRule, VersionedRecord} from './types.ts';

/** A blank value agrees with nothing; an amount of 0 says nothing either. */
const agree = <T>(one: T | null, other: T | null): boolean => one !== null && one === other;
const sameOriginal = (one: ContractRow, other: ContractRow): boolean =>
  agree(one.original, other.original) && one.original !== 0;
const sameDate = (one: ContractRow, other: ContractRow): boolean => agree(one.date, other.date);
const sameAward = (one: ContractRow, other: ContractRow): boolean =>
  sameDate(one, other) && sameOriginal(one, other);
const sameVendor = (one: ContractRow, other: ContractRow): boolean => agree(one.vendor, other.vendor);

const vendorOf = ({vendor}: ContractRow): number | null => vendor;
/** Date and value at the award; null unless both are known. */
const awardOf = ({date, original}: ContractRow): string | null =>
  date === null || !original ? null : `${date}|${original}`;
/** The same with the vendor. */
function ownAwardOf(row: ContractRow): string | null {
  const award = awardOf(row);
  return row.vendor === null || row.kind === OFFER || award === null ? null : `${row.vendor}|${award}`;
}

/**
 * Reporting period, a blank one first for a contract and last for an amendment; then contracts, totals and
 * references.
 */
const comparePeriods = (a: ContractRow, b: ContractRow): number => {
  const rank = ({period, kind}: ContractRow) => period ?? (kind === AMENDMENT ? Number.MAX_SAFE_INTEGER : 0);
  return rank(a) - rank(b) || Number(a.kind === AMENDMENT) - Number(b.kind === AMENDMENT);
};
const compareReferences = (a: ContractRow, b: ContractRow): number =>
  compareText(a.reference, b.reference) || a.row - b.row;
const inOrder = (rows: readonly ContractRow[]): ContractRow[] =>
  orderVersions(rows, comparePeriods, compareReferences);

const onlyOne = <T>(found: readonly T[]): readonly T[] => (found.length === 1 ? found : []);

type ByVendor = ReadonlyMap<number | null, readonly ContractRow[]>;

/** The rows of a number, and what they are joined by. */
class ContractJoins extends Joins<ContractRow> {
  /** The rows that stand for a record with a contract. */
  readonly #withContract: Set<ContractRow>;
  /** Words of vendors' names: a number may have thousands of rows of a few vendors. */
  readonly #words = new Map<string, string>();

  constructor(rows: readonly ContractRow[]) {
    super(rows);
    this.#withContract = new Set(rows.filter(({kind}) => kind === CONTRACT));
  }

  override join(row: ContractRow, to: ContractRow, rule: JoinRule): void {
    const has = this.#hasContract(row);
    super.join(row, to, rule);
    if (has) this.#withContract.add(this.root(to));
  }

  /** Whether the record of a row has a contract. */
  #hasContract = (row: ContractRow): boolean => this.#withContract.has(this.root(row));

  #wordsOf({name}: ContractRow): string {
    if (name === null) return '';
    const words = this.#words.get(name) ?? vendorWords(name);
    this.#words.set(name, words);
    return words;
  }

  #isCut(one: ContractRow, other: ContractRow): boolean {
    const [a, b] = [this.#wordsOf(one), this.#wordsOf(other)];
    return isCutName(a, b) || isCutName(b, a);
  }

  /**
   * Rows of one vendor, date and value at the award: a contract and its amendments, where exactly one is a
   * contract.
   */
  joinWithoutNumber(rows: readonly ContractRow[]): void {
    for (const [shared, own] of Map.groupBy(rows, ownAwardOf)) {
      const [contract, ...more] = own.filter(({kind}) => kind === CONTRACT);
      if (shared === null || !contract || more.length) continue;
      for (const row of own) this.join(row, contract, 'no number; same vendor, date and original value');
    }
  }

  joinNumber(rows: readonly ContractRow[]): void {
    if (rows.length === 1) return;
    const of = (wanted: number) => rows.filter(({kind}) => kind === wanted);
    this.joinEqual(of(OFFER), vendorOf, 'standing offer of the same number and vendor');
    const contracts = this.#joinContracts(of(CONTRACT));
    const contractsOf = Map.groupBy(contracts, vendorOf);
    const left = of(AMENDMENT).filter((row) => !this.#joinAmendment(row, contracts, contractsOf));
    const rowsOf = Map.groupBy(rows, vendorOf);
    const alone = left.filter((row) => !this.#joinRenamed(row, rowsOf));
    this.joinEqual(alone, vendorOf, 'amendment of the same number and vendor');
    this.joinEqual(alone, awardOf, 'amendment of the same number, date and original value');
    this.#joinCutNames(alone);
  }

  /**
   * Joins amendments under a name that was cut off to those under the whole one; a name that may be cut from
   * two tells of neither.
   */
  #joinCutNames(rows: readonly ContractRow[]): void {
    const byWords = Map.groupBy(rows, (row) => this.#wordsOf(row));
    const names = [...byWords.keys()].sort(compareText);
    for (const [nth, cut] of names.entries()) {
      const wholes: string[] = [];
      // Sorted, the names that begin with a name follow it.
      for (let at = nth + 1; at < names.length && cut && names[at]!.startsWith(cut); at++)
        if (isCutName(cut, names[at]!)) wholes.push(names[at]!);
      if (!wholes.length) continue;
      const longest = wholes.reduce((one, other) => (other.length > one.length ? other : one));
      const [to] = byWords.get(longest)!;
      const isOne = (name: string) =>
        name === longest || isCutName(name, longest) || sameVendor(byWords.get(name)![0]!, to!);
      if (!wholes.every(isOne)) continue;
      for (const row of byWords.get(cut)!)
        this.join(row, to!, 'amendment of the same number, vendor name cut off');
    }
  }

  /**
   * Joins rows that enter a contract again or correct it; returns the first row of each contract, in order.
   */
  #joinContracts(rows: readonly ContractRow[]): ContractRow[] {
    const contracts: ContractRow[] = [];
    const latest = new Map<ContractRow, ContractRow>();
    /** Only contracts of one vendor and day may be one. */
    const alike = new Map<string, ContractRow[]>();
    for (const row of inOrder(rows)) {
      const key = `${row.vendor}|${row.date}`;
      const firsts = alike.get(key) ?? [];
      alike.set(key, firsts);
      const again = (first: ContractRow) => entersAgain(row, latest.get(first)!);
      const known = firsts.find(again);
      if (known) this.join(row, known, again(known)!);
      else {
        firsts.push(row);
        contracts.push(row);
      }
      latest.set(known ?? row, row);
    }
    return contracts;
  }

  /** Joins an amendment to one of the contracts of its number; returns whether there is one. */
  #joinAmendment(own: ContractRow, contracts: readonly ContractRow[], byVendor: ByVendor): boolean {
    const ofVendor = own.vendor === null ? [] : (byVendor.get(own.vendor) ?? []);
    const join = (found: readonly ContractRow[], rule: JoinRule): boolean => {
      const to = closest(own, found);
      if (to) this.join(own, to, rule);
      return to !== undefined;
    };
    if (ofVendor.length === 0) {
      const awarded = contracts.filter((one) => sameAward(own, one));
      const cut = () => contracts.filter((one) => this.#isCut(own, one));
      return (
        join(onlyOne(awarded), 'same number, date and original value') ||
        join(onlyOne(cut()), 'same number, vendor name cut off') ||
        join(onlyOne(contracts), 'the only contract of the number')
      );
    }
    const alike = (test: typeof sameDate) => ofVendor.filter((one) => test(own, one));
    const before = ofVendor.filter(({date}) => date !== null && own.date !== null && date <= own.date);
    const newest = Math.max(...before.map(({date}) => date!));
    const latest = before.filter(({date}) => date === newest);
    return (
      join(alike(sameAward), 'same number, vendor, date and original value') ||
      join(alike(sameDate), 'same number, vendor and date') ||
      join(alike(sameOriginal), 'same number, vendor and original value') ||
      join(latest, "same number, the vendor's latest contract before it") ||
      join(onlyOne(ofVendor), 'same number, the only contract of the vendor')
    );
  }

  /**
   * Joins an amendment to the one contract that has another amendment of its vendor: the contract changed
   * hands or names.
   */
  #joinRenamed(row: ContractRow, byVendor: ByVendor): boolean {
    const ofVendor = row.vendor === null ? [] : byVendor.get(row.vendor)!;
    const [to, ...more] = new Set(ofVendor.filter(this.#hasContract).map((other) => this.root(other)));
    if (!to || more.length) return false;
    this.join(row, to, 'same number, the contract has an amendment of the vendor');
    return true;
  }

  /**
   * Numbers that differ by something else behind them: one contract only where vendor, date and original
   * value agree, one row is an amendment, and not both numbers have a contract. Amendments of a bare number
   * that was never published join each other so.
   */
  joinSuffixes(rows: readonly ContractRow[]): void {
    const rule = 'number with an ending; same vendor, date and original value';
    const key = (row: ContractRow) => (row.number === null ? null : ownAwardOf(row));
    for (const [shared, own] of Map.groupBy(rows, key)) {
      if (shared === null || own.length < 2) continue;
      const byNumber = [...Map.groupBy(own, ({number}) => number!)];
      for (const row of own) {
        const number = row.number!;
        const [to, ...others] = byNumber.flatMap(([bare, rows]) => (isSuffixed(number, bare) ? rows : []));
        if (!to || others.some((other) => this.root(other) !== this.root(to))) continue;
        const isAmended = row.kind === AMENDMENT || to.kind === AMENDMENT;
        if (isAmended && !(this.#hasContract(row) && this.#hasContract(to))) this.join(row, to, rule);
      }
      const bareOf = (row: ContractRow) =>
        row.kind === AMENDMENT && !this.#hasContract(row) ? bareNumber(row.number) : null;
      this.joinEqual(own, bareOf, rule);
    }
  }
}

/**
 * Of several contracts that fit an amendment alike: the one whose total it continues, else that it
 * describes, else the last.
 */
function closest(own: ContractRow, found: readonly ContractRow[]): ContractRow | undefined {
  if (found.length < 2) return found[0];
  const before = own.value !== null && own.change !== null ? own.value - own.change : null;
  const [continued] = onlyOne(found.filter(({value}) => agree(value, before)));
  const [described] = onlyOne(found.filter(({description}) => agree(description, own.description)));
  return continued ?? described ?? found.findLast((one) => comparePeriods(one, own) <= 0) ?? found[0];
}

/** Why a later `C` of a number is an earlier one again; null where it is a contract of its own. */
function entersAgain(later: ContractRow, earlier: ContractRow): JoinRule | null {
  if (!sameVendor(later, earlier) || !sameDate(later, earlier)) return null;
  if ((later.change ?? 0) !== 0 && agree(later.original, earlier.original))
    return 'amendment entered as a contract';
  const isOtherPeriod = later.period !== null && earlier.period !== null && later.period !== earlier.period;
  const saysSo = agree(later.description, earlier.description) || later.corrects === true;
  return isOtherPeriod && saysSo && later.value !== earlier.value ? 'correction of the contract' : null;
}

/** The number before that of an amendment: `/` and one or two digits. */
const bareNumber = (number: string | null): string | null =>
  /^(.+)\/\d{1,2}$/.exec(number ?? '')?.[1] ?? null;

/** Whether a number is another one with something behind it that does not continue its digits. */
const isSuffixed = (number: string, bare: string): boolean =>
  number.length > bare.length && number.startsWith(bare) && !/\d/.test(number[bare.length]!);

/**
 * The rows, without the number of an amendment behind theirs (`/` and one or two digits), where the row is an
 * amendment, its vendor has no contract under the longer number, and the vendor has rows under the bare one.
 */
function withBareNumbers(rows: readonly ContractRow[]): ContractRow[] {
  const nameOf = (number: string | null, vendor: number | null) => `${number}\n${vendor}`;
  const names = (of: readonly ContractRow[]) => new Set(of.map(({number, vendor}) => nameOf(number, vendor)));
  const known = names(rows);
  const contracts = names(rows.filter(({kind}) => kind === CONTRACT));
  return rows.map((row) => {
    const {kind, vendor, number} = row;
    const bare = bareNumber(number);
    if (bare === null || kind !== AMENDMENT || vendor === null) return row;
    const isBare = !contracts.has(nameOf(number, vendor)) && known.has(nameOf(bare, vendor));
    return isBare ? {...row, number: bare} : row;
  });
}

function recordsOf(published: readonly ContractRow[]): VersionedRecord[] {
  const rows = withBareNumbers(published);
  const joins = new ContractJoins(rows);
  for (const [number, own] of Map.groupBy(rows, (row) => row.number)) {
    if (number === null) joins.joinWithoutNumber(own);
    else joins.joinNumber(own);
  }
  joins.joinSuffixes(rows);
  return joins.records().map((own) => {
    const ordered = inOrder(own);
    const key = ordered.find(({kind}) => kind === CONTRACT) ?? ordered[0]!;
    return {versions: ordered.map((row) => ({row: row.row, rule: joins.ruleOf(row)})), key: key.row};
  });
}

export const disclosedContracts: RecordRule<ContractRow> = {
  ...CONTRACT_TERMS,
  // Which row of two names the reason does not depend on the file.
  records: (rows) => recordsOf(rows.toSorted(compareReferences)),
};

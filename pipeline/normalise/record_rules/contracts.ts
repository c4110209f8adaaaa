/**
 * Which rows of the proactive disclosure are one contract. The rules are those of the Treasury Board's
 * template: `C` is a contract, call-ups and reported task authorizations included, `A` an amendment of one,
 * `SOSA` a standing offer, which is no contract. The search of the Treasury Board groups only where a number
 * has exactly one `C`; here each `C` begins a contract.
 */
import type {JoinRule} from '../../../datasets/codes/join_rules.ts';
import {isCutName} from '../../../datasets/rules/cut_names.ts';
import {compareText, vendorWords} from '../../../datasets/rules/text.ts';
import {Joins} from './joins.ts';
import {orderVersions} from './running_totals.ts';
import {cents, days, hashed, type RecordRule, type VersionedRecord, type VersionRow} from './types.ts';

export interface ContractRow extends VersionRow {
  /** Contract number in capitals, as `NUMBER` reads it; null where there is none. */
  number: string | null;
  reference: string;
  /** Hash of the vendor's key, and the name as published. */
  vendor: number | null;
  name: string | null;
  date: number | null;
  /** Cents: at the award, after this row, and the change by it. */
  original: number | null;
  value: number | null;
  change: number | null;
  kind: number;
  /** Year and quarter, 20233; null also where the reference does not tell. */
  period: number | null;
  /** Hash of the description. */
  description: number | null;
  /** Whether a comment says that the row corrects another one. */
  corrects: boolean | null;
}

/** `C-2019-2020-Q4-00001`: the usual form of a reference. */
const REFERENCE = '^(?:[A-Z]{1,4}-)?\\d{4}-\\d{4}-Q[1-4]-\\d+$';
const isReference = (sql: string) => `regexp_matches(upper(${sql}), '${REFERENCE}')`;

/**
 * Some institutions exchange the two columns: a number that looks like a reference beside a reference that
 * does not.
 */
const isExchanged = `${isReference('v.contract_number')} AND NOT ${isReference('v.reference_number')}`;
const published = `upper(CASE WHEN ${isExchanged} THEN v.reference_number ELSE v.contract_number END)`;

/**
 * No digit, only zeros, digits that a spreadsheet rounded (`1.23E+11`), words for a purchase without a
 * number.
 */
const NO_NUMBER = [
  '[^0-9]*',
  '[0 ./_-]*',
  '\\d([.,]\\d+)?E\\+\\d+',
  '(N/?A|S/O|N/D|TBD|NONE|AUCUNE?)\\b.*',
  '.*\\b(CARD|CARTE)\\b.*',
].join('|');
const NUMBER = `CASE WHEN NOT regexp_full_match(${published}, '${NO_NUMBER}') THEN ${published} END`;

/** Says that an earlier entry was wrong; corrections officers and rectifiers do not. */
const CORRECTS = [
  '\\bincorrect',
  '\\bcorrect(s|ed|ion)?\\b',
  '\\bcorrig',
  '\\brectifi(cati|ed|[eé]e?s?([^a-zé]|$))',
  '\\berrat(um|a)\\b',
  '\\b(in error|par erreur)\\b',
].join('|');

/**
 * What numbers with other endings share: all before short parts or words behind a separator, and letters
 * behind the last digit.
 */
const STEM = `coalesce(nullif(regexp_extract(${NUMBER}, '^(.+?\\d)(?:[A-Z]{1,3}\\d{0,2})?(?:[/ _.#-]+(?:[A-Z0-9]{1,4}|[A-Z]{1,12}\\d{0,3}))*$', 1), ''), ${NUMBER})`;
/** Rows without a number have only vendor, date and value in common. */
const WITHOUT = `CASE WHEN v.award_value <> 0 AND v.date IS NOT NULL AND v.vendor_group IS NOT NULL THEN concat_ws('|', ' ', v.vendor_group, v.date, v.award_value) END`;

/** Kinds of rows. */
const [CONTRACT, AMENDMENT, OFFER] = [0, 1, 2];
/**
 * Rows of before 2019 may lack the type: a change, or a total other than the value at the award, is of an
 * amendment.
 */
const KIND = `CASE upper(v.instrument) WHEN 'C' THEN ${CONTRACT} WHEN 'A' THEN ${AMENDMENT} WHEN 'SOSA' THEN ${OFFER}
  ELSE CASE WHEN v.version_change <> 0 OR (v.award_value <> 0 AND v.value IS DISTINCT FROM v.award_value) THEN ${AMENDMENT} ELSE ${CONTRACT} END
  END`;

type Entry = ContractRow;

/** A blank value agrees with nothing; an amount of 0 says nothing either. */
const agree = <T>(one: T | null, other: T | null): boolean => one !== null && one === other;
const sameOriginal = (one: Entry, other: Entry): boolean =>
  agree(one.original, other.original) && one.original !== 0;
const sameDate = (one: Entry, other: Entry): boolean => agree(one.date, other.date);
const sameVendor = (one: Entry, other: Entry): boolean => agree(one.vendor, other.vendor);

/**
 * Reporting period, a blank one first for a contract and last for an amendment; then contracts, totals and
 * references.
 */
const comparePeriods = (a: Entry, b: Entry): number => {
  const rank = ({period, kind}: Entry) => period ?? (kind === AMENDMENT ? Number.MAX_SAFE_INTEGER : 0);
  return rank(a) - rank(b) || Number(a.kind === AMENDMENT) - Number(b.kind === AMENDMENT);
};
const inOrder = (entries: readonly Entry[]): Entry[] =>
  orderVersions(entries, comparePeriods, (a, b) => compareText(a.reference, b.reference) || a.row - b.row);

/** The rows of a number, and what they are joined by. */
class ContractJoins {
  readonly #entries: readonly Entry[];
  readonly #joins: Joins;
  /** Whether the record of a row has a contract, by the row that stands for it. */
  readonly #hasContract: boolean[];
  /** Words of vendors' names: a number may have thousands of rows of a few vendors. */
  readonly #words = new Map<string, string>();

  constructor(rows: readonly ContractRow[]) {
    this.#entries = rows;
    this.#joins = new Joins(rows.length);
    this.#hasContract = rows.map(({kind}) => kind === CONTRACT);
  }

  records(): VersionedRecord[] {
    const positions = [...this.#entries.keys()];
    const [{number: first}] = this.#entries as readonly [Entry];
    if (this.#entries.every(({number}) => number === first)) {
      if (first === null) this.#joinWithoutNumber(positions);
      else this.#joinNumber(positions);
      return this.#joins.records().map((own) => this.#record(own));
    }
    const numbers = this.#withoutNumbersOfAmendments(positions);
    for (const [number, own] of Map.groupBy(positions, (at) => numbers[at]!)) {
      if (number === null) this.#joinWithoutNumber(own);
      else this.#joinNumber(own);
    }
    this.#joinSuffixes(positions, numbers);
    return this.#joins.records().map((own) => this.#record(own));
  }

  #at = (at: number): Entry => this.#entries[at]!;

  #join(at: number, to: number, rule: JoinRule): void {
    const has = this.#isContract(at) || this.#isContract(to);
    this.#joins.join(at, to, rule);
    this.#hasContract[this.#joins.root(to)] = has;
  }

  /** Whether the record of a row has a contract. */
  #isContract = (at: number): boolean => this.#hasContract[this.#joins.root(at)]!;

  #wordsOf({name}: Entry): string {
    if (name === null) return '';
    const words = this.#words.get(name) ?? vendorWords(name);
    this.#words.set(name, words);
    return words;
  }

  #isCut(one: Entry, other: Entry): boolean {
    const [a, b] = [this.#wordsOf(one), this.#wordsOf(other)];
    return isCutName(a, b) || isCutName(b, a);
  }

  /**
   * The number of each row, without that of an amendment behind it (`/` and one or two digits), where the row
   * is an amendment, its vendor has no contract under the longer number, and the vendor has rows under the
   * bare one.
   */
  #withoutNumbersOfAmendments(positions: readonly number[]): (string | null)[] {
    const own = positions.map((at) => this.#at(at).number);
    const known = new Set(positions.map((at) => `${own[at]}\n${this.#at(at).vendor}`));
    const contracts = new Set(
      positions
        .filter((at) => this.#at(at).kind === CONTRACT)
        .map((at) => `${own[at]}\n${this.#at(at).vendor}`),
    );
    return positions.map((at) => {
      const {kind, vendor, number} = this.#at(at);
      const bare = bareNumber(number);
      if (bare === null || kind !== AMENDMENT || vendor === null) return number;
      return !contracts.has(`${number}\n${vendor}`) && known.has(`${bare}\n${vendor}`) ? bare : number;
    });
  }

  /**
   * Rows of one vendor, date and value at the award: a contract and its amendments, where exactly one is a
   * contract.
   */
  #joinWithoutNumber(positions: readonly number[]): void {
    const key = (at: number) => {
      const {vendor, date, original, kind} = this.#at(at);
      return vendor === null || date === null || !original || kind === OFFER
        ? null
        : `${vendor}|${date}|${original}`;
    };
    for (const [shared, own] of Map.groupBy(positions, key)) {
      const contracts = own.filter((at) => this.#at(at).kind === CONTRACT);
      if (shared === null || contracts.length !== 1) continue;
      for (const at of own) this.#join(at, contracts[0]!, 'no number; same vendor, date and original value');
    }
  }

  #joinNumber(positions: readonly number[]): void {
    if (positions.length === 1) return;
    const of = (kind: number) => positions.filter((at) => this.#at(at).kind === kind);
    const vendorOf = (at: number) => this.#at(at).vendor;
    this.#joins.joinEqual(of(OFFER), vendorOf, 'standing offer of the same number and vendor');
    const contracts = this.#joinContracts(of(CONTRACT));
    const byVendor = Map.groupBy(contracts, vendorOf);
    const left = of(AMENDMENT).filter((at) => !this.#joinAmendment(at, contracts, byVendor));
    const rows = Map.groupBy(positions, vendorOf);
    const alone = left.filter((at) => !this.#joinRenamed(at, rows));
    this.#joins.joinEqual(alone, vendorOf, 'amendment of the same number and vendor');
    const awarded = (at: number) => {
      const {date, original} = this.#at(at);
      return date === null || !original ? null : `${date}|${original}`;
    };
    this.#joins.joinEqual(alone, awarded, 'amendment of the same number, date and original value');
    this.#joinCutNames(alone);
  }

  /**
   * Joins amendments under a name that was cut off to those under the whole one; a name that may be cut from
   * two tells of neither.
   */
  #joinCutNames(positions: readonly number[]): void {
    const byWords = Map.groupBy(positions, (at) => this.#wordsOf(this.#at(at)));
    const names = [...byWords.keys()].sort(compareText);
    for (const [nth, cut] of names.entries()) {
      const wholes: string[] = [];
      // Sorted, the names that begin with a name follow it.
      for (let at = nth + 1; at < names.length && cut && names[at]!.startsWith(cut); at++)
        if (isCutName(cut, names[at]!)) wholes.push(names[at]!);
      const longest = wholes.reduce((one, other) => (other.length > one.length ? other : one), '');
      const [to] = byWords.get(longest) ?? [];
      if (to === undefined || longest === '') continue;
      const isOne = (name: string) =>
        isCutName(name, longest) || sameVendor(this.#at(byWords.get(name)![0]!), this.#at(to));
      if (!wholes.every((name) => name === longest || isOne(name))) continue;
      for (const at of byWords.get(cut)!)
        this.#join(at, to, 'amendment of the same number, vendor name cut off');
    }
  }

  /**
   * Joins rows that enter a contract again or correct it; returns the first row of each contract, in order.
   */
  #joinContracts(positions: readonly number[]): number[] {
    const byRow = new Map(positions.map((at) => [this.#at(at).row, at]));
    const contracts: number[] = [];
    const latest = new Map<number, number>();
    /** Only contracts of one vendor and day may be one. */
    const alike = new Map<string, number[]>();
    for (const {row, vendor, date} of inOrder(positions.map(this.#at))) {
      const at = byRow.get(row)!;
      const key = `${vendor}|${date}`;
      const firsts = alike.get(key) ?? [];
      alike.set(key, firsts);
      const again = (first: number) => entersAgain(this.#at(at), this.#at(latest.get(first)!));
      const found = firsts.find((first) => again(first) !== null);
      if (found === undefined) {
        firsts.push(at);
        contracts.push(at);
      } else this.#join(at, found, again(found)!);
      latest.set(found ?? at, at);
    }
    return contracts;
  }

  /** Joins an amendment to one of the contracts of its number; returns whether there is one. */
  #joinAmendment(
    at: number,
    contracts: readonly number[],
    byVendor: ReadonlyMap<number | null, readonly number[]>,
  ): boolean {
    const own = this.#at(at);
    const among = (test: (other: Entry) => boolean) => contracts.filter((one) => test(this.#at(one)));
    const ofVendor = own.vendor === null ? [] : (byVendor.get(own.vendor) ?? []);
    const join = (found: readonly number[], rule: JoinRule): boolean => {
      const to = this.#closest(own, found);
      if (to !== undefined) this.#join(at, to, rule);
      return to !== undefined;
    };
    const onlyOne = (found: readonly number[]) => (found.length === 1 ? found : []);
    if (ofVendor.length === 0) {
      const awarded = among((one) => sameDate(own, one) && sameOriginal(own, one));
      return (
        join(onlyOne(awarded), 'same number, date and original value') ||
        join(onlyOne(among((one) => this.#isCut(own, one))), 'same number, vendor name cut off') ||
        join(onlyOne(contracts), 'the only contract of the number')
      );
    }
    const within = (test: (other: Entry) => boolean) => ofVendor.filter((one) => test(this.#at(one)));
    const notAfter = within(({date}) => date !== null && own.date !== null && date <= own.date);
    const newest = Math.max(...notAfter.map((one) => this.#at(one).date!));
    return (
      join(
        within((one) => sameDate(own, one) && sameOriginal(own, one)),
        'same number, vendor, date and original value',
      ) ||
      join(
        within((one) => sameDate(own, one)),
        'same number, vendor and date',
      ) ||
      join(
        within((one) => sameOriginal(own, one)),
        'same number, vendor and original value',
      ) ||
      join(
        notAfter.filter((one) => this.#at(one).date === newest),
        "same number, the vendor's latest contract before it",
      ) ||
      join(onlyOne(ofVendor), 'same number, the only contract of the vendor')
    );
  }

  /**
   * Joins an amendment to the one contract that has another amendment of its vendor: the contract changed
   * hands or names.
   */
  #joinRenamed(at: number, byVendor: ReadonlyMap<number | null, readonly number[]>): boolean {
    const {vendor} = this.#at(at);
    const ofVendor = vendor === null ? [] : byVendor.get(vendor)!;
    const found = new Set(ofVendor.filter(this.#isContract).map((other) => this.#joins.root(other)));
    const [to] = found;
    if (found.size !== 1 || to === undefined) return false;
    this.#join(at, to, 'same number, the contract has an amendment of the vendor');
    return true;
  }

  /**
   * Of several contracts that fit an amendment alike: the one whose total it continues, else that it
   * describes, else the last.
   */
  #closest(own: Entry, found: readonly number[]): number | undefined {
    if (found.length < 2) return found[0];
    const before = own.value !== null && own.change !== null ? own.value - own.change : null;
    const continued = found.filter((one) => agree(this.#at(one).value, before));
    if (continued.length === 1) return continued[0];
    const described = found.filter((one) => agree(this.#at(one).description, own.description));
    if (described.length === 1) return described[0];
    return found.findLast((one) => comparePeriods(this.#at(one), own) <= 0) ?? found[0];
  }

  /**
   * Numbers that differ by something else behind them: one contract only where vendor, date and original
   * value agree, one row is an amendment, and not both numbers have a contract. Amendments of a bare number
   * that was never published join each other so.
   */
  #joinSuffixes(positions: readonly number[], numbers: readonly (string | null)[]): void {
    const rule = 'number with an ending; same vendor, date and original value';
    const key = (at: number) => {
      const {vendor, date, original, kind} = this.#at(at);
      const isKnown = numbers[at] !== null && vendor !== null && date !== null && original && kind !== OFFER;
      return isKnown ? `${vendor}|${date}|${original}` : null;
    };
    for (const [shared, own] of Map.groupBy(positions, key)) {
      if (shared === null || own.length < 2) continue;
      for (const at of own) {
        const bare = own.filter((other) => isSuffixed(numbers[at]!, numbers[other]!));
        const records = new Set(bare.map((other) => this.#joins.root(other)));
        if (records.size !== 1) continue;
        const [to] = bare as [number];
        const kinds = [this.#at(at).kind, this.#at(to).kind];
        if (kinds.includes(AMENDMENT) && !(this.#isContract(at) && this.#isContract(to)))
          this.#join(at, to, rule);
      }
      const bareOf = (at: number) => {
        const bare = bareNumber(numbers[at]!);
        return bare !== null && this.#at(at).kind === AMENDMENT && !this.#isContract(at) ? bare : null;
      };
      this.#joins.joinEqual(own, bareOf, rule);
    }
  }

  #record(positions: readonly number[]): VersionedRecord {
    const byRow = new Map(positions.map((at) => [this.#at(at).row, at]));
    const ordered = inOrder(positions.map(this.#at));
    const versions = ordered.map(({row}) => ({row, rule: this.#joins.ruleOf(byRow.get(row)!)}));
    const key = ordered.find(({kind}) => kind === CONTRACT) ?? ordered[0]!;
    return {versions, key: key.row};
  }
}

/** Why a later `C` of a number is an earlier one again; null where it is a contract of its own. */
function entersAgain(later: Entry, earlier: Entry): JoinRule | null {
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

export const disclosedContracts: RecordRule<ContractRow> = {
  candidates: ['v.institution', `coalesce(${STEM}, ${WITHOUT})`],
  varies: 'v.vendor_group',
  read: {
    number: NUMBER,
    reference: `CASE WHEN ${isExchanged} THEN v.contract_number ELSE v.reference_number END`,
    vendor: hashed('v.vendor_group'),
    // Names are compared only where the vendors of a number differ.
    name: 'CASE WHEN v._varies THEN v.vendor END',
    date: days('v.date'),
    original: cents('v.award_value'),
    value: cents('v.value'),
    change: cents('v.version_change'),
    kind: `CAST(${KIND} AS DOUBLE)`,
    period: 'CAST(left(v.period, 4) || right(v.period, 1) AS DOUBLE)',
    description: hashed('v.description'),
    corrects: `regexp_matches(v.remarks, '(?i)${CORRECTS}')`,
  },
  // Which row of two names the reason does not depend on the file.
  records: (rows) =>
    new ContractJoins(
      rows.toSorted((a, b) => compareText(a.reference, b.reference) || a.row - b.row),
    ).records(),
};

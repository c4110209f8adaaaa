/**
 * Which rows of the disclosure of grants are one agreement. The key of the registry is institution, reference
 * and amendment number, so an amendment amends the agreement of its reference however its recipient is
 * spelled. Old references (`GC-...`) and those under which an amendment number repeats are used for several
 * agreements: there recipient and agreement number decide.
 */
import type {JoinRule} from '../../../datasets/codes/join_rules.ts';
import {isBusinessNumber} from '../../../datasets/rules/business_number.ts';
import {compareText} from '../../../datasets/rules/text.ts';
import {Joins} from './joins.ts';
import {cents, days, type RecordRule, type VersionedRecord, type VersionRow} from './types.ts';

export interface GrantRow extends VersionRow {
  reference: string;
  /** Whether the institution publishes the change by an amendment, and most changes under a new reference. */
  changes: boolean;
  amendment: number | null;
  amended: number | null;
  start: number | null;
  /** Folded agreement number. */
  agreement: string | null;
  /** Keys of the halves of the recipient's name. */
  first: string | null;
  second: string | null;
  business: string | null;
  /** Cents. */
  value: number | null;
}

const OLD_REFERENCE = /^GC-/;

const lower = (a: number | null, b: number | null): number =>
  a === b ? 0 : (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY);
const byAmendment = (a: GrantRow, b: GrantRow): number =>
  lower(a.amendment, b.amendment) ||
  lower(a.amended, b.amended) ||
  compareText(a.reference, b.reference) ||
  lower(a.start, b.start) ||
  lower(a.value, b.value) ||
  a.row - b.row;

const halves = ({first, second}: GrantRow): string[] =>
  [first, second].filter((half): half is string => half !== null && half !== '');
const numberOf = ({business}: GrantRow): string | null =>
  business !== null && isBusinessNumber(business) ? business : null;
/** Agreement number, the start date where it is blank. */
const agreementOf = ({agreement, start}: GrantRow): string | null =>
  agreement ?? (start === null ? null : `from ${start}`);

class GrantJoins {
  readonly #rows: readonly GrantRow[];
  readonly #joins: Joins;

  constructor(rows: readonly GrantRow[]) {
    this.#rows = rows.toSorted(byAmendment);
    this.#joins = new Joins(rows.length);
  }

  records(): VersionedRecord[] {
    const positions = [...this.#rows.keys()];
    for (const own of Map.groupBy(positions, (at) => this.#at(at).reference).values())
      this.#joinReference(own);
    const changes = positions.filter((at) => this.#at(at).changes);
    this.#joinAgreements(changes);
    return this.#joins
      .records()
      .flatMap((own) => this.#separateCopies(own))
      .map((own) => this.#record(own));
  }

  #at = (at: number): GrantRow => this.#rows[at]!;

  #joinReference(positions: readonly number[]): void {
    if (positions.length < 2) return;
    const amendments = positions.map((at) => this.#at(at).amendment);
    const isShared =
      OLD_REFERENCE.test(this.#at(positions[0]!).reference) || new Set(amendments).size < amendments.length;
    if (isShared) {
      for (const own of Map.groupBy(positions, (at) => agreementOf(this.#at(at))).values())
        if (agreementOf(this.#at(own[0]!)) !== null)
          this.#joinRecipients(
            own,
            'same reference, agreement number and recipient',
            'same reference, agreement number and business number',
          );
      return;
    }
    const {joinEqual} = this;
    joinEqual(positions, ({start}) => start, 'same reference and start date');
    joinEqual(positions, ({agreement}) => agreement, 'same reference and agreement number');
    this.#joinRecipients(positions, 'same reference and recipient', 'same reference and business number');
  }

  /**
   * Institutions that publish changes: agreement number and start date, and one recipient, under whatever
   * references.
   */
  #joinAgreements(positions: readonly number[]): void {
    const key = (at: number) => {
      const {agreement, start} = this.#at(at);
      return agreement === null || start === null ? null : `${start} ${agreement}`;
    };
    for (const [shared, own] of Map.groupBy(positions, key)) {
      if (shared === null || own.length < 2) continue;
      this.#joinRecipients(
        own,
        'same agreement number, start date and recipient',
        'same agreement number, start date and business number',
      );
      this.#joinLongerNames(own, 'same agreement number and start date, longer name of the recipient');
    }
  }

  joinEqual = (
    positions: readonly number[],
    of: (row: GrantRow) => string | number | null,
    rule: JoinRule,
  ): void => this.#joins.joinEqual(positions, (at) => of(this.#at(at)), rule);

  /** Either half of the name, in either order, or a valid business number. */
  #joinRecipients(positions: readonly number[], byName: JoinRule, byNumber: JoinRule): void {
    const first = new Map<string, number>();
    for (const at of positions) {
      for (const half of halves(this.#at(at))) {
        const to = first.get(half);
        if (to === undefined) first.set(half, at);
        else this.#joins.join(at, to, byName);
      }
    }
    this.joinEqual(positions, numberOf, byNumber);
  }

  /** Joins names that begin with the whole of another one of two words or more. */
  #joinLongerNames(positions: readonly number[], rule: JoinRule): void {
    const known = new Map(positions.flatMap((at) => halves(this.#at(at)).map((half) => [half, at] as const)));
    for (const [name, at] of known) {
      const words = name.split(' ');
      for (let length = 2; length < words.length; length++) {
        const shorter = known.get(words.slice(0, length).join(' '));
        if (shorter !== undefined) this.#joins.join(at, shorter, rule);
      }
    }
  }

  /**
   * Rows of one reference and amendment number are not versions of each other, and a row is a repeated one
   * only where all columns are equal: they are two agreements. The n-th of each number belongs to the n-th
   * record, those of one start date together. Two changes of one agreement are both of it.
   */
  #separateCopies(positions: readonly number[]): number[][] {
    const isChange = (at: number) => this.#at(at).changes && this.#at(at).agreement !== null;
    if (positions.every(isChange)) return [[...positions]];
    const isCopy = (own: readonly number[]) => {
      const keys = own.map((at) => `${this.#at(at).reference} ${this.#at(at).amendment}`);
      return new Set(keys).size < keys.length;
    };
    if (!isCopy(positions)) return [[...positions]];
    const byStart = [...Map.groupBy(positions, (at) => this.#at(at).start).values()];
    return byStart.flatMap((own) => {
      if (!isCopy(own)) return [own];
      const copies: number[][] = [];
      for (const same of Map.groupBy(own, (at) => this.#at(at).amendment).values())
        for (const [nth, at] of same.entries()) copies[nth] = [...(copies[nth] ?? []), at];
      return copies;
    });
  }

  #record(positions: readonly number[]): VersionedRecord {
    // Where copies were separated, the row that others joined may be in another record, or be one of two.
    const root = positions.find((at) => this.#joins.ruleOf(at) === null) ?? positions[0];
    let total: number | null = null;
    const versions = positions.map((at) => {
      const {row, value, changes} = this.#at(at);
      // An amendment without a value changes something else.
      if (changes && value !== null) total = (total ?? 0) + value;
      return {row, rule: at === root ? null : (this.#joins.ruleOf(at) ?? 'same reference'), total};
    });
    return {versions, key: versions[0]!.row};
  }
}

export const disclosedGrants: RecordRule<GrantRow> = {
  candidates: [
    'v.institution',
    "CASE WHEN len(v.changes) > 0 THEN 'changes' ELSE upper(v.reference_number) END",
  ],
  read: {
    reference: 'upper(v.reference_number)',
    changes: 'coalesce(len(v.changes) > 0, false)',
    amendment: 'TRY_CAST(v.amendment_number AS DOUBLE)',
    amended: days('v.amendment_date'),
    start: days('v.date'),
    agreement: 'fold(v.agreement_number)',
    first: 'v.recipient_group',
    second: 'v.recipient_group_fr',
    business: 'v.recipient_business_number',
    value: cents('v.value'),
  },
  records: (rows) => new GrantJoins(rows).records(),
};

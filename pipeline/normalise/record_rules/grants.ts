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

class GrantJoins extends Joins<GrantRow> {
  joinReference(rows: readonly GrantRow[]): void {
    const amendments = new Set(rows.map(({amendment}) => amendment));
    const isShared = OLD_REFERENCE.test(rows[0]!.reference) || amendments.size < rows.length;
    if (isShared) {
      for (const [agreement, own] of Map.groupBy(rows, agreementOf))
        if (agreement !== null)
          this.#joinRecipients(
            own,
            'same reference, agreement number and recipient',
            'same reference, agreement number and business number',
          );
      return;
    }
    this.joinEqual(rows, ({start}) => start, 'same reference and start date');
    this.joinEqual(rows, ({agreement}) => agreement, 'same reference and agreement number');
    this.#joinRecipients(rows, 'same reference and recipient', 'same reference and business number');
  }

  /**
   * Institutions that publish changes: agreement number and start date, and one recipient, under whatever
   * references.
   */
  joinAgreements(rows: readonly GrantRow[]): void {
    const key = ({agreement, start}: GrantRow) =>
      agreement === null || start === null ? null : `${start} ${agreement}`;
    for (const [shared, own] of Map.groupBy(rows, key)) {
      if (shared === null) continue;
      this.#joinRecipients(
        own,
        'same agreement number, start date and recipient',
        'same agreement number, start date and business number',
      );
      this.#joinLongerNames(own, 'same agreement number and start date, longer name of the recipient');
    }
  }

  /** Either half of the name, in either order, or a valid business number. */
  #joinRecipients(rows: readonly GrantRow[], byName: JoinRule, byNumber: JoinRule): void {
    const first = new Map<string, GrantRow>();
    for (const row of rows) {
      for (const half of halves(row)) {
        const to = first.get(half) ?? row;
        first.set(half, to);
        this.join(row, to, byName);
      }
    }
    this.joinEqual(rows, numberOf, byNumber);
  }

  /** Joins names that begin with the whole of another one of two words or more. */
  #joinLongerNames(rows: readonly GrantRow[], rule: JoinRule): void {
    const known = new Map(rows.flatMap((row) => halves(row).map((half) => [half, row] as const)));
    for (const [name, row] of known) {
      const words = name.split(' ');
      for (let length = 2; length < words.length; length++) {
        const shorter = known.get(words.slice(0, length).join(' '));
        if (shorter) this.join(row, shorter, rule);
      }
    }
  }
}

const hasCopies = (rows: readonly GrantRow[]): boolean =>
  new Set(rows.map(({reference, amendment}) => `${reference} ${amendment}`)).size < rows.length;

/**
 * Rows of one reference and amendment number are not versions of each other, and a row is a repeated one
 * only where all columns are equal: they are two agreements. The n-th of each number belongs to the n-th
 * record, those of one start date together. Two changes of one agreement are both of it.
 */
function separateCopies(rows: GrantRow[]): GrantRow[][] {
  const areChanges = rows.every(({changes, agreement}) => changes && agreement !== null);
  if (areChanges || !hasCopies(rows)) return [rows];
  return [...Map.groupBy(rows, ({start}) => start).values()].flatMap((own) => {
    if (!hasCopies(own)) return [own];
    const copies: GrantRow[][] = [];
    for (const same of Map.groupBy(own, ({amendment}) => amendment).values())
      for (const [nth, row] of same.entries()) copies[nth] = [...(copies[nth] ?? []), row];
    return copies;
  });
}

function recordOf(rows: readonly GrantRow[], ruleOf: (row: GrantRow) => JoinRule | null): VersionedRecord {
  // Where copies were separated, the row that others joined may be in another record, or be one of two.
  const root = rows.find((row) => ruleOf(row) === null) ?? rows[0];
  let total: number | null = null;
  const versions = rows.map((one) => {
    const {row, value, changes} = one;
    // An amendment without a value changes something else.
    if (changes && value !== null) total = (total ?? 0) + value;
    return {row, rule: one === root ? null : (ruleOf(one) ?? 'same reference'), total};
  });
  return {versions, key: versions[0]!.row};
}

function recordsOf(unordered: readonly GrantRow[]): VersionedRecord[] {
  const rows = unordered.toSorted(byAmendment);
  const joins = new GrantJoins(rows);
  for (const own of Map.groupBy(rows, ({reference}) => reference).values()) joins.joinReference(own);
  joins.joinAgreements(rows.filter(({changes}) => changes));
  const separate = joins.records().flatMap(separateCopies);
  return separate.map((own) => recordOf(own, joins.ruleOf));
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
  records: recordsOf,
};

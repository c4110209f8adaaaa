/** Which rows of the registry of grants are one agreement, by the rules of merging, row against row. */
import {vendorKey} from '../../datasets/rules/text.ts';

export type Cells = Record<string, string>;

/** Institutions that publish each change under a number of its own. */
const CHANGES = ['isc-sac', 'aandc-aadnc'];
export const publishesChanges = (row?: Cells): boolean => CHANGES.includes(row?.['owner_org'] ?? '');

/** Keys of both halves of a name. */
export const halvesOf = ({recipient_legal_name: name = ''}: Cells): string[] =>
  name
    .split('|')
    .map(vendorKey)
    .filter((half) => half !== '');

/** The business number of a row; null where its check digit is wrong or all digits are one. */
export function numberOf({recipient_business_number: text = ''}: Cells): string | null {
  const digits = [...text.replace(/\D/g, '').slice(0, 9)].map(Number);
  const sum = digits.reduce((all, digit, at) => {
    const weighed = at % 2 === 0 ? digit : 2 * digit;
    return all + Math.floor(weighed / 10) + (weighed % 10);
  }, 0);
  const holds = digits.length === 9 && sum % 10 === 0 && new Set(digits).size > 1;
  return holds ? digits.join('') : null;
}

const agree = (a: string | null | undefined, b: string | null | undefined): boolean => Boolean(a) && a === b;
const sameStart = (a: Cells, b: Cells) => agree(a['agreement_start_date'], b['agreement_start_date']);
const sameAgreement = (a: Cells, b: Cells) => agree(a['agreement_number'], b['agreement_number']);
const sameRecipient = (a: Cells, b: Cells): boolean =>
  halvesOf(a).some((half) => halvesOf(b).includes(half)) || agree(numberOf(a), numberOf(b));

/** Sets of rows of which each is linked with another of its set. */
function chains(rows: readonly Cells[], linked: (a: Cells, b: Cells) => boolean): Cells[][] {
  const sets: Cells[][] = [];
  for (const row of rows) {
    const joined = sets.filter((set) => set.some((other) => linked(row, other)));
    for (const set of joined) sets.splice(sets.indexOf(set), 1);
    sets.push([...joined.flat(), row]);
  }
  return sets;
}

/** The agreements of one reference number. */
function ofReference(rows: readonly Cells[]): Cells[][] {
  const numbers = new Set(rows.map((row) => row['amendment_number']));
  const isUsedTwice = numbers.size < rows.length || rows[0]?.['ref_number']?.startsWith('GC-');
  if (!isUsedTwice)
    return chains(rows, (a, b) => sameStart(a, b) || sameAgreement(a, b) || sameRecipient(a, b));
  const nameless = (a: Cells, b: Cells) => !a['agreement_number'] && !b['agreement_number'];
  return chains(
    rows,
    (a, b) => sameRecipient(a, b) && (sameAgreement(a, b) || (nameless(a, b) && sameStart(a, b))),
  );
}

const inOrder = (rows: readonly Cells[]): Cells[] =>
  rows.toSorted((a, b) => {
    const by = Number(a['amendment_number']) - Number(b['amendment_number']);
    return by || ((a['amendment_date'] ?? '') < (b['amendment_date'] ?? '') ? -1 : 1);
  });

/**
 * The agreements of a registry, each with its rows in order. Rows that are equal in all columns count once.
 */
export function grantsOf(cells: readonly Cells[]): Cells[][] {
  const once = [...new Map(cells.map((row) => [JSON.stringify(row), row])).values()];
  const references = Map.groupBy(once, (row) => `${row['owner_org']}\n${row['ref_number']}`);
  const found = [...references.values()].flatMap(ofReference);
  const kept = found.filter(([row]) => !publishesChanges(row));
  const changes = found.filter(([row]) => publishesChanges(row));
  // Where changes have numbers of their own: agreement number, start and recipient together.
  const agreements = Map.groupBy(changes, ([row], nth) =>
    row?.['agreement_number'] ? `${row['owner_org']}\n${row['agreement_number']}` : `alone ${nth}`,
  );
  const joined = [...agreements.values()].flatMap((parts) => {
    const rows = parts.flat();
    const own = (a: Cells, b: Cells) => parts.some((part) => part.includes(a) && part.includes(b));
    return chains(
      rows,
      (a, b) => own(a, b) || (sameAgreement(a, b) && sameStart(a, b) && sameRecipient(a, b)),
    );
  });
  return [...kept, ...joined].map(inOrder);
}

/** Questions for the wider search: by numbers, and by those of bills. */
import {fold} from '../../datasets/rules/text.ts';
import type {SearchQuery} from '../../engine/types.ts';
import {cut, pick} from './condition_arbitraries.ts';
import type {ScanOracle} from './scan_answers.ts';
import {columnOf} from './scan_rows.ts';

/** Numbers that only the wider search finds, and one that the other does, too. */
const NUMBERED: readonly (readonly [dataset: string, column: string])[] = [
  ['contracts', 'contract_number'],
  ['awards', 'reference_number'],
  ['tenders', 'solicitation_number'],
  ['grants', 'agreement_number'],
  ['lobbying_registrations', 'registration_number'],
];

/**
 * The same in the wider search: a text as it is, a number of a row beside a word of it, or the number of a
 * bill.
 */
export function widerOf(
  oracle: ScanOracle,
  query: SearchQuery,
  {table, anchor, odd}: {table: number; anchor: number; odd: number},
): SearchQuery {
  if (odd % 3 === 0) return {...query, wider: true};
  if (odd % 3 === 1) {
    const numbers = columnOf(oracle.tables.get('bills')!, 'folded', 'number');
    const bill = numbers.length > 0 ? pick(numbers, anchor)[0]! : 'c-1';
    return {
      ...query,
      wider: true,
      bill,
      text: pick([`bill ${bill}`, bill.replace('-', ''), query.text], table),
    };
  }
  const [name, column] = pick(NUMBERED, table);
  const of = oracle.tables.get(name)!;
  const row = of.rows.length > 0 ? pick(of.rows, anchor) : null;
  const number = row?.folded[column]?.[0] ?? '1';
  const word = pick((row?.hit?.folded ?? 'x').split(' '), odd);
  const text = fold(pick([number, cut(number, 0, 4), `${word} ${number}`], anchor)) || 'a';
  return {...query, wider: true, text};
}

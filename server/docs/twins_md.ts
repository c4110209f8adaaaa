/** How contracts that both publishers report are found, for docs/DATASETS.md: the rules, and what they miss. */
import {MEASURED, NO_TWIN, TWIN_RULES} from '../../datasets/derived/contract_twins.ts';
import {code, table} from './markdown.ts';

const {cases, hard, pairs, found, right} = MEASURED;
const share = (part: number, whole: number): string => (part / whole).toFixed(2);

/** The heading, the rules in order, the reasons for none, precision and recall. */
export function twinSection(): string[] {
  const rules = Object.entries(TWIN_RULES).map(([rule, {certainty, help}]) => [code(rule), certainty, help]);
  const reasons = Object.entries(NO_TWIN).map(([reason, help]) => [code(reason), help]);
  return [
    '## How contracts of both publishers are found',
    'Departments disclose what they pay; the contract history of CanadaBuys has what Public Services and Procurement Canada buys for them. A contract may be in both. Its two records stay two, and `also_reported_by` of each names the other. Numbers are compared by letters and digits, of all rows of a record; a buyer is the department of a record or a body that it is bought for; vendors agree where a name of one record has the vendor key of a name of the other. A pair is made only where neither record has a better or an equally good one.',
    table(['Rule', 'Certainty', 'When'], rules),
    'Any other record whose number the other publisher has with the same buyer or vendor is a row of `contract_twins`, too, with the reason:',
    table(['No twin', 'Why'], reasons),
    `Measured over ${cases} cases that were labelled by hand with invented values, ${hard} of them hard: of ${found} pairs found ${right} are one contract, a precision of ${share(right, found)}; of ${pairs} pairs that are one contract ${right} are found, a recall of ${share(right, pairs)}. The cases are chosen, not drawn, so that shares of real files differ.`,
    'What is missed: contracts that one publisher has under another number or none, or without the end of it, and a vendor or buyer named differently where the values differ by taxes. What may be paired wrongly: two winners of one requisition with one day and value, of whom each publisher has another one, and numbers that differ in their signs alone. No wrong pair among the cases is `certain` or `high`.',
    '`counted_once` is true in the disclosure of a pair: disclosures of all departments follow one rule, name who pays and have taxes in them, and most contracts are in no other file. Where only the contract history has a value in CAD, it is true there. A filter that the counted record does not fit, such as one by solicitation number, leaves the contract out with `once=true`.',
  ];
}

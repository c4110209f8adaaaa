/**
 * How organizations are told apart, for docs/DATASETS.md: the rules, what they refuse, and what they miss.
 */
import {LINK_RULES, MEASURED, REFUSALS, UNLINKED} from '../../datasets/derived/organization_rules.ts';
import {code, table} from './markdown.ts';

const {pairs, hard, same, merged, right} = MEASURED;
const share = (part: number, whole: number): string => (part / whole).toFixed(3);

const twoColumns = (heads: [string, string], rows: Readonly<Record<string, string>>): string =>
  table(
    heads,
    Object.entries(rows).map(([name, help]) => [code(name), help]),
  );

/** The heading, the rules in order, the guards, precision and recall. */
export function organizationSection(): string[] {
  const rules = Object.entries(LINK_RULES).map(([rule, {certainty, help}]) => [code(rule), certainty, help]);
  return [
    '## How organizations are told apart',
    'Every published name is a row of `organization_links`, with the rule that leads it to its organization. The rules are tried in this order; nothing looser merges two names. Names that share all telling words are `similar` in the profile and stay apart.',
    table(['Rule', 'Certainty', 'When'], rules),
    'A merge is refused where it would join what cannot be one; `refused` says why, and the report of a build counts it:',
    twoColumns(['Refused', 'Why'], REFUSALS),
    'Names that name nobody in particular lead to no organization. Applicants and contractors of permits are organizations only where a legal form in the name shows it, and recipients of grants are none where the types of the grants under their name say that it is a person’s.',
    twoColumns(['No organization', 'Why'], UNLINKED),
    `Measured over ${pairs} pairs of names that were labelled by hand, ${hard} of them hard (subsidiaries, near names, namesakes, operating names): of ${merged} merged pairs ${right} are one organization, a precision of ${share(right, merged)}; of ${same} pairs that are one organization ${right} are merged, a recall of ${share(right, same)}. The pairs are chosen, not drawn, so that shares of real files differ.`,
    'What is missed: acronyms (`UBC`), translations that no record gives, a new name that no record gives with the old one, typing errors, branch names behind the name, and names without a legal form of a firm that is both a partnership and a company. What may be merged wrongly: companies of one name and one legal form in two provinces, where the name has two telling words or more and no record has a business number; a wrong business number in more than a few records of a name.',
    'An organization keeps its key as long as its business number, or without one its first legal name in alphabetical order, stays the same. The key of every legal name leads to the organization, so that most earlier keys do, too.',
  ];
}

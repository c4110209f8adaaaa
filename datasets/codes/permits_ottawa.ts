/** Kinds of the permits of Ottawa (sources/permits 4), in the columns of either era of its workbooks. */
import type {Rules, Test} from '../types.ts';
import {type PermitRule, permitTypes} from './permit_words.ts';
import {begins, blank, fits, is} from './tests.ts';

interface Columns {
  kind: string;
  description: string;
  units: string;
}

/** Of construction permits the description tells; its words are from memory. */
const byDescription = (construction: Test, {description, units}: Columns): PermitRule[] => [
  {gives: 'change_of_use', when: [construction, fits(description, /change of use/)]},
  {gives: 'demolition', when: [construction, begins(description, 'demolish')]},
  {gives: 'addition', when: [construction, fits(description, /\badditions?\b/)]},
  {
    gives: 'renovation',
    when: [construction, fits(description, /\balteration|renovat|\bfit[- ]up|\brepair|\binterior|\bfinish/)],
  },
  {gives: 'new_construction', when: [construction, fits(description, /\bconstruct an?\b|\bnew\b/)]},
  {gives: 'new_construction', when: [construction, {from: [units], over: 0}]},
  {gives: 'other', when: [construction]},
];

/** Where the kind is blank it is construction. */
export const ottawaTypes = (name: string, columns: Columns): Rules =>
  permitTypes(
    name,
    'Kind of the application; of construction permits the words of the description, then whether they give dwellings.',
    [columns.kind],
    [
      {gives: 'demolition', when: [begins(columns.kind, 'Demolition')]},
      {gives: 'other', when: [begins(columns.kind, 'Pool Enclosure')]},
      ...byDescription(is(columns.kind, 'Construction'), columns),
      ...byDescription(blank(columns.kind), columns),
    ],
  );

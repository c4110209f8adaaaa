/** Kinds of the permits of Ottawa (sources/permits 4), in the columns of either era of its workbooks. */
import type {Predicate, Rules} from '../types.ts';
import {type PermitRule, permitTypeRules} from './permit_words.ts';
import {blank, equals, matchesPattern, startsWith} from './tests.ts';

interface Columns {
  kind: string;
  description: string;
  units: string;
}

/** Of construction permits the description tells; its words are from memory. */
const byDescription = (construction: Predicate, {description, units}: Columns): PermitRule[] => [
  {value: 'change_of_use', when: [construction, matchesPattern(description, /change of use/)]},
  {value: 'demolition', when: [construction, startsWith(description, 'demolish')]},
  {value: 'addition', when: [construction, matchesPattern(description, /\badditions?\b/)]},
  {
    value: 'renovation',
    when: [
      construction,
      matchesPattern(description, /\balteration|renovat|\bfit[- ]up|\brepair|\binterior|\bfinish/),
    ],
  },
  {value: 'new_construction', when: [construction, matchesPattern(description, /\bconstruct an?\b|\bnew\b/)]},
  {value: 'new_construction', when: [construction, {from: [units], greaterThan: 0}]},
  {value: 'other', when: [construction]},
];

/** Where the kind is blank it is construction. */
export const ottawaTypes = (name: string, columns: Columns): Rules =>
  permitTypeRules(
    name,
    'Kind of the application; of construction permits the words of the description, then whether they give dwellings.',
    [columns.kind],
    [
      {value: 'demolition', when: [startsWith(columns.kind, 'Demolition')]},
      {value: 'other', when: [startsWith(columns.kind, 'Pool Enclosure')]},
      ...byDescription(equals(columns.kind, 'Construction'), columns),
      ...byDescription(blank(columns.kind), columns),
    ],
  );

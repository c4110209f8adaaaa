/** Kinds and states of the permits of Mississauga (all values of its lists; sources/permits 12). */
import {permitStatusRules, permitTypeRules} from './permit_words.ts';
import {blank, contains, equals, startsWith} from './tests.ts';

export const MISSISSAUGA_TYPES = permitTypeRules(
  'mississauga',
  'Scope of the work; a change of use shows in the description only.',
  ['SCOPE'],
  [
    {value: 'change_of_use', when: [contains('DESCRIPTION', 'change of use')]},
    {value: 'new_construction', when: [equals('SCOPE', 'NEW BUILDING')]},
    {value: 'addition', when: [equals('SCOPE', 'ADDITION TO EXISTING BLDG', 'ADDITION AND ALTERATION')]},
    {value: 'renovation', when: [equals('SCOPE', 'ALTERATION TO EXISTING BLDG')]},
    {value: 'demolition', when: [equals('SCOPE', 'DEMOLITION')]},
    {value: 'demolition', when: [blank('SCOPE'), equals('DEMO', 'Y')]},
  ],
);

export const MISSISSAUGA_STATUSES = permitStatusRules(
  'mississauga',
  'All three states that occur; blanks stand here and there around the dash of `COMPLETED -ALL INSP SIGNED OFF`.',
  {raw: 'STATUS', issued: 'ISSUE_DATE'},
  [
    {value: 'issued', when: [equals('STATUS', 'ISSUED PERMIT')]},
    {value: 'completed', when: [startsWith('STATUS', 'COMPLETED')]},
    {value: 'cancelled', when: [equals('STATUS', 'REVOKED')]},
  ],
);

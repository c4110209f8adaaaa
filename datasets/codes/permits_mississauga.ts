/** Kinds and states of the permits of Mississauga (all values of its lists; sources/permits 12). */
import {permitStatuses, permitTypes} from './permit_words.ts';
import {begins, blank, has, is} from './tests.ts';

export const MISSISSAUGA_TYPES = permitTypes(
  'mississauga',
  'Scope of the work; a change of use shows in the description only.',
  ['SCOPE'],
  [
    {gives: 'change_of_use', when: [has('DESCRIPTION', 'change of use')]},
    {gives: 'new_construction', when: [is('SCOPE', 'NEW BUILDING')]},
    {gives: 'addition', when: [is('SCOPE', 'ADDITION TO EXISTING BLDG', 'ADDITION AND ALTERATION')]},
    {gives: 'renovation', when: [is('SCOPE', 'ALTERATION TO EXISTING BLDG')]},
    {gives: 'demolition', when: [is('SCOPE', 'DEMOLITION')]},
    {gives: 'demolition', when: [blank('SCOPE'), is('DEMO', 'Y')]},
  ],
);

export const MISSISSAUGA_STATUSES = permitStatuses(
  'mississauga',
  'All three states that occur; blanks stand here and there around the dash of `COMPLETED -ALL INSP SIGNED OFF`.',
  {raw: 'STATUS', issued: 'ISSUE_DATE'},
  [
    {gives: 'issued', when: [is('STATUS', 'ISSUED PERMIT')]},
    {gives: 'completed', when: [begins('STATUS', 'COMPLETED')]},
    {gives: 'cancelled', when: [is('STATUS', 'REVOKED')]},
  ],
);

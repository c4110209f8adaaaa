/** Kinds of the permits of Vancouver (all values of its list; sources/permits 5). */
import type {Rules, Test} from '../types.ts';
import {is} from './tests.ts';

const ALTERATION = is('TypeOfWork', 'Addition / Alteration');

/** Descriptions repeat the kind in front (`Field Review - Addition / Alteration - To ...`): what stands behind tells. */
const told = (test: Omit<Test, 'from' | 'behind'>): Test => ({
  from: ['ProjectDescription'],
  behind: / - addition \/ alteration - /,
  ...test,
});

export const VANCOUVER_TYPES: Rules = {
  name: 'vancouver_permit_types',
  help: 'Type of work; an addition / alteration by its description. Salvage precedes a demolition that is a permit of its own.',
  rules: [
    {gives: 'new_construction', when: [is('TypeOfWork', 'New Building')]},
    {
      gives: 'change_of_use',
      when: [
        ALTERATION,
        told({has: ['change of use', 'change the use']}),
        told({has: ['no change of use'], not: true}),
      ],
    },
    {
      gives: 'addition',
      when: [
        ALTERATION,
        told({words: ['addition', 'additions']}),
        told({has: ['interior alteration'], not: true}),
      ],
    },
    {gives: 'renovation', when: [ALTERATION]},
    {gives: 'demolition', when: [is('TypeOfWork', 'Demolition / Deconstruction')]},
    {
      gives: 'other',
      when: [
        is(
          'TypeOfWork',
          'Salvage and Abatement',
          'Temporary Building / Structure',
          'Outdoor Uses (No Buildings Proposed)',
        ),
      ],
    },
  ],
  otherwise: 'other',
  noted: ['TypeOfWork'],
};

/** Kinds of the permits of Vancouver (all values of its list; sources/permits 5). */
import type {Predicate, Rules} from '../types.ts';
import {equals} from './tests.ts';

const ALTERATION = equals('TypeOfWork', 'Addition / Alteration');

/** Descriptions repeat the kind in front (`Field Review - Addition / Alteration - To ...`): what stands behind tells. */
const told = (test: Omit<Predicate, 'from' | 'behind'>): Predicate => ({
  from: ['ProjectDescription'],
  after: / - addition \/ alteration - /,
  ...test,
});

export const VANCOUVER_TYPES: Rules = {
  name: 'vancouver_permit_types',
  help: 'Type of work; an addition / alteration by its description. Salvage precedes a demolition that is a permit of its own.',
  rules: [
    {value: 'new_construction', when: [equals('TypeOfWork', 'New Building')]},
    {
      value: 'change_of_use',
      when: [
        ALTERATION,
        told({contains: ['change of use', 'change the use']}),
        told({contains: ['no change of use'], negated: true}),
      ],
    },
    {
      value: 'addition',
      when: [
        ALTERATION,
        told({containsWords: ['addition', 'additions']}),
        told({contains: ['interior alteration'], negated: true}),
      ],
    },
    {value: 'renovation', when: [ALTERATION]},
    {value: 'demolition', when: [equals('TypeOfWork', 'Demolition / Deconstruction')]},
    {
      value: 'other',
      when: [
        equals(
          'TypeOfWork',
          'Salvage and Abatement',
          'Temporary Building / Structure',
          'Outdoor Uses (No Buildings Proposed)',
        ),
      ],
    },
  ],
  otherwise: 'other',
  reported: ['TypeOfWork'],
};

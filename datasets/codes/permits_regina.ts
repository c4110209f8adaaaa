/** Kinds of the permits of Regina (sources/permits 16). */
import {permitTypeRules} from './permit_words.ts';
import {contains, equals} from './tests.ts';

const [TYPE, WORK] = ['Permit Application Type', 'Work Class'];

export const REGINA_TYPES = permitTypeRules(
  'regina',
  'Type of the application, then class of the work; the lists of values are not known.',
  [TYPE, WORK],
  [
    {value: 'demolition', when: [contains(TYPE, 'demol')]},
    {value: 'change_of_use', when: [contains(TYPE, 'change of use')]},
    {value: 'new_construction', when: [equals(WORK, 'New'), contains(TYPE, 'new construction')]},
    {value: 'addition', when: [contains(TYPE, 'addition')]},
    {value: 'renovation', when: [equals(WORK, 'Alteration and improvements')]},
    {value: 'renovation', when: [contains(TYPE, 'basement development')]},
    {value: 'new_construction', when: [equals(WORK, 'New'), contains(TYPE, 'garage')]},
  ],
);

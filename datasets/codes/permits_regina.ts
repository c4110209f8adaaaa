/** Kinds of the permits of Regina (sources/permits 16). */
import {permitTypes} from './permit_words.ts';
import {has, is} from './tests.ts';

const [TYPE, WORK] = ['Permit Application Type', 'Work Class'];

export const REGINA_TYPES = permitTypes(
  'regina',
  'Type of the application, then class of the work; the lists of values are not known.',
  [TYPE, WORK],
  [
    {gives: 'demolition', when: [has(TYPE, 'demol')]},
    {gives: 'change_of_use', when: [has(TYPE, 'change of use')]},
    {gives: 'new_construction', when: [is(WORK, 'New'), has(TYPE, 'new construction')]},
    {gives: 'addition', when: [has(TYPE, 'addition')]},
    {gives: 'renovation', when: [is(WORK, 'Alteration and improvements')]},
    {gives: 'renovation', when: [has(TYPE, 'basement development')]},
    {gives: 'new_construction', when: [is(WORK, 'New'), has(TYPE, 'garage')]},
  ],
);

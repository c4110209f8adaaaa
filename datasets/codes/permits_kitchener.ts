/** Kinds and states of the permits of Kitchener (sources/permits 9). */
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from './permit_words.ts';
import {equals} from './tests.ts';

export const KITCHENER_TYPES = permitTypeRules(
  'kitchener',
  'The three work types that were seen, then key words of permit type and work type.',
  ['PERMIT_TYPE', 'WORK_TYPE'],
  [
    {value: 'renovation', when: [equals('WORK_TYPE', 'Interior Alteration')]},
    {value: 'addition', when: [equals('WORK_TYPE', 'Addition to Building')]},
    {value: 'new_construction', when: [equals('WORK_TYPE', 'New Building')]},
    ...typeKeywords(['PERMIT_TYPE', 'WORK_TYPE']),
  ],
);

export const KITCHENER_STATUSES = permitStatusRules(
  'kitchener',
  'Status by key words: no value of it was seen. A day of expiry that has passed does not mean that a permit expired.',
  {raw: 'PERMIT_STATUS', issued: 'ISSUE_DATE'},
  statusKeywords('PERMIT_STATUS'),
);

/** Kinds and states of the permits of Kitchener (sources/permits 9). */
import {permitStatuses, permitTypes, statusWords, typeWords} from './permit_words.ts';
import {is} from './tests.ts';

export const KITCHENER_TYPES = permitTypes(
  'kitchener',
  'The three work types that were seen, then key words of permit type and work type.',
  ['PERMIT_TYPE', 'WORK_TYPE'],
  [
    {gives: 'renovation', when: [is('WORK_TYPE', 'Interior Alteration')]},
    {gives: 'addition', when: [is('WORK_TYPE', 'Addition to Building')]},
    {gives: 'new_construction', when: [is('WORK_TYPE', 'New Building')]},
    ...typeWords(['PERMIT_TYPE', 'WORK_TYPE']),
  ],
);

export const KITCHENER_STATUSES = permitStatuses(
  'kitchener',
  'Status by key words: no value of it was seen. A day of expiry that has passed does not mean that a permit expired.',
  {raw: 'PERMIT_STATUS', issued: 'ISSUE_DATE'},
  statusWords('PERMIT_STATUS'),
);

/** Kinds and states of the permits of Brampton (sources/permits 14). */
import {permitStatuses, permitTypes, statusWords, typeWords} from './permit_words.ts';
import {is} from './tests.ts';

export const BRAMPTON_TYPES = permitTypes(
  'brampton',
  'The works that were seen, then key words of the work.',
  ['WORKDESC'],
  [
    {gives: 'new_construction', when: [is('WORKDESC', 'New Complete Building', 'New Shell Building')]},
    {
      gives: 'renovation',
      when: [is('WORKDESC', 'Interior/Unit Finish', 'Interior Alterations', 'Second Unit')],
    },
    ...typeWords(['WORKDESC']),
  ],
);

export const BRAMPTON_STATUSES = permitStatuses(
  'brampton',
  'Status by key words: no value of it was seen.',
  {raw: 'STATUSDESC', issued: 'ISSUEDATE'},
  statusWords('STATUSDESC'),
);

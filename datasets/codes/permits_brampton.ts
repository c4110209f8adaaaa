/** Kinds and states of the permits of Brampton (sources/permits 14). */
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from './permit_words.ts';
import {equals} from './tests.ts';

export const BRAMPTON_TYPES = permitTypeRules(
  'brampton',
  'The works that were seen, then key words of the work.',
  ['WORKDESC'],
  [
    {value: 'new_construction', when: [equals('WORKDESC', 'New Complete Building', 'New Shell Building')]},
    {
      value: 'renovation',
      when: [equals('WORKDESC', 'Interior/Unit Finish', 'Interior Alterations', 'Second Unit')],
    },
    ...typeKeywords(['WORKDESC']),
  ],
);

export const BRAMPTON_STATUSES = permitStatusRules(
  'brampton',
  'Status by key words: no value of it was seen.',
  {raw: 'STATUSDESC', issued: 'ISSUEDATE'},
  statusKeywords('STATUSDESC'),
);

/** Kinds and states of the permits of Edmonton (sources/permits 3). */
import type {Rules} from '../types.ts';
import {blank, equals, matchesPattern, present} from './tests.ts';

export const EDMONTON_TYPES: Rules = {
  name: 'edmonton_permit_types',
  help: 'Work by its words: a number of the list stands before several kinds, and spellings vary. Half the permits name no work, only a job.',
  rules: [
    {value: 'demolition', when: [matchesPattern('work_type', /demolition/)]},
    {value: 'change_of_use', when: [matchesPattern('work_type', /^\(\d+\) convert /)]},
    {value: 'other', when: [matchesPattern('work_type', /move building|hot tub|swimming pool/)]},
    {
      value: 'addition',
      when: [matchesPattern('work_type', /^\(02\)|addition|attached garage|carport|deck attached/)],
    },
    {
      value: 'renovation',
      when: [matchesPattern('work_type', /(interior|exterior) alteration|(add|remove) suite/)],
    },
    {
      value: 'new_construction',
      when: [
        matchesPattern(
          'work_type',
          /^\(01\)|footing|foundation|excavation|structural frame|^\(\d+\) structure/,
        ),
      ],
    },
    {value: 'new_construction', when: [blank('work_type'), equals('job_category', 'House Combination')]},
    {value: 'renovation', when: [blank('work_type'), equals('job_category', 'Home Improvement Permit')]},
    {value: 'other', when: [blank('work_type')]},
  ],
  otherwise: 'other',
  reported: ['work_type'],
};

export const EDMONTON_STATUSES: Rules = {
  name: 'edmonton_statuses',
  help: 'The city publishes no state: a permit is issued, and completed once occupancy is granted.',
  rules: [{value: 'completed', when: [present('occupancy_granted_date')]}],
  otherwise: 'issued',
  reported: [],
};

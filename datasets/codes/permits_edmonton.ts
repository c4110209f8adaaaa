/** Kinds and states of the permits of Edmonton (sources/permits 3). */
import type {Rules} from '../types.ts';
import {blank, filled, fits, is} from './tests.ts';

export const EDMONTON_TYPES: Rules = {
  name: 'edmonton_permit_types',
  help: 'Work by its words: a number of the list stands before several kinds, and spellings vary. Half the permits name no work, only a job.',
  rules: [
    {gives: 'demolition', when: [fits('work_type', /demolition/)]},
    {gives: 'change_of_use', when: [fits('work_type', /^\(\d+\) convert /)]},
    {gives: 'other', when: [fits('work_type', /move building|hot tub|swimming pool/)]},
    {gives: 'addition', when: [fits('work_type', /^\(02\)|addition|attached garage|carport|deck attached/)]},
    {
      gives: 'renovation',
      when: [fits('work_type', /(interior|exterior) alteration|(add|remove) suite/)],
    },
    {
      gives: 'new_construction',
      when: [fits('work_type', /^\(01\)|footing|foundation|excavation|structural frame|^\(\d+\) structure/)],
    },
    {gives: 'new_construction', when: [blank('work_type'), is('job_category', 'House Combination')]},
    {gives: 'renovation', when: [blank('work_type'), is('job_category', 'Home Improvement Permit')]},
    {gives: 'other', when: [blank('work_type')]},
  ],
  otherwise: 'other',
  noted: ['work_type'],
};

export const EDMONTON_STATUSES: Rules = {
  name: 'edmonton_statuses',
  help: 'The city publishes no state: a permit is issued, and completed once occupancy is granted.',
  rules: [{gives: 'completed', when: [filled('occupancy_granted_date')]}],
  otherwise: 'issued',
  noted: [],
};

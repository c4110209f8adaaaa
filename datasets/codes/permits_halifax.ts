/** Kinds and states of the permits of Halifax (all values of its lists; sources/permits 13). */
import {permitStatuses, permitTypes} from './permit_words.ts';
import {has, is} from './tests.ts';

export const HALIFAX_TYPES = permitTypes(
  'halifax',
  'Work type; a change of use shows in the scope only, from memory. Demolitions are not in this table.',
  ['Work_Type'],
  [
    {gives: 'change_of_use', when: [has('Primary_Work_Scope', 'change of use')]},
    {gives: 'new_construction', when: [is('Work_Type', 'New Building')]},
    {gives: 'renovation', when: [is('Work_Type', 'Renovation')]},
    {gives: 'addition', when: [is('Work_Type', 'Addition')]},
  ],
);

export const HALIFAX_STATUSES = permitStatuses(
  'halifax',
  'All ten states that occur. A permit that is being amended is in review although it was issued.',
  {raw: 'Permit_Status', issued: 'Date_of_Permit_Issuance'},
  [
    {gives: 'issued', when: [is('Permit_Status', 'Issued')]},
    {gives: 'completed', when: [is('Permit_Status', 'Completed')]},
    {
      gives: 'in_review',
      when: [
        is(
          'Permit_Status',
          'In Review',
          'Applicant Revisions',
          'Application Incomplete',
          'Amendment Application Incomplete',
        ),
      ],
    },
    {gives: 'cancelled', when: [is('Permit_Status', 'Cancelled', 'Withdrawn')]},
    {gives: 'expired', when: [is('Permit_Status', 'Expired', 'Expired (Closed)')]},
  ],
);

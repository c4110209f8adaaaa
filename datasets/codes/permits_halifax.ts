/** Kinds and states of the permits of Halifax (all values of its lists; sources/permits 13). */
import {permitStatusRules, permitTypeRules} from './permit_words.ts';
import {contains, equals} from './tests.ts';

export const HALIFAX_TYPES = permitTypeRules(
  'halifax',
  'Work type; a change of use shows in the scope only, from memory. Demolitions are not in this table.',
  ['Work_Type'],
  [
    {value: 'change_of_use', when: [contains('Primary_Work_Scope', 'change of use')]},
    {value: 'new_construction', when: [equals('Work_Type', 'New Building')]},
    {value: 'renovation', when: [equals('Work_Type', 'Renovation')]},
    {value: 'addition', when: [equals('Work_Type', 'Addition')]},
  ],
);

export const HALIFAX_STATUSES = permitStatusRules(
  'halifax',
  'All ten states that occur. A permit that is being amended is in review although it was issued.',
  {raw: 'Permit_Status', issued: 'Date_of_Permit_Issuance'},
  [
    {value: 'issued', when: [equals('Permit_Status', 'Issued')]},
    {value: 'completed', when: [equals('Permit_Status', 'Completed')]},
    {
      value: 'in_review',
      when: [
        equals(
          'Permit_Status',
          'In Review',
          'Applicant Revisions',
          'Application Incomplete',
          'Amendment Application Incomplete',
        ),
      ],
    },
    {value: 'cancelled', when: [equals('Permit_Status', 'Cancelled', 'Withdrawn')]},
    {value: 'expired', when: [equals('Permit_Status', 'Expired', 'Expired (Closed)')]},
  ],
);

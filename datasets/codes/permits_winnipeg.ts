/** Kinds and states of the permits of Winnipeg (sources/permits 7). */
import {permitStatusRules, permitTypeRules} from './permit_words.ts';
import {equals, startsWith} from './tests.ts';

const WORK = 'work_type';

export const WINNIPEG_TYPES = permitTypeRules(
  'winnipeg',
  'Work type. `Erect` is a sign or a building, which the permit type tells; `Interior and Exterior Alteration` comes cut short.',
  [WORK],
  [
    {value: 'other', when: [equals(WORK, 'Face Replace Only', 'Locate', 'Renewal', 'Install')]},
    {value: 'other', when: [equals(WORK, 'Erect'), equals('permit_type', 'Sign')]},
    {
      value: 'new_construction',
      when: [
        equals(
          WORK,
          'Construct New',
          'Erect',
          'Demolition / Construct',
          'Partial Permit-Foundation',
          'Partial Permit-Struct. Frame',
        ),
      ],
    },
    {value: 'addition', when: [equals(WORK, 'Construct Addition')]},
    {
      value: 'renovation',
      when: [
        equals(
          WORK,
          'Interior Alteration',
          'Develop Lower Level',
          'Structural Alteration',
          'Alter',
          'Alter Exterior',
          'Foundation Repair',
          'Fire Repair',
          'Non-Struct. Alter/Repair',
          'Maintenance',
          'Interior Flood Proofing',
        ),
      ],
    },
    {value: 'renovation', when: [startsWith(WORK, 'Interior and Exterior Alte')]},
    {value: 'demolition', when: [equals(WORK, 'Demolish', 'Partial Demolition')]},
    {value: 'change_of_use', when: [equals(WORK, 'Change of Use', 'Occupy Only')]},
  ],
);

export const WINNIPEG_STATUSES = permitStatusRules(
  'winnipeg',
  'All three states that occur. A permit that was closed while inspections were missing lapsed.',
  {raw: 'status', issued: 'issue_date'},
  [
    {value: 'issued', when: [equals('status', 'Issued')]},
    {value: 'completed', when: [equals('status', 'Closed')]},
    {value: 'expired', when: [equals('status', 'Closed with an incomplete inspection process')]},
  ],
);

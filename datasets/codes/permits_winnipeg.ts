/** Kinds and states of the permits of Winnipeg (sources/permits 7). */
import {permitStatuses, permitTypes} from './permit_words.ts';
import {begins, is} from './tests.ts';

const WORK = 'work_type';

export const WINNIPEG_TYPES = permitTypes(
  'winnipeg',
  'Work type. `Erect` is a sign or a building, which the permit type tells; `Interior and Exterior Alteration` comes cut short.',
  [WORK],
  [
    {gives: 'other', when: [is(WORK, 'Face Replace Only', 'Locate', 'Renewal', 'Install')]},
    {gives: 'other', when: [is(WORK, 'Erect'), is('permit_type', 'Sign')]},
    {
      gives: 'new_construction',
      when: [
        is(
          WORK,
          'Construct New',
          'Erect',
          'Demolition / Construct',
          'Partial Permit-Foundation',
          'Partial Permit-Struct. Frame',
        ),
      ],
    },
    {gives: 'addition', when: [is(WORK, 'Construct Addition')]},
    {
      gives: 'renovation',
      when: [
        is(
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
    {gives: 'renovation', when: [begins(WORK, 'Interior and Exterior Alte')]},
    {gives: 'demolition', when: [is(WORK, 'Demolish', 'Partial Demolition')]},
    {gives: 'change_of_use', when: [is(WORK, 'Change of Use', 'Occupy Only')]},
  ],
);

export const WINNIPEG_STATUSES = permitStatuses(
  'winnipeg',
  'All three states that occur. A permit that was closed while inspections were missing lapsed.',
  {raw: 'status', issued: 'issue_date'},
  [
    {gives: 'issued', when: [is('status', 'Issued')]},
    {gives: 'completed', when: [is('status', 'Closed')]},
    {gives: 'expired', when: [is('status', 'Closed with an incomplete inspection process')]},
  ],
);

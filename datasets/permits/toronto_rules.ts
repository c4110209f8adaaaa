/** Types and states of Toronto's permits, as both of its tables name them. */
import {equals, present} from '../predicates.ts';
import type {Rules} from '../types.ts';

/** Trades and paperwork: not one of our types of work, whatever WORK says. */
const TRADES = [
  'Mechanical(MS)',
  'Plumbing(PS)',
  'Drain and Site Service',
  'Fire/Security Upgrade',
  'Designated Structures',
  'Temporary Structures',
  'Portable Classrooms',
  'AS Alternative Solution',
  'DCs DeferredFees',
  'Site Inspection(Scarborough)',
  'Building Historical data - Converted',
];

/** Permits for work on existing buildings. */
const ALTERATIONS = [
  'Building Additions/Alterations',
  'Small Residential Projects',
  'Residential Building Permit',
  'Non-Residential Building Permit',
  'Multiple Use Permit',
  'Rental Renovation Licence',
];

export const TYPES: Rules = {
  name: 'toronto_permit_types',
  help: 'Kind of permit, then kind of work.',
  rules: [
    {value: 'demolition', when: [equals('PERMIT_TYPE', 'Demolition Folder (DM)')]},
    {value: 'demolition', when: [equals('WORK', 'Demolition')]},
    {value: 'change_of_use', when: [equals('PERMIT_TYPE', 'Change of Use Permit')]},
    {value: 'other', when: [equals('PERMIT_TYPE', ...TRADES)]},
    {value: 'new_construction', when: [equals('PERMIT_TYPE', 'New Building', 'New Houses')]},
    {
      value: 'new_construction',
      when: [equals('WORK', 'New Building', 'New Laneway / Rear Yard Suite', 'Garage')],
    },
    {value: 'addition', when: [equals('WORK', 'Addition(s)')]},
    {value: 'renovation', when: [equals('PERMIT_TYPE', ...ALTERATIONS)]},
    {value: 'other', when: [equals('PERMIT_TYPE', 'Partial Permit', 'Conditional Permit')]},
  ],
  otherwise: 'other',
  reported: ['PERMIT_TYPE', 'WORK'],
};

const statuses = (name: string, help: string, approved: string): Rules => ({
  name,
  help,
  rules: [
    {value: approved, when: [equals('STATUS', 'Approved')]},
    {
      value: 'issued',
      when: [
        equals(
          'STATUS',
          'Permit Issued',
          'Revision Issued',
          'Inspection',
          'Open',
          'Work Not Started',
          'Not Started',
          'Work Suspended',
          'Revocation Pending',
        ),
      ],
    },
    {
      value: 'in_review',
      when: [
        equals(
          'STATUS',
          'Application Received',
          'Application Acceptable',
          'Application On Hold',
          'Under Review',
          "Examiner's Notice Sent",
          'Notice Sent',
          'Response Received',
          'Issuance Pending',
          'Ready for Issuance',
        ),
      ],
    },
    {value: 'completed', when: [equals('STATUS', 'Closed')]},
    {value: 'expired', when: [equals('STATUS', 'Closed - Dormant', 'Closed Permit/Incomplete Work')]},
    {
      value: 'cancelled',
      when: [equals('STATUS', 'Cancelled', 'Abandoned', 'Refused', 'Refusal Notice', 'Superseded')],
    },
    // Not cancelled yet.
    {value: 'issued', when: [equals('STATUS', 'Pending Cancellation'), present('ISSUED_DATE')]},
    {value: 'in_review', when: [equals('STATUS', 'Pending Cancellation')]},
    {value: 'issued', when: [present('ISSUED_DATE')], reported: true},
  ],
  otherwise: 'in_review',
  reported: ['STATUS'],
});

export const ACTIVE_STATUSES = statuses('toronto_statuses_active', 'States of active permits.', 'issued');
/** A cleared permit that was approved is complete. */
export const CLEARED_STATUSES = statuses(
  'toronto_statuses_cleared',
  'States of cleared permits.',
  'completed',
);

/** Kinds and states of the permits of Toronto (all values of its published lists; sources/permits 1). */
import type {Rules} from '../types.ts';
import {equals, present} from './tests.ts';

/** Trades and papers around a building: no work of one of our kinds, whatever WORK says. */
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

/** Permits for work on what stands there. */
const ALTERATIONS = [
  'Building Additions/Alterations',
  'Small Residential Projects',
  'Residential Building Permit',
  'Non-Residential Building Permit',
  'Multiple Use Permit',
  'Rental Renovation Licence',
];

export const TORONTO_TYPES: Rules = {
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
      when: [equals('STATUS', 'Permit Issued', 'Revision Issued', 'Inspection', 'Open')],
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
    {value: 'cancelled', when: [equals('STATUS', 'Cancelled', 'Abandoned', 'Refused', 'Superseded')]},
    {value: 'issued', when: [present('ISSUED_DATE')], reported: true},
  ],
  otherwise: 'in_review',
  reported: ['STATUS'],
});

export const TORONTO_ACTIVE = statuses('toronto_statuses_active', 'States of active permits.', 'issued');
/** A cleared permit that was approved is done. */
export const TORONTO_CLEARED = statuses(
  'toronto_statuses_cleared',
  'States of cleared permits.',
  'completed',
);

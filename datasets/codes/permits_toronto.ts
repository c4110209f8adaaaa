/** Kinds and states of the permits of Toronto (all values of its published lists; sources/permits 1). */
import type {Rules} from '../types.ts';
import {filled, is} from './tests.ts';

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
    {gives: 'demolition', when: [is('PERMIT_TYPE', 'Demolition Folder (DM)')]},
    {gives: 'demolition', when: [is('WORK', 'Demolition')]},
    {gives: 'change_of_use', when: [is('PERMIT_TYPE', 'Change of Use Permit')]},
    {gives: 'other', when: [is('PERMIT_TYPE', ...TRADES)]},
    {gives: 'new_construction', when: [is('PERMIT_TYPE', 'New Building', 'New Houses')]},
    {
      gives: 'new_construction',
      when: [is('WORK', 'New Building', 'New Laneway / Rear Yard Suite', 'Garage')],
    },
    {gives: 'addition', when: [is('WORK', 'Addition(s)')]},
    {gives: 'renovation', when: [is('PERMIT_TYPE', ...ALTERATIONS)]},
    {gives: 'other', when: [is('PERMIT_TYPE', 'Partial Permit', 'Conditional Permit')]},
  ],
  otherwise: 'other',
  noted: ['PERMIT_TYPE', 'WORK'],
};

const statuses = (name: string, help: string, approved: string): Rules => ({
  name,
  help,
  rules: [
    {gives: approved, when: [is('STATUS', 'Approved')]},
    {
      gives: 'issued',
      when: [is('STATUS', 'Permit Issued', 'Revision Issued', 'Inspection', 'Open')],
    },
    {
      gives: 'in_review',
      when: [
        is(
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
    {gives: 'completed', when: [is('STATUS', 'Closed')]},
    {gives: 'expired', when: [is('STATUS', 'Closed - Dormant', 'Closed Permit/Incomplete Work')]},
    {gives: 'cancelled', when: [is('STATUS', 'Cancelled', 'Abandoned', 'Refused', 'Superseded')]},
    {gives: 'issued', when: [filled('ISSUED_DATE')], noted: true},
  ],
  otherwise: 'in_review',
  noted: ['STATUS'],
});

export const TORONTO_ACTIVE = statuses('toronto_statuses_active', 'States of active permits.', 'issued');
/** A cleared permit that was approved is done. */
export const TORONTO_CLEARED = statuses(
  'toronto_statuses_cleared',
  'States of cleared permits.',
  'completed',
);

/** Types and states of Toronto's permits, as both of its tables name them. */
import {equals, present} from '../predicates.ts';
import type {Rules} from '../types.ts';
import {permitStatusRules, type TypeRow} from './keyword_rules.ts';

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

export const TYPES: {help: string; rows: readonly TypeRow[]} = {
  help: 'Kind of permit, then kind of work.',
  rows: [
    ['demolition', 'Demolition Folder (DM)'],
    ['demolition', equals('WORK', 'Demolition')],
    ['change_of_use', 'Change of Use Permit'],
    ['other', ...TRADES],
    ['new_construction', 'New Building', 'New Houses'],
    ['new_construction', equals('WORK', 'New Building', 'New Laneway / Rear Yard Suite', 'Garage')],
    ['addition', equals('WORK', 'Addition(s)')],
    ['renovation', ...ALTERATIONS],
    ['other', 'Partial Permit', 'Conditional Permit'],
  ],
};

const UNDER_WAY = [
  'Permit Issued',
  'Revision Issued',
  'Inspection',
  'Open',
  'Work Not Started',
  'Not Started',
  'Work Suspended',
  'Revocation Pending',
];

const BEFORE_ISSUE = [
  'Application Received',
  'Application Acceptable',
  'Application On Hold',
  'Under Review',
  "Examiner's Notice Sent",
  'Notice Sent',
  'Response Received',
  'Issuance Pending',
  'Ready for Issuance',
];

/** The statuses of a table; `approved`: what a permit is that was approved. */
const statuses = (table: 'active' | 'cleared', approved: 'issued' | 'completed'): Rules => ({
  ...permitStatusRules('toronto', `States of ${table} permits.`, {raw: ['STATUS'], issued: ['ISSUED_DATE']}, [
    [approved, 'Approved'],
    ['issued', ...UNDER_WAY],
    ['in_review', ...BEFORE_ISSUE],
    ['completed', 'Closed'],
    ['expired', 'Closed - Dormant', 'Closed Permit/Incomplete Work'],
    ['cancelled', 'Cancelled', 'Abandoned', 'Refused', 'Refusal Notice', 'Superseded'],
    // Not cancelled yet.
    ['issued', 'Pending Cancellation', present('ISSUED_DATE')],
    ['in_review', 'Pending Cancellation'],
  ]),
  name: `toronto_statuses_${table}`,
});

export const ACTIVE_STATUSES = statuses('active', 'issued');
/** A cleared permit that was approved is complete. */
export const CLEARED_STATUSES = statuses('cleared', 'completed');

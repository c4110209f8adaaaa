/** Kinds and states of the permits of Calgary (sources/permits 2). */
import type {Rules} from '../types.ts';
import {contains, equals, matchesPattern, present, startsWith} from './tests.ts';

export const CALGARY_TYPES: Rules = {
  name: 'calgary_permit_types',
  help: 'Class of work. A new deck, hot tub or pool is no new building; a change of use shows in the description only.',
  rules: [
    {
      value: 'other',
      when: [equals('workclass', 'New'), startsWith('permitclass', '1104', '1105', '1115', '1201')],
    },
    {value: 'new_construction', when: [equals('workclass', 'New')]},
    {
      value: 'change_of_use',
      when: [equals('workclass', 'Alteration', 'Repair'), contains('description', 'change of use')],
    },
    {value: 'renovation', when: [equals('workclass', 'Alteration', 'Repair')]},
    {value: 'addition', when: [equals('workclass', 'Addition')]},
    {value: 'demolition', when: [equals('workclass', 'Demolition')]},
    {value: 'other', when: [equals('workclass', 'Temporary', 'Fire/ Security Alarm', 'Air Conditioning')]},
  ],
  otherwise: 'other',
  reported: ['workclass'],
};

export const CALGARY_STATUSES: Rules = {
  name: 'calgary_statuses',
  help: 'Current status. Work goes on through phases (`Pre Backfill Phase`); `File Closed` has both dates and is done.',
  rules: [
    {value: 'completed', when: [equals('statuscurrent', 'Completed', 'File Closed')]},
    {value: 'issued', when: [equals('statuscurrent', 'Issued Permit')]},
    {value: 'issued', when: [matchesPattern('statuscurrent', /^pre .*phase$/)]},
    {value: 'in_review', when: [equals('statuscurrent', 'New', 'Application Received', 'In Review')]},
    {value: 'in_review', when: [startsWith('statuscurrent', 'Hold', 'Pending')]},
    {value: 'cancelled', when: [equals('statuscurrent', 'Cancelled', 'Refused')]},
    {value: 'expired', when: [equals('statuscurrent', 'Expired')]},
    {value: 'issued', when: [present('issueddate')], reported: true},
  ],
  otherwise: 'in_review',
  reported: ['statuscurrent'],
};

/** Kinds and states of the permits of Calgary (sources/permits 2). */
import type {Rules} from '../types.ts';
import {begins, filled, fits, has, is} from './tests.ts';

export const CALGARY_TYPES: Rules = {
  name: 'calgary_permit_types',
  help: 'Class of work. A new deck, hot tub or pool is no new building; a change of use shows in the description only.',
  rules: [
    {gives: 'other', when: [is('workclass', 'New'), begins('permitclass', '1104', '1105', '1115', '1201')]},
    {gives: 'new_construction', when: [is('workclass', 'New')]},
    {
      gives: 'change_of_use',
      when: [is('workclass', 'Alteration', 'Repair'), has('description', 'change of use')],
    },
    {gives: 'renovation', when: [is('workclass', 'Alteration', 'Repair')]},
    {gives: 'addition', when: [is('workclass', 'Addition')]},
    {gives: 'demolition', when: [is('workclass', 'Demolition')]},
    {gives: 'other', when: [is('workclass', 'Temporary', 'Fire/ Security Alarm', 'Air Conditioning')]},
  ],
  otherwise: 'other',
  noted: ['workclass'],
};

export const CALGARY_STATUSES: Rules = {
  name: 'calgary_statuses',
  help: 'Current status. Work goes on through phases (`Pre Backfill Phase`); `File Closed` has both dates and is done.',
  rules: [
    {gives: 'completed', when: [is('statuscurrent', 'Completed', 'File Closed')]},
    {gives: 'issued', when: [is('statuscurrent', 'Issued Permit')]},
    {gives: 'issued', when: [fits('statuscurrent', /^pre .*phase$/)]},
    {gives: 'in_review', when: [is('statuscurrent', 'New', 'Application Received', 'In Review')]},
    {gives: 'in_review', when: [begins('statuscurrent', 'Hold', 'Pending')]},
    {gives: 'cancelled', when: [is('statuscurrent', 'Cancelled', 'Refused')]},
    {gives: 'expired', when: [is('statuscurrent', 'Expired')]},
    {gives: 'issued', when: [filled('issueddate')], noted: true},
  ],
  otherwise: 'in_review',
  noted: ['statuscurrent'],
};

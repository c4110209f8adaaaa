/** Kinds and states of the permits of Victoria (sources/permits 10). */
import type {PermitRule} from './permit_words.ts';
import {permitStatuses, permitTypes, statusWords, typeWords} from './permit_words.ts';
import {is} from './tests.ts';

/** Types that say what is built on, not what is done: the purpose tells. */
const ANY_WORK = is('type', 'BP-RES-SFD/DUP', 'BP-COMPLEX');

const byPurpose: PermitRule[] = typeWords(['Purpose'], {free: true, and: [ANY_WORK]}).filter(
  // Demolition permits have a type of their own.
  ({gives}) => gives !== 'demolition',
);

export const VICTORIA_TYPES = permitTypes(
  'victoria',
  'Type of permit; of the two that say nothing of the work, key words of the purpose.',
  ['type'],
  [
    {gives: 'demolition', when: [is('type', 'BP-DEMOLITION')]},
    {gives: 'renovation', when: [is('type', 'BP-INTERIOR ONLY', 'BP-STRIP OUT')]},
    ...byPurpose,
    {gives: 'other', when: [ANY_WORK]},
  ],
);

export const VICTORIA_STATUSES = permitStatuses(
  'victoria',
  'Status by key words: `ACTIVE` is the only one seen.',
  {raw: 'Status', issued: 'IssuedDate'},
  statusWords('Status'),
);

/** Kinds and states of the permits of Victoria (sources/permits 10). */
import type {PermitRule} from './permit_words.ts';
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from './permit_words.ts';
import {equals} from './tests.ts';

/** Types that say what is built on, not what is done: the purpose tells. */
const ANY_WORK = equals('type', 'BP-RES-SFD/DUP', 'BP-COMPLEX');

const byPurpose: PermitRule[] = typeKeywords(['Purpose'], {free: true, and: [ANY_WORK]}).filter(
  // Demolition permits have a type of their own.
  ({value: gives}) => gives !== 'demolition',
);

export const VICTORIA_TYPES = permitTypeRules(
  'victoria',
  'Type of permit; of the two that say nothing of the work, key words of the purpose.',
  ['type'],
  [
    {value: 'demolition', when: [equals('type', 'BP-DEMOLITION')]},
    {value: 'renovation', when: [equals('type', 'BP-INTERIOR ONLY', 'BP-STRIP OUT')]},
    ...byPurpose,
    {value: 'other', when: [ANY_WORK]},
  ],
);

export const VICTORIA_STATUSES = permitStatusRules(
  'victoria',
  'Status by key words: `ACTIVE` is the only one seen.',
  {raw: 'Status', issued: 'IssuedDate'},
  statusKeywords('Status'),
);

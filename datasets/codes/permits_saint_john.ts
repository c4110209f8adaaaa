/** Kinds and states of the permits of Saint John by key words, from memory (sources/permits 17). */
import {permitStatuses, permitTypes, statusWords, typeWords} from './permit_words.ts';

export const SAINT_JOHN_TYPES = permitTypes(
  'saint_john',
  'Permit type by key words, from memory: no value of it was seen.',
  ['PERMIT_TYPE'],
  typeWords(['PERMIT_TYPE']),
);

export const SAINT_JOHN_STATUSES = permitStatuses(
  'saint_john',
  'Status by key words, from memory: no value of it was seen.',
  {raw: 'STATUS', issued: 'ISSUE_DATE'},
  statusWords('STATUS'),
);

/** Kinds and states of the permits of Saint John by key words, from memory (sources/permits 17). */
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from './permit_words.ts';

export const SAINT_JOHN_TYPES = permitTypeRules(
  'saint_john',
  'Permit type by key words, from memory: no value of it was seen.',
  ['PERMIT_TYPE'],
  typeKeywords(['PERMIT_TYPE']),
);

export const SAINT_JOHN_STATUSES = permitStatusRules(
  'saint_john',
  'Status by key words, from memory: no value of it was seen.',
  {raw: 'STATUS', issued: 'ISSUE_DATE'},
  statusKeywords('STATUS'),
);

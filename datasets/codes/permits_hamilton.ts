/** Kinds, states and former municipalities of the permits of Hamilton (sources/permits 8); its values are not known. */
import type {Rules} from '../types.ts';
import {permitStatusRules, permitTypeRules, statusKeywords, typeKeywords} from './permit_words.ts';
import {equals} from './tests.ts';

export const HAMILTON_TYPES = permitTypeRules(
  'hamilton',
  'Work class by key words, from memory: no value of it was seen.',
  ['WORKCLASS'],
  typeKeywords(['WORKCLASS']),
);

export const HAMILTON_STATUSES = permitStatusRules(
  'hamilton',
  'Current status by key words, from memory: no value of it was seen.',
  {raw: 'STATUSCURRENT', issued: 'ISSUEDDATE'},
  statusKeywords('STATUSCURRENT'),
);

const FORMER = ['Ancaster', 'Dundas', 'Flamborough', 'Glanbrook', 'Stoney Creek'];

/** Whether the city of an address is a municipality that became part of Hamilton in 2001. */
export const HAMILTON_FORMER: Rules = {
  name: 'hamilton_former_municipalities',
  help: 'Municipalities that became part of Hamilton in 2001.',
  rules: [{value: 'former', when: [equals('ORIGINALCITY', ...FORMER)]}],
  otherwise: null,
  reported: [],
};

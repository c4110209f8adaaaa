/** Kinds and states of permits by key words, for towns whose values are not all known. */
import {describe, test} from 'vitest';
import {rules} from '../../datasets/fields.ts';
import {
  permitStatusRules,
  permitTypeRules,
  statusKeywords,
  typeKeywords,
} from '../../datasets/permits/keyword_rules.ts';
import type {Field} from '../../datasets/types.ts';
import {type Case, holds} from '../helpers/fields.ts';

const FIELDS: Record<string, {field: Field; cases: Case[]}> = {
  'kinds by the first words that fit': {
    field: rules(permitTypeRules('x', '', ['a'], typeKeywords(['a']))),
    cases: [
      ['', 'other'],
      ['Démolition partielle', 'demolition'],
      ['Deconstruction', 'demolition'],
      ['Wreck building', 'demolition'],
      ['Demolish and construct new', 'demolition'],
      ['Change in Use', 'change_of_use'],
      ["Changement d'usage", 'change_of_use'],
      ['Changement d’usage', 'change_of_use'],
      ['Convert garage to dwelling', 'change_of_use'],
      ['Addition / Alteration', 'addition'],
      ['Agrandissement', 'addition'],
      ['Additional inspection', 'other', 'warning'],
      ['New secondary suite', 'renovation'],
      ['Tenant fit-up', 'renovation'],
      ['Alterations to interior', 'renovation'],
      ['Finish Basement', 'renovation'],
      ['New garage', 'new_construction'],
      ['Renewal', 'other', 'warning'],
      ['Erect a shed', 'new_construction'],
      ['Nouvelle construction', 'new_construction'],
      ['Reconstruct roof', 'other', 'warning'],
      ['Sign', 'other', 'warning'],
    ],
  },
  'kinds of free text, in which demolition counts near the beginning only': {
    field: rules(permitTypeRules('x', '', [], typeKeywords(['a'], {free: true}))),
    cases: [
      ['Demolish garage', 'demolition'],
      ['Construct a two storey house with attached garage at the rear; demolish shed', 'new_construction'],
    ],
  },
  'states by the first words that fit': {
    field: rules(permitStatusRules('x', '', {raw: 'a', issued: 'b'}, statusKeywords('a'))),
    cases: [
      ['Issued', 'issued'],
      ['ACTIVE', 'issued'],
      ['Inactive', 'in_review', 'warning'],
      ['Open', 'issued'],
      ['Issued - under review', 'in_review'],
      ['Application Incomplete', 'in_review'],
      ['Incomplete', 'in_review'],
      ['Completed', 'completed'],
      ['Closed', 'completed'],
      ['Closed - expired', 'expired'],
      ['Finaled', 'completed'],
      ['Occupancy Granted', 'completed'],
      ['Dormant', 'expired'],
      ['On hold', 'in_review'],
      ['Household', 'in_review', 'warning'],
      ['Ready for issuance', 'in_review'],
      ['Cancelled before issue', 'cancelled'],
      ['Refusé', 'cancelled'],
      ['Void', 'cancelled'],
      ['Revoked', 'cancelled'],
      ['Inspection', 'issued'],
    ],
  },
  'states that nobody knows': {
    field: rules(permitStatusRules('x', '', {raw: 'a', issued: 'b'}, statusKeywords('a'))),
    cases: [
      [{a: 'Stop work', b: '2024-03-05'}, 'issued', 'warning'],
      [{a: 'Stop work'}, 'in_review', 'warning'],
      // A blank one is no unknown one.
      [{a: '', b: '2024-03-05'}, 'issued'],
      [{a: ''}, 'in_review'],
    ],
  },
};

describe('key words of permits', () => {
  test.each(Object.entries(FIELDS))('%s', (_, {field, cases}) => holds(field, cases));
});

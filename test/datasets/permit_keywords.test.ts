/** Kinds and states of permits by key words, for towns whose values are not all known. */
import {describe, expect, test} from 'vitest';
import {rules} from '../../datasets/fields.ts';
import {
  permitStatusRules,
  permitTypeRules,
  statusKeywords,
  typeKeywords,
} from '../../datasets/permits/keyword_rules.ts';
import {permits} from '../../datasets/permits/schema.ts';
import type {Field} from '../../datasets/types.ts';
import {type Case, holds} from '../helpers/fields.ts';
import {memoryDatabase, typeCells, typedValues} from '../helpers/pipeline.ts';

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
      ['Repair/Alter', 'renovation'],
      ['Foundation Replacement', 'renovation'],
      ['FIRE DAMAGE REPAIR', 'renovation'],
      ['Replacement sign', 'other', 'warning'],
      // An addition that goes is no addition, unless another is built.
      ['Remove existing addition', 'demolition'],
      ['Removal of the rear addition', 'demolition'],
      ['Remove deck and addition constructed without permit', 'demolition'],
      ['Removing unapproved deck addition and repair wall', 'renovation'],
      ['Remove rear addition and construct new addition', 'addition'],
      ['Remove garage; build two storey addition', 'addition'],
      ['Removal of a bathroom and addition of a bedroom', 'addition'],
      ['Remove wall for rear addition', 'addition'],
      ['Addition, remove porch', 'addition'],
      ['Reconstruct roof', 'other', 'warning'],
      ['Sign', 'other', 'warning'],
    ],
  },
  'kinds of free text, in which demolition counts near the beginning only': {
    field: rules(permitTypeRules('x', '', [], typeKeywords(['a'], {free: true}))),
    cases: [
      ['Demolish garage', 'demolition'],
      ['Construct a two storey house with attached garage at the rear; demolish shed', 'new_construction'],
      ['Remove rear addition', 'demolition'],
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

/** Work that a city's own rules decide: city, layout, cells, type. */
const OF_CITIES: [city: string, cells: Record<string, string>, type: string][] = [
  ['edmonton', {work_type: '(03) Foundation Replacement'}, 'renovation'],
  ['edmonton', {work_type: 'FIRE DAMAGE REPAIR'}, 'renovation'],
  ['edmonton', {work_type: '(01) Footing & Foundation'}, 'new_construction'],
  ['edmonton', {work_type: '(03) Remove Addition'}, 'demolition'],
  ['edmonton', {work_type: '(02) Addition'}, 'addition'],
  ['winnipeg', {work_type: 'Repair/Alter'}, 'renovation'],
  ['winnipeg', {work_type: 'Foundation Replacement'}, 'renovation'],
  ['winnipeg', {work_type: 'Face Replace Only'}, 'other'],
  ['winnipeg', {work_type: 'Partial Permit-Foundation'}, 'new_construction'],
  ['regina', {'Permit Application Type': 'Residential', 'Work Class': 'Repair/Alter'}, 'renovation'],
  ['hamilton', {WORKCLASS: 'Foundation Replacement'}, 'renovation'],
  [
    'vancouver',
    {TypeOfWork: 'Addition / Alteration', ProjectDescription: 'Remove rear addition'},
    'renovation',
  ],
  [
    'vancouver',
    {TypeOfWork: 'Addition / Alteration', ProjectDescription: 'To add a rear addition'},
    'addition',
  ],
];

test.each(OF_CITIES)('%s: %j is %s', async (city, cells, type) => {
  const source = permits.sources.find(({slug}) => slug === `${city}_permits`);
  const layout = source?.layouts.find((one) => Object.keys(cells).every((name) => one.header.includes(name)));
  if (!source || !layout) throw new Error(`no layout of ${city} has these columns`);
  const {db, close} = await memoryDatabase();
  try {
    const typed = await typeCells(db, permits.columns, source.layouts, layout, [cells]);
    expect((await typedValues(db, typed))[0]?.['permit_type']).toBe(type);
  } finally {
    close();
  }
});

describe('key words of permits', () => {
  test.each(Object.entries(FIELDS))('%s', (_, {field, cases}) => holds(field, cases));
});

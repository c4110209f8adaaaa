/** Kinds and states of permits by key words, for towns whose values are not all known. */
import {describe, expect, test} from 'vitest';
import {rules} from '../../datasets/fields.ts';
import {
  permitStatusRules,
  permitTypeRules,
  STATUS_KEYWORDS,
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
  'suites: new with a new dwelling or as a building of their own, else put into a standing building': {
    field: rules(permitTypeRules('x', '', [], typeKeywords(['a'], {free: true}))),
    cases: [
      ['CONSTRUCT A NEW SINGLE FAMILY DWELLING WITH A ONE-BEDROOM SECONDARY SUITE', 'new_construction'],
      ['New two storey plus basement house with suite in lower level', 'new_construction'],
      ['Construct a 2 storey detached dwelling with a secondary dwelling unit', 'new_construction'],
      ['Construct a block of 6 rowhouses with basement apartments', 'new_construction'],
      ['Construct a new duplex with two secondary suites', 'new_construction'],
      ['To construct a Single Detached House with a Secondary Suite in the Basement', 'new_construction'],
      ['Construct a new garden suite in the rear yard', 'new_construction'],
      ['Construct a coach house in the rear yard of an existing dwelling', 'new_construction'],
      ['2 storey coach house', 'new_construction'],
      ['Construct a secondary dwelling unit in the basement of a detached dwelling', 'renovation'],
      ['Construct a dwelling unit in the basement of a semi (basement apartment)', 'renovation'],
      ['To develop a Secondary Suite in the Basement of a Single Detached House (New Suite)', 'renovation'],
      ['To add a Dwelling to a building (Secondary Suite in the Basement of a House)', 'renovation'],
      ['Create basement SDU in the existing single family dwelling', 'renovation'],
      ['Interior alterations to the coach house', 'renovation'],
      ['Convert garage to a garden suite', 'renovation'],
      ['Legalize existing secondary suite', 'renovation'],
      ['To convert the existing dwelling to contain a secondary dwelling unit', 'renovation'],
      ['Permit is for converting the basement of a single detached dwelling into a duplex', 'renovation'],
      // What the words say outright comes first.
      ['Change of use from single family dwelling to one with a secondary suite', 'change_of_use'],
      ['New three car garage addition with secondary suite above', 'addition'],
      ['Demolish house and construct new house with suite', 'demolition'],
    ],
  },
  'states by the first words that fit': {
    field: rules(permitStatusRules('x', '', {raw: ['a'], issued: ['b']}, STATUS_KEYWORDS)),
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
    field: rules(permitStatusRules('x', '', {raw: ['a'], issued: ['b']}, STATUS_KEYWORDS)),
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
  [
    'vancouver',
    {
      TypeOfWork: 'Addition / Alteration',
      ProjectDescription: 'Interior alterations and to add a second storey addition to this house',
    },
    'addition',
  ],
  [
    'vancouver',
    {TypeOfWork: 'Addition / Alteration', ProjectDescription: 'Interior alterations and addition of a bath'},
    'renovation',
  ],
  [
    'vancouver',
    {TypeOfWork: 'Addition / Alteration', ProjectDescription: 'Change of major occupancy to a daycare'},
    'change_of_use',
  ],
  [
    'vancouver',
    {TypeOfWork: 'Addition / Alteration', ProjectDescription: 'Alterations, no change of major occupancy'},
    'renovation',
  ],
  ['edmonton', {job_category: 'Home Improvement'}, 'renovation'],
  ['edmonton', {job_category: 'Single, Semi-detached & Rowhousing'}, 'new_construction'],
  ['edmonton', {job_category: 'Commercial Demolition'}, 'demolition'],
  [
    'edmonton',
    {job_category: 'Home Improvement', job_description: 'To construct a Garden Suite'},
    'new_construction',
  ],
  ['edmonton', {job_description: 'To develop a Secondary Suite in the Basement of a House'}, 'renovation'],
  ['edmonton', {work_type: '(01) New', job_category: 'Home Improvement'}, 'new_construction'],
  ['hamilton', {DESCRIPTION: 'Alteration to the existing dwelling', WORKCLASS: ''}, 'renovation'],
  ['hamilton', {DESCRIPTION: 'Alteration to the existing dwelling', WORKCLASS: 'New'}, 'new_construction'],
  ['kitchener', {PERMIT_DESCRIPTION: 'Finishing the basement', WORK_TYPE: ''}, 'renovation'],
  ['ottawa', {'APPL. TYPE': 'Construction', DESCRIPTION: 'Construct a coach house'}, 'new_construction'],
  [
    'ottawa',
    {
      'PERMIT TYPES': 'Construction Permit',
      DESCRIPTION: 'Construct a secondary dwelling unit in the basement',
    },
    'renovation',
  ],
  ['ottawa', {'PERMIT TYPES': 'Demolition Permit', DESCRIPTION: 'Remove a house'}, 'demolition'],
];

/** States that a city's own rules decide. */
const STATES: [city: string, cells: Record<string, string>, status: string][] = [
  ['brampton', {STATUSDESC: 'Registered', ISSUEDATE: '1746504000000'}, 'in_review'],
  ['brampton', {STATUSDESC: 'Ready to Issue'}, 'in_review'],
  ['brampton', {STATUSDESC: 'Zoning Certified'}, 'in_review'],
  ['toronto', {STATUS: 'Refusal Notice'}, 'cancelled'],
  ['toronto', {STATUS: 'Work Not Started'}, 'issued'],
  ['toronto', {STATUS: 'Not Started'}, 'issued'],
  ['toronto', {STATUS: 'Work Suspended'}, 'issued'],
  ['toronto', {STATUS: 'Revocation Pending'}, 'issued'],
  ['toronto', {STATUS: 'Pending Cancellation', ISSUED_DATE: '2025-05-06'}, 'issued'],
  ['toronto', {STATUS: 'Pending Cancellation', ISSUED_DATE: ''}, 'in_review'],
];

test.each([
  ...OF_CITIES.map(([city, cells, value]) => [city, cells, 'permit_type', value] as const),
  ...STATES.map(([city, cells, value]) => [city, cells, 'status', value] as const),
])('%s: of %j the %s is %s', async (city, cells, field, value) => {
  const source = permits.sources.find(({slug}) => slug === `${city}_permits`);
  const layout = source?.layouts.find((one) => Object.keys(cells).every((name) => one.header.includes(name)));
  if (!source || !layout) throw new Error(`no layout of ${city} has these columns`);
  const {db, close} = await memoryDatabase();
  try {
    const typed = await typeCells(db, permits.columns, source.layouts, layout, [cells]);
    expect((await typedValues(db, typed))[0]?.[field]).toBe(value);
    // A known state is not told as a guess.
    expect(Object.keys(typed.notes).filter((note) => note.startsWith('status'))).toEqual([]);
  } finally {
    close();
  }
});

describe('key words of permits', () => {
  test.each(Object.entries(FIELDS))('%s', (_, {field, cases}) => holds(field, cases));
});

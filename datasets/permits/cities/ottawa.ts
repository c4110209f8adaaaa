/**
 * Construction, demolition and pool enclosure permits of Ottawa: a workbook per year since 2011, a sheet per
 * month.
 */
import {constant, cost, day, joinNonBlank, rules, squareFeet, squareMetres, text} from '../../fields.ts';
import {blank, matchesPattern, startsWith} from '../../predicates.ts';
import type {Predicate, Rules} from '../../types.ts';
import {dwellings, ISSUED, permitCity, withoutContacts} from '../city.ts';
import {ALTERATIONS, type PermitRule, permitTypeRules, removedAdditions, suites} from '../keyword_rules.ts';

const PAGE = 'https://open.ottawa.ca/';

/** Banners precede the header; sheets without a header are summaries. */
const SHEET = {header: /^\s*ward\s*$/i};

const NO_CONTRACTOR = ['CONTRACTOR UNKNOWN', '***CONTRACTOR***'];

interface Columns {
  kind: string;
  description: string;
  units: string;
}

/** Construction permits are classified by their description; its keywords are unverified. */
const byDescription = (construction: Predicate, {description, units}: Columns): PermitRule[] => [
  {value: 'change_of_use', when: [construction, matchesPattern(description, /change of use/)]},
  {value: 'demolition', when: [construction, startsWith(description, 'demolish')]},
  ...suites((pattern) => matchesPattern(description, pattern), [construction]),
  ...removedAdditions((pattern) => matchesPattern(description, pattern), [construction]),
  {value: 'addition', when: [construction, matchesPattern(description, /\badditions?\b/)]},
  {value: 'renovation', when: [construction, matchesPattern(description, ALTERATIONS)]},
  {value: 'renovation', when: [construction, matchesPattern(description, /\bfit up|\bfinish/)]},
  {value: 'new_construction', when: [construction, matchesPattern(description, /\bconstruct an?\b|\bnew\b/)]},
  {value: 'new_construction', when: [construction, {from: [units], greaterThan: 0}]},
  {value: 'other', when: [construction]},
];

/** A blank kind means construction; since 2026 it is `Construction Permit`. */
const ottawaTypes = (name: string, columns: Columns): Rules =>
  permitTypeRules(
    name,
    'Kind of the application; of construction permits the words of the description, then whether they give dwellings.',
    [columns.kind],
    [
      {value: 'demolition', when: [startsWith(columns.kind, 'Demolition')]},
      {value: 'other', when: [startsWith(columns.kind, 'Pool Enclosure')]},
      ...byDescription(startsWith(columns.kind, 'Construction'), columns),
      ...byDescription(blank(columns.kind), columns),
    ],
  );

/** What a number is of, besides: a permit of another kind under it is not an earlier state. */
const ottawaKinds = (name: string, kind: string): Rules => ({
  name,
  help: 'Kind of the application; a blank one means construction.',
  rules: [
    {value: 'demolition', when: [startsWith(kind, 'Demolition')]},
    {value: 'pool enclosure', when: [startsWith(kind, 'Pool Enclosure')]},
  ],
  otherwise: 'construction',
  reported: [],
});

export default permitCity('ottawa', {
  page: PAGE,
  cadence: 'monthly',
  files: [
    {
      name: 'permits',
      format: 'workbook',
      via: {portal: 'arcgis-items', hub: PAGE, title: /construction, demolition/i},
    },
  ],
  layouts: [
    {
      name: 'to_2025',
      unverified: true,
      help: 'Sheets of 2011 to 2025, as reported in 2026: columns A to P in this order, areas in square feet. No file was seen.',
      sheet: SHEET,
      unused: ['PLAN', 'LOT'],
      aliases: {
        'BUILDING TYPE': 'BLG TYPE',
        COMMUNITY: 'MUNICIPALITY',
        'POSTAL CODE': 'PC',
        SQFT: 'FT2',
        'PERMIT NUMBER': 'PERMIT #',
        'APPLICATION TYPE': 'APPL. TYPE',
        'PERMIT TYPES': 'APPL. TYPE',
        'PERMIT ISSUED DATE': 'ISSUED DATE',
      },
      optional: ['APPL. TYPE'],
      fields: {
        permit_number_raw: text('PERMIT #'),
        source_reference: text('PERMIT #'),
        issued_date: day('ISSUED DATE', 'workbook'),
        status: ISSUED,
        permit_type: rules(
          ottawaTypes('ottawa_to_2025', {kind: 'APPL. TYPE', description: 'DESCRIPTION', units: 'D.U.'}),
        ),
        permit_type_raw: text('APPL. TYPE'),
        kind: rules(ottawaKinds('ottawa_kinds_to_2025', 'APPL. TYPE')),
        building_type: text('BLG TYPE'),
        work_description: withoutContacts('DESCRIPTION'),
        estimated_cost: cost('VALUE'),
        address: joinNonBlank(['ST #', 'ROAD']),
        postal_code: text('PC'),
        neighbourhood: text('MUNICIPALITY'),
        ward: text('WARD'),
        contractor_name: text('CONTRACTOR', NO_CONTRACTOR),
        dwelling_units_created: dwellings('D.U.'),
        floor_area_sqm: squareFeet('FT2'),
        source_url: constant(PAGE),
      },
    },
    {
      name: 'since_2026',
      unverified: true,
      help: 'Sheets of 2026, as reported: areas in square metres, no contractor; not every sheet names the kind. No file was seen.',
      sheet: SHEET,
      aliases: {
        'BLG TYPE': 'BUILDING TYPE',
        MUNICIPALITY: 'COMMUNITY',
        PC: 'POSTAL CODE',
        'SQUARE METRE': 'SQUARE METRES',
        'PERMIT #': 'PERMIT NUMBER',
        'APPL. TYPE': 'PERMIT TYPES',
        'APPLICATION TYPE': 'PERMIT TYPES',
        'ISSUED DATE': 'PERMIT ISSUED DATE',
      },
      optional: ['PERMIT TYPES'],
      fields: {
        permit_number_raw: text('PERMIT NUMBER'),
        source_reference: text('PERMIT NUMBER'),
        issued_date: day('PERMIT ISSUED DATE', 'workbook'),
        status: ISSUED,
        permit_type: rules(
          ottawaTypes('ottawa_since_2026', {
            kind: 'PERMIT TYPES',
            description: 'DESCRIPTION',
            units: 'D.U.',
          }),
        ),
        permit_type_raw: text('PERMIT TYPES'),
        kind: rules(ottawaKinds('ottawa_kinds_since_2026', 'PERMIT TYPES')),
        building_type: text('BUILDING TYPE'),
        work_description: withoutContacts('DESCRIPTION'),
        estimated_cost: cost('VALUE'),
        address: text('STREET ADDRESS'),
        postal_code: text('POSTAL CODE'),
        neighbourhood: text('COMMUNITY'),
        ward: text('WARD'),
        dwelling_units_created: dwellings('D.U.'),
        floor_area_sqm: squareMetres('SQUARE METRES'),
        source_url: constant(PAGE),
      },
    },
  ],
  // The workbook of 2024 and 2025 has a rolled-up sheet beside those of the months, and it stopped in August
  // 2024: of one number and kind the last sheet counts.
  versions: {
    group: ['permit_number_raw', 'kind'],
    order: [],
    mergeReason: 'an earlier sheet has the permit',
    computed: {permit_type_raw: `coalesce(last.permit_type_raw, 'Construction')`},
  },
});

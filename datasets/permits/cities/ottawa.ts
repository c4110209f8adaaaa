/**
 * Construction, demolition and pool enclosure permits of Ottawa: a workbook per year since 2011, a sheet per
 * month.
 */
import {cost, day, joinNonBlank, rules, squareFeet, squareMetres, text} from '../../fields.ts';
import {blank, matchesPattern, startsWith} from '../../predicates.ts';
import {hubWorkbooks} from '../../publishers/portals.ts';
import {rulesOf} from '../../rule_rows.ts';
import type {Fields, LayoutDeclaration, Predicate} from '../../types.ts';
import {dwellings, ISSUED, permitCity, withoutContacts} from '../city.ts';
import {ALTERATIONS, permitTypeRules, removedAdditions, suites, type TypeRow} from '../keyword_rules.ts';

const PAGE = 'https://open.ottawa.ca/';

/** Columns by their names in the sheets to 2025 and since 2026; a file of either may have the other name. */
const NAMES = {
  number: ['PERMIT #', 'PERMIT NUMBER'],
  kind: ['APPL. TYPE', 'PERMIT TYPES'],
  issued: ['ISSUED DATE', 'PERMIT ISSUED DATE'],
  building: ['BLG TYPE', 'BUILDING TYPE'],
  community: ['MUNICIPALITY', 'COMMUNITY'],
  postalCode: ['PC', 'POSTAL CODE'],
} as const;

const on = (pattern: RegExp): Predicate => matchesPattern('DESCRIPTION', pattern);

/** Construction permits are classified by their description; its keywords are unverified. */
const byDescription = (construction: Predicate): TypeRow[] => [
  ['change_of_use', construction, on(/change of use/)],
  ['demolition', construction, startsWith('DESCRIPTION', 'demolish')],
  ...suites(on, [construction]),
  ...removedAdditions(on, [construction]),
  ['addition', construction, on(/\badditions?\b/)],
  ['renovation', construction, on(ALTERATIONS)],
  ['renovation', construction, on(/\bfit up|\bfinish/)],
  ['new_construction', construction, on(/\bconstruct an?\b|\bnew\b/)],
  ['new_construction', construction, {from: ['D.U.'], greaterThan: 0}],
  ['other', construction],
];

/** A blank kind means construction; since 2026 it is `Construction Permit`. */
const typesOf = (name: string, kind: string) =>
  permitTypeRules(
    `ottawa_${name}`,
    'Kind of the application; of construction permits the words of the description, then whether they give dwellings.',
    [kind],
    [
      ['demolition', startsWith(kind, 'Demolition')],
      ['other', startsWith(kind, 'Pool Enclosure')],
      ...byDescription(startsWith(kind, 'Construction')),
      ...byDescription(blank(kind)),
    ],
  );

/** What a number is of, besides: a permit of another kind under it is not an earlier state. */
const kindsOf = (name: string, kind: string) =>
  rulesOf(
    `ottawa_kinds_${name}`,
    'Kind of the application; a blank one means construction.',
    [],
    [
      ['demolition', startsWith(kind, 'Demolition')],
      ['pool enclosure', startsWith(kind, 'Pool Enclosure')],
    ],
    'construction',
  );

/** The layout of the sheets with the names at this position; `fields`: those that differ otherwise. */
function sheets(at: 0 | 1, fields: Fields, own: Omit<LayoutDeclaration, 'fields'>): LayoutDeclaration {
  const column = (of: keyof typeof NAMES): string => NAMES[of][at];
  const others = Object.values(NAMES).map((both) => [both[1 - at], both[at]]);
  const kind = column('kind');
  return {
    ...own,
    unverified: true,
    // Banners precede the header; sheets without a header are summaries.
    sheet: {header: /^\s*ward\s*$/i},
    aliases: {...Object.fromEntries(others), 'APPLICATION TYPE': kind, ...own.aliases},
    optional: kind,
    fields: {
      permit_number_raw: column('number'),
      issued_date: day(column('issued'), 'workbook'),
      status: ISSUED,
      permit_type: rules(typesOf(own.name, kind)),
      permit_type_raw: kind,
      kind: rules(kindsOf(own.name, kind)),
      building_type: column('building'),
      work_description: withoutContacts('DESCRIPTION'),
      estimated_cost: cost('VALUE'),
      address: 'STREET ADDRESS',
      postal_code: column('postalCode'),
      neighbourhood: column('community'),
      ward: 'WARD',
      ...fields,
    },
  };
}

export default permitCity('ottawa', {
  page: PAGE,
  cadence: 'monthly',
  files: [hubWorkbooks('permits', PAGE, /construction, demolition/i)],
  layouts: [
    sheets(
      0,
      {
        address: joinNonBlank(['ST #', 'ROAD']),
        contractor_name: text('CONTRACTOR', ['CONTRACTOR UNKNOWN', '***CONTRACTOR***']),
        dwelling_units_created: dwellings('D.U.'),
        floor_area_sqm: squareFeet('FT2'),
      },
      {
        name: 'to_2025',
        help: 'Sheets of 2011 to 2025, as reported in 2026: columns A to P in this order, areas in square feet. No file was seen.',
        unused: 'PLAN, LOT',
        aliases: {SQFT: 'FT2'},
      },
    ),
    sheets(
      1,
      {dwelling_units_created: dwellings('D.U.'), floor_area_sqm: squareMetres('SQUARE METRES')},
      {
        name: 'since_2026',
        help: 'Sheets of 2026, as reported: areas in square metres, no contractor; not every sheet names the kind. No file was seen.',
        aliases: {'SQUARE METRE': 'SQUARE METRES'},
      },
    ),
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

/** Zoning of Hamilton: By-law 05-200 and those of six former municipalities, an ArcGIS layer. */
import {polygon, rules, text} from '../../fields.ts';
import type {Predicate} from '../../types.ts';
import {type ZoneRule, zoneCategoryRules, zoneContains, zoneIs, type zoneMatches} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

// There is no layer 0.
const LAYER =
  'https://services.arcgis.com/rYz782eMbySr2srL/arcgis/rest/services/Zoning_By_law_Boundary/FeatureServer/1';
const PAGE = 'https://open.hamilton.ca/datasets/c61604e849b941099bb4319c97048e4d_1';

/** The same letters mean different things in the by-laws of the former municipalities. */
const UNDER_05_200: Predicate = {from: ['PARENT_BY_LAW_NUMBER'], contains: ['05-200']};
const under05200 = (category: Parameters<typeof zoneMatches>[0], pattern: RegExp): ZoneRule => ({
  value: category,
  when: [UNDER_05_200, {from: ['ZONING_CODE'], matches: pattern}],
});

/** By the codes of By-law 05-200; under by-laws of former municipalities by words of the description. */
const CATEGORIES = zoneCategoryRules(
  'Hamilton',
  ['PARENT_BY_LAW_NUMBER', 'ZONING_DESC'],
  [
    under05200('mixed_use', /^d[1-4]\b/),
    under05200('residential', /^(d[56]|r[1-6]a?|dr|s1)\b/),
    under05200('mixed_use', /^(toc[1-4]|c4|c5a?)\b/),
    under05200('commercial', /^c[1-7]\b/),
    // E is extractive.
    under05200('industrial', /^(m[0-9]+|e[12])\b/),
    under05200('institutional', /^(i[1-3]|s2)\b/),
    under05200('open_space', /^p[1-9]\b/),
    under05200('agricultural', /^a[12]\b/),
    under05200('transportation_utility', /^u[1-9]\b/),
    // `Holding` means that a condition is open, not what the land is for.
    zoneIs(null, 'ZONING_DESC', ['Holding']),
    zoneContains('mixed_use', 'ZONING_DESC', ['mixed use', 'residential-commercial']),
    zoneContains('residential', 'ZONING_DESC', ['residential', 'dwelling', 'townhouse', 'apartment']),
    zoneContains('commercial', 'ZONING_DESC', ['commercial', 'shopping', 'business district']),
    zoneContains('industrial', 'ZONING_DESC', ['industrial', 'business park', 'extractive', 'manufactur']),
    zoneContains('institutional', 'ZONING_DESC', ['institutional', 'school', 'hospital']),
    zoneContains('open_space', 'ZONING_DESC', ['open space', 'conservation', 'recreation', 'hazard']),
    // As a whole word: parking and parkways are not parks.
    {value: 'open_space', when: [{from: ['ZONING_DESC'], containsWords: ['park', 'parks']}]},
    zoneContains('agricultural', 'ZONING_DESC', ['agricult', 'rural']),
    zoneContains('transportation_utility', 'ZONING_DESC', ['utility', 'transport', 'airport', 'marine']),
  ],
);

export default zoningCity('hamilton', {
  page: PAGE,
  cadence: 'irregular',
  files: [
    {
      name: 'zoning-by-law-boundary.jsonl',
      format: 'jsonl',
      via: {portal: 'arcgis', layer: LAYER, page: 1_000},
    },
  ],
  layouts: [
    {
      name: 'zones',
      unverified: true,
      help: 'Zoning By-law 05-200 and the by-laws of former municipalities, in one layer. The category goes by the code only under 05-200, since the same letters mean different things elsewhere; there by the words of the description.',
      unused: [
        'OBJECTID',
        'PARENT_BY_LAW_URL',
        'BY_LAW_NUMBER',
        'BY_LAW_URL',
        'EXCEPTION1',
        'EXCEPTION1_BYLAW',
        'EXCEPTION1_URL',
        'EXCEPTION2',
        'EXCEPTION2_BYLAW',
        'EXCEPTION2_URL',
        'EXCEPTION3',
        'EXCEPTION3_BYLAW',
        'EXCEPTION3_URL',
        'HOLDING1',
        'HOLDING1_BYLAW',
        'HOLDING1_URL',
        'HOLDING2',
        'HOLDING2_BYLAW',
        'HOLDING2_URL',
        'HOLDING3',
        'HOLDING3_BYLAW',
        'HOLDING3_URL',
        'COMMUNITY',
        'ZONING_MAP',
        'COUNCIL_APP_DATE',
        'ZONING_FILE',
        'OMB_NUMBER',
        'OMB_CASE_NUMBER',
        'OPA_NUMBER',
        'URBAN_RURAL_SETTLE',
        'FINALBINDING_DATE',
        'SHAPE.AREA',
        'SHAPE.LEN',
      ],
      ignored: /^(globalid|shape.*)$/i,
      fields: {
        zone_code: text('ZONING_CODE'),
        zone_description: text('ZONING_DESC'),
        zone_category: rules(CATEGORIES),
        ...polygon(),
      },
    },
  ],
});

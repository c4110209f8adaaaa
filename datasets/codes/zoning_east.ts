/** Categories of zones in Toronto, Ottawa, Mississauga, Kitchener, Hamilton and Québec, by their zoning by-laws. */
import type {Predicate} from '../types.ts';
import {
  type ZoneRule,
  zoneCategoryRules,
  zoneCodeIs,
  zoneContains,
  zoneIs,
  zoneMatches,
} from './zoning_rules.ts';

/** By the zone symbols of By-law 569-2013. */
export const TORONTO_ZONES = zoneCategoryRules(
  'Toronto',
  ['ZN_ZONE'],
  [
    zoneCodeIs('residential', 'ZN_ZONE', 'R RD RS RT RM'),
    // RAC allows small commerce on the ground floor.
    zoneCodeIs('residential', 'ZN_ZONE', 'RA RAC'),
    zoneCodeIs('commercial', 'ZN_ZONE', 'CL'),
    zoneCodeIs('mixed_use', 'ZN_ZONE', 'CR CRE'),
    zoneCodeIs('industrial', 'ZN_ZONE', 'E EL EH EO'),
    zoneCodeIs('institutional', 'ZN_ZONE', 'I IH IE IS IPW'),
    zoneCodeIs('open_space', 'ZN_ZONE', 'O ON OR OG OM OC'),
    zoneCodeIs('transportation_utility', 'ZN_ZONE', 'UT'),
    {value: null, when: [{from: ['ZN_ZONE'], present: false}]},
  ],
);

/** By the codes of By-law 2026-50; those of 2008-250, which some of its zones still have, stand beside them. */
export const OTTAWA_ZONES = zoneCategoryRules(
  'Ottawa',
  ['ZN_CODE2'],
  [
    zoneMatches('residential', 'ZN_CODE2', /^n[1-6]/),
    zoneMatches('mixed_use', 'ZN_CODE2', /^(ms|cm|nmu|h[1-3]|md|td|am|tm|gm|mc|vm)/),
    zoneMatches('residential', 'ZN_CODE2', /^r[1-5]/),
    // Mobile homes, rural and village residential.
    zoneMatches('residential', 'ZN_CODE2', /^(rm|rr|v[1-3]|ri)/),
    zoneMatches('commercial', 'ZN_CODE2', /^(lc|rc)/),
    // Rural general and heavy industry, extraction of minerals.
    zoneMatches('industrial', 'ZN_CODE2', /^(ig|ih|il|ip|rg|rh|me|mr)/),
    zoneMatches('institutional', 'ZN_CODE2', /^(i1|i2|inz|ins)/),
    zoneMatches('open_space', 'ZN_CODE2', /^(o1|l[1-3]|ep|rec|os|grn|gb)/),
    // RU is rural countryside.
    zoneMatches('agricultural', 'ZN_CODE2', /^(ag|ru)/),
    zoneMatches('transportation_utility', 'ZN_CODE2', /^t[12]/),
    // Development reserve.
    zoneMatches('other', 'ZN_CODE2', /^dr/),
  ],
);

/** By the categories that the city gives its zones (By-law 0225-2007). */
export const MISSISSAUGA_ZONES = zoneCategoryRules(
  'Mississauga',
  ['ZONE_CATEGORY', 'ZONE_CODE'],
  [
    zoneIs('residential', 'ZONE_CATEGORY', ['Residential']),
    zoneIs('commercial', 'ZONE_CATEGORY', ['Commercial', 'Office']),
    zoneIs('mixed_use', 'ZONE_CATEGORY', ['Downtown Core', 'City Centre']),
    zoneIs('industrial', 'ZONE_CATEGORY', ['Employment']),
    zoneIs('open_space', 'ZONE_CATEGORY', ['Open Space', 'Greenlands']),
    zoneIs('transportation_utility', 'ZONE_CATEGORY', ['Utility', 'Airport']),
    zoneIs('institutional', 'ZONE_CATEGORY', ['Institutional']),
    zoneIs('other', 'ZONE_CATEGORY', ['Development', 'Buffer']),
    // Utilities and open land mixed.
    zoneIs(null, 'ZONE_CATEGORY', ['Parkway Belt']),
  ],
);

/** By the codes of By-law 2019-051, then by those of By-law 85-1, which stands where that one is not in force. */
export const KITCHENER_ZONES = zoneCategoryRules(
  'Kitchener',
  ['ZONE'],
  [
    zoneMatches('residential', 'ZONE', /^res-/),
    zoneMatches('mixed_use', 'ZONE', /^(mix|ugc|sga)-/),
    zoneMatches('commercial', 'ZONE', /^com-/),
    zoneMatches('industrial', 'ZONE', /^emp-/),
    zoneMatches('institutional', 'ZONE', /^ins-/),
    // EUF is existing use in the flood plain.
    zoneMatches('open_space', 'ZONE', /^(osr|nhc|euf)-/),
    zoneMatches('agricultural', 'ZONE', /^agr-/),
    zoneMatches('residential', 'ZONE', /^r-[0-9]/),
    zoneMatches('mixed_use', 'ZONE', /^(mu|cr|d)-[0-9]/),
    zoneMatches('commercial', 'ZONE', /^c-[0-9]/),
    zoneMatches('industrial', 'ZONE', /^(m|b)-[0-9]/),
    zoneMatches('institutional', 'ZONE', /^i-[0-9]/),
    zoneMatches('open_space', 'ZONE', /^p-[0-9]/),
    zoneMatches('agricultural', 'ZONE', /^a-[0-9]/),
    // Existing use.
    zoneMatches('other', 'ZONE', /^e-[0-9]/),
  ],
);

/** The same letters mean different things in the by-laws of the former municipalities. */
const UNDER_05_200: Predicate = {from: ['PARENT_BY_LAW_NUMBER'], contains: ['05-200']};
const under05200 = (gives: Parameters<typeof zoneMatches>[0], pattern: RegExp): ZoneRule => ({
  value: gives,
  when: [UNDER_05_200, {from: ['ZONING_CODE'], matches: pattern}],
});

/** By the codes of By-law 05-200; under the by-laws of former municipalities by the words of the description. */
export const HAMILTON_ZONES = zoneCategoryRules(
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
    // `Holding` says that a condition is open, not what the land is for.
    zoneIs(null, 'ZONING_DESC', ['Holding']),
    zoneContains('mixed_use', 'ZONING_DESC', ['mixed use', 'residential-commercial']),
    zoneContains('residential', 'ZONING_DESC', ['residential', 'dwelling', 'townhouse', 'apartment']),
    zoneContains('commercial', 'ZONING_DESC', ['commercial', 'shopping', 'business district']),
    zoneContains('industrial', 'ZONING_DESC', ['industrial', 'business park', 'extractive', 'manufactur']),
    zoneContains('institutional', 'ZONING_DESC', ['institutional', 'school', 'hospital']),
    zoneContains('open_space', 'ZONING_DESC', ['open space', 'conservation', 'recreation', 'hazard']),
    // As a word: parking and parkways are no parks.
    {value: 'open_space', when: [{from: ['ZONING_DESC'], containsWords: ['park', 'parks']}]},
    zoneContains('agricultural', 'ZONING_DESC', ['agricult', 'rural']),
    zoneContains('transportation_utility', 'ZONING_DESC', ['utility', 'transport', 'airport', 'marine']),
  ],
);

/** By the capital behind the five digits; its case counts, since zones with two capitals are numbered otherwise. */
const quebec = (gives: Parameters<typeof zoneMatches>[0], letter: string): ZoneRule => ({
  value: gives,
  when: [{from: ['ID'], matchesRaw: new RegExp(`^[0-9]{5}${letter}`)}],
});

/** By the letter in the number of the zone: habitation, mixte, commerce, industrie, publique, récréation, agriculture, forêt. */
export const QUEBEC_ZONES = zoneCategoryRules(
  'Québec',
  ['ID'],
  [
    quebec('residential', 'H[a-z]'),
    quebec('mixed_use', 'M[a-z]'),
    quebec('commercial', 'C[a-z]'),
    quebec('industrial', 'I[a-z]'),
    quebec('institutional', 'P[a-z]'),
    quebec('open_space', 'R[a-z]'),
    quebec('agricultural', 'A[a-z]'),
    quebec('agricultural', 'F[a-z]'),
    quebec(null, 'PC$'),
  ],
);

/** Categories of zones in Toronto, Ottawa, Mississauga, Kitchener, Hamilton and Québec, by their zoning by-laws. */
import type {Test} from '../types.ts';
import {fits, has, isCode, isOne, type Rule, zoneCategories} from './zoning_rules.ts';

/** By the zone symbols of By-law 569-2013. */
export const TORONTO_ZONES = zoneCategories(
  'Toronto',
  ['ZN_ZONE'],
  [
    isCode('residential', 'ZN_ZONE', 'R RD RS RT RM'),
    // RAC allows small commerce on the ground floor.
    isCode('residential', 'ZN_ZONE', 'RA RAC'),
    isCode('commercial', 'ZN_ZONE', 'CL'),
    isCode('mixed_use', 'ZN_ZONE', 'CR CRE'),
    isCode('industrial', 'ZN_ZONE', 'E EL EH EO'),
    isCode('institutional', 'ZN_ZONE', 'I IH IE IS IPW'),
    isCode('open_space', 'ZN_ZONE', 'O ON OR OG OM OC'),
    isCode('transportation_utility', 'ZN_ZONE', 'UT'),
    {gives: null, when: [{from: ['ZN_ZONE'], given: false}]},
  ],
);

/** By the codes of By-law 2026-50; those of 2008-250, which some of its zones still have, stand beside them. */
export const OTTAWA_ZONES = zoneCategories(
  'Ottawa',
  ['ZN_CODE2'],
  [
    fits('residential', 'ZN_CODE2', /^n[1-6]/),
    fits('mixed_use', 'ZN_CODE2', /^(ms|cm|nmu|h[1-3]|md|td|am|tm|gm|mc|vm)/),
    fits('residential', 'ZN_CODE2', /^r[1-5]/),
    // Mobile homes, rural and village residential.
    fits('residential', 'ZN_CODE2', /^(rm|rr|v[1-3]|ri)/),
    fits('commercial', 'ZN_CODE2', /^(lc|rc)/),
    // Rural general and heavy industry, extraction of minerals.
    fits('industrial', 'ZN_CODE2', /^(ig|ih|il|ip|rg|rh|me|mr)/),
    fits('institutional', 'ZN_CODE2', /^(i1|i2|inz|ins)/),
    fits('open_space', 'ZN_CODE2', /^(o1|l[1-3]|ep|rec|os|grn|gb)/),
    // RU is rural countryside.
    fits('agricultural', 'ZN_CODE2', /^(ag|ru)/),
    fits('transportation_utility', 'ZN_CODE2', /^t[12]/),
    // Development reserve.
    fits('other', 'ZN_CODE2', /^dr/),
  ],
);

/** By the categories that the city gives its zones (By-law 0225-2007). */
export const MISSISSAUGA_ZONES = zoneCategories(
  'Mississauga',
  ['ZONE_CATEGORY', 'ZONE_CODE'],
  [
    isOne('residential', 'ZONE_CATEGORY', ['Residential']),
    isOne('commercial', 'ZONE_CATEGORY', ['Commercial', 'Office']),
    isOne('mixed_use', 'ZONE_CATEGORY', ['Downtown Core', 'City Centre']),
    isOne('industrial', 'ZONE_CATEGORY', ['Employment']),
    isOne('open_space', 'ZONE_CATEGORY', ['Open Space', 'Greenlands']),
    isOne('transportation_utility', 'ZONE_CATEGORY', ['Utility', 'Airport']),
    isOne('institutional', 'ZONE_CATEGORY', ['Institutional']),
    isOne('other', 'ZONE_CATEGORY', ['Development', 'Buffer']),
    // Utilities and open land mixed.
    isOne(null, 'ZONE_CATEGORY', ['Parkway Belt']),
  ],
);

/** By the codes of By-law 2019-051, then by those of By-law 85-1, which stands where that one is not in force. */
export const KITCHENER_ZONES = zoneCategories(
  'Kitchener',
  ['ZONE'],
  [
    fits('residential', 'ZONE', /^res-/),
    fits('mixed_use', 'ZONE', /^(mix|ugc|sga)-/),
    fits('commercial', 'ZONE', /^com-/),
    fits('industrial', 'ZONE', /^emp-/),
    fits('institutional', 'ZONE', /^ins-/),
    // EUF is existing use in the flood plain.
    fits('open_space', 'ZONE', /^(osr|nhc|euf)-/),
    fits('agricultural', 'ZONE', /^agr-/),
    fits('residential', 'ZONE', /^r-[0-9]/),
    fits('mixed_use', 'ZONE', /^(mu|cr|d)-[0-9]/),
    fits('commercial', 'ZONE', /^c-[0-9]/),
    fits('industrial', 'ZONE', /^(m|b)-[0-9]/),
    fits('institutional', 'ZONE', /^i-[0-9]/),
    fits('open_space', 'ZONE', /^p-[0-9]/),
    fits('agricultural', 'ZONE', /^a-[0-9]/),
    // Existing use.
    fits('other', 'ZONE', /^e-[0-9]/),
  ],
);

/** The same letters mean different things in the by-laws of the former municipalities. */
const UNDER_05_200: Test = {from: ['PARENT_BY_LAW_NUMBER'], has: ['05-200']};
const under05200 = (gives: Parameters<typeof fits>[0], pattern: RegExp): Rule => ({
  gives,
  when: [UNDER_05_200, {from: ['ZONING_CODE'], fits: pattern}],
});

/** By the codes of By-law 05-200; under the by-laws of former municipalities by the words of the description. */
export const HAMILTON_ZONES = zoneCategories(
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
    isOne(null, 'ZONING_DESC', ['Holding']),
    has('mixed_use', 'ZONING_DESC', ['mixed use', 'residential-commercial']),
    has('residential', 'ZONING_DESC', ['residential', 'dwelling', 'townhouse', 'apartment']),
    has('commercial', 'ZONING_DESC', ['commercial', 'shopping', 'business district']),
    has('industrial', 'ZONING_DESC', ['industrial', 'business park', 'extractive', 'manufactur']),
    has('institutional', 'ZONING_DESC', ['institutional', 'school', 'hospital']),
    has('open_space', 'ZONING_DESC', ['open space', 'conservation', 'recreation', 'hazard']),
    // As a word: parking and parkways are no parks.
    {gives: 'open_space', when: [{from: ['ZONING_DESC'], words: ['park', 'parks']}]},
    has('agricultural', 'ZONING_DESC', ['agricult', 'rural']),
    has('transportation_utility', 'ZONING_DESC', ['utility', 'transport', 'airport', 'marine']),
  ],
);

/** By the capital behind the five digits; its case counts, since zones with two capitals are numbered otherwise. */
const quebec = (gives: Parameters<typeof fits>[0], letter: string): Rule => ({
  gives,
  when: [{from: ['ID'], written: new RegExp(`^[0-9]{5}${letter}`)}],
});

/** By the letter in the number of the zone: habitation, mixte, commerce, industrie, publique, récréation, agriculture, forêt. */
export const QUEBEC_ZONES = zoneCategories(
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

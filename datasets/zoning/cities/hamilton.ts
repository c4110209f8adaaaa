/** Zoning of Hamilton: By-law 05-200 and those of six former municipalities, an ArcGIS layer. */

import {contains, equals, matchesPattern} from '../../predicates.ts';
import {arcgisLayer} from '../../publishers/portals.ts';
import type {Predicate} from '../../types.ts';
import {zoningCity} from '../city.ts';

// There is no layer 0.
const LAYER =
  'https://services.arcgis.com/rYz782eMbySr2srL/arcgis/rest/services/Zoning_By_law_Boundary/FeatureServer/1';

const [BY_LAW, DESCRIPTION] = ['PARENT_BY_LAW_NUMBER', 'ZONING_DESC'];

/** The same letters mean different things in the by-laws of the former municipalities. */
const UNDER_05_200 = contains(BY_LAW, '05-200');
const code = (pattern: RegExp): Predicate => matchesPattern('ZONING_CODE', pattern);
const words = (...texts: string[]): Predicate => contains(DESCRIPTION, ...texts);

export default zoningCity('hamilton', {
  page: 'https://open.hamilton.ca/datasets/c61604e849b941099bb4319c97048e4d_1',
  cadence: 'irregular',
  files: [arcgisLayer('zoning-by-law-boundary.jsonl', LAYER)],
  unverified: true,
  help: 'Zoning By-law 05-200 and the by-laws of former municipalities, in one layer. The category goes by the code only under 05-200, since the same letters mean different things elsewhere; there by the words of the description.',
  unused: `OBJECTID, PARENT_BY_LAW_URL, BY_LAW_NUMBER, BY_LAW_URL,
    EXCEPTION1, EXCEPTION1_BYLAW, EXCEPTION1_URL, EXCEPTION2, EXCEPTION2_BYLAW, EXCEPTION2_URL,
    EXCEPTION3, EXCEPTION3_BYLAW, EXCEPTION3_URL, HOLDING1, HOLDING1_BYLAW, HOLDING1_URL,
    HOLDING2, HOLDING2_BYLAW, HOLDING2_URL, HOLDING3, HOLDING3_BYLAW, HOLDING3_URL, COMMUNITY, ZONING_MAP,
    COUNCIL_APP_DATE, ZONING_FILE, OMB_NUMBER, OMB_CASE_NUMBER, OPA_NUMBER, URBAN_RURAL_SETTLE,
    FINALBINDING_DATE, SHAPE.AREA, SHAPE.LEN`,
  ignored: /^(globalid|shape.*)$/i,
  fields: {zone_code: 'ZONING_CODE', zone_description: DESCRIPTION},
  // By the codes of By-law 05-200; under by-laws of former municipalities by words of the description.
  categoryColumns: [BY_LAW, DESCRIPTION],
  categories: [
    ['mixed_use', UNDER_05_200, code(/^d[1-4]\b/)],
    ['residential', UNDER_05_200, code(/^(d[56]|r[1-6]a?|dr|s1)\b/)],
    ['mixed_use', UNDER_05_200, code(/^(toc[1-4]|c4|c5a?)\b/)],
    ['commercial', UNDER_05_200, code(/^c[1-7]\b/)],
    ['industrial', UNDER_05_200, code(/^(m[0-9]+|e[12])\b/)], // E is extractive.
    ['institutional', UNDER_05_200, code(/^(i[1-3]|s2)\b/)],
    ['open_space', UNDER_05_200, code(/^p[1-9]\b/)],
    ['agricultural', UNDER_05_200, code(/^a[12]\b/)],
    ['transportation_utility', UNDER_05_200, code(/^u[1-9]\b/)],
    // `Holding` means that a condition is open, not what the land is for.
    [null, equals(DESCRIPTION, 'Holding')],
    ['mixed_use', words('mixed use', 'residential-commercial')],
    ['residential', words('residential', 'dwelling', 'townhouse', 'apartment')],
    ['commercial', words('commercial', 'shopping', 'business district')],
    ['industrial', words('industrial', 'business park', 'extractive', 'manufactur')],
    ['institutional', words('institutional', 'school', 'hospital')],
    ['open_space', words('open space', 'conservation', 'recreation', 'hazard')],
    // As a whole word: parking and parkways are not parks.
    ['open_space', {from: [DESCRIPTION], containsWords: ['park', 'parks']}],
    ['agricultural', words('agricult', 'rural')],
    ['transportation_utility', words('utility', 'transport', 'airport', 'marine')],
  ],
});

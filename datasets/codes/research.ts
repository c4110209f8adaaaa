/** Codes and standing phrases of the two research councils. */
import type {CodeTable} from '../types.ts';
import {PROVINCE} from './provinces.ts';

/** Placeholders of the councils for a missing title, subject, name or number. Compared folded. */
export const NOTHING_GIVEN = [
  'NA',
  'N/A',
  'No Title - Aucun Titre',
  'No Title',
  'Aucun Titre',
  'Not Applicable',
  'Sans objet',
  'Not Subject to Research Classification',
  'Codification non pertinente',
  'Not Available',
  'Non Disponible',
] as const;

/** Written instead of an institution if the award was paid to the person. */
export const PAID_TO_PERSON = ['Grantee', 'Bénéficiaire', 'Grantee - Bénéficiaire'] as const;

/** Awards held abroad name a state, which is not a province. */
const STATES = `Alabama, Alaska, Arizona, Arkansas, California, Californie, Caroline du Nord, Caroline du Sud,
  Colorado, Connecticut, Delaware, District of Columbia, Florida, Floride, Georgia, Géorgie, Guam,
  Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Louisiane, Maine, Maryland,
  Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire,
  New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon,
  Pennsylvania, Pennsylvanie, Puerto Rico, Rhode Island, South Carolina, South Dakota, Tennessee,
  Texas, Utah, Vermont, Virginia, Virginie, Washington, West Virginia, Wisconsin, Wyoming`.split(/,\s+/);

/** Provinces by code or name; American states give null. */
export const PROVINCE_OF_AWARD: CodeTable = {
  ...PROVINCE,
  name: 'province_of_award',
  help: 'two-letter code of the province or territory of the institution; none abroad',
  ignored: [...PROVINCE.ignored, ...STATES],
};

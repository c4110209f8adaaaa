/** The municipalities whose zoning can be looked up: one file each in `cities/`. */
import {orderCities} from '../city_sources.ts';
import {importFolder} from '../import_folder.ts';
import type {MunicipalitySlug} from '../municipalities.ts';
import type {Source} from '../types.ts';

/** Answers have listed these in this order since the first version; others follow by `municipalities.ts`. */
const FIRST: readonly MunicipalitySlug[] = [
  'toronto',
  'calgary',
  'edmonton',
  'vancouver',
  'winnipeg',
  'ottawa',
  'mississauga',
  'kitchener',
];

const cities = orderCities(await importFolder(new URL('./cities/', import.meta.url)), FIRST);

export const sources: readonly Source[] = [...cities.values()];
export const ZONING_MUNICIPALITIES: readonly MunicipalitySlug[] = [...cities.keys()];

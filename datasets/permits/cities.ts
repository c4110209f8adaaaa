/** The municipalities that publish building permits: one file each in `cities/`. */
import {orderCities} from '../city_sources.ts';
import {importFolder} from '../import_folder.ts';
import type {MunicipalitySlug} from '../municipalities.ts';
import type {Source} from '../types.ts';

const cities = orderCities(await importFolder(new URL('./cities/', import.meta.url)));

export const sources: readonly Source[] = [...cities.values()];
export const PERMIT_MUNICIPALITIES: readonly MunicipalitySlug[] = [...cities.keys()];

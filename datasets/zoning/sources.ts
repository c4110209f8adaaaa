/** The sources of zoning, in the order of the specification: one file each. */
import type {Source} from '../types.ts';
import calgary from './sources/calgary_zoning.ts';
import edmonton from './sources/edmonton_zoning.ts';
import hamilton from './sources/hamilton_zoning.ts';
import kitchener from './sources/kitchener_zoning.ts';
import mississauga from './sources/mississauga_zoning.ts';
import ottawa from './sources/ottawa_zoning.ts';
import quebec_city from './sources/quebec_city_zoning.ts';
import toronto from './sources/toronto_zoning.ts';
import vancouver from './sources/vancouver_zoning.ts';
import winnipeg from './sources/winnipeg_zoning.ts';

export const sources: readonly Source[] = [
  toronto,
  calgary,
  edmonton,
  vancouver,
  winnipeg,
  ottawa,
  mississauga,
  kitchener,
  hamilton,
  quebec_city,
];

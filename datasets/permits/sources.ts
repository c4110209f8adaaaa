/** The sources of building permits, in the order of the specification: one file each. */
import type {Source} from '../types.ts';
import brampton from './sources/brampton_permits.ts';
import calgary from './sources/calgary_permits.ts';
import edmonton from './sources/edmonton_permits.ts';
import halifax from './sources/halifax_permits.ts';
import hamilton from './sources/hamilton_permits.ts';
import kitchener from './sources/kitchener_permits.ts';
import laval from './sources/laval_permits.ts';
import mississauga from './sources/mississauga_permits.ts';
import montreal from './sources/montreal_permits.ts';
import ottawa from './sources/ottawa_permits.ts';
import quebec_city from './sources/quebec_city_permits.ts';
import regina from './sources/regina_permits.ts';
import saint_john from './sources/saint_john_permits.ts';
import toronto from './sources/toronto_permits.ts';
import vancouver from './sources/vancouver_permits.ts';
import victoria from './sources/victoria_permits.ts';
import winnipeg from './sources/winnipeg_permits.ts';

export const sources: readonly Source[] = [
  toronto,
  calgary,
  edmonton,
  ottawa,
  vancouver,
  montreal,
  winnipeg,
  hamilton,
  kitchener,
  victoria,
  laval,
  mississauga,
  halifax,
  brampton,
  quebec_city,
  regina,
  saint_john,
];

/** The sources of building permits, in the order of the specification: one file each. */
import type {Source} from '../types.ts';
import calgary from './sources/calgary_permits.ts';
import edmonton from './sources/edmonton_permits.ts';
import montreal from './sources/montreal_permits.ts';
import quebec_city from './sources/quebec_city_permits.ts';
import toronto from './sources/toronto_permits.ts';
import vancouver from './sources/vancouver_permits.ts';

export const sources: readonly Source[] = [toronto, calgary, edmonton, vancouver, montreal, quebec_city];

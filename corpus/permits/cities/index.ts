/** How each city publishes its building permits. */
import type {MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {City} from '../permit.ts';
import {brampton} from './brampton.ts';
import {calgary} from './calgary.ts';
import {edmonton} from './edmonton.ts';
import {halifax} from './halifax.ts';
import {hamilton} from './hamilton.ts';
import {kitchener} from './kitchener.ts';
import {laval} from './laval.ts';
import {mississauga} from './mississauga.ts';
import {montreal} from './montreal.ts';
import {ottawa} from './ottawa.ts';
import {quebec_city} from './quebec_city.ts';
import {regina} from './regina.ts';
import {saint_john} from './saint_john.ts';
import {toronto} from './toronto.ts';
import {vancouver} from './vancouver.ts';
import {victoria} from './victoria.ts';
import {winnipeg} from './winnipeg.ts';

export const CITIES: Record<MunicipalitySlug, City> = {
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
};

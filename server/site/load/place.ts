/** Loads what is around a permit: its zone, the permits at its address and near it. */
import type {Engine, Row} from '../../../engine/types.ts';
import {ask, recordAt, unless} from '../ask.ts';
import type {Pairs} from '../paths.ts';
import {PERMITS} from './map.ts';
import {loadSurroundings, type Surroundings} from './surroundings.ts';

/** Kilometres of a short walk. */
const NEAR = 0.15;

/** Some permits, this one among them, and the filters that list them. */
export interface Permits {
  pairs: Pairs;
  total: number;
}

export interface Place {
  /** Null without a point: many cities publish none. */
  point: {lat: number; lng: number; near: Permits & {metres: number}; around: Surroundings} | null;
  /** The zone of the point; null where none is published. */
  zone: Row | null;
  /** Those that name the words of its address, in its municipality; null without one. */
  address: Permits | null;
}

const counted = (engine: Engine, pairs: Pairs): Permits => ({
  pairs,
  total: ask(engine, PERMITS.path, [...pairs, ['limit', '1']]).meta.total,
});

const pointPairs = (lat: number, lng: number): Pairs => [
  ['lat', String(lat)],
  ['lng', String(lng)],
];

/** The permits within a short walk of a point. */
export const permitsNear = (engine: Engine, lat: number, lng: number): Permits & {metres: number} => ({
  ...counted(engine, [...pointPairs(lat, lng), ['radius_km', String(NEAR)]]),
  metres: 1000 * NEAR,
});

/** The place of a permit; null of another record. */
export function loadPlace(engine: Engine, owner: string | null, row: Row): Place | null {
  if (owner !== 'permits') return null;
  const {lat, lng, address, municipality} = row;
  const hasPoint = typeof lat === 'number' && typeof lng === 'number';
  return {
    point: hasPoint
      ? {
          ...{lat, lng},
          near: permitsNear(engine, lat, lng),
          around: loadSurroundings(engine, lat, lng),
        }
      : null,
    zone: hasPoint ? recordAt(engine, '/zone', pointPairs(lat, lng)) : null,
    // An address of signs alone is no question.
    address:
      typeof address === 'string' && address !== ''
        ? unless<Permits | null>(
            400,
            () =>
              counted(engine, [
                ['municipality', String(municipality)],
                ['q', address],
              ]),
            () => null,
          )
        : null,
  };
}

/** Synthetic permits in three cities, many at one address, some without a point, for searches by distance. */
import {DATASETS} from '../../datasets/index.ts';
import type {GivenRow} from './build.ts';

/** A seeded generator (mulberry32), so that the rows are reproducible. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Where permits are: slug, province, middle. Vancouver is far from both others. */
export const CITIES = [
  {municipality: 'toronto', province: 'ON', lat: 43.6987, lng: -79.3849},
  {municipality: 'mississauga', province: 'ON', lat: 43.5931, lng: -79.6424},
  {municipality: 'vancouver', province: 'BC', lat: 49.2571, lng: -123.1338},
] as const;

const TYPES = ['new_construction', 'renovation', 'addition', 'demolition', 'change_of_use', 'other'];
const STATUSES = ['issued', 'in_review', 'completed', 'cancelled', 'expired', null];
const WORDS = ['garage', 'deck', 'Érable', 'suite', 'roof', '100%', 'kitchen', 'fence', "l'étage"];

/** A day of 2020 to 2026. */
const dayOf = (n: number): string =>
  new Date(Date.UTC(2020, 0, 1) + Math.floor(n * 2500) * 86_400_000).toISOString().slice(0, 10);

const loadOf = (n: number): string => `2026-0${1 + Math.floor(n * 9)}-15T0${Math.floor(n * 7)}:30:00`;

/** So many rows; every fifth is at one of a few addresses, every eleventh has no point. */
export function permitRows(count: number, seed: number): GivenRow[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const addresses = CITIES.flatMap((city) =>
    Array.from({length: 3}, () => ({...city, ...placeIn(city, random)})),
  );
  return Array.from({length: count}, (_, i): GivenRow => {
    const city = i % 5 === 0 ? pick(addresses) : {...pick(CITIES)};
    const point = i % 5 === 0 ? city : placeIn(city, random);
    const {lat, lng} = i % 11 === 0 ? {lat: null, lng: null} : point;
    const issued_date = random() < 0.8 ? dayOf(random()) : null;
    const application_date = random() < 0.6 ? dayOf(random()) : null;
    return {
      record_id: `p_${Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0')}${i.toString(16).padStart(8, '0')}`,
      municipality: city.municipality,
      province: city.province,
      permit_number_raw: `BP-${i}`,
      source_reference: `R-${i}`,
      issued_date,
      application_date,
      date: issued_date ?? application_date,
      permit_type: pick(TYPES),
      permit_type_raw: `Permit ${pick(WORDS)}`,
      work_description: `${pick(WORDS)}, ${pick(WORDS)}`,
      status: pick(STATUSES),
      estimated_cost: random() < 0.7 ? Math.floor(random() * 1e6) / 100 : null,
      applicant_name: random() < 0.5 ? `${pick(WORDS)} Homes Ltd` : null,
      contractor_name: random() < 0.3 ? `${pick(WORDS)} Builders` : null,
      address: `${1 + Math.floor(random() * 999)} ${pick(WORDS)} St`,
      neighbourhood: random() < 0.6 ? `${pick(WORDS)} Heights` : null,
      ward: random() < 0.5 ? `Ward ${1 + Math.floor(random() * 9)}` : null,
      building_type: random() < 0.5 ? 'Single Family House' : null,
      lat,
      lng,
      source_dataset: sourceOf(city.municipality),
      source_url: 'https://permits.example.org/',
      first_seen: loadOf(random()),
      last_changed: loadOf(random()),
    };
  });
}

/** Up to some twenty kilometres from the middle, six decimals as publishers have them. */
function placeIn({lat, lng}: {lat: number; lng: number}, random: () => number): {lat: number; lng: number} {
  const off = () => (random() - 0.5) * random() * 0.5;
  return {lat: Number((lat + off()).toFixed(6)), lng: Number((lng + off()).toFixed(6))};
}

/** Label of the source of a city. */
function sourceOf(municipality: string): string {
  const source = DATASETS['permits']!.sources.find(({slug}) => slug === `${municipality}_permits`);
  if (!source) throw new Error(`${municipality} has no source of permits`);
  return source.label;
}

/** Metres between two points, by the chord between them: written without the engine's formula. */
export function metresBetween(a: {lat: number; lng: number}, b: {lat: number; lng: number}): number {
  const [u, v] = [vectorOf(a), vectorOf(b)];
  const chord = Math.hypot(...u.map((x, i) => x - v[i]!));
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, chord / 2));
}

function vectorOf({lat, lng}: {lat: number; lng: number}): number[] {
  const [up, round] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [Math.cos(up) * Math.cos(round), Math.cos(up) * Math.sin(round), Math.sin(up)];
}

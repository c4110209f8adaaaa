/**
 * What readers ask for: pages of lists under filters, what is suggested while they type, tiles of the map,
 * and the API beside.
 */
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';

/** Lists with five facets, a chart and histograms. */
const LISTS = [
  ['/en/contracts', 'vendor'],
  ['/fr/grants', 'recipient'],
  ['/en/permits', 'q'],
] as const;
const WORDS = ['a', 'co', 'in', 'north', 'con', 'es', 'sol', 'e'];

const nth = <T>(all: readonly T[], i: number): T => all[i % all.length]!;

/** Every fourth page is a whole list; others have a filter, some of them a second page. */
export function pageTarget(i: number): string {
  const [path, filter] = nth(LISTS, i);
  const word = nth(WORDS, Math.floor(i / LISTS.length));
  return i % 4 === 0 ? path : `${path}?${filter}=${word}${i % 7 === 0 ? '&page=2' : ''}`;
}

const CONSONANTS = [...'bcdfglmnprstv'];
const VOWELS = [...'aeiou'];

/**
 * Each time another filter, a syllable that no other page has: what is kept of earlier pages does not help.
 */
export function newPageTarget(): (i: number) => string {
  let asked = 0;
  return () => {
    const n = asked++;
    const [path, filter] = nth(LISTS, n);
    const [first, second] = [nth(CONSONANTS, n), nth(VOWELS, Math.floor(n / CONSONANTS.length))];
    const third = nth(CONSONANTS, Math.floor(n / (CONSONANTS.length * VOWELS.length)) + n);
    return `${path}?${filter}=${first}${second}${third}`;
  };
}

const TYPED = [
  'ar',
  'ard',
  'arden',
  'natio',
  'national de',
  'gar',
  'c-2',
  'con',
  'sur',
  'envir',
  'tor',
  'hea',
];
const FIELDS = ['contracts/vendor', 'contracts/department', 'grants/recipient', 'permits/neighbourhood'];

/** The search box, and every third time a field of a facet. */
export const suggestionTarget = (i: number): string => {
  const q = encodeURIComponent(nth(TYPED, i));
  return i % 3 === 2 ? `/en/values/${nth(FIELDS, i)}?q=${q}` : `/${i % 2 === 0 ? 'en' : 'fr'}/suggest?q=${q}`;
};

const FILTERS = [
  'permit_type=renovation',
  'issued_after=2020-01-01',
  'permit_type=new_construction&status=issued&issued_after=2018-01-01',
  'q=garage',
];

/** The tile of a point, as the map numbers them. */
function tileOf(lat: number, lng: number, z: number): string {
  const side = 2 ** z;
  const radians = (lat * Math.PI) / 180;
  const y = (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2;
  return `${z}/${Math.floor(((lng + 180) / 360) * side)}/${Math.floor(y * side)}`;
}

const CITIES = Object.values(MUNICIPALITIES).map(({box}) => box);
const ZOOMS = Array.from({length: 14}, (_, i) => i + 3);

/**
 * Tiles of permits over all cities at zooms 3 to 16, under filters; away from the middle from one to the
 * next.
 */
export function tileTarget(i: number): string {
  const [west, south, east, north] = nth(CITIES, i);
  const share = 0.5 + ((i * 0.37) % 0.3) - 0.15;
  const [lat, lng] = [south + (north - south) * share, west + (east - west) * share];
  const z = nth(ZOOMS, i);
  return `/tiles/permits/${tileOf(lat, lng, z)}.mvt?${nth(FILTERS, Math.floor(i / ZOOMS.length))}`;
}

export const apiTarget = (i: number): string => `/api/v1/contracts?limit=20&vendor=${nth(WORDS, i)}`;

/** Why a point has no zone, in a sentence of each language. */
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Box} from '../../../datasets/types.ts';
import {ZONING_MUNICIPALITIES} from '../../../datasets/zoning/cities.ts';
import {MAX_DISTANCE_M} from '../../../engine/types.ts';
import type {Message} from '../errors.ts';

/** Degrees around the box of a municipality within which a point may still be near a zone: 150 m and more. */
const MARGIN = 0.01;

const isInBox = ([west, south, east, north]: Box, lat: number, lng: number): boolean =>
  lng >= west - MARGIN && lng <= east + MARGIN && lat >= south - MARGIN && lat <= north + MARGIN;

const namesOf = (slugs: readonly MunicipalitySlug[]): string =>
  slugs.map((slug) => MUNICIPALITIES[slug].name).join(', ');

/**
 * The reason for a point in degrees; `within` is the one municipality that was asked for, undefined for all.
 */
export function zoneMissing(lat: number, lng: number, within: MunicipalitySlug | undefined): Message {
  const all = within === undefined ? ZONING_MUNICIPALITIES : [within];
  const covers = (y: number, x: number) => all.some((slug) => isInBox(MUNICIPALITIES[slug].box, y, x));
  if (covers(lat, lng)) {
    return {
      en: `No zone contains the point or is within ${MAX_DISTANCE_M} m of it.`,
      fr: `Aucune zone ne contient le point ni ne se trouve à moins de ${MAX_DISTANCE_M} m.`,
    };
  }
  if (covers(lng, lat)) {
    return {
      en: `Latitude and longitude look swapped: try lat=${lng} and lng=${lat}.`,
      fr: `La latitude et la longitude semblent inversées : essayez lat=${lng} et lng=${lat}.`,
    };
  }
  const names = namesOf(all);
  return within === undefined
    ? {
        en: `The point is outside the ${all.length} municipalities with zoning: ${names}.`,
        fr: `Le point est hors des ${all.length} municipalités dont le zonage est offert : ${names}.`,
      }
    : {en: `The point is outside ${names}.`, fr: `Le point est hors de ${names}.`};
}

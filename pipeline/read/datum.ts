/** Converts the positions of a shapefile to degrees of WGS 84, by its .prj. */

import proj4 from 'proj4';
import {messageOf} from '../runtime/errors.ts';

export type Move = (position: readonly number[]) => number[];

/** Datums whose degrees equal those of WGS 84 within a metre or two, folded. */
const SAME =
  /wgs(19)?84|worldgeodeticsystem1984|northamerican(datum)?(of)?(19)?83|nad83|csrs|itrf|etrs(19)?89/;
const NAD27 = /northamerican(datum)?(of)?(19)?27|nad27/;

/** From NAD27 to WGS 84, mean of Canada (EPSG 1172). */
const FROM_NAD27 = 'TOWGS84[-10,158,187,0,0,0,0]';

/**
 * The conversion, and what a warning says of it. Throws `fault` for a projection, datum or unit that is not
 * known.
 */
export function moveFrom(
  prj: string,
  fault: (problem: string, remedy: string) => Error,
): {move: Move; note: string | null} {
  const remedy = 'get the file in WGS 84';
  const name = /(?:DATUM|ENSEMBLE)\s*\[\s*"([^"]*)"/i.exec(prj)?.[1];
  if (name === undefined) throw fault('its projection is not known (it names no datum)', remedy);
  const folded = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const isNad27 = NAD27.test(folded);
  const shifted = isNad27 ? prj.replace(/SPHEROID\[[^\]]*\]/i, `$&,${FROM_NAD27}`) : prj;
  if (!SAME.test(folded) && shifted === prj) throw fault(`its datum ${name} is not known`, remedy);
  const isGeographic = /^\s*GEO(GCS|GCRS|DCRS)\[/i.test(prj);
  const unit = /,\s*(?:ANGLE)?UNIT\s*\[\s*"([^"]*)"\s*,\s*([\d.]+)/i.exec(prj);
  const meridian = Number(/PRIMEM\s*\[\s*"[^"]*"\s*,\s*(-?[\d.]+)/i.exec(prj)?.[1] ?? 0);
  if (meridian !== 0) throw fault('its degrees are not counted from Greenwich', remedy);
  if (isGeographic && unit && !/^(deg|d[eé]gr)/i.test(unit[1] ?? ''))
    throw fault(`its coordinates are in ${unit[1]}`, remedy);
  if (isGeographic && !isNad27) return {move: ([x = Number.NaN, y = Number.NaN]) => [x, y], note: null};
  try {
    const {forward} = proj4(shifted, 'WGS84');
    const note = isNad27 ? 'its coordinates were shifted from NAD27 to WGS 84, to within 20 m' : null;
    return {move: ([x = Number.NaN, y = Number.NaN]) => forward([x, y]), note};
  } catch (error) {
    throw fault(`its projection is not known (${messageOf(error)})`, remedy);
  }
}

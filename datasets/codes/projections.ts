/**
 * Projections of publishers' points as proj4 strings, from the EPSG registry. NAD83 is treated as WGS 84,
 * which differs by a metre or two.
 */

/** A UTM zone. */
const utm = (zone: number): string => `+proj=utm +zone=${zone} +ellps=GRS80 +units=m +no_defs`;

/** Modified transverse Mercator: three-degree zones by central meridian. */
const mtm = (meridian: number): string =>
  `+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +units=m +no_defs`;

const UTM_ZONES = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

/** EPSG name -> definition. */
export const PROJECTIONS: Record<string, string> = {
  // NAD83 / UTM zones 10N to 20N
  ...Object.fromEntries(UTM_ZONES.map((zone) => [`EPSG:${26900 + zone}`, utm(zone)])),
  // NAD83(CSRS) / MTM zones 7 to 10
  'EPSG:2949': mtm(-70.5),
  'EPSG:2950': mtm(-73.5),
  'EPSG:2951': mtm(-76.5),
  'EPSG:2952': mtm(-79.5),
  // NAD83 / MTM zone 8
  'EPSG:32188': mtm(-73.5),
  // NAD83(CSRS) / New Brunswick Stereographic
  'EPSG:2953':
    '+proj=sterea +lat_0=46.5 +lon_0=-66.5 +k=0.999912 +x_0=2500000 +y_0=7500000 +ellps=GRS80 +units=m +no_defs',
  // WGS 84 / Pseudo-Mercator
  'EPSG:3857': '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +no_defs',
};

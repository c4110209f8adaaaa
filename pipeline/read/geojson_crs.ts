/** The coordinate system that a FeatureCollection names, before its features or behind them. */

/** Systems whose degrees equal those of WGS 84 within a metre or two, and others of degrees. */
const SAME = /CRS:?8[34]|EPSG:+(4326|4269|4617)$/i;
const OTHER_DEGREES = /CRS:?27|EPSG:+4\d{3}$/i;

/** The system named in the text around the features, where it is none of WGS 84. */
export function otherSystem(frame: string): {name: string; isDegrees: boolean} | null {
  const member = /"crs"\s*:\s*\{[^}]*\{[^}]*?"(?:name|code|href)"\s*:\s*"?([^",}]*)/.exec(frame)?.[1]?.trim();
  const name = member && /^\d+$/.test(member) ? `EPSG:${member}` : member;
  return name && !SAME.test(name) ? {name, isDegrees: OTHER_DEGREES.test(name)} : null;
}

/** What is wrong with a file in this system. */
export const otherSystemFault = (name: string): [problem: string, remedy: string] => [
  `its coordinates are in ${name}, no degrees of WGS 84`,
  'fetch the form in EPSG:4326',
];

/**
 * Whether a geometry's first position is one of degrees: no projection has metres near its origin in Canada.
 */
export function hasDegrees(geometry: unknown): boolean {
  const [, x, y] =
    /\[\s*(-?[\d.]+(?:e[-+]?\d+)?)\s*,\s*(-?[\d.]+(?:e[-+]?\d+)?)/i.exec(JSON.stringify(geometry)) ?? [];
  return x !== undefined && Math.abs(Number(x)) <= 180 && Math.abs(Number(y)) <= 90;
}

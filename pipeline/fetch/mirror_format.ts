/** What a file of a mirror is where its name does not say it: portals give several things under one ending. */
import {createReadStream} from 'node:fs';
import {openPromise} from 'yauzl';
import {formatOf} from '../read/formats.ts';
import type {Format} from './inspect.ts';

/** Bytes of a JSON file in which a FeatureCollection names itself. */
const LOOKED_AT = 1 << 16;

/** The format by the name; of JSON and of zips also by what they hold. A file that cannot be looked into keeps its name's. */
export async function sniffFormat(path: string, name: string): Promise<Format> {
  const format = formatOf(name) ?? 'csv';
  if (format === 'json' && (await isGeoJson(path))) return 'geojson';
  if (format === 'zip' && (await holdsShapefile(path))) return 'shapefile';
  return format;
}

async function isGeoJson(path: string): Promise<boolean> {
  let text = '';
  for await (const chunk of createReadStream(path, {end: LOOKED_AT - 1})) text += String(chunk);
  return /^\s*\{/.test(text.replace(/^\ufeff/, '')) && /"type"\s*:\s*"FeatureCollection"/.test(text);
}

async function holdsShapefile(path: string): Promise<boolean> {
  try {
    const zip = await openPromise(path, {lazyEntries: true});
    try {
      for await (const {fileName} of zip.eachEntry()) if (/\.shp$/i.test(fileName)) return true;
    } finally {
      zip.close();
    }
  } catch {
    // the store refuses a broken zip, and says why
  }
  return false;
}

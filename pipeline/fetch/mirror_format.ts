/** Detects the format of a mirror's file where its extension is ambiguous. */
import {createReadStream} from 'node:fs';
import {openPromise} from 'yauzl';
import {formatOf} from '../read/formats.ts';
import type {Format} from './inspect.ts';

/** Bytes of a JSON file in which a FeatureCollection declares its type. */
const LOOKED_AT = 1 << 16;

/**
 * The format by extension; of JSON and zip files also by content. A file that cannot be read keeps the format
 * of its name.
 */
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
    // the store refuses a broken zip with its reason
  }
  return false;
}

/** What a file in JSON is, by its beginning: its name does not tell arrays, collections and lines apart. */
import {closeSync, openSync, readSync} from 'node:fs';
import {ReadError} from './types.ts';

/** Bytes in which a file shows what it is. */
const HEAD = 1 << 16;

/** Names of systems whose coordinates are degrees as those of WGS 84, within a metre or two. */
const DEGREES = /CRS:?84|EPSG:+(4326|4269|4617)$/i;

/**
 * `array`: of objects. `geojson`: a FeatureCollection. `json`: the table of titles and rows. `jsonl`: an object a line.
 * `declared` is what it should be where it is none of the first two. Throws ReadError for a page, for a file that is no
 * text, and for a collection whose coordinates are no degrees.
 */
export function jsonForm(
  source: string,
  name: string,
  path: string,
  declared: 'json' | 'jsonl' | 'geojson',
): 'array' | 'geojson' | 'json' | 'jsonl' {
  const head = headOf(path);
  const fault = (found: string, remedy: string) => new ReadError(source, name, found, remedy);
  const text = head.replace(/^\ufeff/, '').trimStart();
  if (text.startsWith('<')) throw fault('an HTML or XML page instead of JSON', 'fetch it again later');
  if (/^(PK\u0003\u0004|\ufffd\ufffd\u0011\ufffd)/.test(text))
    throw fault('the bytes are a zip or a workbook, no JSON', 'give the file the ending that it should have');
  if (text.startsWith('[')) return 'array';
  if (!/"type"\s*:\s*"FeatureCollection"/.test(text)) {
    if (declared !== 'geojson') return declared;
    if (!text) throw fault('the file is empty', 'fetch it again');
    if (!/"features"\s*:/.test(text)) {
      const shown = text.slice(0, 60).replace(/\s+/g, ' ');
      throw fault(
        `no FeatureCollection: it begins ${shown}`,
        'the publisher answered otherwise: fetch it again',
      );
    }
  }
  const system = /"crs"\s*:\s*\{[^}]*\{[^}]*"name"\s*:\s*"([^"]*)"/.exec(text)?.[1];
  if (system && !DEGREES.test(system))
    throw fault(`its coordinates are in ${system}, no degrees of WGS 84`, 'fetch the form in EPSG:4326');
  return 'geojson';
}

function headOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEAD);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, HEAD, 0));
  } finally {
    closeSync(file);
  }
}

/** Style, script and icon of the site: read at start, served from memory under the hash of their bytes. */
import {hash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {compress} from '../http/compress.ts';
import {type ContentCoding, negotiateEncoding} from '../http/negotiate.ts';
import type {HttpResponse} from '../http/types.ts';
import {mapLibrary} from './map/library.ts';

const TABLE = {
  'site.css': {
    type: 'text/css; charset=utf-8',
    files: ['tokens.css', 'frame.css', 'filters.css', 'charts.css', 'list.css', 'record.css', 'print.css'],
  },
  'site.js': {
    type: 'text/javascript; charset=utf-8',
    files: ['newer.js', 'suggest.js', 'brush.js', 'live.js', 'copy.js', 'signed_in.js'],
  },
  'icon.svg': {type: 'image/svg+xml', files: ['icon.svg']},
  'map.css': {type: 'text/css; charset=utf-8', files: ['map/map.css', 'map/frame.css']},
  'layout.js': {type: 'text/javascript; charset=utf-8', files: ['map/layout.js']},
  'canada.json': {type: 'application/geo+json', files: ['map/canada.json']},
} as const;

/**
 * Modules that import each other by name: they share a folder, named after the bytes of all. The first is the
 * page's.
 */
const MODULES = [
  'page.js',
  'address.js',
  'circle.js',
  'images.js',
  'layers.js',
  'panel.js',
  'print.js',
] as const;

const SCRIPT = 'text/javascript; charset=utf-8';

export type AssetName = keyof typeof TABLE | 'maplibre.js' | (typeof MODULES)[number];

/** Folder of the addresses. */
const FOLDER = '/site';

/** Hash digits in a path, which make it immutable. */
const DIGITS = 12;

/** Once for each thread: the library of the map, the largest, takes 30 ms. */
const LEVEL = 6;

interface Asset {
  path: string;
  type: string;
  bytes: Buffer;
  encoded: Map<ContentCoding, Buffer>;
}

const bytesOf = (file: string): Buffer => readFileSync(new URL(`assets/${file}`, import.meta.url));

/** A file, or files that share a folder, under the hash of their bytes. */
function hashed(files: readonly {name: AssetName; type: string; bytes: Buffer}[]): Asset[] {
  const digest = hash('sha256', Buffer.concat(files.map(({bytes}) => bytes)), 'hex').slice(0, DIGITS);
  return files.map(({name, type, bytes}) => ({
    path: `${FOLDER}/${digest}/${name}`,
    type,
    bytes,
    encoded: new Map(),
  }));
}

const ASSETS = [
  ...Object.entries(TABLE).flatMap(([name, {type, files}]) =>
    hashed([{name: name as AssetName, type, bytes: Buffer.concat(files.map(bytesOf))}]),
  ),
  ...hashed([{name: 'maplibre.js', type: SCRIPT, bytes: mapLibrary()}]),
  ...hashed(MODULES.map((name) => ({name, type: SCRIPT, bytes: bytesOf(`map/${name}`)}))),
];

const BY_PATH = new Map(ASSETS.map((asset) => [asset.path, asset]));

const BY_NAME = new Map(ASSETS.map((asset) => [asset.path.split('/').at(-1), asset.path]));

/** Path of a file. */
export const assetPath = (name: AssetName): string => BY_NAME.get(name)!;

/** Stands for the bytes of all files: pages that name other ones are other pages. */
export const ASSETS_TAG = hash('sha256', ASSETS.map(({path}) => path).join(' '), 'hex').slice(0, 8);

function encodedBytes({bytes, encoded}: Asset, coding: ContentCoding): Buffer {
  const made = encoded.get(coding) ?? compress(bytes, coding, LEVEL);
  encoded.set(coding, made);
  return made;
}

/** The file at a path, or null. */
export function assetResponse(path: string, acceptEncoding: string | undefined): HttpResponse | null {
  const asset = BY_PATH.get(path);
  if (!asset) return null;
  const headers = {
    'Content-Type': asset.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
  };
  const coding = negotiateEncoding(acceptEncoding);
  if (!coding) return {status: 200, blocks: [], headers, body: asset.bytes};
  return {
    status: 200,
    blocks: [],
    headers: {...headers, 'Content-Encoding': coding},
    body: encodedBytes(asset, coding),
  };
}

/** Styles, scripts and pictures of the pages, as they were bundled: read at start, served from memory. */
import {readdirSync, readFileSync} from 'node:fs';
import {compress} from '../http/compress.ts';
import {type ContentCoding, negotiateEncoding} from '../http/negotiate.ts';
import type {HttpResponse} from '../http/types.ts';
import type {AssetName} from './asset_table.ts';

/** Folder of the addresses. */
export const ASSET_FOLDER = 'site';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Once for each thread: the library of the map, the largest, takes 30 ms. */
const LEVEL = 6;

interface Asset {
  type: string;
  bytes: Buffer;
  encoded: Map<ContentCoding, Buffer>;
}

/** Where the bundler has left them: beside the bundle; sources that tests run take those of the newest one. */
function builtFolder(): URL {
  if (import.meta.url.endsWith('.js')) return new URL('assets/', import.meta.url);
  const dist = new URL('../../dist/', import.meta.url);
  const [, code] = /'\.\/(\w+)\//.exec(readFileSync(new URL('main.js', dist), 'utf8')) ?? [];
  return new URL(`${code}/assets/`, dist);
}

const FOLDER = builtFolder();

/** Paths below the folder: `<hash>/<name>`. */
const PATHS = readdirSync(FOLDER).flatMap((digest) =>
  readdirSync(new URL(`${digest}/`, FOLDER)).map((name) => `${digest}/${name}`),
);

const ASSETS = new Map(
  PATHS.map((path): [string, Asset] => [
    `/${ASSET_FOLDER}/${path}`,
    {
      type: TYPES[path.slice(path.lastIndexOf('.') + 1)]!,
      bytes: readFileSync(new URL(path, FOLDER)),
      encoded: new Map(),
    },
  ]),
);

const BY_NAME = new Map([...ASSETS.keys()].map((path) => [path.slice(path.lastIndexOf('/') + 1), path]));

/** Address of a file; throws if the bundle lacks it. */
export function assetPath(name: AssetName): string {
  const path = BY_NAME.get(name);
  if (!path) throw new Error(`dist/ has no ${name}: bundle the server again`);
  return path;
}

function encodedBytes({bytes, encoded}: Asset, coding: ContentCoding): Buffer {
  const made = encoded.get(coding) ?? compress(bytes, coding, LEVEL);
  encoded.set(coding, made);
  return made;
}

/** The file at a path, or null. */
export function assetResponse(path: string, acceptEncoding: string | undefined): HttpResponse | null {
  const asset = ASSETS.get(path);
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

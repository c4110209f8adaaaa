/** Static files of the pages: read at start and served from memory, so that no path reaches the disk. */
import {hash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {Hono} from 'hono';
import type {PageEnv} from './env.ts';

interface Asset {
  type: string;
  /** Files in `assets/`, concatenated. */
  files: readonly string[];
}

const TABLE = {
  // Later rules win: the last file holds those for small screens.
  'style.css': {type: 'text/css; charset=utf-8', files: ['page.css', 'forms.css', 'figures.css']},
  'copy.js': {type: 'text/javascript; charset=utf-8', files: ['copy.js']},
  'icon.svg': {type: 'image/svg+xml', files: ['icon.svg']},
} as const satisfies Record<string, Asset>;

export type AssetName = keyof typeof TABLE;

const FOLDER = '/account/assets';

/** Hash digits in a path, which make it immutable. */
const DIGITS = 12;

const read = (name: AssetName) => {
  const {type, files} = TABLE[name];
  const bytes = Buffer.concat(files.map((file) => readFileSync(new URL(`assets/${file}`, import.meta.url))));
  const path = `${FOLDER}/${hash('sha256', bytes, 'hex').slice(0, DIGITS)}/${name}`;
  return {path, bytes: new Uint8Array(bytes), type};
};

const NAMES = Object.keys(TABLE) as AssetName[];

const ASSETS = new Map(NAMES.map((name) => [name, read(name)]));

/** Path of a file below the origin of the service. */
export const assetPath = (name: AssetName): string => ASSETS.get(name)!.path;

/** One route per file. */
export function assets(): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  for (const {path, bytes, type} of ASSETS.values()) {
    app.get(path, (c) =>
      c.body(bytes, 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
      }),
    );
  }
  return app;
}

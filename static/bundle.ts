/** Bundles the service worker from the rooms that the server uses, with a file for each module of the platform. */
import {hash} from 'node:crypto';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build, type Plugin} from 'esbuild';
import {type BuiltFile, hashed} from '../server/bundle/assets.ts';
import {places} from '../server/bundle/places.ts';
import {VERSION} from '../server/version.ts';
import {Tables} from './tables.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PLATFORM = fileURLToPath(new URL('platform/', import.meta.url));

/** Files of the server that read files or hold much, and what stands for them. */
const FILES: Readonly<Record<string, string>> = {
  'server/api/operations/provenance/provenance.ts': 'provenance.ts',
  'server/site/assets.ts': 'assets.ts',
  'server/site/png.ts': 'png.ts',
  'server/site/standing_pages.ts': 'texts.ts',
  'server/site/catalogues.ts': 'texts.ts',
  'server/labels/help/columns.ts': 'texts.ts',
};

/** All of a module of Node: what `node.ts` has, and a function that throws for any other name. */
const NODE = `
const has = require('./node.ts');
const absent = (_, name) => () => { throw new Error('a worker has no ' + String(name)); };
module.exports = Object.setPrototypeOf(has, new Proxy({}, {get: absent}));
`;

const platform: Plugin = {
  name: 'platform',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^node:/}, ({importer}) =>
      importer.startsWith(PLATFORM) ? null : {path: 'node', namespace: 'platform'},
    );
    onLoad({filter: /\/package\.json$/}, () => ({
      contents: JSON.stringify({version: VERSION}),
      loader: 'json',
    }));
    onLoad({filter: /./, namespace: 'platform'}, () => ({contents: NODE, resolveDir: PLATFORM}));
    onResolve({filter: /^\..*\.tsx?$/}, ({path, resolveDir}) => {
      const named = join(resolveDir, path);
      const file = FILES[relative(ROOT, named)];
      // Drops imports of names that nobody uses.
      return {path: file === undefined ? named : PLATFORM + file, sideEffects: false};
    });
  },
};

/** Stands in the bundle for its own hash, which entity tags hold. */
const UNHASHED = 'code-of-worker--';

/** What the bundle is told. */
export interface WorkerConstants {
  /** Addresses of styles, scripts and pictures by name. */
  assets: Readonly<Record<string, string>>;
  /** Paths of the pages that no question changes. */
  standing: readonly string[];
}

/** The service worker. */
export interface Worker {
  script: Uint8Array;
  /** What the script loads first, by the hash in its path. */
  tables: BuiltFile;
}

/** The service worker as one script, and its tables; rejects with what esbuild says of a source. */
export async function bundleWorker({assets, standing}: WorkerConstants): Promise<Worker> {
  const tables = new Tables(ROOT);
  const {outputFiles} = await build({
    absWorkingDir: ROOT,
    entryPoints: ['static/worker/main.ts'],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    charset: 'utf8',
    target: ['es2022', 'chrome111', 'firefox121', 'safari16.4'],
    inject: [`${PLATFORM}globals.ts`],
    define: {
      ASSET_PATHS: JSON.stringify(assets),
      STANDING: JSON.stringify(standing),
      CODE: JSON.stringify(UNHASHED),
      'import.meta.url': '"https://worker.invalid/"',
    },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [platform, tables.plugin, places],
    logLevel: 'error',
  });
  const {code, data} = tables.taken(outputFiles[0]!.text);
  const file = hashed('tables.js', Buffer.from(data));
  const text = `importScripts("/site/${file.path}");${code}`;
  const own = hash('sha256', text, 'hex').slice(0, UNHASHED.length);
  return {script: Buffer.from(text.replace(UNHASHED, own)), tables: file};
}

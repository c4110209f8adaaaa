/** Bundles the service worker from the rooms that the server uses, with a file for each module of the platform. */
import {hash} from 'node:crypto';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build, type Plugin} from 'esbuild';
import {Sql} from '../datasets/sql_file.ts';
import type {Dataset, Source} from '../datasets/types.ts';
import {places} from '../server/bundle/places.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PLATFORM = fileURLToPath(new URL('platform/', import.meta.url));

/** Files of the server that read files or hold much, and what stands for them. */
const FILES: Readonly<Record<string, string>> = {
  'server/site/assets.ts': 'assets.ts',
  'server/site/png.ts': 'png.ts',
  'server/site/standing_pages.ts': 'texts.ts',
  'server/site/catalogues.ts': 'texts.ts',
  'server/labels/help/columns.ts': 'texts.ts',
};

/** All of a module of Node: what `node.ts` has, and a function that throws for any other name. */
const NODE = `
const has = {...require('path-browserify'), ...require('./node.ts')};
const absent = (_, name) => () => { throw new Error('a worker has no ' + String(name)); };
module.exports = Object.setPrototypeOf(has, new Proxy({}, {get: absent}));
`;

const platform: Plugin = {
  name: 'platform',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^node:/}, ({importer}) =>
      importer.startsWith(PLATFORM) ? null : {path: 'node', namespace: 'platform'},
    );
    onLoad({filter: /./, namespace: 'platform'}, () => ({contents: NODE, resolveDir: PLATFORM}));
    onResolve({filter: /\/(assets|png|standing_pages|catalogues|columns)\.ts$/}, ({path, resolveDir}) => {
      const file = FILES[relative(ROOT, join(resolveDir, path))];
      return file === undefined ? null : {path: PLATFORM + file};
    });
  },
};

/** Modules of declarations, of which the worker has what requests read. */
const DECLARATIONS = /\/datasets\/(?:\w+\/(?:schema|cities)|derived\/\w+)\.ts$/;

/** A declaration as data: without checks and SQL, and of sources without layouts. */
function served(
  this: Record<string, unknown>,
  key: string,
  value: Partial<Dataset & Source> | null,
): unknown {
  if (this[key] instanceof Sql) return '';
  if (value?.layouts) {
    const {slug, label, dataset, publisher, license, license_url, page} = value;
    return {slug, label, dataset, publisher, license, license_url, page};
  }
  return value?.checks ? {...value, checks: [], doubtful: undefined, versions: undefined} : value;
}

const declarations: Plugin = {
  name: 'declarations',
  setup({onLoad}) {
    onLoad({filter: DECLARATIONS}, async ({path}) => {
      const exported: Record<string, unknown> = await import(path);
      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value, served)};`,
      );
      return {contents: lines.join('\n')};
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

/** The service worker as one script; rejects with what esbuild says of a source. */
export async function bundleWorker({assets, standing}: WorkerConstants): Promise<Uint8Array> {
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
    plugins: [platform, declarations, places],
    logLevel: 'error',
  });
  const {text} = outputFiles[0]!;
  return Buffer.from(text.replace(UNHASHED, hash('sha256', text, 'hex').slice(0, UNHASHED.length)));
}

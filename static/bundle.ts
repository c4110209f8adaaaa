/** Bundles the service worker from the rooms that the server uses, with a file for each module of the platform. */
import {hash} from 'node:crypto';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import {build, type Plugin} from 'esbuild';
import {places} from '../server/bundle/places.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const {resolve} = createRequire(import.meta.url);
const PLATFORM = fileURLToPath(new URL('platform/', import.meta.url));

/** What stands for a module of Node; all others are `absent.ts`. */
const MODULES: Readonly<Record<string, string>> = {
  'node:crypto': 'crypto.ts',
  'node:zlib': 'zlib.ts',
  'node:fs': 'fs.ts',
};

/** Files of the server that use the platform, and what stands for them. */
const FILES: Readonly<Record<string, string>> = {
  'server/site/assets.ts': 'assets.ts',
  'server/site/png.ts': 'png.ts',
};

const platform: Plugin = {
  name: 'platform',
  setup({onResolve}) {
    onResolve({filter: /^node:path$/}, () => ({path: resolve('path-browserify')}));
    onResolve({filter: /^node:/}, ({path}) => ({path: PLATFORM + (MODULES[path] ?? 'absent.ts')}));
    onResolve({filter: /\/(assets|png)\.ts$/}, ({path, resolveDir}) => {
      const file = fileURLToPath(new URL(path, `file://${resolveDir}/`)).slice(ROOT.length);
      return FILES[file] === undefined ? undefined : {path: PLATFORM + FILES[file]};
    });
  },
};

/** Stands in the bundle for its own hash, which entity tags hold. */
const UNHASHED = 'code-of-worker--';

/** What the bundle is told. */
export interface WorkerConstants {
  /** Addresses of styles, scripts and pictures by name. */
  assets: Readonly<Record<string, string>>;
}

/** The service worker as one script; rejects with what esbuild says of a source. */
export async function bundleWorker({assets}: WorkerConstants): Promise<Uint8Array> {
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
      CODE: JSON.stringify(UNHASHED),
      'import.meta.url': '"https://worker.invalid/"',
    },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [platform, places],
    logLevel: 'error',
  });
  const {text} = outputFiles[0]!;
  return Buffer.from(text.replace(UNHASHED, hash('sha256', text, 'hex').slice(0, UNHASHED.length)));
}

/** Styles, scripts and pictures of the pages: bundled and minified, each under the hash of its bytes. */
import {hash} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {ASSET_ENTRIES, MAP_LIBRARY} from '../site/asset_table.ts';
import {mapLibrary} from './map_library.ts';

const SOURCES = fileURLToPath(new URL('../site/assets/', import.meta.url));

/** Hash digits in a path, which make it immutable. */
const DIGITS = 12;

/** A file below the folder of the assets: `<hash>/<name>`. */
export interface BuiltFile {
  path: string;
  bytes: Uint8Array;
}

/** A file under the hash of its bytes. */
export const hashed = (name: string, bytes: Uint8Array): BuiltFile => ({
  path: `${hash('sha256', bytes, 'hex').slice(0, DIGITS)}/${name}`,
  bytes,
});

/** Builds all files, with `reloads` pages that look for new code; rejects with what esbuild says of a source. */
export async function buildAssets(reloads: boolean): Promise<BuiltFile[]> {
  const {outputFiles} = await build({
    absWorkingDir: SOURCES,
    entryPoints: Object.entries(ASSET_ENTRIES).map(([name, file]) => ({
      in: file,
      out: name.replace(/\.\w+$/, ''),
    })),
    outdir: SOURCES,
    write: false,
    bundle: true,
    minify: true,
    define: {RELOADS: String(reloads)},
    format: 'iife',
    target: ['es2022', 'chrome111', 'firefox121', 'safari16.4'],
    loader: {'.svg': 'copy'},
    logLevel: 'error',
  });
  const files = outputFiles.map(({path, contents}) => hashed(path.slice(SOURCES.length), contents));
  return [...files, hashed(MAP_LIBRARY, mapLibrary())];
}

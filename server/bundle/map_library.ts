/**
 * MapLibre as one file for pages and their workers. Its build for strict policies is two files that both hold
 * the code they share (373 kB by gzip); its usual build is one, but starts its worker from a `blob:` address,
 * which the policy would have to allow. The usual build has three modules: here the page runs the first and
 * last of them, and a worker that is started from the same address the first two.
 */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const FILE = 'maplibre-gl/dist/maplibre-gl.js';

/**
 * The head that names the licence, and the modules: `define("shared", ...); define("worker", ...);
 * define("index", ...);`.
 */
const HEAD = /^\/\*\*[\s\S]*?\*\//;
const MODULES =
  /\ndefine\("shared",\["exports"\],[\s\S]*?\ndefine\("worker",\["\.\/shared"\],[\s\S]*?\ndefine\("index",\["exports","\.\/shared"\],[\s\S]*?\}\)\);\n/;

const BEFORE = `
(() => {
'use strict';
const modules = {};
const define = (name, _, module) => {
  modules[name] = module;
};
`;

const AFTER = `
const shared = {};
modules.shared(shared);
if (typeof document === 'undefined') modules.worker(shared);
else modules.index((globalThis.maplibregl = {}), shared);
})();
`;

/** The script; throws if the installed version is not built as the one above. */
export function mapLibrary(): Buffer {
  const text = readFileSync(createRequire(import.meta.url).resolve(FILE), 'utf8');
  const [head] = HEAD.exec(text) ?? [];
  const [modules] = MODULES.exec(text) ?? [];
  if (!head?.includes('@license'))
    throw new Error(`${FILE} has no licence at its head: install the version that package.json pins`);
  if (!modules)
    throw new Error(
      `${FILE} has not the modules shared, worker and index: install the version that package.json pins`,
    );
  return Buffer.from(`${head}${BEFORE}${modules}${AFTER}`);
}

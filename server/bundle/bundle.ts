/** Bundles the server and its assets into `dist/`: one folder for each state of the code, one file that names it. */
import {hash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {type BuildOptions, build, type OutputFile} from 'esbuild';
import {renameDurably, syncTree, writeFileAtomic} from '../../builds/durable.ts';
import {isAlive} from '../../builds/lock.ts';
import {buildAssets} from './assets.ts';
import {places} from './places.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What processes and threads start with. Their files must have different names: all lie in one folder. */
const PROGRAMS = [
  'server/main.ts',
  'server/process/worker.ts',
  'server/process/web_thread.ts',
  'server/process/alert_thread.ts',
  'server/process/replica_thread.ts',
  'storage/fetch_thread.ts',
  // Of `make static`: what is made by the pages, whose sources Node cannot read.
  'static/prebuilt.ts',
];

/** Packages with native code, and those that few servers load. */
const EXTERNAL = ['uWebSockets.js', '@aws-sdk/*', 'bullmq', 'ioredis'];

/** How the server is bundled. Names stay, so that a stack in the log can be read. */
const SERVER: BuildOptions = {
  absWorkingDir: ROOT,
  entryPoints: PROGRAMS.map((path) => ({in: path, out: basename(path, '.ts')})),
  outdir: 'dist',
  write: false,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: EXTERNAL,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [places],
  logLevel: 'error',
  // Some packages are CommonJS.
  banner: {
    js: "import {createRequire as requireOf} from 'node:module';const require = requireOf(import.meta.url);",
  },
};

/** The folder of the bundle that `dist/main.js` names, as an address. Throws where there is none. */
export async function bundledFolder(dist = join(ROOT, 'dist')): Promise<URL> {
  const [, code] = /'\.\/(\w+)\//.exec(await readFile(join(dist, 'main.js'), 'utf8')) ?? [];
  if (!code) throw new Error(`${dist} has no bundle: run \`make runtime\``);
  return pathToFileURL(`${join(dist, code)}/`);
}

/** The ground of the map: the bundle reads it in place. */
const GROUND = {name: 'ground.pmtiles', file: join(ROOT, 'server/tiles/ground.pmtiles')};

interface Output {
  path: string;
  bytes: Uint8Array;
}

const relativeTo = (folder: string, {path, contents}: OutputFile): Output => ({
  path: path.slice(folder.length + 1),
  bytes: contents,
});

/** Hash of all outputs, 16 hex digits: entity tags change with it. */
function codeOf(outputs: readonly Output[]): string {
  const sums = outputs.map(({path, bytes}) => `${path} ${hash('sha256', bytes, 'hex')}\n`);
  return hash('sha256', sums.sort().join(''), 'hex').slice(0, 16);
}

/** Writes a folder whole, or leaves the one that is there: its name is the hash of what it holds. */
async function writeAll(folder: string, outputs: readonly Output[]): Promise<void> {
  if (existsSync(folder)) return;
  const next = `${folder}.${process.pid}.tmp`;
  for (const {path, bytes} of outputs) {
    const file = join(next, path);
    await mkdir(dirname(file), {recursive: true});
    await writeFile(file, bytes);
  }
  await syncTree(next);
  try {
    await renameDurably(next, folder);
  } catch (error) {
    await rm(next, {recursive: true, force: true});
    // Another bundler was first.
    if (!existsSync(folder)) throw error;
  }
}

/** Removes what no longer runs: other code than these two, and what killed bundlers left. */
async function removeOld(dist: string, used: string): Promise<void> {
  const isOld = (name: string): boolean => {
    const [, code, pid] = /^([0-9a-f]{16})(?:\.(\d+)\.tmp)?$/.exec(name) ?? [];
    return code !== undefined && (pid === undefined ? !used.includes(code) : !isAlive(Number(pid)));
  };
  const old = (await readdir(dist)).filter(isOld);
  await Promise.all(old.map((name) => rm(join(dist, name), {recursive: true, force: true})));
}

/**
 * Bundles the server. A server that runs keeps its folder, until the bundle after the next; a bundle that is
 * killed changes nothing. With `reloads` open pages look for new code. Resolves with the file to start;
 * rejects with what esbuild says of a source.
 */
export async function bundle({dist = join(ROOT, 'dist'), reloads = false} = {}): Promise<string> {
  const [{outputFiles}, assets] = await Promise.all([build(SERVER), buildAssets(reloads)]);
  const outputs = [
    ...outputFiles!.map((file) => relativeTo(join(ROOT, 'dist'), file)),
    {path: GROUND.name, bytes: await readFile(GROUND.file)},
    ...assets.map(({path, bytes}) => ({path: `assets/${path}`, bytes})),
  ];
  const code = codeOf(outputs);
  await writeAll(join(dist, code), outputs);
  const main = join(dist, 'main.js');
  const start = `import './${code}/main.js';\n`;
  const before = await readFile(main, 'utf8').catch(() => '');
  if (before !== start) {
    await writeFileAtomic(main, start);
    await removeOld(dist, start + before);
  }
  return main;
}

/** Bundles the server and its assets into `dist/`: one folder for each state of the code, one file that names it. */
import {hash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type BuildOptions, build, type OutputFile, type Plugin} from 'esbuild';
import {renameDurably, syncTree, writeFileAtomic} from '../../builds/durable.ts';
import {isAlive} from '../../builds/lock.ts';
import {buildAssets} from './assets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What processes and threads start with. Their files must have different names: all lie in one folder. */
const PROGRAMS = [
  'server/main.ts',
  'server/process/worker.ts',
  'server/process/web_thread.ts',
  'server/process/replica_thread.ts',
  'storage/fetch_thread.ts',
];

/** Packages with native code, and those that few servers load. */
const EXTERNAL = ['uWebSockets.js', '@aws-sdk/*', 'bullmq', 'ioredis'];

/** Where a thread starts: `new URL('worker.ts', import.meta.url)`. */
const PROGRAM_URL = /new URL\('([\w/]+)\.ts', import\.meta\.url\)/g;

/** A folder of modules that is imported whole: `await importFolder(new URL('./cities/', import.meta.url))`. */
const FOLDER = /await importFolder\(new URL\('(\.\/\w+\/)', import\.meta\.url\)\)/;

/** Imports the modules of a folder by name, as a bundle cannot list a folder. */
async function withFolder(text: string, file: string): Promise<string> {
  const [call, folder] = FOLDER.exec(text) ?? [];
  if (!call || !folder) return text;
  const names = (await readdir(join(dirname(file), folder))).filter((name) => name.endsWith('.ts')).sort();
  const imports = names.map((name, i) => `import * as module${i} from '${folder}${name}';`);
  const table = names.map((name, i) => `'${basename(name, '.ts')}': module${i}`);
  return `${imports.join('')}${text.replace(call, `{${table}}`)}`;
}

/** Replaces what depends on the place of a source. */
const places: Plugin = {
  name: 'places',
  setup({onLoad}) {
    onLoad({filter: /\.ts$/}, async ({path}) => {
      if (path.includes('node_modules')) return undefined;
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const moved = text.replace(
        PROGRAM_URL,
        (_, program: string) => `new URL('${basename(program)}.js', import.meta.url)`,
      );
      return {contents: await withFolder(moved, path), loader: 'ts'};
    });
  },
};

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

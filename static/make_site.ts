/** Writes the current build as a site without a server: a folder that any host of files can serve. */
import {hash} from 'node:crypto';
import {copyFile, link, mkdir, readFile, realpath, rm, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import {build as bundleScript} from 'esbuild';
import {inBuild} from '../builds/artefacts.ts';
import {buildFiles, readManifest} from '../builds/build_files.ts';
import {writeFileAtomic} from '../builds/durable.ts';
import {describeBuild, type FarBuild} from '../engine/open.ts';
import {buildAssets} from '../server/bundle/assets.ts';
import {bundledFolder} from '../server/bundle/bundle.ts';
import {documents} from '../server/docs/documents.ts';
import {ownGround} from '../server/tiles/ground.ts';
import {bundleWorker} from './bundle.ts';
import {type ShellFile, shellPage} from './shell.ts';
import {buildFolder, type Description, POINTER, type Pointer, pageFile} from './site_files.ts';
import {sumsOf} from './sums.ts';
import {failurePage} from './words.ts';

/** Where the ground of the map lies in the folder of a build. */
const GROUND = 'ground.pmtiles';

/** Folders and files of a build that readers take: not what only an ingest reads. */
const SERVED =
  /^(?:index|export|parquet)\/|^(?:manifest\.json|datapackage\.json|croissant\.json|dcat\.jsonld|SHA256SUMS)$/;

/** Digits of a hash in a name. */
const DIGITS = 12;

const compressed = promisify(gzip);

export interface SiteOptions {
  /** The build folder, or a link to it. */
  build: string;
  /** Where the site is written; older builds in it stay. */
  out: string;
  /** Address of the site, without a slash at the end; empty: that under which it is read. */
  origin: string;
  contact: string | null;
  /** Begins the ids of contracting processes. */
  ocidPrefix: string;
  /** Bytes of the pages that are made beforehand, at most; 0: none are. */
  pageBytes: number;
}

/** What was written. */
export interface WrittenSite {
  build: string;
  files: number;
  bytes: number;
  /** Pages that were made beforehand. */
  pages: number;
  /** Bytes of the worker and of the description, as they are written. */
  worker: number;
  description: number;
}

/** A file takes no more of the disk where a second name for it will do. */
async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), {recursive: true});
  await rm(to, {force: true});
  await link(from, to).catch(() => copyFile(from, to));
}

async function write(out: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(out, path);
  await mkdir(dirname(file), {recursive: true});
  await writeFile(file, content);
}

/** Puts the files of a build in place. */
async function placeBuild(folder: string, to: string): Promise<{files: number; bytes: number}> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error(`${folder} has no whole manifest: run \`make ingest\` to write a new build`);
  const served = (await buildFiles(folder, manifest)).filter(({path}) => SERVED.test(path));
  for (const {path} of served) await place(join(folder, path), join(to, path));
  return {files: served.length, bytes: served.reduce((sum, {bytes}) => sum + bytes, 0)};
}

/** Files of which the worker reads blocks, with the bytes that it may read. */
const readFiles = ({tables}: FarBuild) =>
  tables.flatMap(({index, rows, found}) => [
    index,
    ...(rows ? [rows.values, rows.items, rows.details] : []),
    ...(found ? [found.file] : []),
  ]);

/** Writes checksums and description into the folder of the build; returns the pointer to them. */
async function describe(
  folder: string,
  {origin, contact, ocidPrefix, out}: SiteOptions,
  pages: Description['pages'],
): Promise<Pointer> {
  const far = await describeBuild(folder);
  const id = far.info.build_id;
  const {file, info} = ownGround();
  await place(file, join(out, buildFolder(id), GROUND));
  const {size} = await stat(file);
  const {
    bytes,
    pages: firstPages,
    roots,
  } = await sumsOf([
    ...readFiles(far).map(([path, size]) => ({path, file: join(folder, path), bytes: size})),
    {path: GROUND, file, bytes: size},
  ]);
  const sums = `blocks-${hash('sha256', bytes, 'hex').slice(0, DIGITS)}.sums`;
  await write(out, buildFolder(id) + sums, bytes);
  const description: Description = {
    build: far,
    sums,
    firstPages,
    roots,
    ground: {file: GROUND, info, bytes: size},
    origin,
    contact,
    ocidPrefix,
    pages,
  };
  const packed = await compressed(JSON.stringify(description), {level: 9});
  const sha256 = hash('sha256', packed, 'hex');
  const name = `site-${sha256.slice(0, DIGITS)}.json.gz`;
  await write(out, buildFolder(id) + name, packed);
  return {build: id, description: name, sha256};
}

/** Styles, scripts and pictures, and the script of the shell: their addresses by name. */
async function writeAssets(out: string): Promise<Record<string, string>> {
  const shell = await bundleScript({
    entryPoints: [fileURLToPath(new URL('shell/shell.js', import.meta.url))],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    logLevel: 'error',
  });
  const bytes = shell.outputFiles[0]!.contents;
  const own = {path: `${hash('sha256', bytes, 'hex').slice(0, DIGITS)}/shell.js`, bytes};
  const all = [...(await buildAssets(false)), own];
  for (const {path, bytes} of all) await write(out, `site/${path}`, bytes);
  return Object.fromEntries(all.map(({path}) => [path.slice(path.lastIndexOf('/') + 1), `/site/${path}`]));
}

/** The files that people without script are given. */
const shellFiles = ({info}: FarBuild): ShellFile[] =>
  Object.entries(info.records).map(([name, records]) => ({
    name,
    records,
    address: `${buildFolder(info.build_id)}${inBuild.whole(name)}`,
  }));

/**
 * Writes the site. The pointer comes last, so that a reader has the build before or this one, and never parts
 * of both. Rejects, naming file and remedy, where the build is damaged.
 */
export async function makeSite(options: SiteOptions): Promise<WrittenSite> {
  const {out, origin} = options;
  const folder = await realpath(options.build);
  const far = await describeBuild(folder);
  const id = far.info.build_id;
  const placed = await placeBuild(folder, join(out, buildFolder(id)));
  const assets = await writeAssets(out);
  const {prebuild, robots, headersFile} = await pagesOfServer();
  const made =
    options.pageBytes > 0
      ? await prebuild(
          folder,
          far,
          {...options, most: options.pageBytes, script: assets['shell.js']!},
          async (path, alone, page) => {
            await write(out, `${path}/index.html`, alone);
            if (page !== null) await write(out, pageFile(id, path), page);
          },
        )
      : null;
  if (made) await write(out, 'sitemap.xml', made.sitemap);
  const pointer = await describe(folder, options, made?.fixed ?? {});
  const worker = await bundleWorker({assets});
  const style = assets['site.css']!;
  const shell = shellPage(style, assets['shell.js']!, shellFiles(far));
  await write(out, 'sw.js', worker);
  for (const name of ['index.html', '404.html']) await write(out, name, shell);
  await write(out, 'offline.html', failurePage('offline', '', 'en', style));
  await write(out, 'robots.txt', robots(origin));
  await write(out, '_headers', headersFile());
  for (const [path, {text}] of Object.entries(await documents()))
    if (!path.includes('?')) await write(out, path === '/docs' ? 'docs/index.html' : nameOf(path), text);
  await writeFileAtomic(join(out, POINTER), `${JSON.stringify(pointer)}\n`);
  const {length} = await readFile(join(out, buildFolder(id), pointer.description));
  return {build: id, ...placed, pages: made?.pages ?? 0, worker: worker.length, description: length};
}

/** What the pages of the server make, from its bundle. */
async function pagesOfServer(): Promise<typeof import('./prebuilt.ts')> {
  return await import(new URL('prebuilt.js', await bundledFolder()).href);
}

/** Hosts give a page that is asked for without an ending by its folder. */
const nameOf = (path: string): string =>
  /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}/index.html`;

/** Writes the current build as a site without a server: a folder that any host of files can serve. */
import {hash} from 'node:crypto';
import {mkdir, readFile, realpath, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {transform} from 'esbuild';
import {inBuild} from '../builds/artefacts.ts';
import {buildFiles, readManifest} from '../builds/build_files.ts';
import {writeFileAtomic} from '../builds/durable.ts';
import {linkFile} from '../builds/link_file.ts';
import {describeBuild} from '../engine/open.ts';
import type {BuildInfo} from '../engine/types.ts';
import {buildAssets, hashed} from '../server/bundle/assets.ts';
import {bundledFolder} from '../server/bundle/bundle.ts';
import {documents} from '../server/docs/documents.ts';
import {COLUMNS_HELP} from '../server/labels/help/columns.ts';
import {CATALOGUES} from '../server/site/catalogues.ts';
import {LANGUAGES} from '../server/site/language.ts';
import {ownGround} from '../server/tiles/ground.ts';
import {bundleWorker} from './bundle.ts';
import {
  blockFiles,
  buildFolder,
  type Description,
  POINTER,
  type Pointer,
  type Texts,
  textsFile,
} from './site_files.ts';
import {sumsOf} from './sums.ts';

/** Folders and files of a build that readers take: not what only an ingest reads. */
const SERVED =
  /^(?:index|export|parquet)\/|^(?:manifest\.json|datapackage\.json|croissant\.json|dcat\.jsonld|SHA256SUMS)$/;

const SHELL = new URL('shell/', import.meta.url);

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
  /** Bytes at which no more pages are made beforehand. */
  pageBytes: number;
}

/** What was written. */
export interface WrittenSite {
  build: string;
  files: number;
  bytes: number;
  /** Pages that were made beforehand. */
  pages: number;
}

const digest = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, 12);

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
  for (const {path} of served) await linkFile(join(folder, path), join(to, path));
  return {files: served.length, bytes: served.reduce((sum, {bytes}) => sum + bytes, 0)};
}

/** Styles, scripts, pictures and texts: their addresses by name. */
async function writeAssets(out: string): Promise<Record<string, string>> {
  const script = await readFile(new URL('shell.js', SHELL), 'utf8');
  const {code} = await transform(script, {minify: true, format: 'iife'});
  const texts = LANGUAGES.map((language): [string, string] => {
    const all: Texts = {messages: CATALOGUES[language], help: language === 'fr' ? COLUMNS_HELP : {}};
    return [textsFile(language), JSON.stringify(all)];
  });
  const own = [['shell.js', code] as const, ...texts].map(([name, text]) => hashed(name, Buffer.from(text)));
  const all = [...(await buildAssets(false)), ...own];
  for (const {path, bytes} of all) await write(out, `site/${path}`, bytes);
  return Object.fromEntries(all.map(({path}) => [path.slice(path.lastIndexOf('/') + 1), `/site/${path}`]));
}

/** Writes checksums and description into the folder of the build; returns the pointer to them. */
async function describe(
  folder: string,
  {origin, contact, ocidPrefix, out}: SiteOptions,
  {build, pages}: Pick<Description, 'build' | 'pages'>,
): Promise<Pointer> {
  const id = build.info.build_id;
  const {file, info} = ownGround();
  const tiles = await readFile(file);
  const ground = {file: `ground-${digest(tiles)}.pmtiles`, info, bytes: tiles.length};
  await write(out, buildFolder(id) + ground.file, tiles);
  const files = blockFiles({build, ground}).map(([path, bytes]) => ({
    path,
    file: path === ground.file ? file : join(folder, path),
    bytes,
  }));
  const {bytes, ...summed} = await sumsOf(files);
  const sums = {path: `blocks-${digest(bytes)}.sums`, bytes: bytes.length, ...summed};
  await write(out, buildFolder(id) + sums.path, bytes);
  const description: Description = {build, sums, ground, origin, contact, ocidPrefix, pages};
  const packed = gzipSync(JSON.stringify(description), {level: 9});
  const name = `site-${digest(packed)}.json.gz`;
  await write(out, buildFolder(id) + name, packed);
  return {build: id, description: name, sha256: hash('sha256', packed, 'hex')};
}

/** The page that every address has before the worker answers it, with files for people without script. */
async function shellPage(assets: Readonly<Record<string, string>>, info: BuildInfo): Promise<string> {
  const filesIn = (locale: string): string =>
    Object.entries(info.records)
      .map(([name, records]) => {
        const address = buildFolder(info.build_id) + inBuild.whole(name);
        return `<li><a href="${address}">${name}.parquet</a> (${records.toLocaleString(locale)})</li>`;
      })
      .join('\n');
  const values = {...assets, files: filesIn('en-CA'), fichiers: filesIn('fr-CA')} as Record<string, string>;
  const page = await readFile(new URL('index.html', SHELL), 'utf8');
  return page.replace(/\{([\w.]+)\}/g, (_, name: string) => values[name]!);
}

/** Hosts give a page that is asked for without an ending by its folder. */
const nameOf = (path: string): string => (/\.\w+$/.test(path) ? path : `${path}/index.html`);

/**
 * Writes the site. The pointer comes last, so that a reader has the build before or this one, and never parts
 * of both. Rejects, naming file and remedy, where the build is damaged.
 */
export async function makeSite(options: SiteOptions): Promise<WrittenSite> {
  const {out, origin} = options;
  const folder = await realpath(options.build);
  const build = await describeBuild(folder);
  const id = build.info.build_id;
  const placed = await placeBuild(folder, join(out, buildFolder(id)));
  const assets = await writeAssets(out);
  // What the pages of the server make, from its bundle: Node cannot read their sources.
  const bundled = new URL('prebuilt.js', await bundledFolder()).href;
  const {prebuild, robots, headersFile, standing}: typeof import('./prebuilt.ts') = await import(bundled);
  const made = await prebuild(
    folder,
    {...options, script: assets['shell.js']!},
    (path, alone) => write(out, `${path}/index.html`, alone),
    async (page) => {
      const {path, bytes} = hashed('index.html', Buffer.from(page));
      await write(out, `${buildFolder(id)}pages/${path}`, bytes);
      return `pages/${path}`;
    },
  );
  const pointer = await describe(folder, options, {build, pages: made.fixed});
  const shell = await shellPage(assets, build.info);
  const {script, tables} = await bundleWorker({assets, standing});
  const texts = Object.entries(await documents()).filter(([path]) => !path.includes('?'));
  const files: [path: string, content: string | Uint8Array][] = [
    ...texts.map(([path, {text}]): [string, string] => [nameOf(path), text]),
    [`site/${tables.path}`, tables.bytes],
    ['sw.js', script],
    ['index.html', shell],
    ['404.html', shell],
    ['robots.txt', robots(origin)],
    ['sitemap.xml', made.sitemap],
    ['_headers', headersFile()],
  ];
  for (const [path, content] of files) await write(out, path, content);
  await writeFileAtomic(join(out, POINTER), `${JSON.stringify(pointer)}\n`);
  return {build: id, ...placed, pages: made.pages};
}

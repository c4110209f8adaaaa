/**
 * Folders that are read instead of the network: a mirror of all sources, and drop folders, where somebody put
 * files of one source that were fetched by hand. Which files belong to a source.
 */
import {readdir, readFile, stat} from 'node:fs/promises';
import {basename, isAbsolute, join, resolve} from 'node:path';
import {SOURCES} from '../../datasets/index.ts';
import type {Settings} from '../../datasets/settings.ts';
import {otherDialect} from '../read/dialect.ts';
import {headOf} from '../read/file_bytes.ts';
import {ENDINGS, formatOf} from '../read/formats.ts';
import type {Emit} from '../runtime/events.ts';
import {isObject, type JsonObject} from '../runtime/unknown_json.ts';
import {codeOf, FetchError} from './errors.ts';

/** A file of the mirror: its relative path, and its name in the store. */
export interface MirrorFile {
  path: string;
  name: string;
}

/**
 * Checks the whole mirror before any source: throws for invalid MIRROR or MIRROR_MAP, warns of folders and
 * files that no source reads. `slugs`: all sources.
 */
export async function checkMirror(
  slugs: readonly string[],
  {MIRROR, MIRROR_MAP}: Pick<Settings, 'MIRROR' | 'MIRROR_MAP'>,
  emit: Emit,
  setting: 'MIRROR' | 'INBOX' = 'MIRROR',
): Promise<void> {
  const refuse = settingRefusal(setting);
  const root = await rootOf(MIRROR, refuse, setting);
  if (MIRROR_MAP) {
    await readMap(slugs, resolve(MIRROR_MAP), refuse);
    return;
  }
  const warn = (source: string, names: string[], text: string) => {
    if (names.length) emit({kind: 'warning', source, file: '', text: `${text}: ${names.sort().join(', ')}`});
  };
  const folders = (await readdir(root, {withFileTypes: true})).filter((one) => !one.isFile());
  const strange = folders.map(({name}) => name).filter((name) => !slugs.includes(name));
  warn(setting.toLowerCase(), strange, 'folders that are no source are passed over');
  for (const slug of slugs) {
    const names = await readdir(join(root, slug)).catch(() => []);
    const taken = await filesIn(join(root, slug), names);
    const others = names.filter((name) => !name.startsWith('.') && !taken.includes(name));
    warn(slug, others, `passed over, no files with a name in ${ENDINGS.join(', ')}`);
  }
}

/**
 * The files of a source in reading order: those in MIRROR_MAP, else those of `<mirror>/<slug>/` by name.
 * Empty where there are none. `slugs`: all sources; the map may name no other.
 */
export async function mirrorFiles(
  slug: string,
  slugs: readonly string[],
  {MIRROR, MIRROR_MAP}: Pick<Settings, 'MIRROR' | 'MIRROR_MAP'>,
): Promise<MirrorFile[]> {
  const refuse = refusal(slug);
  const root = await rootOf(MIRROR, refuse);
  if (MIRROR_MAP) return filesInMap(slug, slugs, root, resolve(MIRROR_MAP));
  const names = await readdir(join(root, slug)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw refuse(join(root, slug), `cannot be listed: ${error}`, 'make it a folder that can be read');
  });
  return (await filesIn(join(root, slug), names.sort())).map((name) => ({path: `${slug}/${name}`, name}));
}

/** Names of files in a known format, in the given order. */
async function filesIn(folder: string, names: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) {
    if (name.startsWith('.') || formatOf(name) === null) continue;
    if (await isFile(join(folder, name))) files.push(name);
  }
  return files;
}

async function rootOf(mirror: string, refuse: Refuse, setting = 'MIRROR'): Promise<string> {
  const root = resolve(mirror);
  if (await isFolder(root)) return root;
  throw refuse(root, 'there is no such folder', `set ${setting} to the folder that holds the files`);
}

async function filesInMap(
  slug: string,
  slugs: readonly string[],
  root: string,
  map: string,
): Promise<MirrorFile[]> {
  const refuse = refusal(slug);
  const paths = (await readMap(slugs, map, refuse))[slug] ?? [];
  if (!Array.isArray(paths)) throw refuse(map, `sources.${slug} is not a list`, 'list paths below MIRROR');
  const files: MirrorFile[] = [];
  for (const path of paths) {
    if (typeof path !== 'string' || isAbsolute(path) || path.split('/').includes('..')) {
      throw refuse(map, `sources.${slug} holds ${JSON.stringify(path)}`, 'list paths below MIRROR');
    }
    if (formatOf(path) === null) {
      throw refuse(map, `${path} has an unknown extension`, `known are ${ENDINGS.join(', ')}`);
    }
    if (!(await isFile(join(root, path)))) {
      throw refuse(join(root, path), 'the file is missing', `put it there or take it out of ${map}`);
    }
    const taken = files.some((file) => file.name === basename(path));
    files.push({path, name: taken ? path : basename(path)});
  }
  return files;
}

/** The `sources` of a map. */
async function readMap(slugs: readonly string[], map: string, refuse: Refuse): Promise<JsonObject> {
  const read = await readJsonFile(map, refuse);
  const sources = isObject(read) ? read['sources'] : null;
  if (!isObject(sources))
    throw refuse(map, 'has no object `sources`', 'write {"sources": {"slug": ["file.csv"]}}');
  const unknown = Object.keys(sources).filter((name) => !slugs.includes(name));
  if (unknown.length > 0) {
    throw refuse(map, `names unknown sources: ${unknown.join(', ')}`, `known are ${slugs.join(', ')}`);
  }
  return sources;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** Whether `<mirror>/mirror.json` declares the files as generated. */
export async function isSynthetic(slug: string, mirror: string): Promise<boolean> {
  const path = join(resolve(mirror), 'mirror.json');
  if (!(await stat(path).catch(() => null))) return false;
  const read = await readJsonFile(path, refusal(slug));
  return isObject(read) && read['synthetic'] === true;
}

type Refuse = (path: string, problem: string, remedy: string) => Error;

const refusal =
  (slug: string): Refuse =>
  (path, problem, remedy) =>
    new FetchError({source: slug, file: '', url: path}, problem, remedy);

/** An error of the whole mirror rather than of a source. */
const settingRefusal =
  (setting: string): Refuse =>
  (path, problem, remedy) =>
    new Error(`${setting}: ${path}: ${problem}; ${remedy}`);

async function readJsonFile(path: string, refuse: Refuse): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw refuse(path, `cannot be read as JSON: ${error}`, 'correct the file or its setting');
  }
}

type Place = Pick<Settings, 'DATA_DIR' | 'INBOX'>;

/** The folder of all drop folders. */
export const inboxOf = ({DATA_DIR, INBOX}: Place): string => INBOX || join(DATA_DIR, 'inbox');

/**
 * Throws where INBOX is set and is no folder; warns of folders and files that no source reads, and of CSV
 * files in another dialect than their source reads.
 */
export async function checkInbox(settings: Place, emit: Emit): Promise<void> {
  const MIRROR = inboxOf(settings);
  if (!settings.INBOX && !(await isFolder(MIRROR))) return;
  await checkMirror(Object.keys(SOURCES), {MIRROR, MIRROR_MAP: ''}, emit, 'INBOX');
  for (const source of Object.values(SOURCES)) {
    for (const {path, name} of await droppedFiles(source.slug, settings)) {
      const strange = /\.csv$/i.test(name) ? otherDialect(source, headOf(join(MIRROR, path))) : null;
      if (strange) emit({kind: 'warning', source: source.slug, file: name, text: strange});
    }
  }
}

/** What lies in the drop folder of a source, by name; empty where there is none. */
export async function droppedFiles(slug: string, settings: Place): Promise<MirrorFile[]> {
  const MIRROR = inboxOf(settings);
  return (await isFolder(MIRROR)) ? mirrorFiles(slug, [], {MIRROR, MIRROR_MAP: ''}) : [];
}

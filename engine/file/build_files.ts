/** Reads the manifest of a build folder and checks that every file it needs exists with the stated size. */
import {readFile, realpath, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {FORMAT, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {isIntact} from '../../builds/manifest_text.ts';
import {type Relation, relations} from './relations.ts';

/** A checked build folder: absolute real path, manifest, and the relations that its files hold. */
export interface Build {
  dir: string;
  manifest: Manifest;
  relations: Relation[];
}

const REMEDY = 'run `make ingest` to write a new build, or restore the folder from a copy';

/**
 * The build in `dir` (symbolic links are followed). Throws, naming file and remedy, when the manifest is
 * missing, malformed or of another format, and when a file is missing or not of the stated size.
 */
export async function readBuild(dir: string): Promise<Build> {
  const real = await realpath(dir).catch((cause: Error) => {
    throw new Error(`${dir} cannot be opened as a build folder: ${REMEDY}`, {cause});
  });
  if (/[*?[\]]/.test(real)) {
    throw new Error(
      `${real} holds one of * ? [ ], which file patterns give a meaning: move the data elsewhere`,
    );
  }
  const manifest = await readManifest(join(real, inBuild.manifest));
  const build = {dir: real, manifest, relations: relations(manifest)};
  await checkFiles(build);
  return build;
}

/**
 * The manifest in a file; throws, naming file and remedy, where it is missing, malformed or of another
 * format.
 */
export async function readManifest(file: string): Promise<Manifest> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new Error(`${file} cannot be read: ${REMEDY}`, {cause});
  });
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${REMEDY}`, {cause});
  }
  if (typeof read !== 'object' || read === null || !('format' in read)) {
    throw new Error(`${file} is not the manifest of a build: ${REMEDY}`);
  }
  if (read.format !== FORMAT) {
    throw new Error(`${file} has format ${String(read.format)}, this code reads ${FORMAT}: ${REMEDY}`);
  }
  if (!isIntact(text)) throw new Error(`${file} is damaged (another checksum): ${REMEDY}`);
  if (!isManifest(read)) throw new Error(`${file} lacks parts of a manifest: ${REMEDY}`);
  return read;
}

/** Checks the fields that the engine reads; the pipeline is responsible for the rest. */
function isManifest(read: object): read is Manifest {
  const {build_id, data_as_of, synthetic, sources, datasets, index} = read as Partial<Manifest>;
  return (
    typeof build_id === 'string' &&
    typeof data_as_of === 'string' &&
    typeof synthetic === 'boolean' &&
    Array.isArray(sources) &&
    sources.every((source) => typeof source?.slug === 'string' && typeof source.dataset === 'string') &&
    typeof datasets === 'object' &&
    datasets !== null &&
    Object.values(datasets).every((entry) => typeof entry?.rows === 'number' && Array.isArray(entry.files)) &&
    typeof index === 'object' &&
    index !== null &&
    Object.values(index).every((entry) => typeof entry?.index?.path === 'string')
  );
}

async function checkFiles({dir, manifest, relations}: Build): Promise<void> {
  const sizes = new Map<string, number>();
  for (const {files} of Object.values(manifest.datasets)) {
    for (const {path, bytes} of files) sizes.set(path, bytes);
  }
  const needed = relations.flatMap((relation) => relation.files);
  for (const path of new Set([...needed, ...sizes.keys()])) {
    const file = join(dir, path);
    const stats = await stat(file).catch((cause: Error) => {
      throw new Error(`${file} is missing or cannot be read: ${REMEDY}`, {cause});
    });
    const stated = sizes.get(path);
    if (stated !== undefined && stats.size !== stated) {
      throw new Error(`${file} has ${stats.size} bytes, its manifest says ${stated}: ${REMEDY}`);
    }
  }
}

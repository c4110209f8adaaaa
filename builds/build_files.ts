/** The files of a build on disk, with their hashes. */
import {join} from 'node:path';
import {inBuild, indexFiles, type Manifest, type StoredFile} from './artefacts.ts';
import {DISK, type Files} from './files.ts';
import {hashFile} from './hash_file.ts';
import {isIntact} from './manifest_text.ts';

/** A file of a build, with what it is known by. */
export type BuildFile = Pick<StoredFile, 'path' | 'bytes' | 'sha256'>;

/** The catalogue holds absolute paths: `make catalogue` makes it on every machine. */
const LOCAL = new Set<string>([inBuild.catalogue]);

/** The manifest of a build folder; null where it is missing or damaged. */
export async function readManifest(folder: string, disk: Files = DISK): Promise<Manifest | null> {
  try {
    const text = await disk.readFile(join(folder, inBuild.manifest), 'utf8');
    const manifest = JSON.parse(text) as Manifest | null;
    const isWhole = typeof manifest?.build_id === 'string' && manifest.datasets && manifest.index;
    return isWhole && isIntact(text) ? manifest : null;
  } catch {
    return null;
  }
}

/** Files that a manifest lists, each with its hash. */
export function listedFiles({datasets, others = [], index}: Manifest): StoredFile[] {
  return [
    ...Object.values(datasets).flatMap(({files}) => files),
    ...others,
    ...Object.values(index).flatMap(indexFiles),
  ];
}

/**
 * Every file of a build but the catalogue, in the order of paths. Hashes are the manifest's; those of other
 * files are computed. Throws if a listed file is missing or has another size.
 */
export async function buildFiles(
  folder: string,
  manifest: Manifest,
  disk: Files = DISK,
): Promise<BuildFile[]> {
  const listed = new Map(listedFiles(manifest).map((file) => [file.path, file]));
  const files: BuildFile[] = [];
  for (const entry of await disk.readdir(folder, {recursive: true, withFileTypes: true})) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (!entry.isFile() || LOCAL.has(path)) continue;
    const {size} = await disk.stat(join(folder, path));
    const known = listed.get(path);
    listed.delete(path);
    if (known && known.bytes !== size) {
      throw new Error(
        `${join(folder, path)} has ${size} bytes, its manifest says ${known.bytes}: run \`make ingest\` to write a new build`,
      );
    }
    files.push({path, bytes: size, sha256: known?.sha256 ?? (await hashFile(join(folder, path), disk))});
  }
  const [missing] = listed.keys();
  if (missing !== undefined) {
    throw new Error(`${join(folder, missing)} is missing: run \`make ingest\` to write a new build`);
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Files that a build takes over from the build before: a damaged one must not get a new hash, by which it
 * would be believed.
 */
import {join} from 'node:path';
import {inBuild, type Manifest, type SourceEntry} from '../../builds/artefacts.ts';

/** Where the files of a source come from. */
export interface SourceFiles {
  parquet: string;
  rejects: string;
  rows: string;
  ledger: string;
}

export type HashOf = (path: string) => Promise<string>;

/**
 * Compares the files of a source whose part is that of the build before with the hashes that its manifest
 * has. Throws, naming the file and the remedy.
 */
export async function assertTakenOver(
  {slug, dataset}: SourceEntry,
  folder: string,
  from: SourceFiles,
  before: Manifest,
  hashOf: HashOf,
): Promise<void> {
  const stated = new Map(
    [...(before.datasets[dataset]?.files ?? []), ...(before.others ?? [])].map((file) => [
      file.path,
      file.sha256,
    ]),
  );
  const again = (file: string) => `delete ${file} to have it made again`;
  const files = [
    {path: inBuild.part(dataset, slug), file: from.parquet, remedy: again(from.parquet)},
    {path: inBuild.rejects(slug), file: from.rejects, remedy: again(from.rejects)},
    {path: inBuild.rows(slug), file: from.rows, remedy: again(from.rows)},
    {path: inBuild.loads(slug), file: from.ledger, remedy: 'restore it from a copy'},
  ];
  for (const {path, file, remedy} of files) {
    const sha256 = stated.get(path);
    if (sha256 === undefined || (await hashOf(join(folder, path))) === sha256) continue;
    throw new Error(
      `${slug}: ${path}, of ${file}, is damaged (another SHA-256 than build ${before.build_id} says): check the disk, ${remedy}, and run again`,
    );
  }
}

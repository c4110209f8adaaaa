/** Writes what machines read of a build beside its files: dictionaries of its tables, and sums of its files. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DICTIONARIES, indexFiles, type Manifest, type StoredFile} from '../../../builds/artefacts.ts';
import {hashText} from '../../runtime/disk.ts';
import {croissant} from './croissant.ts';
import {dataPackage} from './datapackage.ts';
import {dcat} from './dcat.ts';

/** Lines that `sha256sum --check` reads in the folder of the build. */
const sumsOf = (files: readonly StoredFile[]): string =>
  files.map(({path, sha256}) => `${sha256}  ${path}\n`).join('');

/**
 * Writes the dictionaries of a build whose manifest says all of its files; returns what the manifest says of
 * them. The whole build is flushed before it gets its name.
 */
export async function writeDictionaries(folder: string, manifest: Manifest): Promise<StoredFile[]> {
  const written: StoredFile[] = [];
  const write = async (path: string, text: string) => {
    await writeFile(join(folder, path), text);
    written.push({path, bytes: Buffer.byteLength(text), sha256: hashText(text)});
  };
  const json = (document: unknown) => `${JSON.stringify(document, null, 1)}\n`;
  await write(DICTIONARIES.dataPackage, json(dataPackage(manifest)));
  await write(DICTIONARIES.croissant, json(croissant(manifest)));
  await write(DICTIONARIES.dcat, json(dcat(manifest)));
  const listed = [
    ...Object.values(manifest.datasets).flatMap(({files}) => files),
    ...(manifest.others ?? []),
    ...Object.values(manifest.index).flatMap(indexFiles),
  ];
  const sums = new Map([...listed, ...written].map((file) => [file.path, file]));
  await write(DICTIONARIES.sums, sumsOf([...sums.values()]));
  return written;
}

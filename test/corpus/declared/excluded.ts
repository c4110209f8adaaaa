/** Files that lie beside those of a source and that a reader leaves out. */
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Source} from '../../../datasets/types.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {witnesses} from './rules.ts';

/** Writes a file for each declared exclusion whose pattern a simple name fits; returns their names. */
export async function writeExcluded(
  {excluded = []}: Source,
  folder: string,
  read: readonly string[],
): Promise<string[]> {
  await mkdir(folder, {recursive: true});
  const names = excluded.flatMap(({files}) => {
    const name = witnesses(files)
      .flatMap((text) => [`synthetic-${text}.csv`, `synthetic-${text}`])
      .find((one) => files.test(one) && /\.(csv|xlsx?)$/.test(one) && !read.includes(one));
    return name === undefined ? [] : [name];
  });
  for (const name of new Set(names))
    await writeFile(join(folder, name), `notice,avis\n"${NOTICE.en}","${NOTICE.fr}"\n`);
  return [...new Set(names)];
}

/** Keys of checks: where code, SQL and files are those of the build before, so is the outcome. */
import type {CheckResult, Manifest} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {readsAsOf} from '../../datasets/rules/as_of.ts';
import {namedIn} from '../../datasets/rules/sql.ts';
import {hashText} from '../runtime/disk.ts';
import {codeHash} from '../write/code_hash.ts';

/** Macros that checks call, and how they are asked. */
const OF_CHECKS = ['datasets/rules', 'pipeline/check'];

/** What checks of a build read, and the outcomes that the build before had. */
export interface KnownChecks {
  /** Files of datasets and entities, with their hashes. */
  files: Manifest['datasets'];
  before: readonly CheckResult[];
}

type KeyOf = (dataset: string, sql: string) => string;

/** The key of a check: a hash of all that its outcome depends on. `day` is the data date. */
export async function checkKeys({files}: KnownChecks, day: string): Promise<KeyOf> {
  const code = await codeHash(OF_CHECKS);
  return (dataset, sql) => {
    const read = new Set([dataset, ...namedIn(sql)]);
    for (const {name, view} of Object.values(DATASETS)) if (view && read.has(name)) read.add(view.table);
    const hashes = Object.entries(files).flatMap(([name, own]) =>
      read.has(name) ? own.files.map(({path, sha256}) => `${path} ${sha256}`) : [],
    );
    return hashText([code, dataset, sql, readsAsOf(sql) ? day : '', ...hashes.sort()].join('\n'));
  };
}

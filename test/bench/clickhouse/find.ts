/**
 * Finds ClickHouse as a library (`chdb` of npm), or installs it into a folder of its own: it is far too large
 * for a dependency.
 */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import engines from '../../stack/engines/package.json' with {type: 'json'};
import {text} from '../environment.ts';

const VERSION = engines.dependencies.chdb;

const folder = text('ENGINES_DIR') || join(tmpdir(), 'federal-public-data-engines');
const found = join(folder, 'node_modules/chdb');

export const hasClickHouse = (): boolean => existsSync(found);

/** Folder of the module. Throws where it can neither be found nor installed. */
export function findClickHouse(): string {
  if (hasClickHouse()) return found;
  mkdirSync(folder, {recursive: true});
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `chdb@${VERSION}`];
  execFileSync('npm', args, {stdio: ['ignore', 'ignore', 'inherit']});
  if (hasClickHouse()) return found;
  throw new Error(
    `ClickHouse was not found in ${folder}: install it (npm install --prefix ${folder} chdb@${VERSION}) or set ENGINES_DIR`,
  );
}

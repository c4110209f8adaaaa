/** Engines that read open tables and that nobody here wrote, where they are found. */
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';

/**
 * Folder in which `npm install --prefix <folder> chdb` was run: ClickHouse in a library, too large for a
 * dependency.
 */
const CHDB = join(process.env['ENGINES_DIR'] || '/nowhere', 'node_modules/chdb');

export const hasClickHouse = existsSync(CHDB);

/**
 * Answers of ClickHouse to some queries: one value each. It runs as a process of its own, in the folder
 * `cwd`.
 */
export function askClickHouse(queries: readonly string[], cwd: string): string[] {
  const script = `const {query} = require(${JSON.stringify(CHDB)});
    console.log(JSON.stringify(${JSON.stringify(queries)}.map((sql) => query(sql, 'TSV').trim())));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], {cwd, encoding: 'utf8'}));
}

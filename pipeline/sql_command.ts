/**
 * `make sql` without its process: the plan of a statement in a file, and its first rows over the current
 * build.
 */

import {Console} from 'node:console';
import {existsSync, readFileSync} from 'node:fs';
import {relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {DuckDBConnection} from '@duckdb/node-api';
import {DATASETS, DERIVED} from '../datasets/index.ts';
import {asOfMacro} from '../datasets/rules/as_of.ts';
import {numeric, settings} from '../datasets/settings.ts';
import {Sql} from '../datasets/sql_file.ts';
import {currentBuild} from './publish/current_build.ts';
import {viewBuild} from './publish/examine.ts';
import {withDatabase} from './runtime/database.ts';
import {messageOf} from './runtime/errors.ts';
import {resolveNames} from './write/organizations.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const SHOWN_ROWS = 10;
/** Longest text of a cell, in characters. */
const SHOWN = 40;

/**
 * Prints what DuckDB plans for the statement in the file `FILE`, and ten of its rows. Exit code 1 where there
 * is no such file, no build, or the statement fails.
 */
export async function sqlCommand(
  env: Record<string, string | undefined>,
  stdout: NodeJS.WritableStream,
  stderr: {write(text: string): unknown},
): Promise<0 | 1> {
  try {
    const all = settings(env);
    const path = relative(ROOT, resolve(ROOT, env['FILE']?.trim() ?? ''));
    const statement = statementIn(path);
    const build = await currentBuild(all.DATA_DIR);
    if (!build?.served) throw new Error(`no build in ${all.DATA_DIR}: run make ingest or make demo first`);
    const options = {dataDir: all.DATA_DIR, memoryMb: numeric(all, 'MEMORY_MB')};
    await withDatabase(options, 'sql', async (db) => {
      await db.run(asOfMacro(build.manifest.data_as_of));
      await viewBuild(db, build.folder, build.manifest);
      const {resolved} = Object.values(DERIVED).find(({sql}) => sql === statement) ?? {};
      if (resolved) await resolveNames(db, resolved);
      await show(db, statement, stdout);
    }).catch((error: Error) => {
      const remedy = 'correct the statement, or run make ingest where a file of the build is damaged';
      throw new Error(`${path}: ${error.message}; ${remedy}`);
    });
    return 0;
  } catch (error) {
    stderr.write(`sql: ${messageOf(error)}\n`);
    return 1;
  }
}

/** The statement of a file as declared, with all that it is given. */
function statementIn(path: string): Sql {
  const file = resolve(ROOT, path);
  if (!path.endsWith('.sql') || !existsSync(file))
    throw new Error(`there is no file '${path}' of SQL: name one, such as FILE=datasets/derived/vendors.sql`);
  const checks = Object.values(DATASETS).map((dataset) => dataset.checks);
  for (const one of statementsOf([DERIVED, checks])) if (one.path === path) return one;
  const [about = ''] = /^\/\*[\s\S]*?\*\//.exec(readFileSync(file, 'utf8')) ?? [];
  throw new Error(
    `${path} is no statement over a build; its first lines say what it needs, which only an ingest has:\n${about}`,
  );
}

function* statementsOf(declared: unknown): Generator<Sql> {
  if (declared instanceof Sql) {
    yield declared;
    yield* statementsOf(declared.parts);
  } else if (typeof declared === 'object' && declared !== null)
    for (const one of Object.values(declared)) yield* statementsOf(one);
}

async function show(db: DuckDBConnection, sql: Sql, stdout: NodeJS.WritableStream): Promise<void> {
  const plan = await db.runAndReadAll(`EXPLAIN ${sql}`);
  stdout.write(
    `${plan
      .getRows()
      .map(([, text]) => String(text))
      .join('\n')}\n`,
  );
  const reader = await db.runAndReadAll(`SELECT * FROM (${sql}) LIMIT ${SHOWN_ROWS}`);
  const rows = reader
    .getRowObjectsJson()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shortened(value)])));
  new Console(stdout).table(rows, reader.columnNames());
}

function shortened(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}

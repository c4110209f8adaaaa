/** Where and with what a run was made. */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {cpus, totalmem} from 'node:os';
import {join} from 'node:path';

const ROOT = new URL('../../../', import.meta.url).pathname;

export function machine(): string {
  const all = cpus();
  return `${all.length} x ${all[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

/** Versions of all that takes part; `postgres` is the folder of its programs, `chdb` that of the module. */
export function versions(postgres: string | null, chdb: string | null, wrk: string): Record<string, string> {
  const dependency = (name: string) =>
    JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version as string;
  return {
    Node: process.version.slice(1),
    'uWebSockets.js': dependency('uWebSockets.js'),
    DuckDB: dependency('@duckdb/node-api'),
    pg: dependency('pg'),
    ...(postgres
      ? {PostgreSQL: outputOf(join(postgres, 'postgres'), ['--version']).split(' ')[2] ?? ''}
      : {}),
    ...(chdb ? {chdb: JSON.parse(readFileSync(join(chdb, 'package.json'), 'utf8')).version as string} : {}),
    wrk: wrk.replace(/^wrk /, ''),
  };
}

/** Short id of the commit; `+` where files differ from it. */
export function commit(): string {
  const id = outputOf('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD']);
  return outputOf('git', ['-C', ROOT, 'status', '--porcelain']) === '' ? id : `${id}+`;
}

function outputOf(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();
  } catch {
    return 'unknown';
  }
}

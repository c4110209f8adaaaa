/** The account store's file: opens it, brings it to the newest schema, and tells when accounts or keys change. */
import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {MIGRATIONS} from './migrations.ts';

export interface Database {
  sql: DatabaseSync;
  /** Runs the work in one transaction that holds the only right to write; what it throws undoes all of it. */
  transaction<T>(work: () => T): T;
  /** To be called behind a write that changes who may ask, or how much: keys, tiers, quotas, closing. */
  changed(): void;
  close(): void;
}

function transaction<T>(sql: DatabaseSync, work: () => T): T {
  // Within another one the outer transaction decides.
  if (sql.isTransaction) return work();
  sql.exec('BEGIN IMMEDIATE');
  try {
    const made = work();
    sql.exec('COMMIT');
    return made;
  } catch (error) {
    sql.exec('ROLLBACK');
    throw error;
  }
}

const versionOf = (sql: DatabaseSync): number =>
  Number(sql.prepare('PRAGMA user_version').get()?.['user_version']);

/** Runs the steps that the file lacks, each once, whatever other process opens it at the same time. */
function migrate(sql: DatabaseSync): void {
  if (versionOf(sql) === MIGRATIONS.length) return;
  transaction(sql, () => {
    const version = versionOf(sql);
    if (version > MIGRATIONS.length) {
      throw new Error(
        `it has version ${version} and this program knows up to ${MIGRATIONS.length}: use the newer program`,
      );
    }
    for (const step of MIGRATIONS.slice(version)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

function openFile(path: string): DatabaseSync {
  mkdirSync(dirname(path), {recursive: true});
  const sql = new DatabaseSync(path);
  try {
    sql.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
    // In WAL mode a power cut may take the last commits along, never the file; a killed process loses nothing.
    sql.exec('PRAGMA synchronous = NORMAL');
    migrate(sql);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/**
 * Opens the store, making folder, file and tables where they lack; other threads and processes may have it open too.
 * `changed` hears of every write that changes who may ask. Throws, naming file and remedy.
 */
export function openDatabase(path: string, changed: () => void = () => {}): Database {
  try {
    const sql = openFile(path);
    return {sql, transaction: (work) => transaction(sql, work), changed, close: () => sql.close()};
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `account store ${path} cannot be opened (${why}): end what holds it, restore it from a copy, ` +
        'or move it away to begin without accounts',
      {cause},
    );
  }
}

/**
 * The SQLite file of the account store: opens it, migrates its schema, and reports changes of accounts and
 * keys.
 */
import {DatabaseSync} from 'node:sqlite';
import {MIGRATIONS} from './migrations.ts';
import {prepareFiles, type StoreFiles, watchFiles} from './store_files.ts';

export interface Database {
  sql: DatabaseSync;
  /**
   * Runs the work in an immediate (write) transaction; an exception rolls it back. Throws where nothing can
   * be stored.
   */
  transaction<T>(work: () => T): T;
  /** Call after every write that changes who may make requests, or how many: keys, tiers, quotas, closing. */
  notifyChange(): void;
  /** Whether its files are still there and sound. */
  files: StoreFiles;
  close(): void;
}

function transaction<T>(sql: DatabaseSync, work: () => T): T {
  sql.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    sql.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      if (sql.isTransaction) sql.exec('ROLLBACK');
    } catch {
      // The first error says what went wrong; the next transaction rolls back again.
    }
    throw error;
  }
}

/** Transactions of a connection: what a lost store would take is refused. */
function transactions(sql: DatabaseSync, files: StoreFiles): Database['transaction'] {
  let nested = false;
  const needStore = (): void => {
    const why = files.fault();
    if (why !== null) throw new Error(why);
  };
  return (work) => {
    // The outer transaction commits.
    if (nested) return work();
    needStore();
    // What an earlier rollback could not end.
    if (sql.isTransaction) sql.exec('ROLLBACK');
    nested = true;
    try {
      const result = transaction(sql, work);
      needStore();
      return result;
    } finally {
      nested = false;
    }
  };
}

const schemaVersion = (sql: DatabaseSync): number =>
  Number(sql.prepare('PRAGMA user_version').get()?.['user_version']);

/** Applies the missing migrations, each once even if several processes open the file at the same time. */
function migrate(sql: DatabaseSync): void {
  if (schemaVersion(sql) === MIGRATIONS.length) return;
  transaction(sql, () => {
    const version = schemaVersion(sql);
    if (version > MIGRATIONS.length) {
      throw new Error(
        `it has version ${version} and this program knows up to ${MIGRATIONS.length}: use the newer program`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) sql.exec(migration);
    sql.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

const IN_MEMORY = ':memory:';
const NO_FILES: StoreFiles = {fault: () => null, inspect: () => null, close() {}};

function openFile(path: string): DatabaseSync {
  if (path !== IN_MEMORY) prepareFiles(path);
  const sql = new DatabaseSync(path);
  try {
    sql.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
    // In WAL mode a power cut may lose the last commits, but never corrupts the file; a killed process loses
    // nothing.
    sql.exec('PRAGMA synchronous = NORMAL');
    migrate(sql);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/**
 * Opens the store, creating folder, file and tables if missing; other threads and processes may have it open.
 * `changed` is called after every write that changes who may make requests. Throws, naming file and remedy.
 */
export function openDatabase(path: string, changed: () => void = () => {}): Database {
  try {
    const sql = openFile(path);
    const files = path === IN_MEMORY ? NO_FILES : watchFiles(path);
    return {
      sql,
      files,
      transaction: transactions(sql, files),
      notifyChange: changed,
      close() {
        sql.close();
        files.close();
      },
    };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `account store ${path} cannot be opened (${why}): end what holds it, restore it from a copy, ` +
        'or move it away to begin without accounts',
      {cause},
    );
  }
}

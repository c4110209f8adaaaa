/**
 * The SQLite file of the account store: opens it, migrates its schema, runs statements, and reports changes
 * of accounts and keys.
 */
import {AsyncLocalStorage} from 'node:async_hooks';
import {DatabaseSync, type StatementSync} from 'node:sqlite';
import {MIGRATIONS} from './migrations.ts';
import {prepareFiles, type StoreFiles, watchFiles} from './store_files.ts';

/** What a statement takes; times are stored as ISO 8601 in UTC. */
type Value = string | number | null | Date;

export type Database = ReturnType<typeof openDatabase>;

/** Statements of a connection, each prepared once. */
function statements(sql: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  const of = (text: string): StatementSync => {
    const statement = prepared.get(text) ?? sql.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  const plain = (values: Value[]) =>
    values.map((value) => (value instanceof Date ? value.toISOString() : value));
  return {
    /** The first row of a query; the tables are strict, so that its columns have the types of the schema. */
    get: <Row>(text: string, ...values: Value[]) => of(text).get(...plain(values)) as Row | undefined,
    all: <Row>(text: string, ...values: Value[]) => of(text).all(...plain(values)) as Row[],
    /** Returns how many rows changed. */
    run: (text: string, ...values: Value[]) => Number(of(text).run(...plain(values)).changes),
  };
}

/** The person who makes the changes of a form, for the log. */
const ACTOR = new AsyncLocalStorage<number>();

/** Runs work whose transactions the log ascribes to a person, by the id of their account. */
export const actingAs = <T>(person: number, work: () => T): T => ACTOR.run(person, work);

function transaction<T>(sql: DatabaseSync, work: () => T): T {
  sql.exec('BEGIN IMMEDIATE');
  try {
    const person = ACTOR.getStore();
    if (person !== undefined) sql.prepare('INSERT INTO actor (person) VALUES (?)').run(person);
    const result = work();
    if (person !== undefined) sql.exec('DELETE FROM actor');
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
function transactions(sql: DatabaseSync, files: StoreFiles) {
  let nested = false;
  const needStore = (): void => {
    const why = files.fault();
    if (why !== null) throw new Error(why);
  };
  return <T>(work: () => T): T => {
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

/** Why this program cannot read the schema of the file; null where it can. */
export function newerSchema(sql: DatabaseSync): string | null {
  const [version, known] = [schemaVersion(sql), MIGRATIONS.length];
  return version > known ? `it has version ${version} and this program knows up to ${known}` : null;
}

/** Applies the missing migrations, each once even if several processes open the file at the same time. */
function migrate(sql: DatabaseSync): void {
  if (schemaVersion(sql) === MIGRATIONS.length) return;
  transaction(sql, () => {
    const why = newerSchema(sql);
    if (why !== null) throw new Error(`${why}: use the newer program`);
    for (const migration of MIGRATIONS.slice(schemaVersion(sql))) sql.exec(migration);
    sql.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

function openFile(path: string): DatabaseSync {
  prepareFiles(path);
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
export function openDatabase(path: string, changed: () => void = () => {}) {
  try {
    const sql = openFile(path);
    const files = watchFiles(path);
    const transaction = transactions(sql, files);
    return {
      sql,
      ...statements(sql),
      /** Whether its files are still there and sound. */
      files,
      /**
       * Runs the work in an immediate (write) transaction; an exception rolls it back. Throws where nothing
       * can be stored.
       */
      transaction,
      /**
       * A transaction that changes who may make requests, or how many: keys, tiers, quotas, closing. Other
       * threads learn of it, unless the work returns false for no change.
       */
      change<T>(work: () => T): T {
        const result = transaction(work);
        if (result !== false) changed();
        return result;
      },
      close(): void {
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

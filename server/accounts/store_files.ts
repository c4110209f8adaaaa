/**
 * The files of the account store: only their owner may read them, and a running server notices when they are
 * lost.
 */
import {chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, type Stats, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {DatabaseSync} from 'node:sqlite';

/** Endings of the files that a store consists of: its own, and those that SQLite writes beside it. */
export const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/** Only the owner may read hashes of keys and passwords. */
export const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;
const OTHERS = 0o077;
/** Of folders that many users share, such as /tmp. */
const STICKY = 0o1000;

const MAGIC = 'SQLite format 3\0';

const REMEDY = 'restore it from a copy and restart the server';

const statOf = (path: string): Stats | undefined => statSync(path, {throwIfNoEntry: false});

/**
 * Takes the rights of others away; where the disk or another owner does not allow it, they stay as they are.
 */
function tighten(path: string, mode: number): void {
  const stats = statOf(path);
  if (!stats || (stats.mode & OTHERS) === 0 || stats.mode & STICKY || stats.uid !== process.getuid?.())
    return;
  try {
    chmodSync(path, mode);
  } catch {
    // A disk without rights, such as FAT.
  }
}

/** Creates folder and file where they are missing, readable by their owner only, whatever the umask. */
export function prepareFiles(path: string): void {
  const folder = dirname(resolve(path));
  mkdirSync(folder, {recursive: true, mode: OWNER_FOLDER});
  tighten(folder, OWNER_FOLDER);
  // SQLite gives the companions the rights of the file. An existing file is not opened: closing it would drop
  // SQLite's locks.
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_FILE));
  tightenFiles(path);
}

function tightenFiles(path: string): void {
  for (const ending of COMPANIONS) tighten(`${path}${ending}`, OWNER_FILE);
}

export type StoreFiles = ReturnType<typeof watchFiles>;

/** Watches the files of an open store. */
export function watchFiles(path: string) {
  const main = statOf(path);
  let found: string | null = null;
  let seen = '';
  let largest = 0;
  /** Stays open: closing any descriptor of the file drops the locks that SQLite has on it. */
  let fd: number | null = null;
  let wal = statOf(`${path}-wal`);

  /**
   * Why nothing can be stored any more: a file is gone or another one. Null while all is well; the first
   * fault stays.
   */
  function fault(): string | null {
    if (found !== null) return found;
    const [now, walNow] = [statOf(path), statOf(`${path}-wal`)];
    // The log appears with the first read or write and stays until the last connection closes.
    wal ??= walNow;
    if (now?.ino !== main?.ino || now?.dev !== main?.dev)
      found = `${path} is gone or was replaced: ${REMEDY}`;
    else if (wal && walNow?.ino !== wal.ino) found = `${path}-wal is gone or was replaced: ${REMEDY}`;
    return found;
  }

  return {
    fault,
    /**
     * Also reads the whole file, if it changed since the last time, and takes rights away that others were
     * given. The first time indexes are compared with their tables, too.
     */
    inspect(): string | null {
      tightenFiles(path);
      const known = fault();
      const now = statOf(path);
      const state = `${now?.mtimeMs} ${now?.size}`;
      if (known !== null || state === seen) return known;
      const isFirst = seen === '';
      seen = state;
      const bytes = now?.size ?? 0;
      fd ??= openSync(path, 'r');
      // What the log holds hides what is wrong with the file itself; it never shrinks.
      const isWhole = bytes >= largest && isDatabase(fd);
      largest = bytes;
      found = isWhole
        ? damageOf(path, isFirst ? 'integrity_check' : 'quick_check')
        : `${path} is damaged (cut or overwritten): ${REMEDY}`;
      return found;
    },
    /** Call after the last connection was closed. */
    close(): void {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}

/** Whether the file begins as one of SQLite. */
function isDatabase(fd: number): boolean {
  const head = Buffer.alloc(MAGIC.length);
  return readSync(fd, head, 0, head.length, 0) === head.length && head.toString('latin1') === MAGIC;
}

/**
 * What is wrong with the file as `work` sees it by a connection of its own, which has nothing in its cache,
 * or why it cannot be read; null for a sound one. Changes nothing.
 */
export function checkFile(path: string, work: (sql: DatabaseSync) => string | null): string | null {
  try {
    const sql = new DatabaseSync(path, {readOnly: true});
    try {
      return work(sql);
    } finally {
      sql.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * What SQLite finds wrong. Only the slower check compares every index with its table: pages that were swapped
 * may be sound by themselves.
 */
export function problemOf(sql: DatabaseSync, check: 'integrity_check' | 'quick_check'): string | null {
  const found = String(sql.prepare(`PRAGMA ${check}(1)`).get()?.[check]);
  return found === 'ok' ? null : found;
}

function damageOf(path: string, check: 'integrity_check' | 'quick_check'): string | null {
  const why = checkFile(path, (sql) => problemOf(sql, check));
  if (why === null || /database is (locked|busy)/.test(why)) return null;
  return `${path} is damaged (${why.split('\n')[0]}): ${REMEDY}`;
}

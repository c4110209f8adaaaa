/**
 * Commands `backup` and `restore`: a copy of the account store that is whole, checked and on the disk before
 * it has its name.
 */
import {randomBytes} from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {ensureDataDir} from '../../builds/data_dir.ts';
import {newerSchema} from '../accounts/database.ts';
import {COMPANIONS, checkFile, OWNER_FILE, problemOf} from '../accounts/store_files.ts';
import {
  type CommandContext,
  CommandError,
  type CommandOutput,
  type FolderContext,
  type Given,
} from './command.ts';

/** Flushes a file, or the names in a folder. */
function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Why a file is no sound account store that this program reads; null if it is. */
const damageOf = (path: string): string | null =>
  checkFile(path, (sql) => {
    const why = problemOf(sql, 'integrity_check');
    if (why !== null) return why;
    if (sql.prepare('PRAGMA foreign_key_check').get()) return 'rows refer to accounts that are missing';
    const newer = newerSchema(sql);
    // Throws where it is the store of another program.
    if (newer === null) sql.prepare('SELECT count(*) FROM accounts JOIN keys').get();
    return newer;
  });

/**
 * Lets `write` fill a new file beside `target`, checks and flushes it, and gives it its name. Throws
 * `CommandError` if the name is taken or the file is not sound; nothing is left then.
 */
function placeChecked(target: string, write: (path: string) => void, damaged: (why: string) => string): void {
  const partial = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    closeSync(openSync(partial, 'wx', OWNER_FILE));
    write(partial);
    const why = damageOf(partial);
    if (why !== null) throw new CommandError(damaged(why));
    sync(partial);
    // A link, unlike a rename, never replaces a file that was made meanwhile.
    linkSync(partial, target);
    sync(dirname(target));
  } catch (error) {
    const {code, syscall} = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CommandError(taken(target));
    if (syscall === undefined) throw error;
    throw new CommandError(
      `${target} cannot be written (${code}): name a folder in which this user may write`,
    );
  } finally {
    for (const ending of COMPANIONS) rmSync(`${partial}${ending}`, {force: true});
  }
}

const taken = (path: string): string =>
  `${path} exists and is not overwritten: move it away, or name another`;

/**
 * Ends messages that wait: the store that they were copied from sends them, and one that is restored, on a
 * replica or long after, would send them again.
 */
function endWaitingMail(path: string): void {
  const sql = new DatabaseSync(path);
  try {
    sql.exec(`UPDATE mail SET state = 'dropped', why = 'from a backup', ended_at = created_at, parts = '{}'
      WHERE state IN ('waiting', 'sending')`);
  } finally {
    sql.close();
  }
}

/** Copies the store in one read transaction, also while a server writes to it. */
export function backUp({file}: Given, {database}: CommandContext): CommandOutput {
  const target = resolve(file);
  if (existsSync(target)) throw new CommandError(taken(target));
  const damaged = (why: string): string =>
    `the account store cannot be copied (${why}): make room on the disk if it is full, else restore an earlier backup`;
  const copy = (path: string): void => {
    try {
      database.sql.prepare('VACUUM INTO ?').run(path);
      endWaitingMail(path);
    } catch (error) {
      throw new CommandError(damaged(error instanceof Error ? error.message : String(error)));
    }
  };
  placeChecked(target, copy, damaged);
  return {stdout: `${target}: ${statSync(target).size} bytes, checked\n`};
}

/** Makes the store of DATA_DIR out of a backup. There must be none, not even a companion of one. */
export function restore({file}: Given, {path, dataDir}: FolderContext): CommandOutput {
  const source = resolve(file);
  if (!existsSync(source)) throw new CommandError(`there is no backup ${source}`);
  for (const ending of COMPANIONS) {
    if (existsSync(`${path}${ending}`)) {
      throw new CommandError(
        `${path}${ending} exists and is not overwritten: stop the server, move the files accounts.db* away, and run again`,
      );
    }
  }
  ensureDataDir(dataDir);
  placeChecked(
    path,
    (copy) => copyFileSync(source, copy, constants.COPYFILE_FICLONE),
    (why) => `${source} is damaged or no backup of accounts (${why}): take another one`,
  );
  return {stdout: `${path}: restored from ${source}, checked\n`};
}

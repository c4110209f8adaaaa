/** Lock file with the process id of its holder: one ingest, and one analysis, at a time per DATA_DIR. */
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {ensureDataDir} from './data_dir.ts';

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Acquires the lock and returns its release function. Throws while a living process holds it and where
 * nothing can be written; takes over the lock of a dead process.
 */
export function acquireLock(path: string, command = 'ingest'): () => void {
  ensureDataDir(dirname(path));
  for (let round = 0; ; round++) {
    try {
      writeFileSync(path, `${process.pid}\n`, {flag: 'wx'});
      return () => rmSync(path, {force: true});
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(path, 'utf8'));
      if (
        round > 0 ||
        (Number.isInteger(holder) && holder > 0 && holder !== process.pid && isAlive(holder))
      ) {
        throw new Error(
          `another ${command} (process ${holder}) works on this data: wait for it, or delete ${path} if it is gone`,
        );
      }
      rmSync(path, {force: true});
    }
  }
}

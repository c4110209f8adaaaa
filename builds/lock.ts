/**
 * Lock files: one ingest, replica or analysis at a time per DATA_DIR, also between containers on one volume,
 * which cannot see each other's processes. Its holder writes a heartbeat into the file.
 */
import {randomUUID} from 'node:crypto';
import {readFileSync, readlinkSync, rmSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {dirname} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {ensureDataDir} from './data_dir.ts';

/** How often the holder writes, and after how long without a change it is taken for gone. */
const BEAT_MS = 1000;
const STILL_MS = 10_000;

/** What a lock file holds. */
interface Holder {
  /** Another one for every time the lock is acquired. */
  token: string;
  pid: number;
  /** When the process started, as the system counts it: ids are used again. Null where it does not say. */
  started: string | null;
  /** Where this process id means this process. */
  processes: string;
  beat: number;
}

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Names the processes that this one sees: of one start of a machine, and of one container. */
function visibleProcesses(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** When a process started, in ticks since the machine did; null where the system does not say. */
function startOf(pid: number): string | null {
  try {
    // The name of the program may hold blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[19] ?? null;
  } catch {
    return null;
  }
}

/** The text of the file; null where there is none. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Null for the text of an earlier release, and for one that is being written. */
function holderOf(text: string): Holder | null {
  try {
    const holder: unknown = JSON.parse(text);
    return typeof holder === 'object' ? (holder as Holder) : null;
  } catch {
    return null;
  }
}

/** Whether the holder runs; null where its process cannot be looked up here. */
function isRunning(holder: Holder | null): boolean | null {
  if (holder?.processes !== visibleProcesses()) return null;
  return isAlive(holder.pid) && startOf(holder.pid) === holder.started;
}

/** Settles with whether the file has the same text as long as a holder would not let it. */
async function standsStill(path: string, text: string): Promise<boolean> {
  for (let waited = 0; waited < STILL_MS; waited += BEAT_MS / 2) {
    await pause(BEAT_MS / 2);
    if (read(path) !== text) return false;
  }
  return true;
}

/** Creates the file; false where there is one. */
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, {flag: 'wx'});
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock whose holder is gone; rejects where it is there. */
async function takeOver(path: string, command: string): Promise<void> {
  const text = read(path);
  if (text === null) return;
  const holder = holderOf(text);
  if (!(isRunning(holder) ?? !(await standsStill(path, text)))) {
    if (read(path) === text) rmSync(path, {force: true});
    return;
  }
  const who = holder ? ` (process ${holder.pid})` : '';
  throw new Error(`another ${command}${who} works on this data: wait for it`);
}

/**
 * Writes the heartbeat until the returned function is called. Throws out of its timer, which ends the process,
 * where another has taken the lock over: it stood still for too long, as a suspended machine does.
 */
function beat(path: string, holder: Holder): () => void {
  const timer = setInterval(() => {
    const text = read(path);
    if (text !== null && holderOf(text)?.token !== holder.token)
      throw new Error(`another process has taken ${path} over: this one stood still; start it again`);
    holder.beat++;
    writeFileSync(path, JSON.stringify(holder));
  }, BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Acquires the lock and resolves with its release function. Rejects while a living process holds it and where
 * nothing can be written. Takes over at once from a process that can be seen to have ended, else after ten
 * seconds without a heartbeat.
 */
export async function acquireLock(path: string, command = 'ingest'): Promise<() => void> {
  ensureDataDir(dirname(path));
  const {pid} = process;
  const ofProcess = {pid, started: startOf(pid), processes: visibleProcesses()};
  const holder: Holder = {token: randomUUID(), ...ofProcess, beat: 0};
  while (!create(path, JSON.stringify(holder))) await takeOver(path, command);
  const stop = beat(path, holder);
  return () => {
    stop();
    if (holderOf(read(path) ?? '')?.token === holder.token) rmSync(path, {force: true});
  };
}

/**
 * Compiles the tables of a build, in two threads where there are many rows: one takes the largest that is
 * left, the other the smallest.
 */
import {mkdir} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {inBuild} from '../../builds/artefacts.ts';
import type {Build} from '../file/build_files.ts';
import {isOutOfMemory, openCompileDb} from '../sql/compile_db.ts';
import {collectGarbage} from './collect_garbage.ts';
import {compileFamily, families} from './families.ts';
import type {CompiledEntry} from './table.ts';
import {type Job, noneTaken, runInThread, type Share, takeOne} from './threads.ts';

/** Fewer rows are compiled sooner than a second thread starts. */
const PARALLEL_ROWS = 200_000;

/** Folder of temporary files below `index/`, which a finished build lacks. */
export const TEMPORARY = '.tmp';

/** A table that is made, with the entries of its family; null where it did not fit its memory. */
export interface MadeTable extends Job {
  entries: CompiledEntry[] | null;
  ms: number;
}

interface Options {
  build: Build;
  memory_mb: number;
  jobs: readonly Job[];
  /** Rows beside those of the largest table from which on a second thread is started. */
  parallelRows?: number | undefined;
  open?: typeof openCompileDb;
}

/**
 * Compiles all tables and calls back as each is made. Two threads have half of `memory_mb` each; a table that
 * does not fit its half is made again, alone and with the whole. Throws what the first failed one threw.
 */
export async function compileTables(
  {build, memory_mb, jobs, parallelRows = PARALLEL_ROWS, open}: Options,
  onMade: (job: Job, entries: CompiledEntry[], ms: number) => void,
): Promise<void> {
  if (jobs.length === 0) return;
  const left: Job[] = [];
  const onPost = ({entries, ms, ...job}: MadeTable) => {
    if (entries) onMade(job, entries, ms);
    else left.push(job);
  };
  const sorted = jobs.toSorted((a, b) => b.rows - a.rows);
  const rest = sorted.slice(1).reduce((sum, {rows}) => sum + rows, 0);
  const isShared = sorted.length > 1 && rest >= parallelRows && availableParallelism() > 1;
  const share: Share = {
    build,
    memory_mb: isShared ? memory_mb / 2 : memory_mb,
    jobs: sorted,
    taken: noneTaken(),
    end: 'first',
    mayLeave: isShared,
  };
  const running = [compileShare(share, onPost, open)];
  if (isShared) running.push(runInThread({kind: 'compile', share: {...share, end: 'last'}}, onPost));
  // A thread that still compiles is waited for: it writes to the same folder.
  for (const ended of await Promise.allSettled(running)) if (ended.status === 'rejected') throw ended.reason;
  if (left.length === 0) return;
  await compileShare({...share, memory_mb, jobs: left, taken: noneTaken(), mayLeave: false}, onPost, open);
}

/**
 * Compiles the tables that no other thread took, and posts each. After a failure no thread takes another one.
 */
export async function compileShare(
  {build, memory_mb, jobs, taken, end, mayLeave}: Share,
  post: (made: MadeTable) => void,
  open = openCompileDb,
): Promise<void> {
  // The database works on the next rows while those before are encoded: half of the processors each.
  const threads = Math.max(1, Math.floor(availableParallelism() / 2));
  try {
    // DuckDB makes no folder above its own.
    const temporary = join(build.dir, inBuild.indexes, TEMPORARY, end);
    await mkdir(temporary, {recursive: true});
    const db = await open(build, memory_mb, temporary, threads);
    try {
      for (let own = 0; takeOne(taken, jobs.length) !== null; own++) {
        const {table, rows} = jobs.at(end === 'first' ? own : -1 - own)!;
        const family = families().find(({base}) => base.name === table);
        if (!family) throw new Error(`no table is called ${table}`);
        const startedAt = performance.now();
        const entries = await compileFamily(db, family).catch((error: unknown) => {
          if (mayLeave && isOutOfMemory(error)) return null;
          throw error;
        });
        post({table, rows, entries, ms: performance.now() - startedAt});
        collectGarbage(rows);
      }
    } finally {
      db.close();
    }
  } catch (error) {
    // Nothing is left to take.
    Atomics.store(taken, 0, jobs.length);
    throw error;
  }
}

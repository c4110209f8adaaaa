/**
 * Workers of a queue as real programs, which a test kills and starts again, and a tool that queues every job
 * twice.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {Queue} from 'bullmq';
import {QUEUES} from '../../builds/queue.ts';
import {settings as settingsOf} from '../../datasets/settings.ts';
import {jobOptions, queueOptions} from '../../pipeline/queue/jobs.ts';
import {programCache} from './program_cache.ts';

const CLI = fileURLToPath(new URL('../../pipeline/worker_cli.ts', import.meta.url));

export interface Workers {
  kills: number;
  /** Lines of all workers. */
  lines(): string;
  /** Kills one and starts it again with what lies in its folder. */
  kill(at: number): Promise<void>;
  /** Settles when all listen. */
  ready(): Promise<void>;
  stop(): Promise<void>;
  /** Asks all to finish, once they listen; their exit codes. */
  finish(): Promise<(number | null)[]>;
}

/** Starts `count` workers, each with a folder of its own; they need not be ready yet. */
export function startWorkers(count: number, env: Record<string, string>): Workers {
  const root = mkdtempSync(join(tmpdir(), 'queue-workers-'));
  let lines = '';
  const ready = new Map<ChildProcess, Promise<void>>();
  const begin = (at: number): ChildProcess => {
    const {PATH = ''} = process.env;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI], {
      env: {PATH, ...programCache(), DATA_DIR: join(root, `worker-${at}`), ...env},
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const isReady = new Promise<void>((resolve) => {
      child.stderr!.on('data', (chunk: Buffer) => {
        lines += chunk;
        if (String(chunk).includes('worker: ready')) resolve();
      });
    });
    ready.set(child, isReady);
    return child;
  };
  const running = Array.from({length: count}, (_, at) => begin(at));
  const end = async (child: ChildProcess) => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await gone;
  };
  const workers: Workers = {
    kills: 0,
    lines: () => lines,
    async kill(at) {
      await end(running[at]!);
      workers.kills++;
      running[at] = begin(at);
    },
    async ready() {
      await Promise.all(running.map((child) => ready.get(child)));
    },
    finish: () =>
      Promise.all(
        running.map(async (child) => {
          await ready.get(child);
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          return (await ended)[0] as number | null;
        }),
      ),
    async stop() {
      await Promise.all(running.map(end));
      rmSync(root, {recursive: true, force: true});
    },
  };
  return workers;
}

/**
 * Adds a double of every job that it sees, under another id, so that two workers may do the same; returns the
 * number of doubles at its end.
 */
export async function doubleJobs(env: Record<string, string>, isOver: () => boolean): Promise<number> {
  const all = settingsOf(env);
  const queues = QUEUES.map((name) => new Queue(name, queueOptions(all)));
  const seen = new Set<string>();
  for (const queue of queues) queue.on('error', () => {});
  while (!isOver()) {
    for (const queue of queues) {
      for (const job of await queue.getJobs(['wait', 'active', 'delayed', 'prioritized'])) {
        // A job that ended meanwhile.
        if (!job?.id || seen.has(job.id) || job.id.endsWith('-again')) continue;
        seen.add(job.id);
        await queue.add(job.name, job.data, {...jobOptions(job.data, all), jobId: `${job.id}-again`});
      }
    }
    // Each step takes a second or more.
    await setTimeout(100);
  }
  await Promise.all(queues.map((queue) => queue.close()));
  return seen.size;
}

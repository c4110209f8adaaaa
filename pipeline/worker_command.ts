/** `make worker` without its process: settings in, lines out; ends with SIGTERM or SIGINT. */
import {ensureDataDir} from '../builds/data_dir.ts';
import {settings} from '../datasets/settings.ts';
import {openStore} from '../storage/open_store.ts';
import {queueOptions} from './queue/jobs.ts';
import {startWorker} from './queue/worker.ts';
import {messageOf} from './runtime/errors.ts';

interface Signals {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): never;
}

/**
 * Exit code 0 after its jobs were finished, 1 where it cannot start or its jobs were abandoned by a second
 * signal.
 */
export async function workerCommand(
  env: Record<string, string | undefined>,
  stderr: {write(text: string): unknown},
  signals: Signals,
): Promise<0 | 1> {
  const all = settings(env);
  const note = (text: string) => stderr.write(`worker: ${text}\n`);
  try {
    queueOptions(all);
    ensureDataDir(all.DATA_DIR);
    const store = await openStore(all.PUBLISH_TO, 'PUBLISH_TO');
    const worker = await startWorker(all, store, note);
    note(`ready, ${all.WORKER_FETCHES} fetches and ${all.WORKER_JOBS} parts at a time; SIGTERM ends it`);
    let finished: Promise<void> | null = null;
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        if (finished) {
          worker.abandon();
          note('jobs abandoned: other workers take them up');
          signals.exit(1);
        }
        note('finishing its jobs; a second signal leaves them to other workers');
        finished = worker.finish();
        finished.then(resolve, reject);
      };
      signals.on('SIGTERM', stop);
      signals.on('SIGINT', stop);
    });
    store.close();
    return 0;
  } catch (error) {
    note(messageOf(error));
    return 1;
  }
}

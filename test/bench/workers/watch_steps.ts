/** The times of the steps of a run, as the queue tells them. */
import {Queue, QueueEvents} from 'bullmq';
import {QUEUES} from '../../../builds/queue.ts';
import {settings} from '../../../datasets/settings.ts';
import {type JobData, queueOptions} from '../../../pipeline/queue/jobs.ts';
import type {Step} from './model.ts';

export interface Watch {
  /** The steps that have ended, in the order in which they first began. Throws where one failed. */
  steps(): Promise<Step[]>;
  close(): Promise<void>;
}

interface Seen {
  step: Step['step'];
  slug: string;
  began: number;
  ended: number | null;
}

/** Watches the queues of these settings; `onBegin` hears of every step that begins. */
export async function watchSteps(
  env: Record<string, string>,
  onBegin: (step: Step['step']) => void,
): Promise<Watch> {
  const options = queueOptions(settings(env));
  const seen = new Map<string, Promise<Seen | null>>();
  const failures: string[] = [];
  const open = QUEUES.map((name) => ({
    queue: new Queue(name, options),
    events: new QueueEvents(name, options),
  }));
  for (const {queue, events} of open) {
    const look = async (id: string, began: number): Promise<Seen | null> => {
      const data = (await queue.getJob(id))?.data as JobData | undefined;
      if (!data) return null;
      onBegin(data.step);
      return {step: data.step, slug: data.step === 'publish' ? '' : data.slug, began, ended: null};
    };
    // The id of an event in Redis begins with its time in milliseconds.
    events.on('active', ({jobId}, id) => seen.set(jobId, look(jobId, Number.parseInt(id, 10))));
    events.on('completed', async ({jobId}, id) => {
      const one = await seen.get(jobId);
      if (one) one.ended = Number.parseInt(id, 10);
    });
    events.on('failed', ({jobId, failedReason}) => failures.push(`${jobId}: ${failedReason}`));
    await events.waitUntilReady();
  }
  return {
    async steps() {
      if (failures.length > 0) throw new Error(`steps failed: ${failures.join('; ')}`);
      const all = (await Promise.all(seen.values())).filter((one) => one !== null);
      return all
        .filter(({ended}) => ended !== null)
        .sort((a, b) => a.began - b.began)
        .map(({step, slug, began, ended}) => ({step, slug, seconds: (ended! - began) / 1000}));
    },
    async close() {
      await Promise.all(open.flatMap(({queue, events}) => [queue.close(), events.close()]));
    },
  };
}

/**
 * `make worker`: takes jobs of runs, has their steps done by child processes, and keeps the locks of its jobs
 * meanwhile.
 */
import {DelayedError, type Job, Queue, Worker} from 'bullmq';
import {dataPaths} from '../../builds/artefacts.ts';
import {acquireLock} from '../../builds/lock.ts';
import {QUEUES, type QueueName} from '../../builds/queue.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import {KEYS} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {storeFiles} from '../../storage/store_files.ts';
import {positive} from '../fetch/http_settings.ts';
import {prune} from '../publish/prune.ts';
import {messageOf} from '../runtime/errors.ts';
import {type Emit, type Event, isFrequent} from '../runtime/events.ts';
import {memoryBudget, memoryWanted} from '../runtime/memory_budget.ts';
import {codeHash} from '../write/code_hash.ts';
import {ChildDied, type Children, createChildren} from './children.ts';
import {Busy, settingsOf} from './context.ts';
import {fetchedFiles, type Run, readFetched, readOutcome, readPart, readRun} from './documents.ts';
import {type JobData, jobOptions, lockMs, queueOptions, withoutParent} from './jobs.ts';
import {writeOutcome} from './publish_step.ts';
import {stateOf} from './run_state.ts';
import {claimTry, failTry, isExhausted, isPoison, type TriesSoFar} from './tries.ts';

/** Files of other runs stay so long on a worker, for the next run may need them. */
const KEEP_FILES_MS = 7 * 24 * 3_600_000;

/** Frequent events of a job are sent at most so often. */
const PROGRESS_MS = 500;

/** A worker may be lost any number of times: who is poison is counted in the bucket. */
const ANY_NUMBER = 1_000_000;

/**
 * What BullMQ says of jobs that a wiped queue does not know any more, or that another worker has taken up.
 */
const LOST_JOB = /^(could not renew lock|Missing (lock|key)) for job/;

type PartData = Extract<JobData, {step: 'part'}>;

interface Tools {
  settings: Settings;
  store: ObjectStore;
  children: Children;
  withShare: ReturnType<typeof memoryBudget>;
  /** Adds jobs. */
  parts: Queue;
  note: (text: string) => void;
}

/** Starts to take jobs. Throws for settings that lack something. */
export async function startWorker(settings: Settings, store: ObjectStore, note: (text: string) => void) {
  const options = queueOptions(settings);
  const lockDuration = lockMs(settings);
  const concurrency: Record<QueueName, number> = {
    fetch: positive(settings, 'WORKER_FETCHES'),
    work: positive(settings, 'WORKER_JOBS'),
  };
  const memoryMb = numeric(settings, 'MEMORY_MB');
  const tools: Tools = {
    settings,
    store,
    children: createChildren(),
    withShare: memoryBudget(memoryMb),
    parts: new Queue('work', options),
    note,
  };
  const say = unrepeated(note);
  const take = jobTaker(tools, say, lockDuration / 6);
  const workers = QUEUES.map(
    (name) =>
      new Worker<JobData>(name, take, {
        ...options,
        concurrency: concurrency[name],
        lockDuration,
        stalledInterval: lockDuration / 2,
        maxStalledCount: ANY_NUMBER,
        // A job that the queue has lost occupies its place for 15 s otherwise.
        runRetryDelay: lockDuration / 6,
      }),
  );
  tools.parts.on('error', () => {});
  for (const worker of workers) {
    worker.on('error', (error) => {
      // Its step goes on, and the bucket knows how it ended.
      if (!LOST_JOB.test(error.message)) say(`queue: ${error.message || error}`);
    });
    worker.on('failed', (job, error) => note(`${job?.name} ${job?.id}: ${error.message}`));
  }
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  return {
    /** Takes no more jobs; settles when those that it has are done. */
    async finish(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()));
      await tools.parts.close();
      tools.children.close();
    },
    /** Leaves its jobs to others. */
    abandon: () => tools.children.close(),
  };
}

/** Takes a job. One whose step is busy on this machine waits, and other workers may take it. */
function jobTaker(tools: Tools, say: (text: string) => void, waitMs: number) {
  const seen = new Set<string>();
  return async (job: Job<JobData>, token?: string): Promise<void> => {
    if (!seen.has(job.data.run)) await clean(tools.settings);
    seen.add(job.data.run);
    try {
      await takeJob(tools, job);
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      say(`${job.name} ${job.id} waits: ${error.message}`);
      await job.moveToDelayed(Date.now() + waitMs, token);
      throw new DelayedError();
    }
  };
}

/** Drops a line that is the one before: lost connections and held locks are told again and again. */
function unrepeated(note: (text: string) => void): (text: string) => void {
  let last = '';
  return (text) => {
    if (text !== last) note(text);
    last = text;
  };
}

/** Removes what earlier runs left on this machine, unless another process works on it. */
async function clean(settings: Settings): Promise<void> {
  let release: () => void;
  try {
    release = await acquireLock(dataPaths(settings.DATA_DIR).lock);
  } catch {
    return;
  }
  await prune(settings.DATA_DIR, numeric(settings, 'KEEP_BUILDS'), KEEP_FILES_MS).finally(release);
}

async function takeJob(tools: Tools, job: Job<JobData>): Promise<void> {
  const {data} = job;
  const run = await readRun(tools.store, data.run);
  if (!run || (await readOutcome(tools.store, run.id))) return;
  if (run.code !== (await codeHash())) {
    throw new Error('the ingest was planned by another version: install the same version on all machines');
  }
  const emit = progressOf(job);
  if (data.step === 'fetch') await fetchJob(tools, run, data.slug, emit);
  else if (data.step === 'part') await partJob(tools, run, data, emit);
  else await publishJob(tools, run, emit);
}

/** Sends events to the planner. Lost ones are lost: the bucket has what matters. */
function progressOf(job: Job): Emit {
  let sentAt = Number.NEGATIVE_INFINITY;
  return (event) => {
    if (isFrequent(event)) {
      if (performance.now() - sentAt < PROGRESS_MS) return;
      sentAt = performance.now();
    } else if (!['stage', 'waiting', 'compiled'].includes(event.kind)) return;
    job.updateProgress(event).catch(() => {});
  };
}

/**
 * Claims a try of a step, runs it, and records its error, which is thrown. The tries so far where the step is
 * given up.
 */
async function tryStep(
  {store}: Tools,
  run: Run,
  name: string,
  isOver: (tries: TriesSoFar) => boolean,
  work: () => Promise<void>,
): Promise<TriesSoFar | null> {
  const number = await claimTry(store, run.id, name, isOver);
  if (typeof number !== 'number') return number;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Busy)) await failTry(store, run.id, name, number, messageOf(error));
    throw error;
  }
  return null;
}

async function fetchJob(tools: Tools, run: Run, slug: string, emit: Emit): Promise<void> {
  const {store, settings, parts, children} = tools;
  if (!(await readFetched(store, run.id, slug))) {
    const work = () => children.run({step: 'fetch', run: run.id, slug}, emit);
    const given = await tryStep(tools, run, `fetch-${slug}`, isExhausted, work);
    if (given) {
      const {errors} = given;
      const result = {
        error: `${slug}: it was not fetched in ${errors.length} tries: ${errors.at(-1)}; look at the memory of the workers, then run again`,
      };
      const events = [{kind: 'failed', source: slug, ...result}];
      await storeFiles(store, KEYS.fetched(run.id, slug), {slug, result, events}, [], 'any');
    }
  }
  const fetched = fetchedFiles(await readFetched(store, run.id, slug));
  if (!fetched || (await readPart(store, fetched.part_key))) return;
  const job: JobData = {step: 'part', run: run.id, slug, key: fetched.part_key};
  const parent = {id: run.id, queue: parts.qualifiedName};
  await parts.add('part', job, {...jobOptions(job, settings), parent}).catch(withoutParent);
}

async function partJob(tools: Tools, run: Run, job: PartData, emit: Emit): Promise<void> {
  const {store, children} = tools;
  const {slug} = job;
  const fetched = fetchedFiles(await readFetched(store, run.id, slug));
  if (!fetched || (await readPart(store, fetched.part_key))) return;
  const {part_key: key, snapshots} = fetched;
  await tools.withShare(memoryWanted(snapshots), async (memoryMb) => {
    const work = () =>
      children.run({...job, memoryMb}, emit).catch((error) => {
        throw error instanceof ChildDied ? withFiles(error, slug, snapshots) : error;
      });
    try {
      // Only who has the job knows that no try of it is running.
      if (await tryStep(tools, run, key, isPoison, work))
        await store.write(KEYS.givenUp(run.id, key), '{}', 'any');
    } catch (error) {
      // A double was faster, and what it left on this machine may have been removed.
      if (!(await readPart(store, key))) throw error;
    }
  });
}

/** A process says nothing of why it died. */
const withFiles = ({message}: ChildDied, slug: string, files: readonly {name: string}[]): Error =>
  new Error(
    `${slug}: ${message} while it read ${files.map(({name}) => name).join(', ')}, perhaps for lack of memory: lower WORKER_JOBS, give the workers more memory or look at the file, then run again`,
  );

async function publishJob(tools: Tools, run: Run, emit: Emit): Promise<void> {
  const {store, settings, children} = tools;
  // Its planner queues what is missing, and the publishing behind it.
  if ((await stateOf(store, run, settingsOf(settings, run))).pending.length) return;
  await tools.withShare(numeric(settings, 'MEMORY_MB'), async () => {
    const work = () => children.run({step: 'publish', run: run.id}, emit);
    const given = await tryStep(tools, run, 'publish', isExhausted, work);
    if (!given) return;
    const error = `the build was given up after ${given.errors.length} tries: ${given.errors.at(-1)}`;
    const events: Event[] = [{kind: 'failed', source: 'build', error}];
    const outcome = {manifest: null, failures: {build: error}, changed: false, poison: [], events};
    await writeOutcome({store, run}, outcome);
  });
}

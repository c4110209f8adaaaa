/**
 * An ingest on a queue over a real Redis and a real bucket: workers are killed, jobs doubled, the queue is
 * wiped.
 */
import {appendFile, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {Redis} from 'ioredis';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {buildFiles} from '../../builds/build_files.ts';
import {readOutcome, readRun} from '../../pipeline/queue/documents.ts';
import {MOST_TRIES, readTries} from '../../pipeline/queue/tries.ts';
import {KEYS, readBuild, readPointer} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {openS3} from '../../storage/s3_store.ts';
import {indexHere, ingest} from '../helpers/ingest.ts';
import {fileOf, fillMirror, manifestOf} from '../helpers/mirror.ts';
import {doubleJobs, startWorkers} from '../helpers/queue_workers.ts';
import {type Gateway, hasRadosgw, startRadosgw} from '../helpers/radosgw.ts';
import {type RedisServer, redisProgram, startRedis} from '../helpers/redis.ts';
import {seed as SEED} from '../helpers/seed.ts';
import {seededRandom} from '../helpers/seeded_random.ts';

/**
 * The full proof takes `WORKERS=4 KILLS=200 POISON=5`: ingests are repeated until so many workers were
 * killed.
 */
const WORKERS = Number(process.env['WORKERS'] ?? 2);
const KILLS = Number(process.env['KILLS'] ?? 2);
const POISON = Number(process.env['POISON'] ?? 1);
/** The usual limit, and a minute for each kill: five seconds are usual. */
const TIMEOUT_MS = 600_000 + KILLS * 60_000;

const NIL = 'proactive_contracts_nil';
const GOOD = KILLS > 10 ? undefined : [NIL, 'canadabuys_awards'];
/** Sources of which the file fits no layout. */
const BAD = [
  'nserc_awards',
  'sshrc_awards',
  'infrastructure_projects',
  'proactive_grants',
  'proactive_grants_nil',
].slice(0, POISON);

/** The full proof renews all sources, most of which have no file. */
const SOURCES = GOOD ? [...GOOD, ...BAD].join(',') : '';

describe.skipIf(!hasRadosgw || redisProgram === null)('workers on a queue', () => {
  let gateway: Gateway;
  let redis: RedisServer;
  let root = '';
  let mirror = '';
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'queue-'));
    mirror = join(root, 'mirror');
    await fillMirror(mirror, GOOD);
    const rows = Array.from(
      {length: 12_000},
      (_, at) => `${1000 + at}-${1001 + at}-Q1,org${at},Board ${at} | Conseil\r\n`,
    );
    await appendFile(fileOf(mirror, NIL), rows.join(''));
    for (const slug of BAD) {
      await mkdir(join(mirror, slug), {recursive: true});
      await writeFile(join(mirror, slug, 'poison.csv'), 'one,two\r\n1,2\r\n');
    }
    [gateway, redis] = await Promise.all([startRadosgw('builds'), startRedis(redisProgram!)]);
    Object.assign(process.env, gateway.env);
  });
  afterAll(async () => {
    await Promise.all([gateway?.stop(), redis?.end()]);
    for (const name of Object.keys(gateway?.env ?? {})) delete process.env[name];
    await rm(root, {recursive: true, force: true});
  });

  /** The files of the build that one undisturbed process makes at the load time of a run. */
  async function undisturbed(loadTime: string) {
    const dataDir = await mkdtemp(join(root, 'one-'));
    const now = () => new Date(`${loadTime}Z`);
    const {code, stderr} = await ingest(
      {DATA_DIR: dataDir, MIRROR: mirror, SOURCES},
      {index: indexHere, now},
    );
    expect(code).toBe(BAD.length ? 1 : 0);
    const manifest = await manifestOf(dataDir);
    const files = await buildFiles(dataPaths(dataDir).build(manifest.build_id), manifest);
    return {build_id: manifest.build_id, files, stderr};
  }

  /**
   * Kills workers until the run is over, at most `most` times, each time soon after another try has begun, so
   * that there is work to kill; wipes Redis once.
   */
  async function disturb(
    store: ObjectStore,
    workers: ReturnType<typeof startWorkers>,
    most: number,
    random: () => number,
    isOver: () => boolean,
  ): Promise<void> {
    const client = new Redis(redis.url);
    const wipedAfter = Math.min(3, most - 1);
    for (let [n, seen] = [0, 0]; n < most && !isOver(); n++) {
      while (!isOver()) {
        const begun = await triesIn(store);
        if (begun > seen) {
          seen = begun;
          break;
        }
        await setTimeout(100);
      }
      await setTimeout(1000 * random());
      if (isOver()) break;
      await workers.kill(Math.floor(random() * WORKERS));
      if (n === wipedAfter) await client.flushall();
    }
    client.disconnect();
  }

  async function assertPoison(store: ObjectStore, run: string, stderr: string): Promise<void> {
    for (const slug of BAD) {
      const fetched = JSON.parse((await store.read(KEYS.fetched(run, slug)))!.text);
      const {errors} = await readTries(store, run, fetched.result.part_key);
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.length).toBeLessThanOrEqual(MOST_TRIES);
      expect(stderr).toMatch(new RegExp(`given up after \\d+ tr(y|ies): poison.csv of ${slug}`));
      expect(stderr).toMatch(new RegExp(`^FAILED ${slug}: .*poison.csv`, 'm'));
    }
  }

  test(`killed, doubled and wiped, they make the build of one undisturbed process (SEED=${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const random = seededRandom(SEED);
    let [kills, rounds, doubles] = [0, 0, 0];
    while (kills < KILLS) {
      const location = `s3://builds/queue-${rounds++}`;
      const env = {
        ...gateway.env,
        PUBLISH_TO: location,
        QUEUE_URL: redis.url,
        QUEUE_LOCK_MS: '1000',
        // By default each worker has six processes: four workers would fill two cores with loading them after
        // every kill.
        WORKER_FETCHES: '2',
        WORKER_JOBS: '1',
        MIRROR: mirror,
        SOURCES,
      };
      const workers = startWorkers(WORKERS, env);
      let isOver = false;
      const doubled = doubleJobs(env, () => isOver);
      const store = openS3(location, 'PUBLISH_TO');
      const killed = disturb(store, workers, KILLS - kills, random, () => isOver);
      const planners = await Promise.all(
        [1, 2].map((n) => ingest({...env, DATA_DIR: join(root, `planner-${rounds}-${n}`)})),
      );
      isOver = true;
      doubles += await doubled;
      await killed;
      kills += workers.kills;
      expect(await workers.finish()).toEqual(Array(WORKERS).fill(0));
      await workers.stop();
      const current = await readPointer(store, KEYS.current);
      expect(current, `${planners[0]!.stderr}\n${workers.lines()}`).not.toBeNull();
      const published = (await readBuild(store, current!.build_id))!;
      const run = await onlyRun(store);
      expect((await readRun(store, run))?.load_time).toBe(published.built_at);
      expect((await readOutcome(store, run))?.failures['upload']).toBeUndefined();
      const one = await undisturbed(published.built_at);
      expect(published.build_id).toBe(one.build_id);
      expect(published.files).toEqual(one.files);
      for (const {code, stderr} of planners) {
        expect(code).toBe(BAD.length ? 1 : 0);
        await assertPoison(store, run, stderr);
        // Beside what workers say of themselves, the closing table is that of one process.
        for (const line of one.stderr.split('\n').filter((text) => !text.startsWith('report:')))
          expect(stderr).toContain(line);
      }
      store.close();
    }
    process.stdout.write(`${rounds} ingests, ${kills} kills, ${doubles} doubles\n`);
  });
});

/** Tries of all steps that have begun. */
async function triesIn(store: ObjectStore): Promise<number> {
  let tries = 0;
  for await (const {key} of store.list(KEYS.runs)) if (key.includes('/tries/')) tries++;
  return tries;
}

async function onlyRun(store: ObjectStore): Promise<string> {
  const runs = new Set<string>();
  for await (const {key} of store.list(KEYS.runs)) {
    const run = /^runs\/([^/]+)\//.exec(key)?.[1];
    if (run) runs.add(run);
  }
  expect(runs.size).toBe(1);
  return [...runs][0]!;
}

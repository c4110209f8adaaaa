/**
 * The steps of an ingest on a queue, taken one by one over a bucket in memory; test/stack/queue.test.ts has
 * workers and Redis.
 */
import {appendFile, cp, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {buildFiles} from '../../builds/build_files.ts';
import {settings as settingsOf} from '../../datasets/settings.ts';
import {createHttpClient} from '../../pipeline/fetch/http.ts';
import {type StepContext, settingsOf as settingsOfRun, sourceNamed} from '../../pipeline/queue/context.ts';
import {type Run, readFetched, readOutcome, readPart} from '../../pipeline/queue/documents.ts';
import {fetchStep} from '../../pipeline/queue/fetch_step.ts';
import {openRun} from '../../pipeline/queue/open_run.ts';
import {partStep} from '../../pipeline/queue/part_step.ts';
import {publishStep} from '../../pipeline/queue/publish_step.ts';
import {watchRun} from '../../pipeline/queue/run_state.ts';
import {
  claimTry,
  failTry,
  isPoison,
  MOST_CUT_OFF,
  MOST_TRIES,
  readTries,
} from '../../pipeline/queue/tries.ts';
import type {Event} from '../../pipeline/runtime/events.ts';
import {GRACE_MS, pruneStore} from '../../storage/builds.ts';
import {KEYS, readBuild, readPointer} from '../../storage/documents.ts';
import {ingest, noIndex} from '../helpers/ingest.ts';
import {type MemoryStore, memoryStore} from '../helpers/memory_store.ts';
import {fileOf, fillMirror, manifestOf} from '../helpers/mirror.ts';

const NIL = 'proactive_contracts_nil';
const AWARDS = 'canadabuys_awards';

let root = '';
let folder = '';
let store: MemoryStore;
let clock = Date.UTC(2026, 0, 2);
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'queue-steps-'));
});
afterAll(() => rm(root, {recursive: true, force: true}));
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'));
  store = memoryStore();
});

const now = () => {
  clock += 60_000;
  return new Date(clock);
};
const machine = (name: string, more: Record<string, string> = {}) =>
  settingsOf({
    DATA_DIR: join(folder, name),
    MIRROR: join(folder, 'mirror'),
    PUBLISH_TO: 's3://bucket/x',
    ...more,
  });
const begin = (more: Record<string, string> = {}) => openRun(store, machine('planner', more), now);

function contextOf(run: Run, name: string): StepContext & {events: Event[]} {
  const events: Event[] = [];
  const settings = settingsOfRun(machine(name), run);
  const http = createHttpClient(settings);
  return {store, run, settings, http, index: noIndex, now, events, emit: (event) => events.push(event)};
}

/** Takes all steps of a run: fetches on machine `a`, parts on `b`, the rest on `c`. */
async function take(run: Run, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) await fetchStep(contextOf(run, 'a'), sourceNamed(slug));
  for (const slug of slugs) await partStep(contextOf(run, 'b'), sourceNamed(slug), 256);
  await publishStep(contextOf(run, 'c'));
}

/** What one process makes at the load time of a run, in the folder in which it made the build before. */
async function alone(run: Run) {
  const dataDir = join(folder, 'alone');
  const settings = {DATA_DIR: dataDir, ...run.settings};
  const {code} = await ingest(settings, {now: () => new Date(`${run.load_time}Z`)});
  const manifest = await manifestOf(dataDir);
  const files = await buildFiles(dataPaths(dataDir).build(manifest.build_id), manifest);
  return {code, id: manifest.build_id, files};
}

async function published() {
  const current = await readPointer(store, KEYS.current);
  const build = current && (await readBuild(store, current.build_id));
  return {id: build?.build_id, files: build?.files};
}

test('three machines over a bucket make the builds of one process, from build to build', async () => {
  const slugs = [NIL, AWARDS, 'canadabuys_tenders'];
  const SOURCES = slugs.join(',');
  await fillMirror(join(folder, 'mirror'), slugs);
  // A source of two files says which of them each record is of.
  const tenders = fileOf(join(folder, 'mirror'), 'canadabuys_tenders');
  await cp(tenders, join(dirname(tenders), 'another.csv'));
  const first = await begin({SOURCES});
  await take(first, slugs);
  const one = await alone(first);
  expect(await published()).toEqual({id: one.id, files: one.files});
  expect(await readOutcome(store, first.id)).toMatchObject({failures: {}, changed: true, poison: []});

  // A source changes, one is damaged and keeps its part, one stays as it was.
  await appendFile(fileOf(join(folder, 'mirror'), NIL), '2030-2031-Q1,org1,Board | Conseil\r\n');
  await writeFile(fileOf(join(folder, 'mirror'), AWARDS), 'one,two\r\n1,2\r\n');
  const second = await begin({SOURCES});
  expect(second.before?.build_id).toBe(one.id);
  for (const slug of slugs) await fetchStep(contextOf(second, 'b'), sourceNamed(slug));
  const {result} = (await readFetched(store, second.id, AWARDS))!;
  const key = typeof result === 'object' && 'part_key' in result ? result.part_key : '';
  for (let n = 1; n <= MOST_TRIES; n++) {
    expect(await claimTry(store, second.id, key, isPoison)).toBe(n);
    const error = await partStep(contextOf(second, 'c'), sourceNamed(AWARDS), 256).catch((why) => why);
    await failTry(store, second.id, key, n, error.message);
  }
  await take(
    second,
    slugs.filter((slug) => slug !== AWARDS),
  );
  const two = await alone(second);
  expect([two.code, await published()]).toEqual([1, {id: two.id, files: two.files}]);
  expect(await readOutcome(store, second.id)).toMatchObject({
    failures: {[AWARDS]: expect.stringContaining(AWARDS)},
    poison: [{source: AWARDS, tries: MOST_TRIES}],
  });
});

describe('a run', () => {
  beforeEach(() => fillMirror(join(folder, 'mirror'), [NIL]));

  test('is continued by the next planner with its settings, and by one beside it', async () => {
    const runs = await Promise.all([begin({SOURCES: NIL}), begin({SOURCES: NIL})]);
    const again = await begin({SOURCES: NIL});
    expect(new Set([...runs, again].map(({id}) => id)).size).toBe(1);
    expect((await begin({SOURCES: AWARDS})).id).not.toBe(again.id);
    await take(again, [NIL]);
    expect((await begin({SOURCES: NIL})).id).not.toBe(again.id);
  });

  test('that another publisher overtook is told so, and the next planner begins anew', async () => {
    const slow = await begin({SOURCES: NIL});
    const fast = await begin({SOURCES: NIL, ACCEPT: AWARDS});
    await take(fast, [NIL]);
    const winner = await published();
    expect((await begin({SOURCES: NIL})).id).not.toBe(slow.id);
    await take(slow, [NIL]);
    expect(await published()).toEqual(winner);
    expect((await readOutcome(store, slow.id))?.failures['upload']).toMatch(
      new RegExp(`published build ${winner.id} at .* run again to build on top of the other`),
    );
  });

  test('whose publisher was killed after its last write is repeated, and recognises its build', async () => {
    const run = await begin({SOURCES: NIL});
    await take(run, [NIL]);
    const made = await published();
    await store.remove([KEYS.outcome(run.id)]);
    expect((await begin({SOURCES: NIL})).id).toBe(run.id);
    await publishStep(contextOf(run, 'd'));
    expect(await published()).toEqual(made);
    expect((await readOutcome(store, run.id))?.failures).toEqual({});
  });

  test('tells what each source still needs, and each of its events once', async () => {
    const run = await begin({SOURCES: NIL});
    const events: Event[] = [];
    const watcher = watchRun(store, run, [NIL], (event) => events.push(event));
    expect((await watcher.look()).pending).toEqual([{step: 'fetch', slug: NIL}]);
    await fetchStep(contextOf(run, 'a'), sourceNamed(NIL));
    expect((await watcher.look()).pending).toMatchObject([{step: 'part', slug: NIL}]);
    await partStep(contextOf(run, 'a'), sourceNamed(NIL), 256);
    await watcher.look();
    expect(await watcher.look()).toEqual({pending: [], outcome: null});
    expect(events.map(({kind}) => kind)).toEqual(['started', 'fetched', 'normalised']);
  });

  test('waits for a last try that is running, and for no part that a worker gave up', async () => {
    await writeFile(fileOf(join(folder, 'mirror'), NIL), 'one,two\r\n1,2\r\n');
    const run = await begin({SOURCES: NIL});
    await fetchStep(contextOf(run, 'a'), sourceNamed(NIL));
    const events: Event[] = [];
    const watcher = watchRun(store, run, [NIL], (event) => events.push(event));
    const [pending] = (await watcher.look()).pending;
    const key = pending?.step === 'part' ? pending.key : '';
    for (let n = 1; n <= MOST_TRIES; n++) await claimTry(store, run.id, key, isPoison);
    await failTry(store, run.id, key, 1, 'no header');
    expect((await watcher.look()).pending).toEqual([pending]);
    await store.write(KEYS.givenUp(run.id, key), '{}', 'any');
    expect((await watcher.look()).pending).toEqual([]);
    expect(events.at(-1)).toEqual({kind: 'failed', source: NIL, error: 'no header'});
  });

  test('fetches anew what the bucket has lost, and refuses a document that is damaged', async () => {
    await take(await begin({SOURCES: NIL}), [NIL]);
    await appendFile(fileOf(join(folder, 'mirror'), NIL), '2030-2031-Q1,org1,Board | Conseil\r\n');
    const raw = JSON.parse((await store.read(KEYS.raw(NIL)))!.text);
    await store.remove([KEYS.object(raw.objects[0].sha256)]);
    const run = await begin({SOURCES: NIL});
    await fetchStep(contextOf(run, 'new'), sourceNamed(NIL));
    expect((await readFetched(store, run.id, NIL))?.result).toMatchObject({
      snapshots: [{name: expect.any(String)}],
    });
    await store.write(KEYS.fetched(run.id, NIL), '{"result": {"part_key": "../x"}}', 'any');
    await expect(partStep(contextOf(run, 'new'), sourceNamed(NIL), 256)).rejects.toThrow(
      `${KEYS.fetched(run.id, NIL)} is damaged or of another version: remove it and run again`,
    );
  });

  test('prunes leave what sources and kept builds need, and remove old runs and parts', async () => {
    const first = await begin({SOURCES: NIL});
    await take(first, [NIL]);
    const partOf = async (run: Run) => {
      const {result} = (await readFetched(store, run.id, NIL))!;
      return typeof result === 'object' && 'part_key' in result ? result.part_key : '';
    };
    const old = await partOf(first);
    await appendFile(fileOf(join(folder, 'mirror'), NIL), '2030-2031-Q1,org1,Board | Conseil\r\n');
    const second = await begin({SOURCES: NIL});
    await take(second, [NIL]);
    const young = await partOf(second);
    await pruneStore(store, 1, () => new Date(Date.now() + 2 * GRACE_MS));
    const runs = [...store.objects.keys()].filter((key) => key.startsWith(KEYS.runs));
    expect([runs, await readPart(store, old)]).toEqual([[], null]);
    const kept = await readPart(store, young);
    const raw = JSON.parse((await store.read(KEYS.raw(NIL)))!.text);
    for (const {sha256} of [...kept!.objects, ...raw.objects])
      expect(store.objects.has(KEYS.object(sha256))).toBe(true);
    await mkdir(join(folder, 'next'));
    await cp(join(folder, 'mirror'), join(folder, 'next/mirror'), {recursive: true});
    const third = await begin({SOURCES: NIL});
    await take(third, [NIL]);
    expect(await readOutcome(store, third.id)).toMatchObject({failures: {}, changed: false});
  });
});

describe('tries', () => {
  test('however they end and whoever claims them, none begins after four of which one failed', async () => {
    const ending = fc.constantFrom('failed', 'cut off');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(ending, {minLength: 1, maxLength: 3}), {maxLength: 8}),
        async (rounds) => {
          store = memoryStore();
          let [begun, errors] = [0, 0];
          for (const endings of rounds) {
            // Doubles of a job claim at the same moment.
            const claimed = await Promise.all(endings.map(() => claimTry(store, 'r', 'k', isPoison)));
            const most = errors > 0 ? Math.max(0, MOST_TRIES - begun) : endings.length;
            expect(claimed.filter((n) => typeof n === 'number')).toHaveLength(Math.min(most, endings.length));
            for (const [at, number] of claimed.entries()) {
              if (typeof number !== 'number') continue;
              begun++;
              if (endings[at] === 'cut off') continue;
              errors++;
              await failTry(store, 'r', 'k', number, `error ${number}`);
            }
          }
          const tries = await readTries(store, 'r', 'k');
          expect([tries.begun, tries.errors.length]).toEqual([begun, errors]);
        },
      ),
    );
  });

  test('a file during which every worker dies ends, too', async () => {
    for (let n = 1; n <= MOST_CUT_OFF; n++) expect(await claimTry(store, 'r', 'k', isPoison)).toBe(n);
    expect(await claimTry(store, 'r', 'k', isPoison)).toEqual({begun: MOST_CUT_OFF, errors: []});
  });
});

test.each([
  [{QUEUE_URL: 'redis://127.0.0.1:1'}, 'QUEUE_URL needs PUBLISH_TO'],
  [
    {QUEUE_URL: 'localhost', PUBLISH_TO: 's3://bucket/x'},
    'setting QUEUE_URL must be an address like redis://',
  ],
])('%j is refused with the remedy', async (given, message) => {
  const run = await ingest({DATA_DIR: join(folder, 'x'), ...given}, {openStore: async () => store});
  expect([run.code, run.stderr]).toEqual([1, expect.stringContaining(message)]);
});

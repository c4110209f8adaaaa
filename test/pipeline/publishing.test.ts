/**
 * What a run publishes, in part by the real command: unchanged input, failing sources, load times, generated
 * data.
 */
import {appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {indexHere, ingest, spawnIngest} from '../helpers/ingest.ts';
import {buildOf, fileOf, fillMirror, leftovers, manifestOf, parquetOf} from '../helpers/mirror.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';

/** In the order of the datasets, which is that of the manifest. */
const SLUGS = ['proactive_contracts', 'canadabuys_awards', 'proactive_contracts_nil'];
const NIL = 'proactive_contracts_nil';

let root = '';
/** A mirror of SLUGS and the data folder of its first ingest, of which most tests begin with a copy. */
let first = '';
let folder = '';
let mirror = '';
let dataDir = '';
const enter = (path: string) => {
  folder = path;
  mirror = join(folder, 'mirror');
  dataDir = join(folder, 'data');
};
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'publishing-test-'));
  first = join(root, 'first');
  enter(first);
  await fillMirror(mirror, SLUGS);
  expect(await run()).toMatchObject({code: 0});
});
afterAll(() => rm(root, {recursive: true, force: true}));
beforeEach(async () => enter(await mkdtemp(join(root, 'case-'))));

const COPY = {recursive: true, verbatimSymlinks: true, preserveTimestamps: true};
/** SLUGS in the mirror, and ingested. */
const loaded = () => cp(first, folder, COPY);
/** Parts of the clean files, for runs that are about something else than making them. */
const withParts = () => cp(join(first, 'data/parts'), join(dataDir, 'parts'), COPY);
const settings = (more: Record<string, string> = {}) => ({DATA_DIR: dataDir, MIRROR: mirror, ...more});
const now = () => new Date(clock);
const run = (more: Record<string, string> = {}) => ingest(settings(more), {now});
const runIndexed = () => ingest(settings(), {now, index: indexHere});
const runProgram = (more: Record<string, string> = {}) => spawnIngest(settings(more));

/** Events of a run, from its JSON lines. */
const events = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Load times are whole seconds: a later run must begin in a later one. */
let clock = Date.now();
const nextSecond = () => {
  clock += 1000;
};

interface Load {
  first_seen: string;
  last_changed: string;
}

/** The ledger of nil reports by institution: when a record was first seen and when it last changed. */
async function loads(): Promise<Record<string, Load>> {
  const {db, close} = await memoryDatabase();
  try {
    const at = dataPaths(dataDir).current;
    const reader = await db.runAndReadAll(`SELECT institution_code || ' ' || reporting_period AS key,
      strftime(first_seen, '%Y-%m-%dT%H:%M:%S') AS first_seen, strftime(last_changed, '%Y-%m-%dT%H:%M:%S') AS last_changed
      FROM read_parquet('${join(at, inBuild.part('nil_reports', NIL))}')
      FULL JOIN read_parquet('${join(at, inBuild.loads(NIL))}') USING (record_id)`);
    return Object.fromEntries(
      reader
        .getRowObjectsJson()
        .map(({key, first_seen, last_changed}) => [
          String(key),
          {first_seen: String(first_seen), last_changed: String(last_changed)},
        ]),
    );
  } finally {
    close();
  }
}

const builtAt = async (): Promise<string> => (await manifestOf(dataDir)).built_at;

test('the real command: a second run over unchanged input reads no row and publishes nothing', async () => {
  await fillMirror(mirror, SLUGS);
  expect(await runProgram()).toMatchObject({code: 0});
  const [build, manifest] = [await buildOf(dataDir), await manifestOf(dataDir)];
  const again = await runProgram();
  expect(again.code).toBe(0);
  const logged = events(again.stdout);
  expect(logged.filter((one) => ['reading', 'stage', 'normalised'].includes(String(one['kind'])))).toEqual(
    [],
  );
  // Sources run in parallel, so the order of their events varies.
  const unchanged = logged.filter((one) => one['kind'] === 'unchanged').map((one) => String(one['source']));
  expect(unchanged.sort()).toEqual([...SLUGS].sort());
  expect(logged.at(-1)).toMatchObject({kind: 'published', build_id: manifest.build_id, changed: false});
  expect(await buildOf(dataDir)).toBe(build);
  expect(await manifestOf(dataDir)).toEqual(manifest);
});

describe('all golden sources', () => {
  const whole = () => enter(join(root, 'whole'));
  beforeAll(async () => {
    whole();
    await fillMirror(mirror);
    await withParts();
    expect(await run()).toMatchObject({code: 0});
  });
  beforeEach(whole);

  test('two folders filled from one mirror hold the same Parquet, byte by byte', async () => {
    const other = join(root, 'other');
    expect(await run({DATA_DIR: other, MEMORY_MB: '1024'})).toMatchObject({code: 0});
    const files = await parquetOf(dataDir);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['contracts/proactive_contracts.parquet', 'vendors/vendors.parquet']),
    );
    expect(await parquetOf(other)).toEqual(files);
  });

  test('the manifest has the rows, bytes and hash of every file', async () => {
    const [manifest, files] = [await manifestOf(dataDir), await parquetOf(dataDir)];
    const {changes, ...datasets} = manifest.datasets;
    for (const {path, sha256} of changes!.files)
      expect([path, sha256]).toEqual([path, await hashFile(join(dataPaths(dataDir).current, path))]);
    const listed = Object.values(datasets).flatMap((one) => one.files);
    expect(Object.fromEntries(listed.map((file) => [file.path, file.sha256]))).toEqual(
      Object.fromEntries(
        Object.entries(files).map(([path, hash]) => [
          path.startsWith('names/') ? path : `parquet/${path}`,
          hash,
        ]),
      ),
    );
    for (const [name, dataset] of Object.entries({contracts: 'contracts', awards: 'awards'})) {
      const kept = manifest.sources.filter((one) => one.dataset === dataset).map((one) => one.kept);
      expect(manifest.datasets[name]?.rows).toBe(kept.reduce((sum, n) => sum + n, 0));
    }
    expect(manifest.data_as_of).toBe(
      manifest.sources
        .map((one) => one.fetched_at)
        .sort()
        .at(-1),
    );
  });
});

describe('a failing source', () => {
  test('does not affect other sources, loaded or not, and their index is linked', async () => {
    await fillMirror(mirror, SLUGS);
    await withParts();
    const clean = await readFile(fileOf(mirror, NIL));
    await writeFile(fileOf(mirror, NIL), 'quarter,institution\r\n2020-2021-Q1,hc-sc\r\n');
    const first = await runIndexed();
    expect(first.code).toBe(1);
    expect(first.stderr).toMatch(/^FAILED proactive_contracts_nil: .*header changed/m);
    expect((await manifestOf(dataDir)).sources.map((one) => one.slug)).toEqual([
      'proactive_contracts',
      'canadabuys_awards',
    ]);

    await writeFile(fileOf(mirror, NIL), clean);
    const second = await runIndexed();
    expect(second.code).toBe(0);
    const linked = {kind: 'compiled', table: 'contracts', linked: true};
    expect(events(second.stdout)).toContainEqual(expect.objectContaining(linked));
    await writeFile(fileOf(mirror, NIL), '');
    const awards = fileOf(mirror, 'canadabuys_awards');
    const text = await readFile(awards, 'utf8');
    await writeFile(awards, text.replace('52924.80', '52924.90'));
    nextSecond();
    expect(await run()).toMatchObject({code: 1});
    const manifest = await manifestOf(dataDir);
    expect(manifest.sources.map((one) => [one.slug, one.stale?.since ?? null])).toEqual([
      ['proactive_contracts', null],
      ['canadabuys_awards', null],
      ['proactive_contracts_nil', manifest.built_at],
    ]);
    const since = manifest.built_at;
    nextSecond();
    await writeFile(awards, text.replace('52924.80', '52924.95'));
    expect(await run()).toMatchObject({code: 1});
    const later = await manifestOf(dataDir);
    expect(later.built_at > since).toBe(true);
    expect(later.sources.find((one) => one.slug === NIL)?.stale?.since).toBe(since);
  });

  test('fails alone when SOURCES names it; other sources stay unchanged', async () => {
    await loaded();
    const parquet = await parquetOf(dataDir);
    await writeFile(fileOf(mirror, 'proactive_contracts'), '');
    expect(await run({SOURCES: NIL})).toMatchObject({code: 0});
    expect(await parquetOf(dataDir)).toEqual(parquet);
    const unknown = await run({SOURCES: 'nothing_like_it'});
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('SOURCES names unknown sources: nothing_like_it; known are');
  });

  test('a file that vanished from the mirror leaves the loaded part', async () => {
    await loaded();
    const parquet = await parquetOf(dataDir);
    await rm(fileOf(mirror, NIL));
    const again = await run();
    expect(again.code).toBe(0);
    expect(events(again.stdout)).toContainEqual({kind: 'absent', source: NIL, kept: true});
    expect(await parquetOf(dataDir)).toEqual(parquet);
  });
});

test('a loaded part is taken from the current build if its own folder was cleared', async () => {
  await loaded();
  const parquet = await parquetOf(dataDir);
  await rm(dataPaths(dataDir).parts(NIL), {recursive: true});
  await rm(fileOf(mirror, NIL));
  const awards = fileOf(mirror, 'canadabuys_awards');
  await writeFile(awards, (await readFile(awards, 'utf8')).replace('52924.80', '52924.90'));
  nextSecond();
  expect(await run()).toMatchObject({code: 0});
  const nil = inBuild.part('nil_reports', NIL).replace('parquet/', '');
  expect((await parquetOf(dataDir))[nil]).toEqual(parquet[nil]);
  expect(parquet[nil]).toBeDefined();
});

test('a file without a usable row fails its source, also on the first load', async () => {
  await fillMirror(mirror, SLUGS);
  await withParts();
  await writeFile(fileOf(mirror, NIL), 'reporting_period,owner_org,owner_org_title\r\n2020-2021-Q1,,X\r\n');
  const first = await run();
  expect(first.code).toBe(1);
  expect(first.stderr).toMatch(
    /^FAILED proactive_contracts_nil: .*none of 1 rows could be kept \(1 no institution code\)/m,
  );
  expect((await manifestOf(dataDir)).sources.map((one) => one.slug)).not.toContain(NIL);
});

test('a failed ERROR check leaves out the part of its source and names the check; other parts pass', async () => {
  await loaded();
  const before = await parquetOf(dataDir);
  const [contracts, nil] = [
    inBuild.part('contracts', 'proactive_contracts').replace('parquet/', ''),
    inBuild.part('nil_reports', NIL).replace('parquet/', ''),
  ];
  const path = fileOf(mirror, 'proactive_contracts');
  const clean = await readFile(path, 'utf8');
  await writeFile(path, clean.replaceAll(/hc-sc,.*$/gm, 'org901,\r'));
  await appendFile(fileOf(mirror, NIL), '2020-2021-Q1,org1,Board | Conseil\r\n');
  const failed = await run({ACCEPT: 'proactive_contracts'});
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(
    /^FAILED proactive_contracts: .*a check failed: contracts: department is known \(.*\); its last good part stays/m,
  );
  const after = await parquetOf(dataDir);
  expect(after[contracts]).toBe(before[contracts]);
  expect(after[nil]).not.toBe(before[nil]);
  const {checks, sources} = await manifestOf(dataDir);
  expect(checks.filter((one) => !one.passed && one.severity === 'ERROR')).toEqual([]);
  expect(sources.find(({slug}) => slug === 'proactive_contracts')?.stale).not.toBeNull();
  await writeFile(path, clean);
  expect(await run()).toMatchObject({code: 0});
  expect(await leftovers(dataDir)).toEqual([]);
});

test('a first build without a source that fails a check is published', async () => {
  await fillMirror(mirror, SLUGS);
  const path = fileOf(mirror, 'proactive_contracts');
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/hc-sc,.*$/gm, 'org901,\r'));
  const first = await run();
  expect(first.code).toBe(1);
  expect(first.stderr).toMatch(
    /^FAILED proactive_contracts: .*department is known.*nothing of it is published/m,
  );
  expect((await manifestOf(dataDir)).sources.map(({slug}) => slug)).toEqual(
    SLUGS.filter((slug) => slug !== 'proactive_contracts'),
  );
});

test('load times: unchanged records keep theirs, changed and new ones get the current one', async () => {
  await fillMirror(mirror, [NIL]);
  const path = fileOf(mirror, NIL);
  const rows = (...lines: string[]) =>
    writeFile(path, `reporting_period,owner_org,owner_org_title\r\n${lines.join('')}`);
  const [same, before, after, gone, come] = [
    '2020-2021-Q1,org1,Board | Conseil\r\n',
    '2020-2021-Q1,org2,Bureau\r\n',
    '2020-2021-Q1,org2,Bureau renamed\r\n',
    '2020-2021-Q1,org3,Closed\r\n',
    '2020-2021-Q1,org4,Opened\r\n',
  ];
  await rows(same, before, gone);
  expect(await run()).toMatchObject({code: 0});
  const first = await builtAt();
  expect((await manifestOf(dataDir)).changes).toBeUndefined();
  expect(await loads()).toEqual(
    Object.fromEntries(
      ['org1', 'org2', 'org3'].map((org) => [
        `${org} 2020-2021-Q1`,
        {first_seen: first, last_changed: first},
      ]),
    ),
  );

  nextSecond();
  await rows(come, after, same);
  expect(await run()).toMatchObject({code: 0});
  const second = await builtAt();
  expect(second > first).toBe(true);
  expect((await manifestOf(dataDir)).changes).toMatchObject({
    before: {built_at: first},
    sources: [{slug: NIL, before: 3, after: 3, added: 1, changed: 1, removed: 1, same: false}],
  });
  expect(await loads()).toEqual({
    'org1 2020-2021-Q1': {first_seen: first, last_changed: first},
    'org2 2020-2021-Q1': {first_seen: first, last_changed: second},
    'org4 2020-2021-Q1': {first_seen: second, last_changed: second},
  });

  nextSecond();
  // The same records in another order and dress: new bytes, no new content.
  await rows(same.replace('Board', ' Board '), '\r\n', after, come);
  expect(await run()).toMatchObject({code: 0});
  expect((await builtAt()) > second).toBe(true);
  expect((await manifestOf(dataDir)).changes?.sources).toMatchObject([{added: 0, changed: 0, removed: 0}]);
  expect(await loads()).toEqual({
    'org1 2020-2021-Q1': {first_seen: first, last_changed: first},
    'org2 2020-2021-Q1': {first_seen: first, last_changed: second},
    'org4 2020-2021-Q1': {first_seen: second, last_changed: second},
  });
});

test('a real file confirms a layout that none was seen of; later builds keep its name', async () => {
  const slug = 'canadabuys_tenders';
  await fillMirror(mirror, [slug, NIL]);
  const verified = async () => (await manifestOf(dataDir)).sources.find((one) => one.slug === slug)?.verified;
  await writeFile(join(mirror, 'mirror.json'), '{"synthetic": true}');
  expect(await run()).toMatchObject({code: 0});
  expect(await verified()).toEqual({});
  await rm(join(mirror, 'mirror.json'));
  expect(await run()).toMatchObject({code: 0});
  const file = basename(fileOf(mirror, slug));
  expect(await verified()).toEqual({canadabuys: file});
  await writeFile(fileOf(mirror, slug), 'no,header\n');
  expect(await run()).toMatchObject({code: 1});
  expect(await verified()).toEqual({canadabuys: file});
});

describe('generated data', () => {
  const generated = async (folder: string) => {
    await fillMirror(folder, [NIL, 'proactive_grants_nil']);
    await writeFile(join(folder, 'mirror.json'), '{"synthetic": true}');
  };

  test('never enters a folder that holds real data', async () => {
    await fillMirror(mirror, [NIL]);
    expect(await run()).toMatchObject({code: 0});
    const [build, parquet] = [await buildOf(dataDir), await parquetOf(dataDir)];
    const other = join(root, 'generated');
    await generated(other);
    const refused = await run({MIRROR: other});
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/holds real data: .* set DATA_DIR to another folder/);
    expect(await buildOf(dataDir)).toBe(build);
    expect(await parquetOf(dataDir)).toEqual(parquet);
  });

  test('is removed as a whole with the first real source, without its load times', async () => {
    const other = join(root, 'generated-first');
    await mkdir(other, {recursive: true});
    await generated(other);
    expect(await run({MIRROR: other})).toMatchObject({code: 0});
    expect(await manifestOf(dataDir)).toMatchObject({synthetic: true});
    const before = await builtAt();
    const made = await loads();
    nextSecond();
    await fillMirror(mirror, [NIL]);
    expect(await run()).toMatchObject({code: 0});
    const manifest = await manifestOf(dataDir);
    expect(manifest.synthetic).toBe(false);
    expect(manifest.sources.map((one) => [one.slug, one.synthetic])).toEqual([[NIL, false]]);
    const now = await loads();
    expect(Object.keys(now)).toEqual(Object.keys(made));
    expect(manifest.built_at > before).toBe(true);
    for (const times of Object.values(now)) {
      expect(times).toEqual({first_seen: manifest.built_at, last_changed: manifest.built_at});
    }
  });
});

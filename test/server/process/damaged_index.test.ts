/** A published build with a damaged index: the previous one stays in service, and the log names the file. */
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../../builds/artefacts.ts';
import {attachBuild, loadBuild, tableLoader} from '../../../engine/open.ts';
import {type BuildFollower, followBuilds, NO_POOL} from '../../../server/process/build_follower.ts';
import {writeBuild} from '../../helpers/build.ts';

const INDEX = inBuild.index('contracts');
let dataDir: string;
let builds: BuildFollower;
let errors: {build: string; serving: string | null; err: Error}[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'damaged-'));
  const {build} = dataPaths(dataDir);
  await writeBuild(build('one'), {rows: {contracts: [{vendor: 'Zed', value: 1}]}, build_id: 'one'});
  for (const id of ['cut', 'changed', 'whole']) cpSync(build('one'), build(id), {recursive: true});
  truncateSync(join(build('cut'), INDEX), 500);
  const bytes = readFileSync(join(build('changed'), INDEX));
  bytes[100]! ^= 1;
  writeFileSync(join(build('changed'), INDEX), bytes);
  errors = [];
  const log = {
    isLevelEnabled: () => false,
    debug() {},
    info() {},
    error: (logFields: object) => errors.push(logFields as never),
  };
  builds = followBuilds({
    dataDir,
    load: (dir, earlier) => loadBuild(dir, true, earlier),
    loadTables: (folder) => tableLoader(folder, true),
    documents: async () => ({}),
    log,
  });
});
afterAll(() => {
  builds.close();
  rmSync(dataDir, {recursive: true});
});

/** Points `current` at the build, as a load does, and looks. */
async function publish(id: string): Promise<void> {
  const {current} = dataPaths(dataDir);
  symlinkSync(`builds/${id}`, `${current}.next`);
  renameSync(`${current}.next`, current);
  await builds.poll(NO_POOL);
}

const page = {dataset: 'contracts', where: [], sort: 'date', order: 'desc', limit: 1, offset: 0} as const;

test('damaged builds are skipped one after the other', async () => {
  await publish('one');
  const first = builds.offer();
  await publish('cut');
  await publish('changed');
  expect(builds.offer()).toBe(first);
  expect(errors.map(({build, serving}) => ({build, serving}))).toEqual([
    {build: 'cut', serving: 'one'},
    {build: 'changed', serving: 'one'},
  ]);
  expect(errors[0]!.err.message).toMatch(
    /contracts\.idx has 500 bytes, its manifest says \d+: run `make ingest`/,
  );
  expect(errors[1]!.err.message).toMatch(
    /contracts\.idx is damaged between bytes 0 and \d+ .*: .*run `make compile`/,
  );
  expect(attachBuild(first!.shared).list(page)).toMatchObject({total: 1});
  await publish('whole');
  expect(builds.offer()?.serial).not.toBe(first!.serial);
});

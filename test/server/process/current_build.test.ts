/** The build in service within one thread. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import type {SharedBuild} from '../../../engine/open.ts';
import {type CurrentBuild, openCurrentBuild} from '../../../server/process/current_build.ts';
import type {BuildOffer} from '../../../server/process/messages.ts';
import {type ScanEngine, scanEngine} from '../../helpers/engine.ts';

let folder: string;
let engines: Map<string, ScanEngine>;
let freed: number[];
let serving: CurrentBuild;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'serving-'));
  [engines, freed] = [new Map(), []];
  const attach = ({info}: SharedBuild) => {
    const engine = scanEngine({}, info);
    engines.set(info.build_id, engine);
    return engine;
  };
  serving = openCurrentBuild(attach, (serial) => freed.push(serial));
});
afterEach(() => rmSync(folder, {recursive: true}));

const offer = (serial: number, build_id: string): BuildOffer => {
  const info = {build_id, data_as_of: '', synthetic: false, records: {}};
  return {
    serial,
    shared: {info, tables: [], files: new Map(), damaged: new SharedArrayBuffer(1)},
    files: [{path: join(folder, 'rows'), bytes: 4}],
    documents: {},
  };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('without a build there is no lease', async () => {
  expect(serving.info()).toBeNull();
  expect(await serving.isReadable()).toBe(false);
  expect(() => serving.acquire()).toThrow(expect.objectContaining({status: 503}));
});

test('new requests get the new build; the old one is released after its last request', async () => {
  serving.serve(offer(1, 'one'));
  const running = [serving.acquire(), serving.acquire()];
  serving.serve(offer(2, 'two'));
  serving.retire(1);
  const later = serving.acquire();
  expect([running[0]!, later].map(({engine}) => engine.info.build_id)).toEqual(['one', 'two']);
  expect(serving.info()?.build_id).toBe('two');
  running[0]!.release();
  await settled();
  expect([freed, engines.get('one')?.closed]).toEqual([[], 0]);
  running[1]!.release();
  await settled();
  expect([freed, engines.get('one')?.closed]).toEqual([[1], 1]);
  later.release();
  await settled();
  expect([freed, engines.get('two')?.closed]).toEqual([[1], 0]);
});

test('a retired build without requests is released at once; the current one is never retired', async () => {
  serving.serve(offer(1, 'one'));
  serving.acquire().release();
  serving.serve(offer(2, 'two'));
  serving.serve(offer(3, 'one'));
  await settled();
  expect(freed).toEqual([]);
  for (const serial of [1, 2, 3, 4]) serving.retire(serial);
  await settled();
  expect(freed).toEqual([1, 2]);
  expect(serving.acquire().engine.info.build_id).toBe('one');
});

test('pages are continued in the build in which they were begun, before the switch to it and after the one from it', async () => {
  const builds = (...ids: (string | undefined)[]) =>
    ids.map((id) => {
      const lease = serving.acquire(id);
      lease.release();
      return lease.engine.info.build_id;
    });
  serving.serve(offer(1, 'one'));
  serving.prepare(offer(2, 'two'));
  expect(builds(undefined, 'one', 'two', 'other')).toEqual(['one', 'one', 'two', 'one']);
  expect(serving.info()?.build_id).toBe('one');
  serving.serve(offer(2, 'two'));
  expect(builds(undefined, 'one', 'two', 'other')).toEqual(['two', 'one', 'two', 'two']);
  const begun = serving.acquire('one');
  serving.retire(1);
  expect(builds('one')).toEqual(['two']);
  await settled();
  expect(freed).toEqual([]);
  begun.release();
  await settled();
  expect([freed, engines.size]).toEqual([[1], 2]);
});

test('a missing or truncated file makes the build unreadable', async () => {
  serving.serve(offer(1, 'one'));
  expect(await serving.isReadable()).toBe(false);
  writeFileSync(join(folder, 'rows'), 'four');
  expect(await serving.isReadable()).toBe(true);
  writeFileSync(join(folder, 'rows'), 'cut');
  expect(await serving.isReadable()).toBe(false);
});

test('a build of which a thread found a file damaged is not readable; the next one is', async () => {
  writeFileSync(join(folder, 'rows'), 'rows');
  const first = offer(1, 'one');
  serving.serve(first);
  expect(await serving.isReadable()).toBe(true);
  new Uint8Array(first.shared.damaged)[0] = 1;
  expect(await serving.isReadable()).toBe(false);
  serving.serve(offer(2, 'two'));
  expect(await serving.isReadable()).toBe(true);
});

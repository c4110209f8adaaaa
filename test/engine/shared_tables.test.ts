/**
 * A build shares in memory what did not change since the build before: tables whose files are links to the
 * same ones.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {inBuild, indexFiles, type Manifest} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {attachBuild} from '../../engine/attach_build.ts';
import {isDamaged, type LoadedBuild, loadBuild} from '../../engine/open.ts';
import {lengthOf} from '../../engine/rows/json_lines.ts';
import {DamagedFile, type Engine} from '../../engine/types.ts';
import {writeBuild} from '../helpers/build.ts';

const ID = DATASETS['contracts']!.id.column;

let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'shared-'));
  const contracts = Array.from({length: 300}, (_, i) => ({vendor: `Harbour ${i} Works`, value: i}));
  await writeBuild(join(root, 'one'), {rows: {contracts}});
});
afterAll(() => rmSync(root, {recursive: true}));

/** A copy of the build, of whose tables all but these are hard links. */
function linked(name: string, copied: readonly string[]): string {
  const [from, to] = [join(root, 'one'), join(root, name)];
  cpSync(from, to, {recursive: true});
  const {index}: Manifest = JSON.parse(readFileSync(join(from, inBuild.manifest), 'utf8'));
  for (const [table, entry] of Object.entries(index)) {
    if (copied.includes(table)) continue;
    for (const {path} of indexFiles(entry)) {
      rmSync(join(to, path));
      mkdirSync(dirname(join(to, path)), {recursive: true});
      linkSync(join(from, path), join(to, path));
    }
  }
  return to;
}

const memoryOf = ({shared}: LoadedBuild, table: string) => {
  const {bytes, rows} = shared.tables.find(({dataset}) => dataset === table)!;
  return {bytes, rows: rows?.values};
};

const pageOf = (engine: Engine): string => {
  const query = {
    dataset: 'contracts',
    where: [],
    sort: 'date',
    order: 'desc',
    limit: 300,
    offset: 0,
  } as const;
  const page = engine.list(query);
  if (page instanceof Promise) throw new Error('the engine is synchronous');
  return page.items.bytes.toString('utf8', 0, lengthOf(page.items));
};

const openFiles = (): number => readdirSync('/proc/self/fd').length;

test('tables whose files are links are shared, others are read; files stay open for the last build', {
  timeout: 600_000,
}, async () => {
  const before = existsSync('/proc/self/fd') ? openFiles() : null;
  const one = await loadBuild(join(root, 'one'));
  const dir = linked('two', ['awards', 'disclosures']);
  const two = await loadBuild(dir, true, one);
  for (const {dataset} of one.shared.tables) {
    const isRead = dataset === 'awards' || dataset === 'disclosures';
    const [first, second] = [memoryOf(one, dataset), memoryOf(two, dataset)];
    expect([dataset, second.bytes === first.bytes]).toEqual([dataset, !isRead]);
    if (first.rows) expect([dataset, second.rows === first.rows]).toEqual([dataset, !isRead]);
  }
  const contracts = two.shared.tables.find(({dataset}) => dataset === 'contracts')!;
  expect([contracts.path, contracts.rows?.files.rests.path]).toEqual(
    [inBuild.index('contracts'), inBuild.details('contracts')].map((path) => join(dir, path)),
  );
  const [first, second] = [attachBuild(one.shared), attachBuild(two.shared)];
  const expected = pageOf(first);
  expect(pageOf(second)).toBe(expected);
  one.close();
  expect(pageOf(second)).toBe(expected);
  const id = String(JSON.parse(expected.slice(0, expected.indexOf('\n')))[ID]);
  expect(String(second.detail('contracts', id))).toContain(id);
  const three = await loadBuild(dir, true, two);
  two.close();
  expect(pageOf(attachBuild(three.shared))).toBe(expected);
  three.close();
  if (before !== null) expect(openFiles()).toBeLessThanOrEqual(before);
});

test('what was found damaged is told by every build that shares it, and read again for the next one', async () => {
  const one = await loadBuild(join(root, 'one'), false);
  const dir = linked('damaged', []);
  const two = await loadBuild(dir, false, one);
  const path = join(root, 'one', inBuild.items('contracts'));
  const whole = readFileSync(path);
  writeFileSync(path, Buffer.alloc(whole.length, 7));
  const engine = attachBuild(two.shared);
  expect(() => pageOf(engine)).toThrow(DamagedFile);
  expect(() => pageOf(engine)).toThrow(join(dir, inBuild.items('contracts')));
  expect([isDamaged(one.shared), isDamaged(two.shared)]).toEqual([true, true]);
  writeFileSync(path, whole);
  const three = await loadBuild(linked('again', []), false, two);
  expect(isDamaged(three.shared)).toBe(false);
  expect(memoryOf(three, 'contracts').bytes).not.toBe(memoryOf(two, 'contracts').bytes);
  expect(memoryOf(three, 'grants').bytes).toBe(memoryOf(two, 'grants').bytes);
  expect(pageOf(attachBuild(three.shared))).toContain('Harbour 7 Works');
  for (const build of [one, two, three]) build.close();
});

test('a file of the same size and hash that is another one on disk is read', async () => {
  const one = await loadBuild(join(root, 'one'));
  const dir = linked('other', []);
  const path = join(dir, inBuild.details('grants'));
  rmSync(path);
  copyFileSync(join(root, 'one', inBuild.details('grants')), path);
  const two = await loadBuild(dir, true, one);
  expect(memoryOf(two, 'grants').bytes).not.toBe(memoryOf(one, 'grants').bytes);
  two.close();
  one.close();
});

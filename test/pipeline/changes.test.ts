/**
 * The log of changes: what each kind of night adds to it, by which cause, and that a build and all changes
 * since give the newest build.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {inBuild} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {DATASETS} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {comparedColumns} from '../../pipeline/publish/changes/columns.ts';
import {
  type ChangeLine,
  changeLine,
  type HarbourRow,
  harbours,
  idOf,
  type Made,
  type Night,
} from '../helpers/change_line.ts';
import {seededRandom} from '../helpers/seeded_random.ts';

const LOG = inBuild.changes(harbours.name);

let line: ChangeLine;
beforeEach(async () => {
  line = await changeLine();
});
afterEach(() => line.close());

const row = (id: string, more: Partial<HarbourRow> = {}): HarbourRow => ({
  id,
  day: '2026-01-01',
  name: 'North',
  boats: ['Ada'],
  owner: 'k',
  ...more,
});

const made = (rows: HarbourRow[], file: string, code = 'one', slug = 'east'): Made => ({
  slug,
  rows,
  file,
  code,
});
const night = (day: number, sources: Made[], more: Partial<Night> = {}): Night => ({
  sources,
  owners: {k: 'Keel', l: 'Lee'},
  rules: sources[0]?.code ?? 'one',
  at: `2026-10-${String(day).padStart(2, '0')}T06:00:00`,
  ...more,
});

interface Change {
  record_id: string;
  kind: string;
  cause: string;
  build_id: string;
  fields: {field: string; old: string | null}[];
}

/** The log of the newest build, the changes of one build alone where it is given. */
async function logged(build?: number): Promise<[string, string, string, Record<string, string | null>][]> {
  const rows = (await line.rows(LOG)) as unknown as Change[];
  return rows
    .filter(({build_id}) => build === undefined || build_id === idOf(build))
    .map(({record_id, kind, cause, fields}) => [
      record_id,
      kind,
      cause,
      Object.fromEntries(fields.map(({field, old}) => [field, old])),
    ]);
}

const FIRST = [row('a'), row('b'), row('c', {name: null})];

test('the first build is a baseline: all of its records are there, and none is new', async () => {
  const {log, logged: counts} = await line.build(night(1, [made(FIRST, 'f1')]));
  expect(await logged()).toEqual([]);
  expect([log!.number, log!.builds, counts]).toEqual([1, [], []]);
});

test('added, changed and removed records, with the values before', async () => {
  await line.build(night(1, [made(FIRST, 'f1')]));
  const next = [row('a', {name: 'South', boats: ['Ada', 'Bo']}), row('c', {name: 'West'}), row('d')];
  const {logged: counts, log} = await line.build(night(2, [made(next, 'f2')]));
  expect(await logged()).toEqual([
    ['a', 'changed', 'publisher', {name: 'North', boats: '["Ada"]'}],
    ['b', 'removed', 'publisher', {}],
    ['c', 'changed', 'publisher', {name: null}],
    ['d', 'added', 'publisher', {}],
  ]);
  expect(counts!.map(({kind, count}) => `${kind} ${count}`)).toEqual(['added 1', 'changed 2', 'removed 1']);
  expect(log).toMatchObject({number: 2, builds: [{build_id: idOf(1), number: 1}]});
});

test('a record that comes back returned, with the id that it had', async () => {
  await line.build(night(1, [made(FIRST, 'f1')]));
  await line.build(night(2, [made(FIRST.slice(1), 'f2')]));
  await line.build(night(3, [made(FIRST, 'f3')]));
  expect(await logged(2)).toEqual([['a', 'removed', 'publisher', {}]]);
  expect(await logged(3)).toEqual([['a', 'returned', 'publisher', {}]]);
  // Removed and added again after that, it has returned again; one that was never there is new.
  await line.build(night(4, [made(FIRST.slice(1), 'f4')]));
  await line.build(night(5, [made([...FIRST, row('e')], 'f5')]));
  expect(await logged(5)).toEqual([
    ['a', 'returned', 'publisher', {}],
    ['e', 'added', 'publisher', {}],
  ]);
});

test('other code over the same bytes causes all changes, also of what other tables give', async () => {
  await line.build(night(1, [made(FIRST, 'f1')]));
  const next = [row('a', {name: 'NORTH'}), row('c', {name: null}), row('d')];
  await line.build(night(2, [made(next, 'f1', 'two')], {owners: {k: 'KEEL'}}));
  expect(await logged()).toEqual([
    ['a', 'changed', 'pipeline', {name: 'North', owner_name: 'Keel'}],
    ['b', 'removed', 'pipeline', {}],
    ['c', 'changed', 'pipeline', {owner_name: 'Keel'}],
    ['d', 'added', 'pipeline', {}],
  ]);
});

test('where files and code changed nobody can tell; of a source whose files did not it was the code', async () => {
  const west = [row('w')];
  await line.build(night(1, [made(FIRST, 'f1'), made(west, 'w1', 'one', 'west')]));
  const next = [row('a', {name: 'South'}), ...FIRST.slice(1)];
  const sources = [made(next, 'f2', 'two'), made([row('w', {name: 'Mole'})], 'w1', 'two', 'west')];
  await line.build(night(2, sources));
  expect(await logged()).toEqual([
    ['a', 'changed', 'unknown', {name: 'North'}],
    ['w', 'changed', 'pipeline', {name: 'North'}],
  ]);
});

test('what the day alone changed has the pipeline as its cause, whatever the files have of other records', async () => {
  const due = row('a', {day: '2026-10-02'});
  await line.build(night(1, [made([due, row('b')], 'f1')]));
  await line.build(night(3, [made([due, row('b', {name: 'South'})], 'f2')]));
  expect(await logged()).toEqual([
    ['a', 'changed', 'pipeline', {open: 'true'}],
    ['b', 'changed', 'publisher', {name: 'North'}],
  ]);
});

test('columns that repeat the place for maps are not compared, the place itself is', () => {
  const names = (dataset: string) => comparedColumns(DATASETS[dataset]!).map(({name}) => name);
  for (const dataset of ['permits', 'zoning']) {
    expect(names(dataset)).toContain('geometry');
    for (const name of ['geometry_wkb', 'bbox']) expect(names(dataset)).not.toContain(name);
  }
});

test('a source that failed keeps its part, and changes nothing', async () => {
  const west = made([row('w')], 'w1', 'one', 'west');
  await line.build(night(1, [made(FIRST, 'f1'), west]));
  await line.build(night(2, [made(FIRST.slice(1), 'f2'), west]));
  expect(await logged()).toEqual([['a', 'removed', 'publisher', {}]]);
  // Without any change the file of the build before is taken over.
  const sum = await hashFile(join(line.latest!.folder, LOG));
  await line.build(night(3, [made(FIRST.slice(1), 'f2'), west]));
  expect(await hashFile(join(line.latest!.folder, LOG))).toBe(sum);
});

test('a value that another table gives changes with that table, in records whose source did not', async () => {
  await line.build(night(1, [made(FIRST, 'f1'), made([row('w', {owner: 'l'})], 'w1', 'one', 'west')]));
  await line.build(
    night(2, [made([...FIRST], 'f1'), made([row('w', {owner: 'l', name: 'Mole'})], 'w2', 'one', 'west')], {
      owners: {k: 'Keel & Co', l: 'Lee'},
    }),
  );
  expect(await logged()).toEqual([
    ...['a', 'b', 'c'].map((id) => [id, 'changed', 'publisher', {owner_name: 'Keel'}]),
    ['w', 'changed', 'publisher', {name: 'North'}],
  ]);
});

test('a source that is declared no more leaves by the pipeline; generated and real rows are never compared', async () => {
  await line.build(night(1, [made(FIRST, 'f1'), made([row('w')], 'w1', 'one', 'west')]));
  await line.build(night(2, [made(FIRST, 'f1')]));
  expect(await logged()).toEqual([['w', 'removed', 'pipeline', {}]]);
  const {log} = await line.build(night(3, [made([], 'f2')], {synthetic: true}));
  expect(await logged()).toEqual([]);
  expect([log!.number, log!.builds]).toEqual([1, []]);
  // Also where only one of several sources turns from generated rows to real ones.
  const real = {...made([row('a')], 'f3'), synthetic: true};
  const {log: next} = await line.build(night(4, [real], {synthetic: true}));
  expect([await logged(), next!.number]).toEqual([[], 1]);
});

test('changes are kept for the days that are set, and so is the line of builds', async () => {
  await line.build(night(1, [made(FIRST, 'f1')]));
  await line.build(night(2, [made(FIRST.slice(1), 'f2')], {days: 5}));
  await line.build(night(6, [made(FIRST.slice(2), 'f3')], {days: 5}));
  expect((await logged()).map(([id]) => id)).toEqual(['b', 'a']);
  const {log} = await line.build(night(8, [made(FIRST.slice(2), 'f3')], {days: 5}));
  expect((await logged()).map(([id]) => id)).toEqual(['b']);
  expect(log!.builds.map(({number}) => number)).toEqual([3]);
});

test('a build that was taken back is no part of the line', async () => {
  await line.build(night(1, [made(FIRST, 'f1')]));
  const first = line.latest!;
  await line.build(night(2, [made(FIRST.slice(1), 'f2')]));
  line.rollBack(first);
  const {log} = await line.build(night(3, [made(FIRST.slice(2), 'f3')]));
  expect(log!.builds.map(({build_id}) => build_id)).toEqual([idOf(1)]);
  expect(await logged()).toEqual([
    ['a', 'removed', 'publisher', {}],
    ['b', 'removed', 'publisher', {}],
  ]);
});

test('a dataset with other columns logs what says something else, and begins a new line of exports', async () => {
  const {log: first} = await line.build(night(1, [made(FIRST, 'f1')]));
  expect(first!.datasets['harbours']!.since).toBe(1);
  const {owner_name: _, ...columns} = harbours.columns;
  const whole = harbours.columns;
  Object.assign(harbours, {columns});
  try {
    const {log} = await line.build(
      night(2, [made([row('a', {name: 'South'}), ...FIRST.slice(1)], 'f2', 'two')]),
    );
    expect(log!.datasets['harbours']!.since).toBe(2);
    expect(await logged()).toEqual([['a', 'changed', 'unknown', {name: 'North'}]]);
  } finally {
    Object.assign(harbours, {columns: whole});
  }
});

test('a column that is shown elsewhere begins a new line of exports', async () => {
  await line.build(night(1, [made(FIRST, 'f1')]));
  const {columns} = harbours;
  Object.assign(harbours, {columns: {...columns, owner: {...columns['owner'], visibility: 'detail'}}});
  try {
    const {log} = await line.build(night(2, [made(FIRST, 'f1')]));
    expect([log!.datasets['harbours']!.since, await logged()]).toEqual([2, []]);
  } finally {
    Object.assign(harbours, {columns});
  }
});

test('a damaged log is refused by name, and the same builds give the same bytes', async () => {
  const nights = [night(1, [made(FIRST, 'f1')]), night(2, [made([row('d'), ...FIRST.slice(1)], 'f2')])];
  const sums: string[] = [];
  for (const one of nights) await line.build(one);
  sums.push(await hashFile(join(line.latest!.folder, LOG)));
  const damaged = join(line.latest!.folder, LOG);
  await writeFile(damaged, 'PAR1');
  await expect(line.build(night(3, [made(FIRST, 'f3')]))).rejects.toThrow(
    /changes\/harbours\.parquet .* damaged/,
  );
  line.close();
  line = await changeLine();
  for (const one of nights) await line.build(one);
  expect(await hashFile(join(line.latest!.folder, LOG))).toBe(sums[0]);
});

test('where the export of the build before is damaged, exports of changes begin anew', async () => {
  await line.build(night(1, [made(FIRST, 'f1')]));
  await writeFile(join(line.latest!.folder, inBuild.whole(harbours.name)), 'PAR1');
  const {log} = await line.build(night(2, [made(FIRST.slice(1), 'f2')]));
  expect([await logged(), log!.datasets['harbours']!.since]).toEqual([[], 2]);
});

test('so they do where a ledger is not the one that its manifest states', async () => {
  await line.build(night(1, [made(FIRST, 'f1')]));
  const ledger = line.latest!.manifest.others!.find(({path}) => path === inBuild.loads('east'))!;
  Object.assign(ledger, {sha256: 'another'});
  const {log} = await line.build(night(2, [made(FIRST.slice(1), 'f2')]));
  expect([await logged(), log!.datasets['harbours']!.since]).toEqual([[], 2]);
});

/** Rows of the exported file of the newest build, in its order. */
const exported = (): Promise<Record<string, Json>[]> => line.rows(inBuild.whole(harbours.name));

/** The order of the dataset. */
function inOrder(a: Record<string, Json>, b: Record<string, Json>): number {
  const [x, y] = [String(a['day'] ?? ''), String(b['day'] ?? '')];
  if (x !== y) return x < y ? 1 : -1;
  return String(a['id']) < String(b['id']) ? -1 : 1;
}

test('the first build with the changes of fifty nights is the last one, row by row', async () => {
  const random = seededRandom(7);
  const some = (n: number) => Math.floor(random() * n);
  const rows = new Map<string, HarbourRow>();
  const owners: Record<string, string> = {k: 'Keel', l: 'Lee'};
  let files = 0;
  const step = (): void => {
    files += 1;
    for (let i = some(4); i > 0; i--) {
      const id = `r${some(12)}`;
      if (some(3) === 0) rows.delete(id);
      else
        rows.set(
          id,
          row(id, {
            name: ['North', 'South', null][some(3)]!,
            day: [null, '2026-01-01', '2026-02-02'][some(3)]!,
            owner: ['k', 'l', null][some(3)]!,
          }),
        );
    }
    if (some(5) === 0) owners[['k', 'l'][some(2)]!] = `Owner ${some(3)}`;
  };
  const at = (n: number): string => new Date(Date.UTC(2026, 7, 1 + n, 6)).toISOString().slice(0, 19);
  const build = (n: number) =>
    line.build(night(1, [made([...rows.values()], `f${files}`)], {at: at(n), owners: {...owners}}));
  step();
  await build(0);
  let copy = new Map((await exported()).map((one) => [String(one['id']), one]));
  for (let n = 1; n <= 50; n++) {
    step();
    await build(n);
    const now = new Map((await exported()).map((one) => [String(one['id']), one]));
    const touched = ((await line.rows(LOG)) as unknown as Change[]).filter(
      ({build_id}) => build_id === line.latest!.manifest.build_id,
    );
    copy = new Map(copy);
    for (const {record_id, kind} of touched) {
      // A removal that the next build does not confirm would show here, and an addition that it does not have.
      expect(now.has(record_id)).toBe(kind !== 'removed');
      if (kind === 'removed') copy.delete(record_id);
      else copy.set(record_id, now.get(record_id)!);
    }
    expect([...copy.values()].sort(inOrder)).toEqual(await exported());
  }
  // The whole log says the same as the nights one by one.
  const all = (await line.rows(LOG)) as unknown as Change[];
  expect(line.latest!.manifest.log!.builds).toHaveLength(50);
  const last = new Map(all.toReversed().map((one) => [one.record_id, one.kind]));
  for (const [id, kind] of last) expect(copy.has(id)).toBe(kind !== 'removed');
}, 60_000);

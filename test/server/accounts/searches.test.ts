/** What two changes of a record are together, which of them are told, when messages leave, and what is compared once. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {type Database, openDatabase} from '../../../server/accounts/database.ts';
import {dueTimes} from '../../../server/accounts/search_changes.ts';
import {accountTables} from '../../../server/accounts/tables.ts';
import {changedRecords, type Happened, joinedChanges} from '../../../server/alerts/changed_records.ts';
import {matchSearches} from '../../../server/alerts/match.ts';
import {scanEngine} from '../../helpers/engine.ts';

const AT = new Date('2026-11-24T12:00:00Z');

const buildOf = (number: number) => ({
  build_id: `b${number}`,
  built_at: `2026-11-2${number}T06:00:00`,
  number,
});

test('changes of several builds are one', () => {
  const all: [Happened, Happened, Happened | null][] = [
    ['added', 'changed', 'added'],
    ['added', 'removed', null],
    ['changed', 'changed', 'changed'],
    ['changed', 'removed', 'removed'],
    ['removed', 'returned', 'changed'],
    ['returned', 'removed', null],
    ['returned', 'changed', 'returned'],
  ];
  for (const [first, then, both] of all) expect(joinedChanges(first, then), `${first} ${then}`).toBe(both);
});

test('what the pipeline changed is not told; of unknown causes what came or went', () => {
  const row = (record_id: string, kind: string, cause: string, build_number = 2) => ({
    change_id: `${record_id}/${build_number}`,
    dataset: 'permits',
    record_id,
    kind,
    cause,
    source: 'toronto_permits',
    changed_at: `2026-11-2${build_number}T06:00:00`,
    build_id: `b${build_number}`,
    build_number,
    fields: [],
  });
  const rows = [
    row('a', 'added', 'publisher'),
    row('b', 'added', 'pipeline'),
    row('c', 'changed', 'pipeline'),
    row('d', 'changed', 'unknown'),
    row('e', 'added', 'unknown'),
    row('f', 'removed', 'unknown'),
    row('g', 'changed', 'publisher', 1),
  ];
  const log = {number: 2, builds: [buildOf(1)], build: buildOf(2), datasets: {}};
  const engine = scanEngine({changes: rows}, {build_id: 'b2', log} as never);
  expect(Object.fromEntries(changedRecords(engine, 'permits', 'b1'))).toEqual({
    a: 'added',
    e: 'added',
    f: 'removed',
  });
});

test('daily messages leave at the next hour of the day, weekly ones on the next Monday', () => {
  const at = (text: string) => Object.values(dueTimes(new Date(text))).map((one) => one.toISOString());
  expect(at('2026-11-30T10:59:59Z')).toEqual([
    '2026-11-30T10:59:59.000Z',
    '2026-11-30T11:00:00.000Z',
    '2026-11-30T11:00:00.000Z',
  ]);
  expect(at('2026-11-30T11:00:00Z').slice(1)).toEqual([
    '2026-12-01T11:00:00.000Z',
    '2026-12-07T11:00:00.000Z',
  ]);
});

/** A store with one account. */
function storeOf() {
  const folder = mkdtempSync(join(tmpdir(), 'searches-'));
  const database = openDatabase(join(folder, 'accounts.db'));
  const tables = accountTables({database});
  const {id: account} = tables.accounts.add('a@example.org', 'free', AT);
  const add = (build: string, list = '/permits') =>
    tables.searches.add(
      {
        account,
        name: list,
        list,
        language: 'en',
        cadence: 'build',
        channel: 'mail',
        address: null,
        secret: null,
        token: null,
        build,
      },
      null,
      AT,
    )!;
  onTestFinished(() => {
    database.close();
    rmSync(folder, {recursive: true});
  });
  return {database, account, tables, add};
}

/** Compares by an instance whose newest build is this one. */
const matchBy = (database: Database, number: number, at: Date) => {
  const builds = Array.from({length: number}, (_, i) => buildOf(i + 1));
  const log = {number, builds: builds.slice(0, -1), build: builds.at(-1)!, datasets: {}};
  return matchSearches({
    database,
    engine: scanEngine({permits: [], changes: []}, {build_id: `b${number}`, log} as never),
    earlier: () => null,
    owner: `instance of ${number}`,
    now: () => at.getTime(),
    log: {isLevelEnabled: () => false, debug() {}, info() {}, error() {}},
    goesOn: () => true,
  });
};

test('an instance that has not loaded a build yet does not take searches back to the one before', async () => {
  const {database, tables, add} = storeOf();
  const search = add('b1');
  const build = () => tables.searches.byId(search.id)!.build;
  await matchBy(database, 2, AT);
  expect(build()).toBe('b2');
  await matchBy(database, 1, new Date(AT.getTime() + 120_000));
  expect(build()).toBe('b2');
  // Nobody has had the newer one for long: it was taken back.
  await matchBy(database, 1, new Date(AT.getTime() + 3_600_000));
  expect(build()).toBe('b1');
});

test('a search of a list that others follow begins with them, so that no change counts twice', () => {
  const {tables, add, account} = storeOf();
  const [one, other] = [add('b1'), add('b2')];
  expect(other.build).toBe('b1');
  expect(add('b2', '/contracts').build).toBe('b2');
  tables.searches.pause(one.id, account);
  tables.searches.pause(other.id, account);
  tables.searches.resume(one.id, account, 'b3');
  tables.searches.resume(other.id, account, 'b4');
  expect([one, other].map(({id}) => tables.searches.byId(id)!.build)).toEqual(['b3', 'b3']);
});

test('changes are not stored of a list that somebody else compared meanwhile', () => {
  const {tables, add} = storeOf();
  add('b1');
  const group = {list: '/permits', build: 'b1', searches: 1};
  const changes = {
    list: '/permits',
    since: 'b1',
    build: 'b3',
    built_at: '2026-11-23T06:00:00',
    counts: {added: 1},
    records: [['added', 'a']],
  } as const;
  tables.searchChanges.store([{group, changes: null}], 'b2', AT);
  tables.searchChanges.store([{group, changes}], 'b3', AT);
  expect(tables.searchChanges.newest('/permits')).toBeNull();
});

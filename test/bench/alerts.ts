/**
 * How long 100,000 saved searches take against a build in which some thousand records changed: lists as people
 * make them, of the values of real records, most of them different.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {changes as CHANGES} from '../../datasets/derived/changes.ts';
import {datasetOrEntity, idColumn} from '../../datasets/index.ts';
import {openBuild} from '../../engine/open.ts';
import {linesOf, rowsOf} from '../../engine/rows/json_lines.ts';
import type {Engine, ListQuery, Page, Row} from '../../engine/types.ts';
import {openDatabase} from '../../server/accounts/database.ts';
import {accountTables} from '../../server/accounts/tables.ts';
import {followed} from '../../server/alerts/followed.ts';
import {matchSearches} from '../../server/alerts/match.ts';
import {LISTS} from '../../server/api/routes/index.ts';
import {withQuery} from '../../server/site/paths.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {say} from './say.ts';

/** Datasets that people follow, with how many of a hundred searches are of each. */
const SHARES = {
  permits: 45,
  contracts: 22,
  grants: 10,
  tenders: 9,
  lobbying_communications: 8,
  awards: 6,
} as const;

/** Records of a dataset that are read: what changed and what people look for is among them. */
const READ = 4000;

/** Of every three searches one is the same as another's. */
const POPULAR = 300;

/** Saved searches of one account. */
const OF_ACCOUNT = 20;

type Random = () => number;

const pick = <T>(all: readonly T[], random: Random): T => all[Math.floor(random() * all.length)]!;

/** Some records of a dataset, from all of its list. */
function sample(engine: Engine, dataset: string, random: Random): Row[] {
  const {sort} = datasetOrEntity(dataset);
  const query = {
    dataset,
    where: [],
    sort: sort.default,
    order: 'desc',
    limit: 100,
    details: true,
    points: dataset === 'permits',
  } as const;
  const all = engine.list({...query, offset: 0, limit: 1}).total;
  return Array.from({length: READ / 100}, () =>
    rowsOf(engine.list({...query, offset: Math.floor(random() * Math.max(1, all - 100))}).items),
  ).flat();
}

/** A filter with what a record has, as a form or a link would give it; null where the record has nothing. */
function filterOf(dataset: string, name: string, row: Row, random: Random): [string, string] | null {
  const {type, columns = [], op, values} = LISTS.get(dataset)!.parameters[name]!;
  const value = row[columns[0] ?? ''];
  const text = Array.isArray(value) ? value.find((one) => typeof one === 'string') : value;
  if (text === null || text === undefined || typeof text === 'object' || text === '') return null;
  if (op === 'terms' || op === 'partial') {
    const words = String(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 3);
    return words.length === 0 ? null : [name, pick(words, random)];
  }
  if (values && !values.includes(String(text))) return null;
  if (type === 'date' || type === 'time') return [name, String(text).slice(0, 10)];
  return [name, String(text)];
}

/** A list as somebody follows it: one to three filters, or a circle. */
function listOf(dataset: string, rows: readonly Row[], random: Random): string {
  const route = LISTS.get(dataset)!;
  const row = pick(rows, random);
  const names = Object.keys(route.parameters).filter((name) => route.parameters[name]!.op !== 'geo');
  const filters = new Map<string, string>();
  const wanted = 1 + Math.floor(random() * 3);
  for (let tries = 0; tries < 12 && filters.size < wanted; tries++) {
    const filter = filterOf(dataset, pick(names, random), row, random);
    if (filter && filter[1].length < 200) filters.set(...filter);
  }
  const {lat, lng} = row;
  if (typeof lat === 'number' && typeof lng === 'number' && random() < 0.3) {
    filters.set('lat', lat.toFixed(4));
    filters.set('lng', lng.toFixed(4));
    filters.set('radius_km', pick(['0.5', '1', '2', '5'], random));
  }
  return withQuery(route.path, [...filters]);
}

const BUILD = {build_id: 'f'.repeat(16), built_at: '2026-01-01T06:00:00', number: 1};

/** The engine as if some of its records had changed since another build, which had all of them. */
function withChanges(engine: Engine, rows: readonly Row[]): Engine {
  const now = {build_id: engine.info.build_id, built_at: '2026-01-02T06:00:00', number: 2};
  const log = {builds: [BUILD], build: now, datasets: {}};
  const list = (query: ListQuery): Page => {
    if (query.dataset !== CHANGES.name) return engine.list(query);
    const dataset = query.where.find(({columns}) => columns[0] === 'dataset')!.value as readonly string[];
    const items = rows.filter((row) => dataset.includes(String(row['dataset'])));
    const from = query.after ? Number(query.after.id) : 0;
    const page = items.slice(from, from + query.limit);
    return {total: items.length, items: linesOf(page), last: {key: '', id: String(from + page.length)}};
  };
  return {...engine, info: {...engine.info, log}, list};
}

const KINDS = ['added', 'added', 'changed', 'removed'] as const;

/** Returns how many searches were compared. */
export async function measureAlerts({
  current,
  searches: count,
  changed,
  seed,
}: {
  current: string;
  searches: number;
  changed: number;
  seed: number;
}): Promise<number> {
  const random = seededRandom(seed);
  const build = await openBuild(current);
  const datasets = Object.keys(SHARES).filter((name) => build.info.records[name]) as (keyof typeof SHARES)[];
  const rows = new Map(datasets.map((name) => [name, sample(build, name, random)]));
  const other = new Map(datasets.map((name) => [name, sample(build, name, random)]));
  const weighted = datasets.flatMap((name) => Array<typeof name>(SHARES[name]).fill(name));
  const changes = Array.from({length: changed}, (_, i): Row => {
    const dataset = pick(weighted, random);
    const record_id = String(pick(other.get(dataset)!, random)[idColumn(datasetOrEntity(dataset))]);
    return {dataset, record_id, kind: KINDS[i % KINDS.length]!, cause: 'publisher'};
  });
  const engine = withChanges(build, changes);
  const folder = mkdtempSync(join(tmpdir(), 'bench-alerts-'));
  const database = openDatabase(join(folder, 'accounts.db'));
  const {accounts, searches} = accountTables({database});
  const now = new Date();
  const fresh = (): string => {
    const dataset = pick(weighted, random);
    for (;;) {
      try {
        return followed(listOf(dataset, rows.get(dataset)!, random)).list;
      } catch {
        // A value that no filter takes, such as one that is too long.
      }
    }
  };
  const popular = Array.from({length: POPULAR}, fresh);
  database.transaction(() => {
    let account = 0;
    for (let i = 0; i < count; i++) {
      if (i % OF_ACCOUNT === 0) account = accounts.add(`reader-${i}@example.org`, 'pro', now).id;
      const list = i % 3 === 0 ? pick(popular, random) : fresh();
      const more = {
        language: 'en',
        cadence: 'day',
        channel: 'mail',
        address: null,
        secret: null,
        token: null,
      } as const;
      searches.add({account, name: 'n', list, ...more, build: BUILD.build_id}, null, now);
    }
  });
  const started = performance.now();
  const cpu = process.cpuUsage();
  const matched = await matchSearches({
    database,
    engine,
    earlier: (id) => (id === BUILD.build_id ? build : null),
    owner: 'bench',
    now: () => Date.now(),
    log: {isLevelEnabled: () => false, debug() {}, info() {}, error() {}},
    goesOn: () => true,
  });
  const {user, system} = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  say(
    `alerts: ${matched!.searches} saved searches of ${matched!.lists} lists against ${new Set(changes.map((row) => row['record_id'])).size} changed records in ${seconds.toFixed(2)} s (${((user + system) / 1e6).toFixed(2)} s of processor); ${matched!.changed} lists changed; SEED=${seed}`,
  );
  database.close();
  rmSync(folder, {recursive: true});
  await build.close();
  return matched!.searches;
}

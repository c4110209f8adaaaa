/** The index against the scan and the reference: random queries of every kind over the synthetic corpus. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {DATASETS, datasetOrEntity, idColumn} from '../../datasets/index.ts';
import {indexedTables, isDerived} from '../../engine/file/table_layout.ts';
import {attachBuild, loadBuild, openBuild} from '../../engine/open.ts';
import {rowsOf} from '../../engine/rows/json_lines.ts';
import {type AmongRecords, type Condition, type Engine, TooExpensive} from '../../engine/types.ts';
import {EXPORTS} from '../../server/api/routes/index.ts';
import type {Parameters} from '../../server/api/routes/types.ts';
import {type AnyQuery, answerText} from '../helpers/answer_text.ts';
import {kindsOf} from '../helpers/condition_arbitraries.ts';
import {againstReference, againstScan, runs} from '../helpers/engine_agreement.ts';
import fc from '../helpers/fast_check.ts';
import {ALL_KINDS, anyQuery} from '../helpers/query_arbitraries.ts';
import {type ScanOracle, scanOracle} from '../helpers/scan_answers.ts';
import {scanTables} from '../helpers/scan_rows.ts';
import {seed} from '../helpers/seed.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {sharedData} from '../helpers/stack.ts';
import {openReference, type Reference} from './open.ts';

let index: Engine;
let reference: Reference;
let scan: ScanOracle;
beforeAll(async () => {
  const {current} = dataPaths(await sharedData());
  scan = scanOracle(await scanTables(current));
  index = await openBuild(current);
  reference = await openReference(current, {memory_mb: 512, threads: 1});
}, 600_000);
afterAll(async () => {
  await index?.close();
  await reference?.close();
});

// With those over odd rows and near points 10,000 questions of a scan and 390 of the reference.
const QUESTIONS = 6000;
const JUDGED = 200;

test(
  `${runs(QUESTIONS)} questions as a scan answers them (SEED=${seed})`,
  {
    timeout: 600_000 + 20 * runs(QUESTIONS),
  },
  () => againstScan(index, scan, QUESTIONS),
);

test(
  `${runs(JUDGED)} questions as the reference answers them (SEED=${seed})`,
  {
    timeout: 600_000 + 500 * runs(JUDGED),
  },
  () => againstReference(index, scan, reference, JUDGED),
);

test(`records match among a few as in the whole list (SEED=${seed})`, {timeout: 600_000}, () => {
  const random = seededRandom(seed);
  const asked = new Map<string, {ids: string[]; among: AmongRecords}>();
  /** Some records of a dataset, and ids of none: asked about again and again. */
  const fewOf = (dataset: string) => {
    const declaration = datasetOrEntity(dataset);
    const [sort, id] = [declaration.sort.default, idColumn(declaration)];
    const page = {dataset, where: [], sort, order: 'desc', limit: 200, details: true} as const;
    const all = [0, 200, 400].flatMap((offset) => rowsOf(index.list({...page, offset}).items));
    const ids = all.filter(() => random() < 0.4).map((row) => String(row[id]));
    const few = [...new Set([...ids, 'none'])];
    return {ids: few, among: index.among(dataset, few)};
  };
  const property = fc.property(anyQuery(scan, ['list']), (one) => {
    if (one.kind !== 'list') return;
    const {dataset, where, near} = one.query;
    const {ids, among} = asked.get(dataset) ?? fewOf(dataset);
    asked.set(dataset, {ids, among});
    const declaration = datasetOrEntity(dataset);
    const [sort, id] = [declaration.sort.default, idColumn(declaration)];
    const known: Condition = {op: 'in', columns: [id], value: ids};
    const query = {dataset, where: [...where, known], near, sort, order: 'desc', limit: 300} as const;
    const listed = rowsOf(index.list({...query, offset: 0, details: true}).items).map((row) => row[id]);
    const bits = among.matching(where, near);
    const found = Array.from(among.order())
      .filter((place) => (bits[place >>> 5]! >>> (place & 31)) & 1)
      .map((place) => ids[place]);
    // Others have orders of their own.
    expect(sort === 'date' ? found : found.toSorted()).toEqual(sort === 'date' ? listed : listed.toSorted());
  });
  fc.assert(property, {numRuns: runs(2000)});
});

test(`a query that runs out of time leaves nothing behind (SEED=${seed})`, {timeout: 600_000}, async () => {
  const {shared, close} = await loadBuild(dataPaths(await sharedData()).current);
  const engines = [0, 0.01, 0.05, 0.2].map((queryMs) => attachBuild(shared, {queryMs}));
  const refused = engines.map(() => 0);
  const property = fc.property(anyQuery(scan, ALL_KINDS), (query) => {
    const expected = scan.answerText(query);
    for (const [i, engine] of engines.entries()) {
      try {
        expect(engine.within(() => answerText(engine, query))).toBe(expected);
      } catch (error) {
        if (!(error instanceof TooExpensive)) throw error;
        refused[i]!++;
      }
      expect(answerText(engine, query)).toBe(expected);
    }
  });
  fc.assert(property, {numRuns: runs(100), includeErrorInReport: true});
  close();
  expect(refused[0]).toBeGreaterThan(runs(100) / 3);
});

test('words that a mistyped one may mean are those that the reference finds', {
  timeout: 300_000 + 200 * runs(50),
}, async () => {
  const labels = [...scan.tables.values()].flatMap(({rows}) =>
    rows.slice(0, 40).flatMap(({hit}) => (hit ? hit.folded.split(' ') : [])),
  );
  const words = [...new Set(labels)].filter(({length}) => length > 2);
  const random = seededRandom(seed);
  let found = 0;
  for (let i = 0; i < runs(50); i++) {
    const text = mistyped(words[Math.floor(random() * words.length)]!, random);
    const query = {text, limit: 1 + (i % 10)};
    const expected = await reference.nearWords(query);
    expect(await index.nearWords(query), JSON.stringify(query)).toEqual(expected);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(0);
});

/** A word with up to three letters left out, put in, exchanged or swapped. */
function mistyped(word: string, random: () => number): string {
  let letters = [...word];
  for (let i = Math.floor(random() * 4); i > 0; i--) {
    const at = Math.floor(random() * letters.length);
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)];
    const forms = [
      [...before, ...after],
      [...before, 'e', letters[at] ?? '', ...after],
      [...before, 'x', ...after],
      [...before, after[0] ?? '', letters[at] ?? '', ...after.slice(1)],
    ];
    letters = forms[Math.floor(random() * forms.length)]!;
  }
  return letters.join('') || 'x';
}

/** What questions are made of, by name; those above must meet each of them. */
const INGREDIENTS: Record<string, (one: AnyQuery) => boolean> = {
  ids: (one) =>
    whereOf(one).some(
      ({op, columns}) => op === 'in' && columns[0] === idColumn(datasetOrEntity(datasetOf(one))),
    ),
  organizations: (one) => datasetOf(one) === 'organizations',
  q: (one) => one.kind === 'list' && whereOf(one).some(({op}) => op === 'terms'),
  numbers: (one) => whereOf(one).some(({op, columns}) => op !== 'terms' && columns[0] === 'permit_number'),
  'numbers in q': (one) =>
    whereOf(one).some(
      ({op, columns, value}) =>
        op === 'terms' && columns.includes('permit_number') && /\d/.test(String(value)),
    ),
  'wider search': (one) => one.kind === 'search' && one.query.wider === true,
  'bills of a number': (one) => one.kind === 'search' && one.query.bill !== undefined,
  alternatives: (one) => whereOf(one).some(({or}) => or !== undefined),
  facets: ({kind}) => kind === 'facets',
  values: ({kind}) => kind === 'values',
  tiles: ({kind}) => kind === 'tile',
  boxes: ({kind}) => kind === 'box',
  zones: ({kind}) => kind === 'zone',
  points: (one) => one.kind === 'list' && one.query.points === true,
  'conditions apart': (one) => one.kind === 'list' && one.query.apart === true && whereOf(one).length > 1,
  suggestions: (one) => one.kind === 'search' && one.query.prefix === true,
  'two groups': (one) => one.kind === 'stats' && one.query.then_by !== undefined,
  month: (one) => one.kind === 'stats' && one.query.group_by === 'month',
  quarter: (one) => one.kind === 'stats' && one.query.group_by === 'quarter',
  bucket: (one) => one.kind === 'stats' && [one.query.group_by, one.query.then_by].includes('bucket'),
  median: (one) => one.kind === 'stats' && one.query.median === true,
  'groups by count': (one) => one.kind === 'stats' && one.query.sort === 'count',
  'groups from the smallest': (one) => one.kind === 'stats' && one.query.order === 'asc',
  'updated after': (one) =>
    whereOf(one).some(({op, columns}) => op === 'gte' && columns[0] === 'last_updated'),
};

const whereOf = (one: AnyQuery): readonly Condition[] =>
  'query' in one && 'where' in one.query ? (one.query.where ?? []) : [];
const datasetOf = (one: AnyQuery): string => {
  if ('dataset' in one) return one.dataset;
  return 'query' in one && 'dataset' in one.query ? one.query.dataset : '';
};

/** Of each kind so many at least among those that the reference answers. */
const OF_EACH = 2;

test('random questions use every kind of condition and count', () => {
  const questions = fc.sample(anyQuery(scan), 1500);
  const unused = Object.keys(INGREDIENTS).filter((name) => !questions.some(INGREDIENTS[name]!));
  expect(unused).toEqual([]);
  const judged = questions.slice(0, JUDGED);
  const rare = ALL_KINDS.filter((kind) => judged.filter((one) => one.kind === kind).length < OF_EACH);
  expect(rare).toEqual([]);
});

/** Filters by key as `dataset filter`, each with its column. */
const KEY_FILTERS = EXPORTS.flatMap(({list}) =>
  Object.entries((list?.parameters ?? {}) as Parameters).flatMap(([name, {key, columns}]) =>
    key && list ? [{name: `${list.dataset} ${name}`, dataset: list.dataset, column: columns?.[0]}] : [],
  ),
);
const GROUPS = Object.values(DATASETS).flatMap(({name, stats}) =>
  Object.keys(stats?.groups ?? {}).map((group_by) => ({
    name: `${name} by ${group_by}`,
    dataset: name,
    group_by,
  })),
);

test('random questions use every filter by key and every group', () => {
  const questions = fc.sample(anyQuery(scan), QUESTIONS);
  const isFiltered = (one: AnyQuery, dataset: string, column: string | undefined) =>
    datasetOf(one) === dataset && whereOf(one).some(({op, columns}) => op === 'in' && columns[0] === column);
  const unused = [
    ...KEY_FILTERS.filter(({dataset, column}) => !questions.some((one) => isFiltered(one, dataset, column))),
    ...GROUPS.filter(
      ({dataset, group_by}) =>
        !questions.some(
          (one) => one.kind === 'stats' && one.query.dataset === dataset && one.query.group_by === group_by,
        ),
    ),
  ];
  expect(unused).toEqual([]);
  expect([KEY_FILTERS.length, GROUPS.length].every((count) => count > 20)).toBe(true);
});

test('every indexed table has rows, but for the log of changes of a first build', () => {
  const tables = indexedTables().filter(({name}) => name !== 'changes');
  const rows = tables.map(({name}): [string, number] => [name, scan.tables.get(name)!.rows.length]);
  expect(rows.filter(([, count]) => count < 3)).toEqual([]);
});

test('every declared filter alone agrees with the scan, for the values of the first rows', () => {
  for (const {declaration, rows} of scan.tables.values()) {
    for (const {op, columns} of kindsOf(declaration)) {
      for (const row of rows.slice(0, 40)) {
        const column = columns[0]!;
        const ranged = op === 'gte' || op === 'lte';
        const first = (ranged ? undefined : row.folded[column]?.[0]) ?? row.written[column];
        if (!first) continue;
        const text = declaration.columns[column]!.type === 'timestamp' ? first.replace(' ', 'T') : first;
        const value = op === 'in' ? row.texts[column]! : op === 'flag' ? text === 'true' : text;
        const where = [{op, columns, value}];
        const sort = declaration.sort.default;
        const query = {dataset: declaration.name, where, sort, order: 'asc', limit: 5, offset: 0} as const;
        expect(answerText(index, {kind: 'list', query})).toBe(scan.answerText({kind: 'list', query}));
      }
    }
  }
});

test('every row is found by its id, every entity by each of its names', () => {
  for (const {declaration, rows, names} of scan.tables.values()) {
    if (!isDerived(declaration)) {
      for (const {id} of rows) {
        const query = {kind: 'detail', dataset: declaration.name, id} as const;
        expect(answerText(index, query)).toBe(scan.answerText(query));
      }
    } else if (declaration.names !== null) {
      for (const name of new Set(names.flatMap((one) => [one.name, one.entity]))) {
        const request = {kind: 'profile', entity: declaration.name, name} as const;
        expect(answerText(index, request)).toBe(scan.answerText(request));
      }
    }
  }
});

/** Attaches one thread to a build in shared memory. */
import {isChecked, type SharedFile} from './file/checked_file.ts';
import {checkWhole, openFile, type SourceOf} from './file/open_file.ts';
import type {TableMetadata} from './file/section_names.ts';
import type {IndexFile} from './file/sections.ts';
import {Accumulators} from './query/aggregate.ts';
import {Among} from './query/among.ts';
import {bounds, box} from './query/box.ts';
import {detail} from './query/detail.ts';
import {facets} from './query/facets.ts';
import {lifecycle} from './query/lifecycle.ts';
import {list} from './query/list.ts';
import {profile} from './query/profile.ts';
import {shapes} from './query/shapes.ts';
import {stats} from './query/stats.ts';
import {openTable, openView, type SearchFile, type Table} from './query/table.ts';
import {tile} from './query/tile.ts';
import {TimeBudget} from './query/time_budget.ts';
import {ValueCounter} from './query/value_counter.ts';
import {values} from './query/values.ts';
import {Walks} from './query/walks.ts';
import {zone} from './query/zone.ts';
import {RowReader} from './rows/reader.ts';
import type {SharedRows} from './rows/shared_rows.ts';
import {Cache} from './rowset/cache.ts';
import {Scratch} from './rowset/scratch.ts';
import {nearWords} from './search/near_words.ts';
import {search} from './search/search.ts';
import {suggest} from './search/suggest.ts';
import type {BuildInfo, Engine, ListQuery} from './types.ts';

/** One index file, with its stored rows; a view uses those of its base. */
export interface SharedTable extends IndexFile<TableMetadata> {
  /**
   * One byte, also of its files: 1 once one of them was found damaged. Builds that share the table share it.
   */
  damaged: SharedArrayBuffer;
  rows: SharedRows | null;
  /** Null for tables whose rows are not found by words. */
  searchFile: SearchFile | null;
}

/** A build in shared memory, as plain data that is passed between threads without a copy. */
export interface SharedBuild {
  info: BuildInfo;
  tables: SharedTable[];
  /** What is served as it is, by its path in the build. */
  files: ReadonlyMap<string, {file: SharedFile; sha256: string; number: number}>;
  /** One byte, also of those files but the manifest: 1 once one of them was found damaged. */
  damaged: SharedArrayBuffer;
}

/** Whether a thread found a file of the build damaged. */
export const isDamaged = ({damaged, tables}: Pick<SharedBuild, 'damaged' | 'tables'>): boolean =>
  [damaged, ...tables.map((table) => table.damaged)].some((flag) => new Uint8Array(flag)[0] === 1);

/** Opens tables by name, each once. */
function tableOpener(
  tables: readonly SharedTable[],
  cache: Cache,
  sourceOf: SourceOf,
): (name: string) => Table {
  const opened = new Map<string, Table>();
  const fileOf = (name: string): SharedTable => {
    const file = tables.find(({dataset}) => dataset === name);
    if (!file) throw new Error(`${name} has no index`);
    return file;
  };
  const openFile = (file: SharedTable): Table => {
    const {base} = file.facts;
    if (base !== null) return openView(file, open(base), fileOf(base), sourceOf);
    if (!file.rows) throw new Error(`${file.path} has no files of rows beside it: run \`make compile\``);
    return openTable(file, file.rows, file.searchFile, cache, sourceOf);
  };
  const open = (name: string): Table => {
    const known = opened.get(name);
    if (known) return known;
    const table = openFile(fileOf(name));
    opened.set(name, table);
    return table;
  };
  return open;
}

/** What the queries of one thread work in, grown as they need and reused by the next ones. */
const workAreas = (budget: TimeBudget) => ({
  scratch: new Scratch(() => budget.check()),
  reader: new RowReader(),
  accumulators: new Accumulators(),
  counter: new ValueCounter(),
});
type WorkAreas = ReturnType<typeof workAreas>;

/**
 * The engine of one thread: synchronous, from memory and what `sourceOf` finds of files. The next call may
 * overwrite a result. A source that lacks bytes throws Missing, here or in a query: fetch them and ask again.
 * `queryMs` is the processor time of `within`.
 */
export function attachBuild(
  {info, tables, files}: SharedBuild,
  {sourceOf = openFile, queryMs = Number.POSITIVE_INFINITY}: {sourceOf?: SourceOf; queryMs?: number} = {},
): Engine {
  const own = tables.filter(({facts}) => facts.base === null);
  const cache = new Cache(own.reduce((sum, {facts}) => sum + facts.rows, 0));
  const tableOf = tableOpener(tables, cache, sourceOf);
  // Of a build that is far from its reader each table is opened when it is asked for.
  for (const {dataset, bytes} of tables) if (bytes) tableOf(dataset);
  const walks = new Walks();
  const budget = new TimeBudget();
  let work = workAreas(budget);
  /** Running checks of files. */
  const checks = new Map<string, Promise<void>>();
  const withWork = <T>(run: (areas: WorkAreas) => T): T => {
    try {
      return run(work);
    } finally {
      work.scratch.release();
    }
  };
  const listRows = (query: ListQuery) =>
    withWork(({scratch, reader}) => list(tableOf(query.dataset), query, {scratch, reader, walks}));
  return {
    info,
    list: listRows,
    among(dataset, ids) {
      const among = new Among(tableOf(dataset), ids);
      return {
        order: () => among.order(),
        matching: (where, near) => withWork(({scratch}) => among.matching(where, near, scratch)),
      };
    },
    detail: (dataset, id) => detail(tableOf(dataset), id, work.reader),
    stats: (query) =>
      withWork(({scratch, accumulators}) =>
        stats(tableOf(query.dataset), query, scratch, accumulators, walks),
      ),
    profile: (entity, name) =>
      withWork(({scratch, reader}) => profile(tableOf(entity), name, scratch, reader)),
    lifecycle: (solicitation) => lifecycle(listRows, solicitation),
    search: (query) => withWork(({scratch}) => (query.prefix ? suggest : search)(tableOf, query, scratch)),
    nearWords: (query) => nearWords(tableOf, query),
    facets: (query) =>
      withWork(({scratch, counter}) => facets(tableOf(query.dataset), query, scratch, counter, walks)),
    values: (query) =>
      withWork(({scratch, counter}) => values(tableOf(query.dataset), query, scratch, counter)),
    zone: (query) => zone(tableOf(query.dataset), query, work.reader),
    tile: (query) => withWork(({scratch}) => tile(tableOf(query.dataset), query, scratch)),
    box: (query) => withWork(({scratch, reader}) => box(tableOf(query.dataset), query, scratch, reader)),
    bounds: (dataset) => bounds(tableOf(dataset)),
    shapes: (query) => shapes(tableOf(query.dataset), query, work.reader, work.scratch),
    file(name) {
      const stored = files.get(name);
      if (!stored) return null;
      const {file, sha256, number} = stored;
      const {path, bytes} = file;
      const check = async (): Promise<void> => {
        if (isChecked(file)) return;
        const running = checks.get(name) ?? checkWhole(file, sha256).finally(() => checks.delete(name));
        checks.set(name, running);
        await running;
      };
      return {path, bytes, sha256, number, check};
    },
    within: (run) => budget.within(queryMs, run),
    rest() {
      work = workAreas(budget);
      cache.clear();
    },
    // Calls are synchronous, so that none is in flight.
    close: () => Promise.resolve(),
  };
}

/** Attaches one thread to a build in shared memory. */
import {isChecked, type SharedFile} from './file/checked_file.ts';
import {checkWhole, openFile, type SourceOf} from './file/open_file.ts';
import type {TableMetadata} from './file/section_names.ts';
import type {IndexFile} from './file/sections.ts';
import {Among} from './query/among.ts';
import {bounds, box} from './query/box.ts';
import {facets} from './query/facets.ts';
import {lifecycle} from './query/lifecycle.ts';
import {detail, list} from './query/list.ts';
import {profile} from './query/profile.ts';
import {shapes} from './query/shapes.ts';
import {stats} from './query/stats.ts';
import {openTable, openView, type SearchFile, type Table} from './query/table.ts';
import {tile} from './query/tile.ts';
import {TimeBudget} from './query/time_budget.ts';
import {values} from './query/values.ts';
import {type Work, workOf} from './query/work.ts';
import {zone} from './query/zone.ts';
import type {SharedRows} from './rows/shared_rows.ts';
import {Cache} from './rowset/cache.ts';
import {nearWords} from './search/near_words.ts';
import {search} from './search/search.ts';
import {suggest} from './search/suggest.ts';
import type {BuildInfo, Engine} from './types.ts';

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
  const budget = new TimeBudget();
  let work = workOf(() => budget.check());
  /** Running checks of files. */
  const checks = new Map<string, Promise<void>>();
  const withWork = <T>(run: (own: Work) => T): T => {
    try {
      return run(work);
    } finally {
      work.scratch.release();
    }
  };
  const over =
    <Query extends {dataset: string}, Answer>(run: (table: Table, query: Query, own: Work) => Answer) =>
    (query: Query): Answer =>
      withWork((own) => run(tableOf(query.dataset), query, own));
  return {
    info,
    list: over(list),
    among(dataset, ids) {
      const among = new Among(tableOf(dataset), ids);
      return {
        order: () => among.order(),
        matching: (where, near) => withWork(({scratch}) => among.matching(where, near, scratch)),
      };
    },
    detail: (dataset, id) => detail(tableOf(dataset), id, work.reader),
    stats: over(stats),
    profile: (entity, name) => withWork((own) => profile(tableOf(entity), name, own)),
    lifecycle: (solicitation) => lifecycle(over(list), solicitation),
    search: (query) => withWork(({scratch}) => (query.prefix ? suggest : search)(tableOf, query, scratch)),
    nearWords: (query) => nearWords(tableOf, query),
    facets: over(facets),
    values: over(values),
    zone: over(zone),
    tile: over(tile),
    box: over(box),
    bounds: (dataset) => bounds(tableOf(dataset)),
    shapes: over(shapes),
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
      work = workOf(() => budget.check(), work.walks);
      cache.clear();
    },
    // Calls are synchronous, so that none is in flight.
    close: () => Promise.resolve(),
  };
}

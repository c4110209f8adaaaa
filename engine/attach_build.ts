/** The engine over the index files of one build, for one thread. */

import type {IndexFile} from './file/index_file.ts';
import type {TableMetadata} from './file/section_names.ts';
import {Accumulators} from './query/aggregate.ts';
import {detail} from './query/detail.ts';
import {Heap} from './query/heap.ts';
import {lifecycle} from './query/lifecycle.ts';
import {list} from './query/list.ts';
import {profile} from './query/profile.ts';
import {stats} from './query/stats.ts';
import {openTable, openView, type RowFileDescriptors, type SearchFile, type Table} from './query/table.ts';
import {zone} from './query/zone.ts';
import {RowReader} from './rows/reader.ts';
import {Scratch} from './rowset/scratch.ts';
import {search} from './search/search.ts';
import type {BuildInfo, DatasetFile, Engine} from './types.ts';

/** One index file with the descriptors of its lines; a view has those of its base. */
export interface SharedTable extends IndexFile<TableMetadata> {
  files: RowFileDescriptors | null;
  /** The file of the search over all datasets, where its rows are found there. */
  found: SearchFile | null;
}

/** A build in memory, as plain data that threads may pass on without a copy. */
export interface SharedBuild {
  info: BuildInfo;
  tables: SharedTable[];
  whole: Record<string, DatasetFile>;
}

function openTables(tables: readonly SharedTable[]): Map<string, Table> {
  const opened = new Map<string, Table>();
  const bases = tables.filter(({facts}) => facts.base === null);
  for (const file of bases) {
    if (!file.files) throw new Error(`${file.path} has no files of rows beside it: run \`make compile\``);
    opened.set(file.dataset, openTable(file, file.files, file.found));
  }
  for (const file of tables) {
    if (file.facts.base === null) continue;
    const base = opened.get(file.facts.base);
    const baseFile = bases.find(({dataset}) => dataset === file.facts.base);
    if (!base || !baseFile)
      throw new Error(`${file.dataset} is a view of ${file.facts.base}, which is not there`);
    opened.set(file.dataset, openView(file, base, baseFile));
  }
  return opened;
}

/** Answers at once, from memory and the page cache. Results may lie in room that the next call overwrites. */
export function attachBuild({info, tables, whole}: SharedBuild): Engine {
  const opened = openTables(tables);
  const [scratch, reader, room] = [new Scratch(), new RowReader(), new Accumulators()];
  const rooms = {scratch, reader, heap: new Heap()};
  const tableOf = (name: string): Table => {
    const table = opened.get(name);
    if (!table) throw new Error(`${name} has no index`);
    return table;
  };
  const query = <T>(work: () => T): T => {
    try {
      return work();
    } finally {
      scratch.release();
    }
  };
  const lists: Engine['list'] = (asked) => query(() => list(tableOf(asked.dataset), asked, rooms));
  return {
    info,
    list: lists,
    detail: (dataset, id) => detail(tableOf(dataset), id, reader),
    stats: (asked) => query(() => stats(tableOf(asked.dataset), asked, scratch, room)),
    profile: (entity, name) => query(() => profile(tableOf(entity), name, scratch, reader)),
    lifecycle: (solicitation) => lifecycle(lists, solicitation),
    search: (asked) => query(() => search(tableOf, asked, scratch)),
    zone: (asked) => zone(tableOf(asked.dataset), asked, reader),
    datasetFile(dataset) {
      const file = whole[dataset];
      if (!file) throw new Error(`${dataset} is no dataset with a file of its own`);
      return file;
    },
    // Every answer is given at once, so that none is under way.
    close: () => Promise.resolve(),
  };
}

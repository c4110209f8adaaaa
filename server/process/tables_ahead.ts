/**
 * Tables of a build that is still being fetched: loaded as their files arrive, and taken over by the build
 * once it is whole.
 */
import type {LoadedTable, TableLoader} from '../../engine/open.ts';

/** A table whose files are all in `folder`, where build `id` is put together. */
export interface ArrivedTable {
  id: string;
  folder: string;
  table: string;
}

/** Tables that were loaded; closed once the build has them. */
export interface LoadedAhead {
  tables: readonly LoadedTable[];
  close(): void;
}

interface Loading {
  id: string;
  load: TableLoader;
  /** By name; null where a table could not be loaded. */
  tables: Map<string, Promise<LoadedTable | null>>;
}

async function loadedOf({tables}: Loading): Promise<LoadedAhead> {
  const all = await Promise.all(tables.values());
  const loaded = all.filter((table) => table !== null);
  return {
    tables: loaded,
    close() {
      for (const table of loaded) table.close();
    },
  };
}

export class TablesAhead {
  readonly #loaderOf: (folder: string) => TableLoader;
  /** Of one build at a time. */
  #loading: Loading | null = null;

  constructor(loaderOf: (folder: string) => TableLoader) {
    this.#loaderOf = loaderOf;
  }

  /** Begins to load a table. One that cannot be loaded is left out: whoever opens the build is told why. */
  add({id, folder, table}: ArrivedTable): void {
    this.keepOnly(id);
    this.#loading ??= {id, load: this.#loaderOf(folder), tables: new Map()};
    const {load, tables} = this.#loading;
    if (tables.has(table)) return;
    const loaded = load(table).catch(() => {
      // Its files may be fetched again.
      tables.delete(table);
      return null;
    });
    tables.set(table, loaded);
  }

  /**
   * The tables of this build, once all are loaded; null where there are none. Those of another build are
   * closed.
   */
  async take(id: string): Promise<LoadedAhead | null> {
    this.keepOnly(id);
    const loading = this.#loading;
    this.#loading = null;
    return loading && loadedOf(loading);
  }

  /** Closes the tables of every other build, as soon as they are loaded. */
  keepOnly(id: string | null): void {
    const loading = this.#loading;
    if (!loading || loading.id === id) return;
    this.#loading = null;
    loadedOf(loading).then((loaded) => loaded.close());
  }
}

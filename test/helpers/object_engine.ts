/** An engine whose answers are parsed objects, for tests that inspect them. */
import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {Engine, Lifecycle, ListQuery, Position, Row, StatsPage, StatsQuery} from '../../engine/types.ts';
import type {Reference} from '../reference/open.ts';

export interface ObjectEngine {
  info: Engine['info'];
  list(query: ListQuery): Promise<{total: number; rows: Row[]; last: Position | null}>;
  detail(dataset: string, id: string): Promise<Row | null>;
  stats(query: StatsQuery): Promise<StatsPage>;
  profile(entity: string, name: string): Promise<Row | null>;
  /** How a name was found, and the names and counts of others. */
  found(entity: string, name: string): Promise<[by: string, similar: [string, number][]] | null>;
  lifecycle(solicitation: string): Promise<Lifecycle | null>;
  close(): Promise<void>;
}

const parsed = (json: Buffer | null): Row | null => json && JSON.parse(json.toString());

export function objectEngine(engine: Engine | Reference): ObjectEngine {
  return {
    info: engine.info,
    async list(query) {
      const {total, items, last} = await engine.list(query);
      return {total, rows: rowsOf(items), last};
    },
    detail: async (dataset, id) => parsed(await engine.detail(dataset, id)),
    stats: async (query) => engine.stats(query),
    profile: async (entity, name) => parsed((await engine.profile(entity, name))?.json ?? null),
    async found(entity, name) {
      const found = await engine.profile(entity, name);
      return found && [found.matched_by, found.similar.map(({name, count}) => [name, count])];
    },
    lifecycle: async (solicitation) => engine.lifecycle(solicitation),
    close: () => engine.close(),
  };
}

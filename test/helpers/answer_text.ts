/** The answer of an engine to any query as text, which two executors must agree on byte for byte. */
import {lengthOf} from '../../engine/rows/json_lines.ts';
import {
  type Answer,
  type BoxQuery,
  DISTANCE,
  type Engine,
  type FacetsQuery,
  type ListQuery,
  type Page,
  type SearchQuery,
  type StatsQuery,
  type TileQuery,
  type ValuesQuery,
  type ZoneQuery,
} from '../../engine/types.ts';
import {boxText, tileText, zoneText} from './scan_map.ts';
import {distanceKey} from './scan_near.ts';

export type AnyQuery =
  | {kind: 'list'; query: ListQuery}
  | {kind: 'stats'; query: StatsQuery}
  | {kind: 'detail'; dataset: string; id: string}
  | {kind: 'profile'; entity: string; name: string}
  | {kind: 'lifecycle'; solicitation: string}
  | {kind: 'search'; query: SearchQuery}
  | {kind: 'facets'; query: FacetsQuery}
  | {kind: 'values'; query: ValuesQuery}
  | {kind: 'tile'; query: TileQuery}
  | {kind: 'box'; query: BoxQuery}
  | {kind: 'zone'; query: ZoneQuery};

/** Executors may differ in the last digits of a distance. */
const lastOf = ({sort, near}: ListQuery, {last}: Page): Page['last'] =>
  last && near && sort === DISTANCE ? {...last, key: distanceKey(Number(last.key))} : last;

const page =
  (query: ListQuery) =>
  (answer: Page): string => {
    const {total, items} = answer;
    const text = items.bytes.toString('utf8', 0, lengthOf(items));
    return JSON.stringify({total, last: lastOf(query, answer), items: text});
  };

const json = (bytes: Buffer | null): string => (bytes ? bytes.toString('utf8') : 'null');

function then<T>(answer: Answer<T>, toText: (value: T) => string): Answer<string> {
  return answer instanceof Promise ? answer.then(toText) : toText(answer);
}

/** The answer, copied before the engine reuses its buffer. */
export function answerText(engine: Engine, query: AnyQuery): Answer<string> {
  switch (query.kind) {
    case 'list':
      return then(engine.list(query.query), page(query.query));
    case 'stats':
      return then(
        engine.stats(query.query),
        ({total, groups, last, rows, sum_value, value_count, ...further}) =>
          JSON.stringify({total, groups, last, rows, sum_value, value_count, ...further}),
      );
    case 'detail':
      return then(engine.detail(query.dataset, query.id), json);
    case 'profile':
      return then(engine.profile(query.entity, query.name), (found) =>
        found ? `${found.matched_by} ${JSON.stringify(found.similar)} ${found.json}` : 'null',
      );
    case 'lifecycle':
      return then(engine.lifecycle(query.solicitation), (lifecycle) => JSON.stringify(lifecycle));
    case 'search':
      return then(engine.search(query.query), (hits) => JSON.stringify(hits));
    case 'facets':
      return then(engine.facets(query.query), (all) => JSON.stringify(all));
    case 'values':
      return then(engine.values(query.query), (values) => JSON.stringify(values));
    case 'tile':
      return then(engine.tile(query.query), tileText);
    case 'box':
      return then(engine.box(query.query), ({total, items, groups}) =>
        boxText(total, items.bytes.toString('utf8', 0, lengthOf(items)), groups),
      );
    case 'zone':
      return then(engine.zone(query.query), (zone) =>
        zone ? zoneText({...zone, id: JSON.parse(zone.item.toString('utf8')).record_id}) : 'null',
      );
  }
}

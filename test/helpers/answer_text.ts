/** The answer of an engine to any query as text, which two executors must agree on byte for byte. */
import {lengthOf} from '../../engine/rows/json_lines.ts';
import {
  type BoxPage,
  type BoxQuery,
  DISTANCE,
  type Engine,
  type FacetsQuery,
  type ListQuery,
  type Page,
  type Profile,
  type SearchQuery,
  type StatsPage,
  type StatsQuery,
  type Tile,
  type TileQuery,
  type ValuesQuery,
  type Zone,
  type ZoneQuery,
} from '../../engine/types.ts';
import type {Reference} from '../reference/open.ts';
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

/** What the methods of both return. */
type Asked = ReturnType<(Engine | Reference)[AnyQuery['kind']]>;

/** Asks an executor a query of any kind. */
function ask(engine: Engine | Reference, query: AnyQuery): Asked {
  switch (query.kind) {
    case 'detail':
      return engine.detail(query.dataset, query.id);
    case 'profile':
      return engine.profile(query.entity, query.name);
    case 'lifecycle':
      return engine.lifecycle(query.solicitation);
    default:
      // The kind names the method and the type of its query.
      return (engine[query.kind] as (one: unknown) => Asked)(query.query);
  }
}

/** The text of an answer to a query of its kind. */
function textOf(query: AnyQuery, answer: Awaited<Asked>): string {
  switch (query.kind) {
    case 'list':
      return page(query.query)(answer as Page);
    case 'stats': {
      const {total, groups, last, rows, sum_value, value_count, ...further} = answer as StatsPage;
      return JSON.stringify({total, groups, last, rows, sum_value, value_count, ...further});
    }
    case 'detail':
      return json(answer as Buffer | null);
    case 'profile': {
      const found = answer as Profile | null;
      return found ? `${found.matched_by} ${JSON.stringify(found.similar)} ${found.json}` : 'null';
    }
    case 'tile':
      return tileText(answer as Tile);
    case 'box': {
      const {total, items, groups} = answer as BoxPage;
      return boxText(total, items.bytes.toString('utf8', 0, lengthOf(items)), groups);
    }
    case 'zone': {
      const zone = answer as Zone | null;
      return zone ? zoneText({...zone, id: JSON.parse(zone.item.toString('utf8')).record_id}) : 'null';
    }
    default:
      return JSON.stringify(answer);
  }
}

/** The answer of an engine, copied before it reuses its buffer. */
export const answerText = (engine: Engine, query: AnyQuery): string =>
  textOf(query, ask(engine, query) as Awaited<Asked>);

/** The answer of the reference. */
export const referenceText = async (reference: Reference, query: AnyQuery): Promise<string> =>
  textOf(query, await ask(reference, query));

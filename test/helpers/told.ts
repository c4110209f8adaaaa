/** One question to an engine, and its answer as text: what two executors must agree on, byte for byte. */
import {lengthOf} from '../../engine/rows/json_lines.ts';
import {
  type Answer,
  DISTANCE,
  type Engine,
  type ListQuery,
  type Page,
  type SearchQuery,
  type StatsQuery,
} from '../../engine/types.ts';
import {distanceKey} from './plain_near.ts';

export type Asked =
  | {kind: 'list'; query: ListQuery}
  | {kind: 'stats'; query: StatsQuery}
  | {kind: 'detail'; dataset: string; id: string}
  | {kind: 'profile'; entity: string; name: string}
  | {kind: 'lifecycle'; solicitation: string}
  | {kind: 'search'; query: SearchQuery};

/** Executors may differ in the last digits of a distance. */
const lastOf = ({sort, near}: ListQuery, {last}: Page): Page['last'] =>
  last && near && sort === DISTANCE ? {...last, key: distanceKey(Number(last.key))} : last;

const page =
  (query: ListQuery) =>
  (found: Page): string => {
    const {total, items} = found;
    const text = items.bytes.toString('utf8', 0, lengthOf(items));
    return JSON.stringify({total, last: lastOf(query, found), items: text});
  };

const json = (bytes: Buffer | null): string => (bytes ? bytes.toString('utf8') : 'null');

function then<T>(answer: Answer<T>, told: (found: T) => string): Answer<string> {
  return answer instanceof Promise ? answer.then(told) : told(answer);
}

/** The answer, copied before the engine can be asked again. */
export function tell(engine: Engine, asked: Asked): Answer<string> {
  switch (asked.kind) {
    case 'list':
      return then(engine.list(asked.query), page(asked.query));
    case 'stats':
      return then(engine.stats(asked.query), (found) => JSON.stringify(found));
    case 'detail':
      return then(engine.detail(asked.dataset, asked.id), json);
    case 'profile':
      return then(engine.profile(asked.entity, asked.name), json);
    case 'lifecycle':
      return then(engine.lifecycle(asked.solicitation), (found) => JSON.stringify(found));
    case 'search':
      return then(engine.search(asked.query), (found) => JSON.stringify(found));
  }
}

/** `meta.matched`: the public bodies that a filter matched, where it matched several. */
import {type FoundBy, findBodies, keysOfBodies, namesIn} from '../../../datasets/rules/bodies.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Engine} from '../../../engine/types.ts';
import type {Call} from '../request/call.ts';
import {bodyFilter} from '../request/conditions.ts';
import type {RouteOf} from '../routes/types.ts';

/** Most bodies that are named. */
const MOST_BODIES = 20;

/** More than any column of bodies has. */
const ALL_VALUES = 20_000;

/** The surest first. */
const ORDER: readonly FoundBy[] = ['acronym', 'name', 'other name'];

/** Names that values carry, each with those values. */
type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** Names that the values of a column carry, by engine and column: they never change. */
const carried = new WeakMap<Engine, Map<string, Names>>();

function namesInColumn(dataset: string, column: string, engine: Engine): Names {
  const known = carried.get(engine) ?? new Map<string, Names>();
  carried.set(engine, known);
  const key = `${dataset} ${column}`;
  const before = known.get(key);
  if (before) return before;
  const all = new Map<string, Set<string>>();
  for (const {value} of engine.values({dataset, column, text: '', limit: ALL_VALUES}).values)
    for (const name of namesIn(value)) all.set(name, (all.get(name) ?? new Set<string>()).add(value));
  known.set(key, all);
  return all;
}

/**
 * Bodies that records of the dataset name, the surest first; null where the filter matched fewer than two.
 */
export function matchedBodies(call: Call, {dataset}: RouteOf<'list' | 'stats'>, engine: Engine): Json | null {
  const filter = bodyFilter(call);
  const found = filter ? findBodies(filter.text) : [];
  if (!filter || found.length < 2) return null;
  const names = namesInColumn(dataset, filter.column, engine);
  const there = found.flatMap(({body, by}) => {
    const values = new Set(keysOfBodies([body]).flatMap((name) => [...(names.get(name) ?? [])]));
    return values.size ? [{body, by, values: [...values].sort()}] : [];
  });
  if (there.length < 2) return null;
  return there
    .sort((a, b) => ORDER.indexOf(a.by) - ORDER.indexOf(b.by))
    .slice(0, MOST_BODIES)
    .map(({body: {key, en, fr}, by, values}) => ({
      key,
      name: `${en} | ${fr}`,
      matched_by: by,
      [filter.exact]: values.map(encodeURIComponent).join(','),
    }));
}

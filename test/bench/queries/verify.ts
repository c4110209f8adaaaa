/** Checks before timing that two servers return the same answers, to the value of every field. */
import {isDeepStrictEqual} from 'node:util';
import {get, type Server} from './servers.ts';

const AT_A_TIME = 4;

interface Facet {
  total: number;
  values: {value: string; count: number}[];
}

interface Answer {
  data: unknown;
  meta?: {total: number; facets?: Record<string, Facet>; then_total?: number};
}

/** Throws with the target and both answers at the first that differs. */
export async function verify(
  server: Server,
  targets: readonly string[],
  other: Server,
  others: readonly string[],
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < targets.length) {
      const at = next++;
      const [target = '', expected = ''] = [targets[at], others[at]];
      const [a, b] = await Promise.all([answerOf(server, target), answerOf(other, expected)]);
      if (isSameMeta(a, b) && isSame(withoutKeys(a.data), withoutKeys(b.data))) continue;
      throw new Error(`${target} and ${expected} differ: ${shortOf(a)}\n${shortOf(b)}\n${selectPage(a, b)}`);
    }
  };
  await Promise.all(Array.from({length: AT_A_TIME}, work));
}

/** Rows without the keys of their groups: they follow from the groups, and the databases hold none. */
const withoutKeys = (data: unknown): unknown =>
  Array.isArray(data) ? data.map(({group_key: _, ...row}) => row) : data;

/** Totals and what is counted besides; the rest says how the answer was asked for. */
const isSameMeta = ({meta: a}: Answer, {meta: b}: Answer): boolean =>
  a?.total === b?.total &&
  a?.then_total === b?.then_total &&
  isDeepStrictEqual(countsOf(a?.facets), countsOf(b?.facets));

/** What is counted: names of codes are not, and the databases hold none. */
const countsOf = (facets: Record<string, Facet> = {}) =>
  Object.entries(facets).map(([name, {total, values}]) => [
    name,
    total,
    values.map(({value, count}) => [value, count]),
  ]);

/**
 * Distances to polygons differ by some millimetres before rounding to decimetres: edges here are geodesics.
 */
const APART_M = 0.11;

function isSame(a: unknown, b: unknown): boolean {
  if (isDeepStrictEqual(a, b)) return true;
  if (!hasDistance(a) || !hasDistance(b)) return false;
  const same = isDeepStrictEqual({...a, distance_m: 0}, {...b, distance_m: 0});
  return same && Math.abs(a.distance_m - b.distance_m) < APART_M;
}

const hasDistance = (data: unknown): data is {distance_m: number} =>
  typeof data === 'object' && data !== null && 'distance_m' in data && typeof data.distance_m === 'number';

const answerOf = async (server: Server, target: string): Promise<Answer> =>
  JSON.parse((await get(server, target)).toString());

const shortOf = ({meta, data}: Answer): string =>
  `total ${meta?.total}, ${Array.isArray(data) ? `${data.length} items` : 'one object'}`;

/** The first pair of items that differs. */
function selectPage(a: Answer, b: Answer): string {
  const [left, right] = [a.data, b.data].map((data) => (Array.isArray(data) ? data : [data]));
  const at = left?.findIndex((item, i) => !isDeepStrictEqual(item, right?.[i])) ?? 0;
  return `item ${at}: ${JSON.stringify(left?.[at])}\n${JSON.stringify(right?.[at])}`;
}

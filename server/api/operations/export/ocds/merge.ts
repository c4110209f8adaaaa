/** Merges the releases of a process, as the standard says for the fields that are written here. */
import type {Json} from '../../../../../datasets/types.ts';
import type {Members} from './parties.ts';
import type {Release} from './releases.ts';

const isObject = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields whose lists are replaced as a whole although their items are objects (`wholeListMerge`). */
const WHOLE: ReadonlySet<string> = new Set(['additionalIdentifiers']);

/** Whether the items of a list are told apart by their ids. */
const hasIds = (list: Json | undefined): list is Members[] =>
  Array.isArray(list) && list.length > 0 && list.every((one) => isObject(one) && one['id'] !== undefined);

/** Items of equal ids become one; others follow in their order. */
function mergeLists(before: Members[], after: Members[]): Members[] {
  const byId = new Map(before.map((one) => [one['id'], one]));
  for (const one of after) {
    const known = byId.get(one['id']);
    byId.set(one['id'], known ? mergeObjects(known, one) : one);
  }
  return [...byId.values()];
}

function mergeValues(name: string, before: Json | undefined, after: Json): Json {
  if (isObject(before) && isObject(after)) return mergeObjects(before, after);
  if (hasIds(before) && hasIds(after) && !WHOLE.has(name)) return mergeLists(before, after);
  return after;
}

function mergeObjects(before: Members, after: Members): Members {
  const merged: Members = {...before};
  for (const [name, value] of Object.entries(after)) merged[name] = mergeValues(name, before[name], value);
  return merged;
}

/** The current state of a process, of its releases from the oldest to the newest. At least one is given. */
export function mergeReleases(releases: readonly Release[]): Release {
  const [last] = releases.slice(-1);
  if (!last) throw new Error('there is no release to merge');
  const {ocid, date} = last;
  const parts = releases.map(({id: _, date: __, tag: ___, ...members}): Members => members);
  const merged = parts.reduce(mergeObjects, {});
  return {...merged, ocid, id: `${ocid}-${date}`, date, tag: ['compiled']};
}

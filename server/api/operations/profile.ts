/** Answers profiles: finds the entity that a name means, and says how it was found. */
import {DERIVED} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Engine, Profile} from '../../../engine/types.ts';
import {ApiError} from '../errors.ts';
import {columnText} from '../formats/language.ts';
import type {Call} from '../request/call.ts';
import type {ProfileRoute} from '../routes/types.ts';
import {commonMeta} from './meta.ts';
import {localizedRecord, type RecordResult} from './result.ts';

/** Percent-decodes once more; null if that is impossible or changes nothing. */
function decodeAgain(text: string): string | null {
  if (!/%[0-9a-f]{2}/i.test(text)) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Finds the entity by the parameter `name`, else by the path segment; if partial names are allowed, a segment
 * without a match is tried again with one more decoding.
 */
function findProfile(call: Call, {entity}: ProfileRoute, segment: string, engine: Engine): Profile | null {
  const resolve = (name: string) => (fold(name) === '' ? null : engine.profile(entity, name));
  const queryName = call.values['name'];
  if (queryName !== undefined) return resolve(String(queryName));
  const result = resolve(segment);
  const again = result || DERIVED[entity]?.exactNamesOnly ? null : decodeAgain(segment);
  return again === null ? result : resolve(again);
}

/** How a name was found that is not the entity's own; null: it is, and there is nothing to say. */
function metaOf(
  call: Call,
  {entity}: ProfileRoute,
  {matched_by, similar}: Profile,
  engine: Engine,
): Record<string, Json> | null {
  const {exactNamesOnly, key} = DERIVED[entity]!;
  if (exactNamesOnly || matched_by === 'name') return null;
  const others = similar.map(({name, count}) => ({
    name: columnText(entity, key.column, name, call.lang),
    count,
  }));
  const isOneOfMany = matched_by === 'beginning' || matched_by === 'part';
  return {matched_by, ...(isOneOfMany && {similar: others}), ...commonMeta(call, engine.info)};
}

/** The profile that a segment of the path names. Throws 404 if the name means no entity. */
export function answerProfile(
  call: Call,
  route: ProfileRoute,
  segment: string,
  engine: Engine,
): RecordResult {
  const found = findProfile(call, route, segment, engine);
  if (!found) throw new ApiError('record', {missing: route.missing});
  return {record: localizedRecord(call, found.json), meta: metaOf(call, route, found, engine)};
}

/** Resolves the paging parameters of a list. */
import {ApiError} from '../errors.ts';
import type {ParameterValues, Route} from '../routes/types.ts';
import {type Cursor, readCursor} from './cursor.ts';

export interface PageRequest {
  limit: number;
  /** Rows before the page: as requested, or as counted by the cursor. */
  offset: number;
  cursor: Cursor | null;
}

type Rows = Extract<Route, {limit: number}>;

/**
 * Resolves the four paging parameters and the cursor. `texts` has what the client sent: only then does
 * `limit` win over `per_page`, and `offset` over `page`. `fingerprint` is that of the query, `most` the limit
 * of the tier.
 */
export function resolvePage(
  route: Rows,
  values: ParameterValues,
  texts: ReadonlyMap<string, string>,
  fingerprint: string,
  maxLimit = Number.POSITIVE_INFINITY,
): PageRequest {
  const {limit: requested, per_page, offset: skipped, page} = values as Record<string, number>;
  const given = texts.has('limit') || !texts.has('per_page') ? requested! : per_page!;
  const limit = Math.min(given, route.max, maxLimit);
  const cursor = texts.has('cursor') ? readCursor(String(values['cursor']), fingerprint) : null;
  if (cursor && (texts.has('offset') || texts.has('page'))) throw new ApiError('cursor_combined');
  if (cursor) return {limit, offset: cursor.rowsBefore, cursor};
  const offset = texts.has('offset') ? skipped! : (page! - 1) * limit;
  return {limit, offset: Math.min(offset, Number.MAX_SAFE_INTEGER), cursor: null};
}

/** Which rows of a list are asked for (specification 1.4). */
import {ApiError} from '../errors.ts';
import type {Route} from '../routes/types.ts';
import {type Cursor, readCursor} from './cursor.ts';
import type {Values} from './query.ts';

export interface Slice {
  limit: number;
  /** Rows before the page: as asked, or as the cursor counted them. */
  offset: number;
  cursor: Cursor | null;
}

type Rows = Extract<Route, {limit: number}>;

/**
 * Resolves the four paging parameters and the cursor. `texts` tells what the client gave itself: `limit` wins
 * over `per_page` and `offset` over `page` only then. `mark` is that of the query,
 * `most` what the tier allows.
 */
export function resolveSlice(
  route: Rows,
  values: Values,
  texts: ReadonlyMap<string, string>,
  mark: string,
  most = Number.POSITIVE_INFINITY,
): Slice {
  const {limit: asked, per_page, offset: skipped, page} = values as Record<string, number>;
  const given = texts.has('limit') || !texts.has('per_page') ? asked! : per_page!;
  const limit = Math.min(given, route.max, most);
  const cursor = texts.has('cursor') ? readCursor(String(values['cursor']), mark) : null;
  if (cursor && (texts.has('offset') || texts.has('page'))) throw new ApiError('cursor_combined');
  if (cursor) return {limit, offset: cursor.handed, cursor};
  const offset = texts.has('offset') ? skipped! : (page! - 1) * limit;
  return {limit, offset: Math.min(offset, Number.MAX_SAFE_INTEGER), cursor: null};
}

/** What answers of pages say of themselves: their size, and the cursor of the next one. */
import type {BuildInfo, Page, StatsPage} from '../../../engine/types.ts';
import type {Meta} from '../formats/render.ts';
import type {Call} from '../request/call.ts';
import {writeCursor} from '../request/cursor.ts';
import type {PageRequest} from '../request/paging.ts';
import {commonMeta, extraMeta} from './meta.ts';

/** What a page says besides its rows, and how many rows or groups it has. */
type PageSummary = Pick<Page | StatsPage, 'total' | 'last'> & {count: number};

/** The page that an operation is asked for. */
export const pageOf = ({page, route}: Call): PageRequest => {
  if (!page) throw new Error(`${route.path} has no pages`);
  return page;
};

/** `meta` of a page. */
export function listMeta(call: Call, {total, last, count}: PageSummary, info: BuildInfo): Meta {
  const build = info.build_id;
  const {limit, offset, cursor} = pageOf(call);
  const rowsBefore = offset + count;
  const startBuild = cursor?.build ?? build;
  // If the build changed during the walk, row counts no longer add up: only a short page is surely the last.
  const over = startBuild === build ? rowsBefore >= total : count < limit;
  const next = over || !last ? null : {position: {...last}, rowsBefore, build: startBuild};
  const page = {total, limit, offset, next_cursor: next && writeCursor(next, call.fingerprint)};
  return {...page, ...extraMeta(call, info), ...commonMeta(call, info)};
}

/**
 * Feeds of lists without a key, at `/en/contracts.atom`: the document of the API's `format=atom`, newest
 * records first.
 */
import {parseCall} from '../api/request/call.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import {matchRoute} from '../api/routes/match.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {EXTENSION, sortOf} from './feed_path.ts';
import type {Asked} from './pages.ts';

/** Entries of a feed; its next page follows by a link. */
const ENTRIES = '50';

/** Readers of feeds ask often: a shared cache answers most. */
const CACHED = 'public, max-age=300';

/** Parameters of a feed besides the filters. */
const KEPT = new Set(['sort_by', 'cursor']);

/** The feed that a path names; null: it names none. Throws the error of the API for refused filters. */
export function feedOf(asked: Asked, request: HttpRequest, tag: string): HttpResponse | null {
  const {segments, pairs, view, answers} = asked;
  const last = segments.at(-1) ?? '';
  if (!last.endsWith(EXTENSION)) return null;
  const match = matchRoute([...segments.slice(0, -1), last.slice(0, -EXTENSION.length)]);
  if (match?.route.kind !== 'list') return null;
  const route: ListRoute = match.route;
  const sort = sortOf(route, pairs);
  if (sort === null) return null;
  const filters = pairs.filter(([name]) => route.parameters[name] || KEPT.has(name));
  const more: [string, string][] = [
    ...(filters.some(([name]) => name === 'sort_by') ? [] : [['sort_by', sort] as [string, string]]),
    ['sort_order', 'desc'],
    ['limit', ENTRIES],
    ['lang', view.language],
    ['format', 'atom'],
  ];
  const own = filters.map(([name, value]): [string, string] => [name, value]);
  const call = parseCall({route, path: {}}, [...own, ...more], undefined, 'free');
  const {body} = answers.render(call, {origin: view.origin, target: request.target, pages: true});
  return feedResponse(body, request.headers['accept-encoding'], tag);
}

function feedResponse(body: Buffer, acceptEncoding: string | undefined, tag: string): HttpResponse {
  const headers = {
    'Content-Type': `${MEDIA_TYPES.atom}; charset=utf-8`,
    'Cache-Control': CACHED,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  };
  return compressedResponse({status: 200, headers, tag, body}, acceptEncoding);
}

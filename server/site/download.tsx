/** Downloads of lists without a key: the records that match, up to a bound. */

import {parseCall} from '../api/request/call.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import {matchRoute} from '../api/routes/match.ts';
import type {ListRoute} from '../api/routes/types.ts';
import type {HttpResponse} from '../http/types.ts';
import {DOWNLOADS, downloadedPairs, MOST_DOWNLOADED} from './downloads.ts';

import type {Asked} from './pages.ts';
import {inLanguage, withQuery} from './paths.ts';
import {curlOf} from './view/take_away.tsx';
import type {Page} from './view/types.ts';

const EXTENSION = /^(.+)\.([a-z]+)$/;

type Download = (typeof DOWNLOADS)[number];

/** The list and the format that a path like `/contracts.csv` names; null for any other path. */
function named(segments: readonly string[]): {route: ListRoute; download: Download} | null {
  const last = EXTENSION.exec(segments.at(-1) ?? '');
  const match = last && matchRoute([...segments.slice(0, -1), last[1]!]);
  if (match?.route.kind !== 'list') return null;
  const {route} = match;
  const download = DOWNLOADS.find(({extension, fits}) => extension === last![2] && fits(route));
  return download ? {route, download} : null;
}

const tooMany = ({view, pairs}: Asked, route: ListRoute, total: number): Page => {
  const {t, language} = view;
  const taken = downloadedPairs(route, pairs);
  // Exports have an order of their own.
  const filters = taken.filter(([name]) => Object.hasOwn(route.parameters, name));
  const why = t('list.too_many', {n: total, limit: MOST_DOWNLOADED});
  return {
    status: 403,
    title: t('list.download'),
    description: why,
    indexed: false,
    headers: {'Cache-Control': 'no-store'},
    body: (
      <div class="error">
        <h1>{t('list.download')}</h1>
        <p class="lead">{why}</p>
        <p>{t('list.with_key')}</p>
        <pre tabindex={0}>{curlOf(view, `/export/${route.dataset}`, [...filters, ['format', 'csv']])}</pre>
        <p>
          <a href="/account">{t('list.get_key')}</a>
        </p>
        <p>
          <a href={inLanguage(withQuery(route.path, taken), language)}>{t('list.back')}</a>
        </p>
      </div>
    ),
  };
};

/** All pages of the list in one body. */
function bodyOf(asked: Asked, route: ListRoute, {format}: Download): Buffer | number {
  const {answers, pairs} = asked;
  const isExcel = pairs.some(([name, value]) => name === 'excel' && value === 'true');
  const taken = downloadedPairs(route, pairs);
  const call = parseCall({route, path: {}}, taken, undefined, 'enterprise');
  const chunks: Buffer[] = [];
  let cursor: string | null = null;
  do {
    const more: [string, string][] = [
      ['limit', String(route.max)],
      ...(cursor ? [['cursor', cursor] as [string, string]] : []),
    ];
    const {page} = parseCall({route, path: {}}, [...taken, ...more], undefined, 'enterprise');
    const rendered = answers.render({...call, page, format, excel: isExcel});
    if (rendered.total > MOST_DOWNLOADED) return rendered.total;
    chunks.push(rendered.body);
    cursor = rendered.next;
  } while (cursor !== null);
  return format === 'geojson' ? joinFeatures(chunks) : joinLines(chunks, format === 'csv');
}

/** Pages of lines as one; of CSV only the first keeps its head. */
function joinLines(chunks: readonly Buffer[], isCsv: boolean): Buffer {
  const rest = chunks.slice(1).map((chunk) => (isCsv ? chunk.subarray(chunk.indexOf('\n') + 1) : chunk));
  return Buffer.concat([...chunks.slice(0, 1), ...rest]);
}

function joinFeatures(chunks: readonly Buffer[]): Buffer {
  const features = chunks.flatMap(
    (chunk) => (JSON.parse(chunk.toString()) as {features: unknown[]}).features,
  );
  return Buffer.from(JSON.stringify({type: 'FeatureCollection', features}));
}

/** The file that a path names, or why it is not given; null: the path names no file. */
export function downloadOf(asked: Asked): {response: HttpResponse} | {page: Page} | null {
  const found = named(asked.segments);
  if (!found) return null;
  const {route, download} = found;
  const body = bodyOf(asked, route, download);
  if (typeof body === 'number') return {page: tooMany(asked, route, body)};
  const name = `${route.dataset}.${download.extension}`;
  const headers = {
    'Content-Type': `${MEDIA_TYPES[download.format]}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'public, max-age=60',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  };
  return {response: {status: 200, blocks: [], headers, body}};
}

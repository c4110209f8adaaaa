/** The service worker of a site without a server: answers its addresses from the files of a bucket. */
import {DATA_PATH} from '../../server/api/data_files.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {ASSET_FOLDER, assetPath} from '../../server/site/assets.ts';
import {namedBuild} from '../../server/site/builds.ts';
import {buildFolder, pageFile} from '../site_files.ts';
import {failurePage, type Language} from '../words.ts';
import {Builds} from './builds.ts';
import {HostError} from './host.ts';
import {type FarService, toResponse} from './service.ts';

/** Hash of the code, which entity tags hold; the bundler writes it. */
declare const CODE: string;

declare const self: {
  location: Location;
  clients: {claim(): Promise<void>};
  skipWaiting(): Promise<void>;
  addEventListener(name: string, listen: (event: WorkerEvent) => void): void;
};

interface WorkerEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

/** The cache of pages that were made with their build. */
const PAGES = 'pages';

/** Files of the bucket that the host answers itself. */
const OF_HOST =
  /^\/(?:builds\/|\.kept\/|current\.json$|sw\.js$|openapi\.json$|llms\.txt$|docs(?:\/|$)|sitemap\.xml$|robots\.txt$)/;

/** An export as a whole file, which lies in the bucket. */
const WHOLE_EXPORT = new RegExp(`^${BASE_PATH}/export/([a-z_]+)$`);

/** Whether the host answers: files of a build are its, pages that name a build are not. */
const isOfHost = ({pathname, search}: URL): boolean =>
  OF_HOST.test(pathname) && namedBuild(pathname + search) === null;

/** Headers that answers depend on; bodies are never compressed on their way to the page. */
const READ = ['accept', 'accept-language', 'if-none-match'];

const builds = new Builds((address, init) => fetch(address, init), self.location.origin, CODE);

const languageOf = (path: string): Language => (path.startsWith('/fr') ? 'fr' : 'en');

/** Styles and scripts have the hash of their bytes in their address: they are kept. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(ASSET_FOLDER);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** What leads to a file of the build as it lies in the bucket; null: nothing does. */
function fileAddress({pathname, searchParams}: URL, build: string): string | null {
  const [, dataset] = WHOLE_EXPORT.exec(pathname) ?? [];
  if (dataset && searchParams.get('format') === 'parquet')
    return `${buildFolder(build)}export/${dataset}.parquet`;
  if (!pathname.startsWith(DATA_PATH)) return null;
  const path = pathname.slice(DATA_PATH.length);
  return `/builds/${path.replace(/^current\//, `${build}/`)}`;
}

/** A page without a question that was made with the build; null where there is none, or it cannot be had. */
async function madePage({pathname, search}: URL, {build, pages}: FarService): Promise<Response | null> {
  const path = pathname.replace(/\/$/, '');
  const headers = Object.hasOwn(pages, path) && search === '' ? pages[path] : undefined;
  if (!headers) return null;
  const address = pageFile(build, path);
  const cache = await caches.open(PAGES);
  const kept = await cache.match(address);
  const found = kept ?? (await fetch(address).catch(() => null));
  if (!found?.ok) return null;
  if (!kept) await cache.put(address, found.clone());
  return new Response(found.body, {headers});
}

function failure(error: unknown, {pathname}: URL): Response {
  const known = error instanceof HostError ? error : new HostError('failing', String(error));
  const headers = {'Cache-Control': 'no-store', 'Retry-After': '5'};
  if (pathname.startsWith(BASE_PATH))
    return Response.json({error: {code: 'UNAVAILABLE', message: known.message}}, {status: 503, headers});
  const page = failurePage(known.kind, known.message, languageOf(pathname), assetPath('site.css'));
  return new Response(page, {status: 503, headers: {...headers, 'Content-Type': 'text/html; charset=utf-8'}});
}

async function answer(request: Request, url: URL): Promise<Response> {
  const headers = Object.fromEntries(
    READ.flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const asked = {method: 'GET', target: url.pathname + url.search, headers};
  const ask = async (again: boolean): Promise<Response> => {
    const service = await builds.service(again);
    const file = fileAddress(url, service.build);
    if (file !== null) return Response.redirect(new URL(file, url).href, 302);
    const page = await madePage(url, service);
    if (page) return page;
    const response = await service.answer(asked);
    return response ? toResponse(response) : fetch(request);
  };
  try {
    return await ask(false);
  } catch (error) {
    // The build may have been removed since: the current one answers.
    if (error instanceof HostError && error.kind === 'gone') {
      try {
        return await ask(true);
      } catch (second) {
        return failure(second, url);
      }
    }
    return failure(error, url);
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    builds
      .service()
      .catch(() => {})
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const {request} = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || isOfHost(url)) return;
  if (request.method !== 'GET' && request.method !== 'HEAD') return;
  event.respondWith(url.pathname.startsWith(`/${ASSET_FOLDER}/`) ? asset(request) : answer(request, url));
});

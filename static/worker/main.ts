/** The service worker of a site without a server: answers its addresses from the files of a bucket. */
import {DATA_PATH} from '../../server/api/data_files.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {namedBuild} from '../../server/site/builds.ts';
import {type Language, languageOf} from '../../server/site/language.ts';
import {ASSET_FOLDER, assetPath} from '../platform/assets.ts';
import {addTexts, hasTexts} from '../platform/texts.ts';
import {buildFolder, textsFile} from '../site_files.ts';
import {Builds} from './builds.ts';
import {failure} from './failure.ts';
import {cachedFile, HostError} from './host.ts';
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

/** Files of the bucket that the host answers itself. */
const OF_HOST =
  /^\/(?:builds\/|\.kept\/|current\.json$|sw\.js$|openapi\.json$|llms\.txt$|docs(?:\/|$)|sitemap\.xml$|robots\.txt$)/;

/** An export as a whole file, which lies in the bucket. */
const WHOLE_EXPORT = new RegExp(`^${BASE_PATH}/export/([a-z_]+)$`);

/** Headers that answers depend on; bodies are never compressed on their way to the page. */
const READ = ['accept', 'accept-language', 'if-none-match'];

const ask = (address: string, init?: RequestInit) => fetch(address, init);

const builds = new Builds(ask, self.location.origin, CODE);

/** What leads to a file of the build as it lies in the bucket; null: nothing does. */
function fileAddress({pathname, searchParams}: URL, build: string): string | null {
  const [, dataset] = WHOLE_EXPORT.exec(pathname) ?? [];
  if (dataset && searchParams.get('format') === 'parquet' && !searchParams.has('since'))
    return `${buildFolder(build)}export/${dataset}.parquet`;
  if (!pathname.startsWith(DATA_PATH)) return null;
  const path = pathname.slice(DATA_PATH.length);
  return `/builds/${path.replace(/^current\//, `${build}/`)}`;
}

/** A page that was made with the build; null where none was, or the question of its address changes it. */
async function madePage({pathname, search}: URL, {build, pages}: FarService): Promise<Response | null> {
  const path = pathname.replace(/\/$/, '');
  const made = Object.hasOwn(pages, path) ? pages[path]! : null;
  if (made === null || (search !== '' && !made.isStanding)) return null;
  const {body} = await cachedFile(ask, 'pages', buildFolder(build) + made.file);
  return new Response(body, {headers: made.headers});
}

async function loadTexts(language: Language): Promise<void> {
  if (hasTexts(language)) return;
  const file = await cachedFile(ask, ASSET_FOLDER, assetPath(textsFile(language)));
  addTexts(language, await file.json());
}

async function answer(request: Request, url: URL, language: Language, again = false): Promise<Response> {
  const service = await builds.service(again);
  const file = fileAddress(url, service.build);
  if (file !== null) return Response.redirect(new URL(file, url).href, 302);
  const page = await madePage(url, service);
  if (page) return page;
  await loadTexts(language);
  const headers = Object.fromEntries([...request.headers].filter(([name]) => READ.includes(name)));
  const response = await service.answer({method: 'GET', target: url.pathname + url.search, headers});
  return response ? toResponse(response) : fetch(request);
}

/** The answer, of the current build where the one that was known has been removed since. Never rejects. */
async function answerAgain(request: Request, url: URL): Promise<Response> {
  const named = namedBuild(url.pathname)?.language;
  const accepted = request.headers.get('accept-language') ?? undefined;
  const language = languageOf(accepted, named, url.pathname.split('/')[1]);
  return answer(request, url, language)
    .catch((error) => {
      if (!(error instanceof HostError) || error.kind !== 'gone') throw error;
      return answer(request, url, language, true);
    })
    .catch((error) => failure(error, url, language));
}

self.addEventListener('install', (event) => {
  const opened = builds.service().catch(() => {});
  event.waitUntil(opened.then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const {request} = event;
  const url = new URL(request.url);
  const {origin, pathname, search} = url;
  // Files of a build are the host's, pages that name a build are not.
  const isOfHost = OF_HOST.test(pathname) && namedBuild(pathname + search) === null;
  if (origin !== self.location.origin || isOfHost || !['GET', 'HEAD'].includes(request.method)) return;
  const isAsset = pathname.startsWith(`/${ASSET_FOLDER}/`);
  event.respondWith(isAsset ? cachedFile(ask, ASSET_FOLDER, pathname) : answerAgain(request, url));
});

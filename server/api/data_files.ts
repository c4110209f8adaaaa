/**
 * Files of open builds at `/data/<build>/<path>`, where DATA_FILES allows it: what the manifest lists below
 * `parquet/` and `export/`, the dictionaries, the manifest, and its signature.
 */
import {extname} from 'node:path';
import type {BuildFile, BuildInfo} from '../../engine/types.ts';
import {TIERS} from '../accounts/tiers.ts';
import {matchEntityTag, quoteTag} from '../http/entity_tag.ts';
import type {HeaderBlock} from '../http/header_block.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {API_KEY_HEADER, authenticate, authorize} from './authenticate.ts';
import {buildHeaders, readsPart, withRateLimit} from './authenticated.ts';
import type {ApiContext, BuildSource, FileAccess, LogFields, Ready} from './context.ts';
import {CORS} from './cors.ts';
import {ApiError} from './errors.ts';
import {fileBody} from './operations/export/file_body.ts';
import type {Target} from './request/target.ts';
import {addressBusy, fileResponse} from './response.ts';
import {MEDIA_TYPES} from './routes/formats.ts';
import {EXPORTS} from './routes/index.ts';

/** Where all of them are. */
export const DATA_PATH = '/data/';

/** The name of the current build in an address. */
const CURRENT = 'current';

/** Rows of publishers, columns that no record has included: provenance alone reads them. */
const INTERNAL = /^rows\//;

/** A file, and the build that it belongs to. */
interface Found {
  file: BuildFile;
  info: BuildInfo;
}

/**
 * The file at a path of an open build, which is looked up among those that the build serves; null: there is
 * none. It can be read after its build is closed. Throws 503 without a build.
 */
function find(builds: BuildSource, id: string, path: string): Found | null {
  const {engine, release} = builds.acquire(id === CURRENT ? undefined : id);
  const {info} = engine;
  const isOpen = (id === CURRENT || id === info.build_id) && !INTERNAL.test(path);
  const file = isOpen ? engine.file(path) : null;
  release();
  return file && {file, info};
}

/** Leads from the current build to the one that it is now, whose files never change. */
const toBuild = ({build_id}: BuildInfo, path: string): HttpResponse => ({
  status: 302,
  blocks: [],
  headers: {...CORS, Location: `${DATA_PATH}${build_id}/${path}`, 'Cache-Control': 'no-store'},
  body: '',
});

/** By the ending of a path; the sums of the files have none. */
const ENDINGS: Readonly<Record<string, string>> = {
  '.json': MEDIA_TYPES.json,
  '.jsonl': 'application/jsonl',
  '.jsonld': 'application/ld+json',
  '.parquet': MEDIA_TYPES.parquet,
};
const mediaType = (path: string): string => ENDINGS[extname(path)] ?? 'text/plain; charset=utf-8';

/** The file whole, a range of it, or 304. `rate`: headers of the account; null: there is none. */
function answerFile({file, info}: Found, request: HttpRequest, rate: HeaderBlock | null): HttpResponse {
  const {path, sha256} = file;
  const etag = quoteTag(sha256);
  const blocks = [buildHeaders(info), ...(rate ? [rate] : [])];
  const headers = {
    ...CORS,
    'Cache-Control': `${rate ? 'private' : 'public'}, max-age=31536000, immutable`,
    ...(rate ? {Vary: API_KEY_HEADER} : {}),
    ETag: etag,
  };
  const known = request.headers['if-none-match'];
  if (known?.trim() === '*' || matchEntityTag(known, sha256) !== null)
    return {status: 304, blocks, headers, body: null};
  const described = {
    ...headers,
    'Content-Type': mediaType(path),
    'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
  return fileResponse(fileBody(file), {blocks, headers: described}, request);
}

/**
 * Prepares a request below `/data/`. The current build leads to its own address, without a key and uncounted
 * by accounts; there a request needs a key and counts as an export, unless it is counted by its address.
 */
export async function prepareDataFile(
  request: HttpRequest,
  {segments}: Target,
  {wait}: FileAccess,
  context: ApiContext,
  logFields: LogFields,
): Promise<Ready> {
  logFields.route = 'data';
  const {builds} = context;
  const [, id = '', ...names] = segments ?? [];
  const path = names.join('/');
  const found = (): Found => {
    const one = find(builds, id, path);
    if (!one) throw new ApiError('path');
    return one;
  };
  const checked = async (rate: HeaderBlock | null): Promise<Ready> => {
    const one = found();
    await one.file.check();
    return () => answerFile(one, request, rate);
  };
  const seconds = wait?.(request, context.now()) ?? 0;
  if (seconds > 0) return () => addressBusy(seconds);
  if (id === CURRENT) return () => toBuild(found().info, path);
  if (wait) return checked(null);
  const principal = authenticate(request, context);
  logFields.key = principal.key?.prefix ?? null;
  // What will be refused is counted each time.
  const isPart = readsPart(request) && TIERS[principal.tier].export && builds.info() !== null;
  const number = isPart ? find(builds, id, path)?.file.number : undefined;
  // Behind those of the operations.
  const file = number === undefined ? null : EXPORTS.length + number;
  return withRateLimit(principal, {group: 'export', file}, context, logFields, async (rate) => {
    // Files of several groups have one address.
    authorize(principal, 'export', 'export');
    return checked(rate);
  });
}

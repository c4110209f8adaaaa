/**
 * As much of S3 as builds need, over the store in memory, on a free port: for tests that stop its clients at
 * a request.
 */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {type Condition, Conflict} from '../../storage/object_store.ts';
import {type MemoryStore, memoryStore} from './memory_store.ts';

export interface SmallS3 {
  store: MemoryStore;
  /** Variables of the environment by which programs find it. */
  env: Record<string, string>;
  /** Called for each request before anything is done, and again before it is answered. */
  onRequest(moment: 'before' | 'after', what: string): Promise<void>;
  close(): Promise<void>;
}

const BUCKET = 'builds';
export const LOCATION = `s3://${BUCKET}`;

const xml = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const refusal = (status: number, code: string): Reply => ({
  status,
  body: `<Error><Code>${code}</Code></Error>`,
});

function conditionOf({headers}: IncomingMessage): Condition {
  if (headers['if-none-match'] === '*') return 'absent';
  const tag = headers['if-match'];
  return tag === undefined ? 'any' : {tag};
}

async function listing(store: MemoryStore, prefix: string): Promise<Reply> {
  let found = '';
  for await (const {key, bytes, modified} of store.list(prefix)) {
    found += `<Contents><Key>${escaped(key)}</Key><Size>${bytes}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`;
  }
  return {status: 200, body: xml('ListBucketResult', `<IsTruncated>false</IsTruncated>${found}`)};
}

async function put(store: MemoryStore, key: string, request: IncomingMessage, body: Buffer): Promise<Reply> {
  try {
    const tag = await store.write(key, body, conditionOf(request));
    return {status: 200, headers: {etag: tag}};
  } catch (error) {
    if (error instanceof Conflict) return refusal(412, 'PreconditionFailed');
    throw error;
  }
}

function get({objects}: MemoryStore, key: string, {headers}: IncomingMessage): Reply {
  const entry = objects.get(key);
  if (!entry) return refusal(404, 'NoSuchKey');
  const from = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
  if (from === undefined) return {status: 200, headers: {etag: entry.tag}, body: entry.body};
  const {length} = entry.body;
  return {
    status: 206,
    headers: {etag: entry.tag, 'content-range': `bytes ${from}-${length - 1}/${length}`},
    body: entry.body.subarray(Number(from)),
  };
}

async function answer(store: MemoryStore, request: IncomingMessage, body: Buffer): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const key = decodeURIComponent(url.pathname).slice(`/${BUCKET}/`.length);
  if (request.method === 'PUT') return put(store, key, request, body);
  if (request.method === 'POST' && url.searchParams.has('delete')) {
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, one = '']) => one);
    await store.remove(keys);
    return {status: 200, body: xml('DeleteResult', '')};
  }
  if (request.method === 'GET' && url.searchParams.has('list-type')) {
    return listing(store, url.searchParams.get('prefix') ?? '');
  }
  if (request.method === 'GET' || request.method === 'HEAD') return get(store, key, request);
  return refusal(501, 'NotImplemented');
}

/** Starts it with an empty bucket. */
export async function startSmallS3(): Promise<SmallS3> {
  const s3: SmallS3 = {store: memoryStore(LOCATION), env: {}, onRequest: async () => {}, close};
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const what = `${request.method} ${request.url}`;
    await s3.onRequest('before', what);
    const {status, headers = {}, body: sent = ''} = await answer(s3.store, request, body);
    await s3.onRequest('after', what);
    response.writeHead(status, {...headers, 'content-length': String(Buffer.byteLength(sent))});
    response.end(request.method === 'HEAD' ? undefined : sent);
  };
  const server = createServer((request, response) => {
    // A client that was killed takes no answer.
    serve(request, response).catch(() => response.destroy());
  });
  async function close(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  s3.env = {
    AWS_ACCESS_KEY_ID: 'tester',
    AWS_SECRET_ACCESS_KEY: 'tester-secret',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
  };
  return s3;
}

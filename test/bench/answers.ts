/**
 * Compares the answers of two checkouts over one build, byte for byte: random requests over every operation
 * of the older one's OpenAPI document, and the pages that their cursors name.
 */
import {randomBytes} from 'node:crypto';
import {seededRandom} from '../helpers/seeded_random.ts';
import {operationsOf, type Request, remember, requestOf, type Seen} from './answers/requests.ts';
import {type Server, startServer} from './queries/servers.ts';
import {environmentOf, type Serving, servingOf} from './queries/serving.ts';
import {say} from './say.ts';

export interface Options {
  /** Link to the build, or its folder. */
  current: string;
  /** Folder of the other checkout, installed. */
  before: string;
  /** As `current`, for the other checkout: the same rows where its format of the index is another. */
  currentBefore: string;
  count: number;
  seed: number;
}

/** Headers that depend on time, process or counts; `vary` and all others must be equal. */
const OF_THE_MOMENT =
  /^(date|age|retry-after|x-ratelimit-.*|ratelimit.*|x-request-id|server-timing|connection|keep-alive)$/;
const DOCUMENTS = ['/openapi.json', '/docs', '/docs/errors', '/llms.txt'];
/** Feeds name the address of their server, which is the same for both. */
const ORIGIN = 'https://api.example.org';
/** Operations whose bodies depend on counts or time. */
const LIVE = /\/(usage|health)\b/;

interface Answer {
  status: number;
  headers: string;
  body: Buffer;
}

/** Throws on the first differences, after naming them all up to ten. How many requests were compared. */
export async function compareAnswers({
  current,
  before,
  currentBefore,
  count,
  seed,
}: Options): Promise<number> {
  if (!before) throw new Error('name the other checkout: BENCH_BEFORE=<folder>');
  const serving = await servingOf(current);
  const servingBefore = await servingOf(currentBefore);
  const started = (one: Serving, checkout?: string) =>
    startServer('dist/main.js', {...environmentOf(one), API_ORIGIN: ORIGIN}, one.key, checkout);
  const older = await started(servingBefore, before);
  const newer = await started(serving);
  const document = JSON.parse((await ask(older, {target: '/openapi.json', headers: {}})).body.toString());
  // Documents describe the operations and may be rewritten.
  const operations = operationsOf(document).filter(({path}) => !DOCUMENTS.includes(path));
  const random = seededRandom(seed);
  const seen: Seen = new Map();
  const differing: string[] = [];
  const statuses = new Map<number, number>();
  let [requests, bytes] = [0, 0];
  const compare = async (request: Request): Promise<unknown> => {
    const [one, other] = await Promise.all([ask(older, request), ask(newer, request)]);
    requests++;
    bytes += one.body.length;
    statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
    const same = one.status === other.status && one.headers === other.headers;
    if (!same || !one.body.equals(other.body)) {
      differing.push(described(request, one, other));
    }
    return /json/.test(one.headers) && one.status === 200 ? parsed(one.body) : null;
  };
  // One plain request of every operation first: their values make the random ones find something.
  for (const operation of operations)
    remember(seen, await compare({target: operation.path, headers: {}}), operation.path);
  while (requests < count && differing.length < 10) {
    const operation = operations[requests % operations.length]!;
    const request = requestOf(operation, seen, random);
    const body = await compare(request);
    remember(seen, body, operation.path);
    const cursor = (body as {meta?: {next_cursor?: string}} | null)?.meta?.next_cursor;
    if (cursor && random() < 0.5) {
      const path = request.target.split('?')[0];
      await compare({...request, target: `${path}?cursor=${encodeURIComponent(cursor)}`});
    }
  }
  await older.stop();
  await newer.stop();
  const counts = [...statuses].sort().map(([status, n]) => `${n} of ${status}`);
  say(
    `answers: ${requests} requests over ${operations.length} operations, seed ${seed}: ${counts.join(', ')}; ` +
      `${bytes} bytes; ${differing.length} differ`,
  );
  if (differing.length > 0) throw new Error(`answers differ:\n${differing.join('\n')}`);
  return requests;
}

/** The part of an entity tag that changes with the code. */
const CODE = /(?<=-)[0-9a-f]{20}(?=["-])/;

async function ask(server: Server, {target, headers}: Request): Promise<Answer> {
  const all = {...headers, ...(server.key ? {'X-API-Key': server.key} : {})};
  const send = () => fetch(server.base + target, {headers: all, redirect: 'manual'});
  // A connection that was idle while the other server answered may be closed just then.
  const answer = await send().catch(send);
  const live = LIVE.test(target);
  const kept = [...answer.headers]
    .filter(([name]) => !OF_THE_MOMENT.test(name) && !(live && /^(etag|content-length)$/.test(name)))
    .sort();
  const body = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    headers: kept.map(([name, value]) => `${name}: ${value.replace(CODE, '<code>')}`).join('\n'),
    // Of bodies that depend on counts or time everything except figures is compared.
    body: live ? Buffer.from(body.toString().replace(/\d+/g, '0')) : body,
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** Both answers from where they first differ. */
function described({target, headers}: Request, one: Answer, other: Answer): string {
  let at = 0;
  while (at < one.body.length && one.body[at] === other.body[at]) at++;
  const from = (answer: Answer) => answer.body.subarray(Math.max(0, at - 40), at + 120).toString();
  const differs = one.headers === other.headers ? '' : `\n  ${one.headers}\n  ---\n  ${other.headers}`;
  return `${target} ${JSON.stringify(headers)}\n  ${one.status} ${from(one)}\n  ${other.status} ${from(other)}${differs}`;
}

/** A seed for a run that names none. */
export const anySeed = (): number => randomBytes(4).readUInt32LE();

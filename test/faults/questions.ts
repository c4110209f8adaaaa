/** A build of invented rows, and questions to a server over it that together read every kind of file. */
import {attachBuild, type SharedBuild} from '../../engine/open.ts';
import type {ApiContext} from '../../server/api/context.ts';
import {isStreamed} from '../../server/http/streamed_body.ts';
import type {HttpResponse} from '../../server/http/types.ts';
import {allocateCounters, viewCounters} from '../../server/limits/counter_memory.ts';
import {localLimits} from '../../server/limits/local_limits.ts';
import type {BuildInput} from '../helpers/build.ts';
import {handle} from '../helpers/handle.ts';
import {permitRows} from '../helpers/permits_build.ts';

/** Longest time of one answer: the service gives up after ten seconds itself. */
const LONGEST_MS = 15_000;

export const rowsOf = (seed: number): BuildInput['rows'] => ({
  permits: permitRows(300, seed),
  contracts: Array.from({length: 200}, (_, at) => ({
    vendor: `Harbour ${at % 90} Works`,
    department: `Department ${at % 7}`,
    description: `Dredging of berth ${at}`,
    contract_date: `2025-01-${String(1 + (at % 28)).padStart(2, '0')}`,
    value: at,
  })),
});

export const QUESTIONS = [
  'permits?limit=100',
  'permits?municipality=toronto&permit_type=renovation&limit=100',
  'permits?q=garage&limit=100&facets=permit_type',
  'permits?lat=43.69&lng=-79.38&radius_km=50&limit=100',
  'permits?sort=estimated_cost&order=asc&limit=100',
  'permits/stats?group_by=permit_type',
  'contracts?limit=100',
  'contracts?vendor=harbour%201&limit=100',
  'contracts?q=berth%2017&limit=100',
  'contracts/stats?group_by=vendor&limit=100',
  'vendors?limit=100',
  'vendors/harbour%203%20works',
  'departments?limit=100',
  'search?q=harbour&limit=20',
  'search?q=dredging&limit=20',
  'values/contracts/vendor?q=harb',
  'organizations?limit=50',
  'sources',
  'export/contracts?format=csv',
  'export/contracts?format=parquet',
  'export/permits?format=ndjson',
] as const;

/** Status, and body where it is no error. */
async function answerOf(response: HttpResponse): Promise<string> {
  const {status, body} = response;
  if (!isStreamed(body ?? '')) return `${status} ${body?.toString() ?? ''}`;
  if (!isStreamed(body)) throw new Error('a body is a buffer, a text or a stream');
  const chunks: Buffer[] = [];
  try {
    for (let chunk = await body.next(); chunk !== null; chunk = await body.next())
      chunks.push(Buffer.from(chunk));
    return `${status} ${Buffer.concat(chunks).toString('latin1')}`;
  } catch {
    // The connection breaks: no client takes what came before for the whole.
    return '503 broken off';
  } finally {
    body.close();
  }
}

async function bounded<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`${what} hangs`)), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The answers of a server to some targets, over a loaded build. */
export async function answers(
  service: ApiContext,
  key: string,
  shared: SharedBuild,
  targets: readonly string[],
): Promise<string[]> {
  const engine = attachBuild(shared);
  const context: ApiContext = {
    ...service,
    builds: {
      info: () => engine.info,
      acquire: () => ({engine, release() {}}),
      isReadable: () => true,
    },
    // Every build is asked with fresh windows.
    limits: localLimits(viewCounters(allocateCounters(1)), () => [0, 0, 0]),
  };
  const all: string[] = [];
  for (const target of targets) {
    const request = {method: 'GET', target: `/api/v1/${target}`, headers: {'x-api-key': key}};
    const response = Promise.resolve(handle(request, context)).then(answerOf);
    all.push(await bounded(target, response));
  }
  return all;
}

/** Fetches files of a site and ranges of them from its host, again where that fails for a while. */
import type en from '../messages/en.json';

/** Why a host is of no use, in words for people; `kind` chooses the page. */
export class HostError extends Error {
  readonly kind: keyof typeof en.failures;

  constructor(kind: HostError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Waits before another attempt, in milliseconds. */
const WAITS = [150, 600, 2400];

/** What asks for an address; `fetch`, but in tests. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** The answer to a request. Rejects with HostError where there is none, or it is neither 200 nor 206. */
export async function answerOf(fetch: Fetch, address: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(address, init).catch(() => {
    throw new HostError('offline', `${address} cannot be reached`);
  });
  if (answer.status === 404 || answer.status === 410)
    throw new HostError('gone', `${address} is no longer there`);
  if (!answer.ok) throw new HostError('failing', `${address} is answered ${answer.status}`);
  return answer;
}

/** A file as a cache of the browser has it, else as the host does. Rejects with HostError. */
export async function cachedFile(fetch: Fetch, name: string, address: string): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(address);
  if (kept) return kept;
  const answer = await answerOf(fetch, address);
  await cache.put(address, answer.clone());
  return answer;
}

/** Bytes `from` up to `to` of a file of `size`. */
export interface Part {
  address: string;
  from: number;
  to: number;
  size: number;
}

/** One attempt. Rejects with HostError, or with any error of the network. */
async function attempt(
  fetch: Fetch,
  {address, from, to, size}: Part,
  cache: RequestCache,
): Promise<Uint8Array> {
  const expected = `bytes ${from}-${to - 1}/`;
  const answer = await answerOf(fetch, address, {headers: {Range: `bytes=${from}-${to - 1}`}, cache});
  if (answer.status === 200) {
    await answer.body?.cancel();
    throw new HostError(
      'whole',
      `the host answers whole files where parts are asked for (${address}): it must honour the header Range`,
    );
  }
  const range = answer.headers.get('Content-Range') ?? `${expected}*`;
  if (range !== `${expected}*` && range !== expected + size)
    throw new HostError(
      'damaged',
      `${address} is answered with another range, or has another size (${range})`,
    );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length !== to - from)
    throw new HostError('damaged', `${address} ended after ${bytes.length} of ${to - from} bytes`);
  return bytes;
}

/**
 * The bytes of a part that `isRight` accepts. Tries again after a while where the host fails or answers what
 * is wrong, past any cache between. Rejects with HostError.
 */
export async function fetchPart(
  fetch: Fetch,
  part: Part,
  isRight: (bytes: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  for (let attempts = 0; ; attempts++) {
    try {
      const bytes = await attempt(fetch, part, attempts > 0 ? 'reload' : 'default');
      if (await isRight(bytes)) return bytes;
      throw new HostError('damaged', `${part.address} is not what its build says (another checksum)`);
    } catch (error) {
      const known =
        error instanceof HostError ? error : new HostError('offline', `${part.address} broke off`);
      const wait = WAITS[attempts];
      if (wait === undefined || known.kind === 'gone' || known.kind === 'whole') throw known;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Fetches ranges of the files of a site from its host, again where that fails for a while. */

/** Why a host is of no use, in words for people; `kind` chooses the page. */
export class HostError extends Error {
  readonly kind: 'offline' | 'whole' | 'gone' | 'damaged' | 'failing';

  constructor(kind: HostError['kind'], message: string) {
    super(message);
    this.name = 'HostError';
    this.kind = kind;
  }
}

/** Waits before another attempt, in milliseconds. */
const WAITS = [150, 600, 2400];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What asks for an address; `fetch`, but in tests. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Bytes `from` up to `to` of a file of `size`. */
export interface Part {
  address: string;
  from: number;
  to: number;
  size: number;
}

/** One attempt; throws HostError, or any error of the network. */
async function attempt(fetch: Fetch, {address, from, to, size}: Part, isAgain: boolean): Promise<Uint8Array> {
  const headers = {Range: `bytes=${from}-${to - 1}`};
  const answer = await fetch(address, {headers, ...(isAgain && {cache: 'reload' as const})});
  if (answer.status === 404 || answer.status === 410)
    throw new HostError('gone', `${address} is no longer there`);
  if (answer.status === 200) {
    await answer.body?.cancel();
    throw new HostError(
      'whole',
      `the host answers whole files where parts are asked for (${address}): it must honour the header Range`,
    );
  }
  if (answer.status !== 206) throw new HostError('failing', `${address} is answered ${answer.status}`);
  const expected = `bytes ${from}-${to - 1}/`;
  const range = answer.headers.get('Content-Range');
  if (range !== null && !range.startsWith(expected))
    throw new HostError('damaged', `${address} is answered with another range (${range})`);
  if (range !== null && !range.endsWith(`/${size}`) && !range.endsWith('/*'))
    throw new HostError('damaged', `${address} has another size than its build says (${range})`);
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
      const bytes = await attempt(fetch, part, attempts > 0);
      if (await isRight(bytes)) return bytes;
      throw new HostError('damaged', `${part.address} is not what its build says (another checksum)`);
    } catch (error) {
      const known =
        error instanceof HostError ? error : new HostError('offline', `${part.address} cannot be reached`);
      const wait = WAITS[attempts];
      if (wait === undefined || known.kind === 'gone' || known.kind === 'whole') throw known;
      await pause(wait);
    }
  }
}

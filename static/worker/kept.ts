/** What the browser keeps of a site between visits: within a bound, in Cache Storage. */

/** What browsers keep beyond the life of the worker. */
export interface Kept {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): void;
}

/** Entries at most: with blocks of 8 kB some 100 MB. */
const MOST = 12_000;

/** How many are let go of at once, the oldest first. */
const LET_GO = 2_000;

const addressOf = (key: string): string => `/.kept/${encodeURIComponent(key)}`;

/** Opens what is kept; a browser that keeps nothing, as in private windows, does without. */
export async function openKept(): Promise<Kept> {
  const cache = await caches.open('blocks').catch(() => null);
  if (!cache) return {get: async () => null, put: () => {}};
  let count = (await cache.keys()).length;
  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    await cache.put(addressOf(key), new Response(Uint8Array.from(bytes)));
    if (++count <= MOST) return;
    count -= LET_GO;
    for (const request of (await cache.keys()).slice(0, LET_GO)) await cache.delete(request);
  };
  return {
    async get(key) {
      const found = await cache.match(addressOf(key));
      return found ? new Uint8Array(await found.arrayBuffer()) : null;
    },
    // A full disk keeps nothing more, which is no reason to fail.
    put: (key, bytes) => void put(key, bytes).catch(() => {}),
  };
}

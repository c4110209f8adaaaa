/** What the browser keeps of a site between visits: within a bound, in Cache Storage. */
import type {Kept} from './blocks.ts';

const BLOCKS = 'blocks';

/** Entries at most: with blocks of 8 kB some 100 MB. */
const MOST = 12_000;

/** How many are let go of at once, the oldest first. */
const LET_GO = 2_000;

const addressOf = (key: string): string => `/.kept/${encodeURIComponent(key)}`;

/** Opens what is kept; a browser that keeps nothing, as in private windows, does without. */
export async function openKept(): Promise<Kept> {
  const cache = await caches.open(BLOCKS).catch(() => null);
  if (!cache) return {get: async () => null, put: () => {}};
  let count = (await cache.keys()).length;
  const shrink = async (): Promise<void> => {
    const oldest = (await cache.keys()).slice(0, LET_GO);
    count -= oldest.length;
    await Promise.all(oldest.map((request) => cache.delete(request)));
  };
  return {
    async get(key) {
      const found = await cache.match(addressOf(key));
      return found ? new Uint8Array(await found.arrayBuffer()) : null;
    },
    put(key, bytes) {
      count++;
      const put = cache.put(addressOf(key), new Response(Uint8Array.from(bytes)));
      // A full disk keeps nothing more, which is no reason to fail.
      put.then(() => (count > MOST ? shrink() : undefined)).catch(() => {});
    },
  };
}

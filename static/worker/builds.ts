/** Which build is current, and its service: what was known last where the host cannot be reached. */
import {hash} from 'node:crypto';
import {buildFolder, type Description, POINTER, type Pointer} from '../site_files.ts';
import {Blocks} from './blocks.ts';
import {answerOf, cachedFile, type Fetch, HostError} from './host.ts';
import {openKept} from './kept.ts';
import {FarService} from './service.ts';

/** The cache of what names and describes builds. */
const SITE = 'site';

/** How long the pointer is believed. */
const BELIEVED_MS = 60_000;

/** The builds of a site, of which one is current. */
export class Builds {
  readonly #fetch: Fetch;
  readonly #address: string;
  readonly #code: string;
  #current: FarService | null = null;
  #asked = 0;
  #opening: Promise<FarService> | null = null;

  constructor(fetch: Fetch, address: string, code: string) {
    this.#fetch = fetch;
    this.#address = address;
    this.#code = code;
  }

  /** The service of the current build; asks the host for another one where `again`. Rejects with HostError. */
  async service(again = false): Promise<FarService> {
    const current = this.#current;
    if (current && !again && Date.now() - this.#asked < BELIEVED_MS) return current;
    this.#asked = Date.now();
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    // Who has a build is not held up by the question whether there is a newer one.
    if (!current || again) return this.#opening;
    this.#opening.catch(() => {});
    return current;
  }

  async #open(): Promise<FarService> {
    const pointer = await this.#pointer();
    if (this.#current?.build !== pointer.build) {
      const description = await this.#describe(pointer);
      const blocks = new Blocks(description, this.#fetch, await openKept());
      this.#current = new FarService(description, blocks, this.#address, this.#code);
    }
    return this.#current!;
  }

  /** From the host, else the one that is kept. */
  async #pointer(): Promise<Pointer> {
    const cache = await caches.open(SITE);
    try {
      const answer = await answerOf(this.#fetch, POINTER, {cache: 'no-store'});
      await cache.put(POINTER, answer.clone());
      return await answer.json();
    } catch (error) {
      const kept = await cache.match(POINTER);
      if (!kept) throw error;
      return kept.json();
    }
  }

  async #describe({build, description, sha256}: Pointer): Promise<Description> {
    const address = buildFolder(build) + description;
    const answer = await cachedFile(this.#fetch, SITE, address);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (hash('sha256', bytes) !== sha256) {
      await (await caches.open(SITE)).delete(address);
      throw new HostError('damaged', `${address} is not what ${POINTER} says (another hash)`);
    }
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(unpacked).json();
  }
}

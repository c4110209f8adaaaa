/** Which build is current, and its service: what was known last where the host cannot be reached. */
import {hash} from 'node:crypto';
import {buildFolder, type Description, POINTER, type Pointer} from '../site_files.ts';
import {Blocks} from './blocks.ts';
import {type Fetch, HostError} from './host.ts';
import {openKept} from './kept.ts';
import {FarService} from './service.ts';

/** The cache of what names and describes builds. */
const SITE = 'site';

/** How long the pointer is believed. */
const BELIEVED_MS = 60_000;

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

/** The builds of a site, of which one is current. */
export class Builds {
  readonly #fetch: Fetch;
  readonly #address: string;
  readonly #code: string;
  #current: {service: FarService; blocks: Blocks; at: number} | null = null;
  #opening: Promise<FarService> | null = null;

  constructor(fetch: Fetch, address: string, code: string) {
    this.#fetch = fetch;
    this.#address = address;
    this.#code = code;
  }

  /** The traffic of the current build since it was opened. */
  get traffic() {
    return this.#current?.blocks.traffic ?? null;
  }

  /** The service of the current build; asks the host for another one where `again`. Rejects with HostError. */
  async service(again = false): Promise<FarService> {
    const current = this.#current;
    if (current && !again && Date.now() - current.at < BELIEVED_MS) return current.service;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    // Who has a build is not held up by the question whether there is a newer one.
    if (current && !again) {
      current.at = Date.now();
      this.#opening.catch(() => {});
      return current.service;
    }
    return this.#opening;
  }

  async #open(): Promise<FarService> {
    const pointer = await this.#pointer();
    const current = this.#current;
    if (current?.service.build === pointer.build) {
      current.at = Date.now();
      return current.service;
    }
    const description = await this.#describe(pointer);
    const blocks = new Blocks(description, this.#fetch, await openKept());
    const service = new FarService(description, blocks, this.#address, this.#code);
    this.#current = {service, blocks, at: Date.now()};
    return service;
  }

  /** From the host, else the one that is kept. */
  async #pointer(): Promise<Pointer> {
    const cache = await caches.open(SITE);
    try {
      const answer = await this.#fetch(POINTER, {cache: 'no-store'});
      if (!answer.ok) throw new HostError('failing', `${POINTER} is answered ${answer.status}`);
      const text = await answer.text();
      const pointer = JSON.parse(text) as Pointer;
      await cache.put(POINTER, new Response(text));
      return pointer;
    } catch (error) {
      const kept = await cache.match(POINTER);
      if (kept) return (await kept.json()) as Pointer;
      if (error instanceof HostError) throw error;
      throw new HostError('offline', `${POINTER} cannot be reached`);
    }
  }

  async #describe({build, description, sha256}: Pointer): Promise<Description> {
    const address = buildFolder(build) + description;
    const cache = await caches.open(SITE);
    const kept = await cache.match(address);
    const answer = kept ?? (await this.#fetch(address).catch(() => null));
    if (!answer) throw new HostError('offline', `${address} cannot be reached`);
    if (answer.status === 404) throw new HostError('gone', `${address} is no longer there`);
    if (!answer.ok) throw new HostError('failing', `${address} is answered ${answer.status}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (hash('sha256', bytes) !== sha256) {
      await cache.delete(address);
      throw new HostError('damaged', `${address} is not what ${POINTER} says (another hash)`);
    }
    if (!kept) await cache.put(address, new Response(bytes));
    return JSON.parse(await unpacked(bytes)) as Description;
  }
}

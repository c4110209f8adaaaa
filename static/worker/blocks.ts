/** The blocks of a build: from memory, from what the browser keeps, or from the host; each is compared. */
import {crc32} from 'node:zlib';
import {FetchedFiles, type MissingRange} from '../../engine/open.ts';
import {
  BLOCK,
  blocksOf,
  buildFolder,
  type Description,
  PAGE_BYTES,
  SUM_BYTES,
  SUMS_A_PAGE,
} from '../site_files.ts';
import {type Fetch, fetchPart} from './host.ts';

/** Blocks no farther apart than so many are fetched at once: another request takes longer than they do. */
const MOST_BETWEEN = 2;

/** A file of so many blocks at most is fetched whole: its parts would be asked for one after the other. */
const SMALL_FILE = 32;

/** Who lacks so few blocks searches: it will soon lack those beside them. */
const FEW = 3;

/** Blocks that are fetched together then. */
const GROUP = 4;

/** Bytes of blocks in memory. */
const MOST_IN_MEMORY = 96 << 20;

/** Requests at a time: as many as browsers make to a host by HTTP/1.1. */
const AT_ONCE = 6;

/** What browsers keep beyond the life of the worker. */
export interface Kept {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): void;
}

/** What was fetched since it was asked for last. */
export interface Traffic {
  rounds: number;
  requests: number;
  bytes: number;
}

/** Blocks `first` up to `end` of a file. */
interface Run {
  first: number;
  end: number;
}

/** Numbers as runs of neighbours, and of those that nearly are. */
function runsOf(numbers: readonly number[], between: number): Run[] {
  const runs: Run[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number <= last.end + between) last.end = number + 1;
    else runs.push({first: number, end: number + 1});
  }
  return runs;
}

/** Runs tasks, so many at a time; rejects with the first error, once all that began have ended. */
async function together(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const left = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of left) await task();
  };
  const ended = await Promise.allSettled(Array.from({length: AT_ONCE}, worker));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The blocks of one build. */
export class Blocks {
  readonly files = new FetchedFiles(BLOCK, MOST_IN_MEMORY);
  readonly traffic: Traffic = {rounds: 0, requests: 0, bytes: 0};
  readonly #description: Description;
  readonly #folder: string;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #fetch: Fetch;
  readonly #kept: Kept;
  /** Pages of checksums, which are few and small, by number. */
  readonly #pages = new Map<number, Uint8Array>();
  /** What is on its way, by path and block, so that no two queries fetch the same. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(description: Description, fetch: Fetch, kept: Kept) {
    this.#description = description;
    this.#folder = buildFolder(description.build.info.build_id);
    this.#fetch = fetch;
    this.#kept = kept;
    const ground = description.ground;
    this.#sizes = new Map([
      ...description.build.tables.flatMap(({index, rows, found}) => [
        index,
        ...(rows ? [rows.values, rows.items, rows.details] : []),
        ...(found ? [found.file] : []),
      ]),
      [ground.file, ground.bytes],
    ]);
  }

  /** Fetches what a query lacked. Rejects with HostError. */
  async fetch(ranges: readonly MissingRange[]): Promise<void> {
    this.files.shrink();
    const byPath = new Map<string, Set<number>>();
    for (const {path, from, to} of ranges) {
      const numbers = byPath.get(path) ?? new Set();
      byPath.set(path, numbers);
      for (let number = Math.floor(from / BLOCK); number * BLOCK < to; number++) numbers.add(number);
    }
    this.#widen(byPath);
    const waited: Promise<void>[] = [];
    const lacking: {path: string; number: number}[] = [];
    for (const [path, numbers] of byPath)
      for (const number of numbers) {
        const running = this.#underWay.get(`${path} ${number}`);
        if (running) waited.push(running);
        else lacking.push({path, number});
      }
    const work = this.#load(lacking);
    for (const {path, number} of lacking) this.#underWay.set(`${path} ${number}`, work);
    try {
      await Promise.all([work, ...waited]);
    } finally {
      for (const {path, number} of lacking) this.#underWay.delete(`${path} ${number}`);
    }
  }

  /** Adds blocks of which it is likely that they are lacked next: another round takes longer than they do. */
  #widen(byPath: ReadonlyMap<string, Set<number>>): void {
    const count = [...byPath.values()].reduce((sum, {size}) => sum + size, 0);
    for (const [path, numbers] of byPath) {
      const blocks = blocksOf(this.#sizes.get(path) ?? 0);
      const group = blocks <= SMALL_FILE ? blocks : count <= FEW ? GROUP : 1;
      for (const number of [...numbers]) {
        const first = number - (number % group);
        for (let other = first; other < Math.min(blocks, first + group); other++)
          if (!this.files.has(path, other)) numbers.add(other);
      }
    }
  }

  /** Blocks that the browser keeps; the others from the host, together with their checksums. */
  async #load(lacking: readonly {path: string; number: number}[]): Promise<void> {
    const far = new Map<string, number[]>();
    await Promise.all(
      lacking.map(async ({path, number}) => {
        const kept = await this.#kept.get(this.#keyOf(path, number));
        if (kept) this.files.put(path, number, kept);
        else far.set(path, [...(far.get(path) ?? []), number]);
      }),
    );
    if (far.size === 0) return;
    this.traffic.rounds++;
    const pages = new Set<number>();
    for (const [path, numbers] of far) for (const number of numbers) pages.add(this.#pageOf(path, number));
    const sums = this.#loadPages([...pages].filter((page) => !this.#pages.has(page)));
    // Awaited by each run, and below; a run that fails first leaves it alone.
    sums.catch(() => {});
    const runs = [...far].flatMap(([path, numbers]) =>
      runsOf(numbers, MOST_BETWEEN).map((run) => () => this.#loadRun(path, run, sums)),
    );
    await together(runs);
    await sums;
  }

  async #loadRun(path: string, {first, end}: Run, sums: Promise<void>): Promise<void> {
    const size = this.#sizes.get(path);
    if (size === undefined) throw new Error(`the build has no ${path}`);
    const [from, to] = [first * BLOCK, Math.min(size, end * BLOCK)];
    const blocks = (bytes: Uint8Array) =>
      Array.from({length: end - first}, (_, i) => bytes.subarray(i * BLOCK, (i + 1) * BLOCK));
    // Pages of blocks between those that were asked for may not be there: such blocks are not kept.
    const isKnown = (number: number): boolean => this.#pages.has(this.#pageOf(path, number));
    const bytes = await this.#part(this.#folder + path, from, to, size, async (fetched) => {
      await sums;
      return blocks(fetched).every(
        (block, i) => !isKnown(first + i) || crc32(block) === this.#sumOf(path, first + i),
      );
    });
    for (const [i, block] of blocks(bytes).entries()) {
      if (!isKnown(first + i)) continue;
      this.files.put(path, first + i, block);
      this.#kept.put(this.#keyOf(path, first + i), block);
    }
  }

  async #part(
    address: string,
    from: number,
    to: number,
    size: number,
    isRight: (bytes: Uint8Array) => Promise<boolean>,
  ): Promise<Uint8Array> {
    this.traffic.requests++;
    this.traffic.bytes += to - from;
    return fetchPart(this.#fetch, {address, from, to, size}, isRight);
  }

  /** Where the checksum of a block is: its page. */
  #pageOf(path: string, number: number): number {
    const first = this.#description.firstPages[path];
    if (first === undefined) throw new Error(`the build has no checksums of ${path}`);
    return first + Math.floor(number / SUMS_A_PAGE);
  }

  #sumOf(path: string, number: number): number {
    const page = this.#pages.get(this.#pageOf(path, number))!;
    return new DataView(page.buffer, page.byteOffset).getUint32((number % SUMS_A_PAGE) * SUM_BYTES, true);
  }

  async #loadPages(numbers: readonly number[]): Promise<void> {
    const {sums, roots} = this.#description;
    const size = roots.length * PAGE_BYTES;
    const pagesIn = (bytes: Uint8Array, {first, end}: Run) =>
      Array.from({length: end - first}, (_, i) => bytes.subarray(i * PAGE_BYTES, (i + 1) * PAGE_BYTES));
    const keyOf = (number: number) => `${this.#folder}${sums} ${number}`;
    const far: number[] = [];
    for (const number of numbers) {
      const kept = await this.#kept.get(keyOf(number));
      if (kept) this.#pages.set(number, kept);
      else far.push(number);
    }
    const runs = runsOf(far, MOST_BETWEEN).map((run) => async () => {
      const [from, to] = [run.first * PAGE_BYTES, run.end * PAGE_BYTES];
      const bytes = await this.#part(this.#folder + sums, from, to, size, async (fetched) =>
        pagesIn(fetched, run).every((page, i) => crc32(page) === roots[run.first + i]),
      );
      for (const [i, page] of pagesIn(bytes, run).entries()) {
        this.#pages.set(run.first + i, page);
        this.#kept.put(keyOf(run.first + i), page);
      }
    });
    await together(runs);
  }

  #keyOf(path: string, number: number): string {
    return `${this.#folder}${path} ${number}`;
  }
}

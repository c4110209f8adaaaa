/** The blocks of a build: from memory, from what the browser keeps, or from the host; each is compared. */
import {crc32} from 'node:zlib';
import {FetchedFiles, type MissingRange} from '../../engine/open.ts';
import {BLOCK, blockFiles, buildFolder, type Description, SUMS_A_BLOCK} from '../site_files.ts';
import {type Fetch, fetchPart} from './host.ts';
import type {Kept} from './kept.ts';

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

/** Numbers as runs of neighbours, and of those that nearly are: the first one and the end of each. */
function runsOf(numbers: readonly number[]): [first: number, end: number][] {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number <= last[1] + MOST_BETWEEN) last[1] = number + 1;
    else runs.push([number, number + 1]);
  }
  return runs;
}

const range = (first: number, end: number): number[] =>
  Array.from({length: end - first}, (_, i) => first + i);

/** The blocks of one build. */
export class Blocks {
  readonly files = new FetchedFiles(BLOCK, MOST_IN_MEMORY);
  readonly #description: Description;
  readonly #folder: string;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #fetch: Fetch;
  readonly #kept: Kept;
  /** Blocks of checksums, which are few, by number. */
  readonly #sums = new Map<number, Uint8Array>();
  /** What is on its way, by path and block, so that no two queries fetch the same. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(description: Description, fetch: Fetch, kept: Kept) {
    this.#description = description;
    this.#folder = buildFolder(description.build.info.build_id);
    this.#fetch = fetch;
    this.#kept = kept;
    const {path, bytes} = description.sums;
    this.#sizes = new Map([...blockFiles(description), [path, bytes]]);
  }

  /** Fetches what a query lacked. Rejects with HostError. */
  async fetch(ranges: readonly MissingRange[]): Promise<void> {
    this.files.shrink();
    const lacking = new Map<string, Set<number>>();
    let count = 0;
    for (const {path, from, to} of ranges) {
      const numbers = range(Math.floor(from / BLOCK), Math.ceil(to / BLOCK));
      lacking.set(path, new Set([...(lacking.get(path) ?? []), ...numbers]));
      count += numbers.length;
    }
    const all = [...lacking].map(([path, numbers]) => this.#need(path, this.#widened(path, numbers, count)));
    await Promise.all(all);
  }

  /** With those of which it is likely that they are lacked next: another round takes longer than they do. */
  #widened(path: string, numbers: ReadonlySet<number>, count: number): Set<number> {
    const blocks = Math.ceil(this.#sizes.get(path)! / BLOCK);
    const group = blocks <= SMALL_FILE ? blocks : count <= FEW ? GROUP : 1;
    const all = [...numbers].flatMap((number) => {
      const first = number - (number % group);
      return range(first, Math.min(blocks, first + group));
    });
    return new Set(all);
  }

  /** Waits until blocks are there; what is on its way already is not asked for again. */
  async #need(path: string, numbers: ReadonlySet<number>): Promise<void> {
    const has = (number: number) =>
      path === this.#description.sums.path ? this.#sums.has(number) : this.files.has(path, number);
    const lacking = [...numbers].filter((number) => !has(number));
    const begun = lacking.map((number) => this.#underWay.get(`${path} ${number}`));
    const own = lacking.filter((_, i) => !begun[i]);
    const load = this.#load(path, own).finally(() => {
      for (const number of own) this.#underWay.delete(`${path} ${number}`);
    });
    for (const number of own) this.#underWay.set(`${path} ${number}`, load);
    await Promise.all([load, ...begun]);
  }

  /** Blocks that the browser keeps; the others from the host, together with their checksums. */
  async #load(path: string, numbers: readonly number[]): Promise<void> {
    const kept = await Promise.all(numbers.map((number) => this.#kept.get(this.#keyOf(path, number))));
    for (const [i, block] of kept.entries()) if (block) this.#put(path, numbers[i]!, block);
    const runs = runsOf(numbers.filter((_, i) => !kept[i]));
    const {sums} = this.#description;
    const summed = runs.flatMap(([first, end]) => range(first, end).map((one) => this.#sumAt(path, one)));
    const known =
      path === sums.path
        ? Promise.resolve()
        : this.#need(sums.path, new Set(summed.map((at) => Math.floor(at / SUMS_A_BLOCK))));
    await Promise.all([known, ...runs.map(([first, end]) => this.#loadRun(path, first, end, known))]);
  }

  async #loadRun(path: string, first: number, end: number, known: Promise<void>): Promise<void> {
    const size = this.#sizes.get(path)!;
    const part = {address: this.#folder + path, from: first * BLOCK, to: Math.min(size, end * BLOCK), size};
    const blocksIn = (bytes: Uint8Array) =>
      range(first, end).map((number, i) => ({number, block: bytes.subarray(i * BLOCK, (i + 1) * BLOCK)}));
    const bytes = await fetchPart(this.#fetch, part, async (fetched) => {
      await known;
      return blocksIn(fetched).every(({number, block}) => crc32(block) === this.#sumOf(path, number));
    });
    for (const {number, block} of blocksIn(bytes)) {
      this.#put(path, number, block);
      this.#kept.put(this.#keyOf(path, number), block);
    }
  }

  #put(path: string, number: number, block: Uint8Array): void {
    if (path === this.#description.sums.path) this.#sums.set(number, block);
    else this.files.put(path, number, block);
  }

  /** Where the checksum of a block stands among all. */
  #sumAt(path: string, number: number): number {
    return (this.#description.sums.firsts[path] ?? 0) + number;
  }

  #sumOf(path: string, number: number): number {
    const {sums} = this.#description;
    if (path === sums.path) return sums.roots[number]!;
    const at = this.#sumAt(path, number);
    const {buffer, byteOffset} = this.#sums.get(Math.floor(at / SUMS_A_BLOCK))!;
    return new DataView(buffer, byteOffset).getUint32((at % SUMS_A_BLOCK) * 4, true);
  }

  #keyOf(path: string, number: number): string {
    return `${this.#folder}${path} ${number}`;
  }
}

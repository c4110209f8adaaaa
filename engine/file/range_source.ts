/** A source that fetches ranges of files when they are needed. */
import type {ByteSource} from './byte_source.ts';
import type {ByteFile} from './checked_file.ts';
import type {TypedArray} from './index_file.ts';

/** Bytes that are fetched or missing together: sections begin at multiples of it. */
const GRANULE = 64;

/** Ranges no farther apart are fetched as one: another one costs as much as so many bytes. */
const MAX_GAP = 3 << 10;

/** A file whose bytes come to `bytes`, its memory, when they are fetched. */
interface Region {
  bytes: Uint8Array;
  file: ByteFile;
  /** By granule: 1 once it was fetched. */
  present: Uint8Array;
  /** What stays when all else is forgotten. */
  kept: Uint8Array | null;
}

/** Granules `from` up to `to` of a region. */
interface Range {
  region: Region;
  from: number;
  to: number;
}

/** Reads ranges of files into reserved memory, each once. One thread uses it. */
export class RangeSource implements ByteSource {
  readonly complete = false;
  readonly #maxGap: number;
  readonly #regions = new Map<ArrayBufferLike, Region[]>();
  #requested: Range[] = [];

  /** Ranges no farther apart than `maxGap` bytes are fetched as one. */
  constructor(maxGap = MAX_GAP) {
    this.#maxGap = maxGap;
  }

  /** Adds a file whose bytes have their place in `bytes`. */
  add(file: ByteFile, bytes: Uint8Array): void {
    const region = {bytes, file, present: new Uint8Array(Math.ceil(bytes.length / GRANULE)), kept: null};
    const others = this.#regions.get(bytes.buffer);
    if (others) others.push(region);
    else this.#regions.set(bytes.buffer, [region]);
  }

  read<T extends TypedArray>(section: T, from: number, to: number): T {
    this.request(section, from, to);
    this.fetch();
    return section.subarray(from, to) as T;
  }

  request(section: TypedArray, from: number, to: number): void {
    if (from >= to) return;
    const size = section.BYTES_PER_ELEMENT;
    const region = this.#regionOf(section);
    const begin = section.byteOffset - region.bytes.byteOffset;
    const last = Math.ceil((begin + to * size) / GRANULE);
    let first = Math.floor((begin + from * size) / GRANULE);
    const {present} = region;
    while (first < last && present[first] === 1) first++;
    if (first < last) this.#requested.push({region, from: first, to: last});
  }

  has(section: TypedArray, from: number, to: number): boolean {
    if (from >= to) return true;
    const size = section.BYTES_PER_ELEMENT;
    const {bytes, present} = this.#regionOf(section);
    const begin = section.byteOffset - bytes.byteOffset;
    const first = Math.floor((begin + from * size) / GRANULE);
    const zero = present.subarray(0, Math.ceil((begin + to * size) / GRANULE)).indexOf(0, first);
    return zero < 0;
  }

  fetch(): void {
    if (this.#requested.length === 0) return;
    const ranges = merged(this.#requested, this.#maxGap);
    this.#requested = [];
    if (ranges.length > 0) this.startRound();
    for (const range of ranges) this.#read(range);
  }

  /** Keeps what was fetched so far when all else is forgotten. */
  keep(): void {
    for (const region of this.#all()) region.kept = region.present.slice();
  }

  /** Forgets all that was fetched since the last `keep`. */
  forget(): void {
    for (const {present, kept} of this.#all()) {
      if (kept) present.set(kept);
      else present.fill(0);
    }
  }

  *#all(): Generator<Region> {
    for (const regions of this.#regions.values()) yield* regions;
  }

  file(file: ByteFile): ByteFile {
    return {
      read: (into, at, length, position) => {
        this.rangeRead(length);
        file.read(into, at, length, position);
      },
      startRound: () => this.startRound(),
    };
  }

  /** Called before ranges that are read together. */
  protected startRound(): void {}

  /** Called with the length of each range. */
  protected rangeRead(_bytes: number): void {}

  #read({region, from, to}: Range): void {
    const {bytes, file, present} = region;
    const length = bytesOf(region, from, to);
    this.rangeRead(length);
    file.read(bytes, from * GRANULE, length, from * GRANULE);
    present.fill(1, from, to);
  }

  #regionOf({buffer, byteOffset}: TypedArray): Region {
    const region = this.#regions
      .get(buffer)
      ?.find(({bytes}) => byteOffset >= bytes.byteOffset && byteOffset < bytes.byteOffset + bytes.length);
    if (!region) throw new Error('a section is read that is of no file of the source');
    return region;
  }
}

const bytesOf = ({bytes}: Region, from: number, to: number): number =>
  Math.min(bytes.length, to * GRANULE) - from * GRANULE;

/** The missing granules of the requested ranges, ascending, as few ranges as the gap between them allows. */
function merged(requested: Range[], maxGap: number): Range[] {
  const byRegion = Map.groupBy(requested, ({region}) => region);
  const all: Range[] = [];
  for (const [region, ranges] of byRegion) {
    const {present} = region;
    ranges.sort((a, b) => a.from - b.from);
    let last: Range | null = null;
    for (const {from, to} of ranges) {
      for (let at = from; at < to; at++) {
        if (present[at] === 1) continue;
        if (last && (at - last.to) * GRANULE <= maxGap) last.to = Math.max(last.to, at + 1);
        else {
          last = {region, from: at, to: at + 1};
          all.push(last);
        }
      }
    }
  }
  return all;
}

/** Sections of an index file that stay in the file: read by position, which finds them in the page cache. */
import {readSync} from 'node:fs';
import {ELEMENTS, type Section} from './index_file.ts';

/** Stretches that are no farther apart are read at once, with what lies between: a read costs as much as so many bytes. */
const GAP = 1 << 13;

/** Longest stretch that is read at once for the sake of some parts of it. */
const STRETCH = 1 << 19;

/** What is read beside what is asked for; a thread reads one thing at a time. */
let stretch: Buffer | null = null;

/** One section: numbers of 32 bits, or bytes. */
export class FileSection {
  /** Elements. */
  readonly length: number;
  readonly #fd: number;
  readonly #offset: number;
  readonly #size: number;

  constructor(fd: number, {type, offset, length}: Section) {
    this.length = length;
    this.#fd = fd;
    this.#offset = offset;
    this.#size = ELEMENTS[type].BYTES_PER_ELEMENT;
  }

  /** Elements from one place up to another, to the beginning of the room. */
  read(from: number, to: number, room: Uint8Array | Uint32Array): void {
    this.#read(from * this.#size, (to - from) * this.#size, bytesOf(room), 0);
  }

  /**
   * The first `count` stretches of elements, one after the other, to the room; gives how many elements these are. It
   * is quick where the stretches ascend.
   */
  readRanges(
    from: ArrayLike<number>,
    to: ArrayLike<number>,
    count: number,
    room: Uint8Array | Uint32Array,
  ): number {
    const into = bytesOf(room);
    const size = this.#size;
    stretch ??= Buffer.allocUnsafeSlow(STRETCH);
    let place = 0;
    for (let i = 0; i < count; ) {
      const begin = from[i]! * size;
      let end = to[i]! * size;
      let next = i + 1;
      for (; next < count; next++) {
        const [start, stop] = [from[next]! * size, to[next]! * size];
        if (start < begin || start - end > GAP || stop - begin > STRETCH) break;
        end = Math.max(end, stop);
      }
      if (next === i + 1) this.#read(begin, end - begin, into, place);
      else this.#read(begin, end - begin, stretch, 0);
      for (let j = i; j < next; j++) {
        const [start, length] = [from[j]! * size, (to[j]! - from[j]!) * size];
        if (next > i + 1) copy(stretch, start - begin, length, into, place);
        place += length;
      }
      i = next;
    }
    return place / size;
  }

  #read(at: number, length: number, into: Uint8Array, place: number): void {
    for (let done = 0; done < length; ) {
      const got = readSync(this.#fd, into, place + done, length - done, this.#offset + at + done);
      if (got === 0)
        throw new Error('a file of the search is shorter than its index says: run `make compile`');
      done += got;
    }
  }
}

const bytesOf = (room: Uint8Array | Uint32Array): Uint8Array =>
  room instanceof Uint8Array ? room : new Uint8Array(room.buffer, room.byteOffset, room.byteLength);

/** Of few bytes without a call. */
const FEW = 32;

function copy(source: Uint8Array, from: number, length: number, into: Uint8Array, place: number): void {
  if (length > FEW) into.set(source.subarray(from, from + length), place);
  else for (let i = 0; i < length; i++) into[place + i] = source[from + i]!;
}

/** Pages of list items in any order of their places: what lies together in the file is read at once. */
import type {Lines} from '../types.ts';
import type {RowFile} from './reader.ts';

/** Lines that are no farther apart are read at once, with what lies between: a read costs as much as so many bytes. */
const GAP = 1 << 14;

/** Longest stretch that is read at once for the sake of some of its lines. */
const STRETCH = 1 << 19;

/** Bytes that are kept between pages; a larger page is given room of its own. */
const KEPT = 1 << 22;

/** The brace and the line feed at the end of a line. */
const CLOSING = 2;
const BRACE = 0x7d;
const LF = 0x0a;

const grown = (room: Buffer<ArrayBuffer>, bytes: number): Buffer<ArrayBuffer> =>
  bytes > room.length || (room.length > KEPT && bytes < KEPT)
    ? Buffer.allocUnsafeSlow(Math.max(bytes, 1 << 16))
    : room;

/** Buffers for the answers of one thread. */
export class Gathered {
  #stretch = Buffer.allocUnsafeSlow(STRETCH);
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #tails = Buffer.allocUnsafeSlow(1 << 16);
  #ends = new Uint32Array(1 << 10);
  /** Where the fields behind those of each line begin among all of them, and one more. */
  #tailAt = new Uint32Array((1 << 10) + 1);

  /**
   * The lines of these places in their order, with fields put behind their own: `tail` gives them for each, in ASCII,
   * with a comma before them. Valid until the next call.
   */
  lines(file: RowFile, places: Uint32Array, tail: (i: number) => string): Lines {
    const count = places.length;
    if (count > this.#ends.length) {
      this.#ends = new Uint32Array(count);
      this.#tailAt = new Uint32Array(count + 1);
    }
    const tails: string[] = [];
    let total = 0;
    let behind = 0;
    for (let i = 0; i < count; i++) {
      const text = tail(i);
      tails.push(text);
      behind += text.length;
      total += file.bytes(places[i]!, places[i]! + 1) + text.length;
      this.#tailAt[i + 1] = behind;
      this.#ends[i] = total - 1;
    }
    this.#bytes = grown(this.#bytes, total);
    this.#tails = grown(this.#tails, behind);
    // One write for all: it costs more than the bytes of one of them.
    this.#tails.write(tails.join(''), 'latin1');
    const turn = Uint32Array.from(places.keys()).sort((a, b) => places[a]! - places[b]!);
    for (let i = 0; i < count; ) i = this.#read(file, places, turn, i);
    return {bytes: this.#bytes.subarray(0, total), count, ends: this.#ends};
  }

  /** Reads the lines from the `first` in turn on that lie close together; gives the first one behind them. */
  #read(file: RowFile, places: Uint32Array, turn: Uint32Array, first: number): number {
    const from = places[turn[first]!]!;
    const begin = file.offset(from);
    let end = file.offset(from + 1);
    let next = first + 1;
    for (; next < turn.length; next++) {
      const place = places[turn[next]!]!;
      const after = file.offset(place + 1);
      if (file.offset(place) - end > GAP || after - begin > STRETCH) break;
      end = after;
    }
    if (end - begin > this.#stretch.length) this.#stretch = Buffer.allocUnsafeSlow(end - begin);
    file.read(from, places[turn[next - 1]!]! + 1, this.#stretch, 0);
    for (let at = first; at < next; at++) {
      const i = turn[at]!;
      this.#put(i, file.offset(places[i]!) - begin, file.offset(places[i]! + 1) - begin - CLOSING);
    }
    return next;
  }

  /** Puts line `i`, whose fields stand in the stretch, to its place, and what belongs behind them. */
  #put(i: number, from: number, to: number): void {
    const bytes = this.#bytes;
    const tails = this.#tails;
    let place = i === 0 ? 0 : this.#ends[i - 1]! + 1;
    place += this.#stretch.copy(bytes, place, from, to);
    for (let at = this.#tailAt[i]!; at < this.#tailAt[i + 1]!; at++) bytes[place++] = tails[at]!;
    bytes[place] = BRACE;
    bytes[place + 1] = LF;
  }
}

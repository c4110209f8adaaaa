/** An array of strings: their UTF-8 bytes one after the other, with offsets. */

/** String `i` lies from `offsets[i]` up to `offsets[i + 1]`. */
export interface StringArray {
  bytes: Uint8Array;
  offsets: Uint32Array;
}

/** Bytes and strings at first: most of the hundreds of arrays of a build are small, and large ones double anyway. */
const [FIRST_BYTES, FIRST_STRINGS] = [1 << 12, 1 << 8];

/** Collects strings of unknown number and length. */
export class StringArrayBuilder {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  #offsets = new Uint32Array(FIRST_STRINGS);
  #count = 0;

  add(text: Uint8Array): void {
    const length = this.#length + text.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(text, this.#length);
    this.#length = length;
    this.#count++;
    if (this.#count === this.#offsets.length) {
      const larger = new Uint32Array(this.#offsets.length * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#count] = length;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether string `i` equals the bytes of a range. */
  equals(i: number, bytes: Uint8Array, from: number, to: number): boolean {
    const begin = this.#offsets[i]!;
    if (this.#offsets[i + 1]! - begin !== to - from) return false;
    for (let at = from; at < to; at++) if (this.#bytes[begin + at - from] !== bytes[at]) return false;
    return true;
  }

  /** The strings added so far; their bytes are not copied. */
  build(): StringArray {
    return {
      bytes: this.#bytes.subarray(0, this.#length),
      offsets: this.#offsets.slice(0, this.#count + 1),
    };
  }
}

/** The bytes of arrays as buffers: making one takes longer than decoding a short string. */
const buffers = new WeakMap<Uint8Array, Buffer>();

function bufferOf(bytes: Uint8Array): Buffer {
  const known = buffers.get(bytes);
  if (known) return known;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  buffers.set(bytes, buffer);
  return buffer;
}

/** String `i` of the array. */
export const stringAt = ({bytes, offsets}: StringArray, i: number): string =>
  bufferOf(bytes).toString('utf8', offsets[i]!, offsets[i + 1]!);

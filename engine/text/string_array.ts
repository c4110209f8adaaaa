/** An array of strings: their UTF-8 bytes one after the other, with offsets. */

/** Texts one after the other; `at` has one number more than texts. */
export interface StringArray {
  bytes: Uint8Array;
  offsets: Uint32Array;
}

/** Gathers texts of unknown number and length. */
export class StringArrayBuilder {
  #bytes = Buffer.allocUnsafe(1 << 20);
  #length = 0;
  #at = new Uint32Array(1 << 12);
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
    if (this.#count === this.#at.length) {
      const larger = new Uint32Array(this.#at.length * 2);
      larger.set(this.#at);
      this.#at = larger;
    }
    this.#at[this.#count] = length;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether text number `i` is the one that stands in `bytes` from one place up to another. */
  equals(i: number, bytes: Uint8Array, from: number, to: number): boolean {
    const begin = this.#at[i]!;
    if (this.#at[i + 1]! - begin !== to - from) return false;
    for (let at = from; at < to; at++) if (this.#bytes[begin + at - from] !== bytes[at]) return false;
    return true;
  }

  build(): StringArray {
    return {bytes: this.#bytes.subarray(0, this.#length), offsets: this.#at.slice(0, this.#count + 1)};
  }
}

/** Text number `code` of texts that lie one after the other. */
export function stringAt({bytes, offsets: at}: StringArray, code: number): string {
  const [from, to] = [at[code]!, at[code + 1]!];
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}

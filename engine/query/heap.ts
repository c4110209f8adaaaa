/** A priority queue of parts of a tree and of rows: the smallest key first, parts before rows, rows by a comparison. */

/** Items for which there is room from the beginning, and at most between queries. */
const KEPT = 1 << 16;

export class Heap {
  #keys = new Float64Array(KEPT);
  #items = new Uint32Array(KEPT);
  #levels = new Uint8Array(KEPT);
  #length = 0;
  #compare: (one: number, other: number) => number = () => 0;
  /** What was taken out last: the level of a part, 0 for a row, and its number. */
  level = 0;
  item = 0;

  /** Empties it; `compare` orders rows of one key. */
  reset(compare: (one: number, other: number) => number): void {
    this.#length = 0;
    this.#compare = compare;
    if (this.#keys.length > KEPT) this.#room(KEPT);
  }

  push(key: number, level: number, item: number): void {
    if (this.#length === this.#keys.length) this.#room(this.#length * 2);
    let at = this.#length++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.#isBefore(key, level, item, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, key, level, item);
  }

  /** Takes the first one out; gives whether there was any. */
  pop(): boolean {
    if (this.#length === 0) return false;
    this.level = this.#levels[0]!;
    this.item = this.#items[0]!;
    const last = --this.#length;
    const key = this.#keys[last]!;
    const level = this.#levels[last]!;
    const item = this.#items[last]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      const other = child + 1;
      if (
        other < last &&
        this.#isBefore(this.#keys[other]!, this.#levels[other]!, this.#items[other]!, child)
      ) {
        child = other;
      }
      if (this.#isBefore(key, level, item, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, key, level, item);
    return true;
  }

  /** Whether an item comes before the one at a place. */
  #isBefore(key: number, level: number, item: number, at: number): boolean {
    const other = this.#keys[at]!;
    if (key !== other) return key < other;
    const above = this.#levels[at]!;
    if (level === 0 && above === 0) return this.#compare(item, this.#items[at]!) < 0;
    return level > above;
  }

  #put(at: number, key: number, level: number, item: number): void {
    this.#keys[at] = key;
    this.#levels[at] = level;
    this.#items[at] = item;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#keys[from]!, this.#levels[from]!, this.#items[from]!);
  }

  #room(length: number): void {
    const grown = <T extends Float64Array | Uint32Array | Uint8Array>(into: T, old: T): T => {
      into.set(old.subarray(0, Math.min(this.#length, length)));
      return into;
    };
    this.#keys = grown(new Float64Array(length), this.#keys);
    this.#items = grown(new Uint32Array(length), this.#items);
    this.#levels = grown(new Uint8Array(length), this.#levels);
  }
}

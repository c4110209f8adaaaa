/** A priority queue of tree nodes and rows: the smallest key first, nodes before rows, rows by a comparison. */

/** Initial capacity, and the largest capacity retained between queries. */
const CAPACITY = 1 << 16;

export class Heap {
  #keys = new Float64Array(CAPACITY);
  #items = new Uint32Array(CAPACITY);
  #levels = new Uint8Array(CAPACITY);
  #length = 0;
  #compare: (one: number, other: number) => number = () => 0;
  /** The item removed last: the level of a node or 0 for a row, and its number. */
  level = 0;
  item = 0;

  /** Empties the queue; `compare` orders rows of equal keys. */
  reset(compare: (one: number, other: number) => number): void {
    this.#length = 0;
    this.#compare = compare;
    if (this.#keys.length > CAPACITY) this.#resize(CAPACITY);
  }

  push(key: number, level: number, item: number): void {
    if (this.#length === this.#keys.length) this.#resize(this.#length * 2);
    let at = this.#length++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.#isBefore(key, level, item, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, key, level, item);
  }

  /** Removes the first item to `level` and `item`; returns whether there was one. */
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

  /** Whether an item precedes the one at an index. */
  #isBefore(key: number, level: number, item: number, at: number): boolean {
    const other = this.#keys[at]!;
    if (key !== other) return key < other;
    const otherLevel = this.#levels[at]!;
    if (level === 0 && otherLevel === 0) return this.#compare(item, this.#items[at]!) < 0;
    return level > otherLevel;
  }

  #put(at: number, key: number, level: number, item: number): void {
    this.#keys[at] = key;
    this.#levels[at] = level;
    this.#items[at] = item;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#keys[from]!, this.#levels[from]!, this.#items[from]!);
  }

  #resize(length: number): void {
    const grown = <T extends Float64Array | Uint32Array | Uint8Array>(into: T, old: T): T => {
      into.set(old.subarray(0, Math.min(this.#length, length)));
      return into;
    };
    this.#keys = grown(new Float64Array(length), this.#keys);
    this.#items = grown(new Uint32Array(length), this.#items);
    this.#levels = grown(new Uint8Array(length), this.#levels);
  }
}

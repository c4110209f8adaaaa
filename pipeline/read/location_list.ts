/** Compact list of record locations: three numbers each instead of an object. */
import type {RecordLocation} from './types.ts';

export class LocationList {
  readonly #numbers: number[] = [];

  get length(): number {
    return this.#numbers.length / 3;
  }

  add(line: number, from: number, to: number): void {
    this.#numbers.push(line, from, to);
  }

  /** Throws RangeError outside the list. */
  at(index: number): RecordLocation {
    const [line, from, to] = this.#numbers.slice(3 * index, 3 * index + 3);
    if (line === undefined || from === undefined || to === undefined)
      throw new RangeError(`no record ${index} among ${this.length}`);
    return {line, from, to};
  }

  *[Symbol.iterator](): Generator<RecordLocation> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}

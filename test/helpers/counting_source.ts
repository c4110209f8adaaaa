/** A source that counts what it reads; until a byte is read its memory holds another one. */
import type {ByteFile} from '../../engine/file/checked_file.ts';
import {RangeSource} from '../../engine/file/range_source.ts';

/** What a source read: rounds of ranges that do not depend on each other. */
export interface Counted {
  rounds: number;
  ranges: number;
  bytes: number;
}

/** Makes wrong answers of bytes that are used without being read. */
const POISON = 0xa5;

export class CountingSource extends RangeSource {
  #counted: Counted = {rounds: 0, ranges: 0, bytes: 0};
  readonly #poisoned: boolean;

  /** `poisoned`: whether memory is filled before it is read into, which takes it all. */
  constructor(poisoned: boolean, maxGap?: number) {
    super(maxGap);
    this.#poisoned = poisoned;
  }

  override add(file: ByteFile, bytes: Uint8Array): void {
    if (this.#poisoned) bytes.fill(POISON);
    super.add(file, bytes);
  }

  /** What was read since the last call. */
  take(): Counted {
    const counted = this.#counted;
    this.#counted = {rounds: 0, ranges: 0, bytes: 0};
    return counted;
  }

  protected override startRound(): void {
    this.#counted.rounds++;
  }

  protected override rangeRead(bytes: number): void {
    this.#counted.ranges++;
    this.#counted.bytes += bytes;
  }
}

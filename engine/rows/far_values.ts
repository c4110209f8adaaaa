/** The values file of rows where it is not in memory: what rows lack of it is noted, and named all at once. */
import {type ByteSource, Missing, type MissingRange} from '../file/byte_source.ts';
import {farElements} from '../file/far_elements.ts';
import type {Lacking, StoredValues} from './row_decoder.ts';

/** Bytes that a text is copied by. */
const STEP = 8;

/** The values in a file of so many bytes. */
export function farValues(source: ByteSource, bytes: number): StoredValues & {lacking: Lacking} {
  let missing: MissingRange[] = [];
  const lacking: Lacking = {
    add(error) {
      if (!(error instanceof Missing)) throw error;
      missing.push(...error.ranges);
    },
    check() {
      if (missing.length === 0) return;
      const ranges = missing;
      missing = [];
      throw new Missing(ranges);
    },
  };
  /** Not a number where it is not there: nothing is copied from such a place. */
  const unless = (read: () => number): number => {
    try {
      return read();
    } catch (error) {
      lacking.add(error);
      return Number.NaN;
    }
  };
  const codes = farElements({source, type: 'i32', offset: 0, length: bytes >>> 2}) as Int32Array;
  const words = new Proxy(codes, {get: (_, index) => unless(() => codes[Number(index)]!)});
  const view = {
    getFloat64: (at: number, littleEndian?: boolean) =>
      unless(() => {
        const {buffer, byteOffset} = source.bytes(at, STEP);
        return new DataView(buffer, byteOffset, STEP).getFloat64(0, littleEndian);
      }),
  };
  return {words, codes, view, lacking};
}

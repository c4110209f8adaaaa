/** Ranges of bytes of a whole file (RFC 9110, section 14). */

/** Bytes from one position up to another. */
export interface ByteRange {
  from: number;
  to: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * The range that a request asks for of a file with an entity tag; null: the whole file. So is a request for
 * several ranges answered, one of another unit, and one whose `If-Range` names another version or a date.
 * 'outside' where no byte of the file is in the range.
 */
export function rangeOf(
  headers: Readonly<Record<string, string>>,
  size: number,
  etag: string,
): ByteRange | 'outside' | null {
  const [whole, first = '', last = ''] = ONE_RANGE.exec(headers['range']?.trim() ?? '') ?? [];
  if (whole === undefined || (first === '' && last === '')) return null;
  const condition = headers['if-range']?.trim();
  if (condition !== undefined && condition !== etag) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : {from: size - length, to: size};
  }
  // The end before the beginning is no range.
  if (last !== '' && Number(last) < Number(first)) return null;
  const from = Number(first);
  return from >= size ? 'outside' : {from, to: last === '' ? size : Math.min(size, Number(last) + 1)};
}

/** The value of `Content-Range`. */
export const contentRange = (range: ByteRange | 'outside', size: number): string =>
  range === 'outside' ? `bytes */${size}` : `bytes ${range.from}-${range.to - 1}/${size}`;

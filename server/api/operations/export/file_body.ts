/** A file as a streamed body. */
import {closeSync, fstatSync, openSync, read} from 'node:fs';
import {promisify} from 'node:util';
import type {BuildFile} from '../../../../engine/types.ts';
import type {ByteRange} from '../../../http/ranges.ts';
import type {FileBody, StreamedBody} from '../../../http/streamed_body.ts';

const CHUNK_BYTES = 256 * 1024;

const readFile = promisify(read);

/**
 * Opens the file at once, so that it survives the removal of its build. Throws if its size differs from the
 * manifest's.
 */
export function fileBody({path, bytes}: Pick<BuildFile, 'path' | 'bytes'>): FileBody {
  const fd = openSync(path, 'r');
  const {size} = fstatSync(fd);
  if (size !== bytes) {
    closeSync(fd);
    throw new Error(`${path} has ${size} bytes, its build says ${bytes}: run \`make compile\``);
  }
  const bodyOf = ({from, to}: ByteRange): StreamedBody & {length: number} => {
    let buffer: Buffer | null = null;
    let offset = from;
    return {
      length: to - from,
      async next() {
        if (offset === to) return null;
        buffer ??= Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, to - from));
        const {bytesRead} = await readFile(fd, buffer, 0, Math.min(buffer.length, to - offset), offset);
        if (bytesRead === 0) throw new Error(`${path} ended after ${offset} bytes of ${bytes}`);
        offset += bytesRead;
        return buffer.subarray(0, bytesRead);
      },
      close: () => closeSync(fd),
    };
  };
  return {...bodyOf({from: 0, to: bytes}), within: bodyOf};
}

/** A file as a streamed body. */
import {closeSync, fstatSync, openSync, read} from 'node:fs';
import {promisify} from 'node:util';
import type {DatasetFile} from '../../../../engine/types.ts';
import type {StreamedBody} from '../../../http/streamed_body.ts';

const CHUNK_BYTES = 256 * 1024;

const readFile = promisify(read);

/**
 * Opens the file at once, so that it survives the removal of its build. Throws if its size differs from the
 * manifest's.
 */
export function fileBody({path, bytes}: DatasetFile): StreamedBody {
  const fd = openSync(path, 'r');
  const {size} = fstatSync(fd);
  if (size !== bytes) {
    closeSync(fd);
    throw new Error(`${path} has ${size} bytes, its build says ${bytes}: run \`make compile\``);
  }
  const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes));
  let offset = 0;
  return {
    length: bytes,
    async next() {
      if (offset === bytes) return null;
      const {bytesRead} = await readFile(fd, buffer, 0, Math.min(buffer.length, bytes - offset), offset);
      if (bytesRead === 0) throw new Error(`${path} ended after ${offset} bytes of ${bytes}`);
      offset += bytesRead;
      return buffer.subarray(0, bytesRead);
    },
    close: () => closeSync(fd),
  };
}

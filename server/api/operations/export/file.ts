/** A file as a body, read piece by piece while it is sent. */
import {closeSync, fstatSync, openSync, read} from 'node:fs';
import {promisify} from 'node:util';
import type {DatasetFile} from '../../../../engine/types.ts';
import type {Streamed} from '../../../http/streamed_body.ts';

const PIECE = 256 * 1024;

const readAt = promisify(read);

/** Opens the file at once, so that it stays whole when its folder is taken away meanwhile. Throws where it is not. */
export function fileBody({path, bytes}: DatasetFile): Streamed {
  const fd = openSync(path, 'r');
  const {size} = fstatSync(fd);
  if (size !== bytes) {
    closeSync(fd);
    throw new Error(`${path} has ${size} bytes, its build says ${bytes}: run \`make compile\``);
  }
  const room = Buffer.allocUnsafeSlow(Math.min(PIECE, bytes));
  let at = 0;
  return {
    length: bytes,
    async next() {
      if (at === bytes) return null;
      const {bytesRead} = await readAt(fd, room, 0, Math.min(room.length, bytes - at), at);
      if (bytesRead === 0) throw new Error(`${path} ended after ${at} bytes of ${bytes}`);
      at += bytesRead;
      return room.subarray(0, bytesRead);
    },
    close: () => closeSync(fd),
  };
}

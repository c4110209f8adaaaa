/** Writes pieces of a body into a file. */
import type {OpenFile} from '../builds/files.ts';

/** Writes a whole piece: a call may write less than it was given, as on a disk that fills up. */
export async function writeAll(file: OpenFile, piece: Uint8Array): Promise<void> {
  for (let left = piece; left.length > 0; ) {
    const {bytesWritten} = await file.writev([left]);
    left = left.subarray(bytesWritten);
  }
}

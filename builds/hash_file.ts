/** SHA-256 of files, for all rooms that write or check them. */
import {createHash} from 'node:crypto';
import {DISK, type Files} from './files.ts';

/** SHA-256 of a file in hex. */
export async function hashFile(path: string, files: Files = DISK): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of files.read(path)) hash.update(chunk);
  return hash.digest('hex');
}

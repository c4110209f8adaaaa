/** Verifies files in two threads, the largest first. */
import {noneTaken, runInThread, type Taken, takeOne} from '../compile/threads.ts';
import {type NamedFile, type Verified, verifyFile} from '../file/verify_file.ts';

/** Files at a time: hashing takes a processor each. */
const THREADS = 2;

/** The index of a file in the list, and its fault, if any. */
interface VerifiedItem {
  item: number;
  verified: Verified;
}

/** Calls back with what was found of each file, in the order in which they are done. */
export async function verifyFiles<T extends NamedFile>(
  files: readonly T[],
  onVerified: (file: T, verified: Verified) => void,
): Promise<void> {
  const sorted = files.toSorted((a, b) => b.bytes - a.bytes);
  const given = sorted.map(({path, bytes, sha256, checksums}) => ({path, bytes, sha256, checksums}));
  const taken = noneTaken();
  const run = () =>
    runInThread<VerifiedItem>({kind: 'verify', files: given, taken}, ({item, verified}) =>
      onVerified(sorted[item]!, verified),
    );
  await Promise.all(Array.from({length: Math.min(THREADS, files.length)}, run));
}

/** Verifies the files that no other thread has claimed, and posts the result of each. */
export async function verifyShare(
  files: readonly NamedFile[],
  taken: Taken,
  post: (message: VerifiedItem) => void,
): Promise<void> {
  for (let item = takeOne(taken, files.length); item !== null; item = takeOne(taken, files.length))
    post({item, verified: await verifyFile(files[item]!)});
}

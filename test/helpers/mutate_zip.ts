/** Zips of a clean file, whole and damaged. */
import {ZipFile} from 'yazl';
import type {Random} from '../corpus/prng.ts';
import {type Base, bytesOf} from './mutate_base.ts';
import type {Kind} from './mutate_bytes.ts';

const DAY = new Date('2026-03-04T05:06:08Z');

async function zipped(base: Base, random: Random): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(bytesOf(base), base.name, {mtime: DAY, compress: random.chance(0.5)});
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const damaged =
  (change: (bytes: Buffer, random: Random) => Buffer): Kind =>
  async (random, base) => ({bytes: change(await zipped(base, random), random), ending: 'zip'});

/** Of a damaged zip either nothing must come, or all that the good one holds. */
export const ZIP_KINDS: Record<string, Kind> = {
  'zip, whole': async (random, base) => ({bytes: await zipped(base, random), ending: 'zip', same: true}),
  'zip, bytes flipped': damaged((bytes, random) => {
    for (let left = random.between(1, 4); left; left--) {
      const at = random.int(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
    }
    return bytes;
  }),
  'zip, cut': damaged((bytes, random) => bytes.subarray(0, random.int(bytes.length))),
  'zip, block of zeros': damaged((bytes, random) => {
    const at = random.int(bytes.length);
    return bytes.fill(0, at, Math.min(bytes.length, at + random.between(1, 200)));
  }),
};

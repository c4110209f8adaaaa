/** Loading a file to memory, but for ranges that stay there. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {BlockChecksums} from '../../../engine/file/block_checksums.ts';
import {BLOCK, shareFile} from '../../../engine/file/checked_file.ts';
import {type ByteRange, loadFile} from '../../../engine/file/load_file.ts';
import fc from '../../helpers/fast_check.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'load-file-'));
  path = join(dir, 'file');
});
afterEach(() => rmSync(dir, {recursive: true}));

/** Writes a file in which no byte is 0. */
function written(bytes: number): {content: Uint8Array; checksums: Uint32Array} {
  const content = Uint8Array.from({length: bytes}, (_, i) => 1 + (i % 251));
  writeFileSync(path, content);
  const sums = new BlockChecksums();
  sums.add(content);
  return {content, checksums: sums.soFar()};
}

test('every block is loaded that is not wholly within a range that stays', async () => {
  const cut = fc.integer({min: 0, max: 6 * BLOCK});
  const near = fc
    .tuple(fc.integer({min: 0, max: 6}), fc.integer({min: -2, max: 2}))
    .map(([n, d]) => n * BLOCK + d);
  const cuts = fc.array(fc.oneof(cut, near), {maxLength: 6});
  const property = fc.asyncProperty(cuts, fc.integer({min: 1, max: 6 * BLOCK}), async (all, bytes) => {
    const {content, checksums} = written(bytes);
    const sorted = all.map((at) => Math.max(0, Math.min(bytes, at))).sort((a, b) => a - b);
    const staying = sorted.flatMap((from, i): ByteRange[] =>
      i % 2 === 0 && i + 1 < sorted.length ? [[from, sorted[i + 1]!]] : [],
    );
    const into = new Uint8Array(bytes);
    await loadFile(shareFile(path, -1, bytes), into, checksums, staying);
    const stays = (from: number, to: number) => staying.some(([begin, end]) => begin <= from && to <= end);
    for (let from = 0; from < bytes; from += BLOCK) {
      const to = Math.min(bytes, from + BLOCK);
      // A last block that is not full is read with what is before the range.
      const expected = stays(from, from + BLOCK) ? new Uint8Array(to - from) : content.subarray(from, to);
      expect(Buffer.compare(into.subarray(from, to), expected), `${from} of ${bytes}`).toBe(0);
    }
  });
  await fc.assert(property, {numRuns: 60});
});

test('a block that differs is refused where it is loaded, and not where it stays', async () => {
  const {content, checksums} = written(4 * BLOCK);
  content[2 * BLOCK + 7]! ^= 1;
  writeFileSync(path, content);
  const load = (staying: ByteRange[]) =>
    loadFile(shareFile(path, -1, 4 * BLOCK), new Uint8Array(4 * BLOCK), checksums, staying);
  await expect(load([])).rejects.toThrow(`${path} is damaged between bytes ${2 * BLOCK} and ${3 * BLOCK}`);
  await load([[2 * BLOCK, 3 * BLOCK]]);
});

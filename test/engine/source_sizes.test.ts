/** Sizes by source: every file is counted once, and tables of several sources are shared out by records. */
import {existsSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Manifest} from '../../builds/artefacts.ts';
import {sourceSizes} from '../../engine/file/source_sizes.ts';
import {writeBuild} from '../helpers/build.ts';

let dir: string;
let manifest: Manifest;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sizes-'));
  const contracts = [
    ...Array.from({length: 30}, (_, i) => ({vendor: `Harbour ${i % 9} Works`, value: i})),
    {vendor: 'Cove Ltd.', source_dataset: 'CanadaBuys Contract History'},
  ];
  manifest = await writeBuild(dir, {rows: {contracts}});
});
afterAll(() => rmSync(dir, {recursive: true}));

/** Bytes of all files below a folder of the build. */
function bytesBelow(folder: string): number {
  const path = join(dir, folder);
  if (!existsSync(path)) return 0;
  const files = readdirSync(path, {recursive: true, withFileTypes: true}).filter((one) => one.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test('every byte of index and Parquet is counted once', () => {
  const all = sourceSizes(manifest);
  expect(Math.round(sum(all.map(({index}) => index)))).toBe(bytesBelow('index'));
  expect(sum(all.map(({parquet}) => parquet))).toBe(bytesBelow('parquet') + bytesBelow('names'));
});

test('the index of a table, with its views, belongs to its sources by their records', () => {
  const [proactive, canadabuys] = ['proactive_contracts', 'canadabuys_contracts'].map(
    (slug) => sourceSizes(manifest).find(({name}) => name === slug)!,
  );
  expect([proactive!.records, canadabuys!.records]).toEqual([30, 1]);
  expect(proactive!.index).toBeCloseTo(30 * canadabuys!.index, 0);
  const {contracts, disclosures} = manifest.index;
  const {index, values, items, details, found} = contracts!;
  const files = [index, values!, items!, details!, found!, disclosures!.index];
  expect(proactive!.index + canadabuys!.index).toBeCloseTo(sum(files.map(({bytes}) => bytes)), 0);
});

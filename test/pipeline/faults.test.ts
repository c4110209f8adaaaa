/**
 * Damaged files and a full disk, through the real command: reported with source, file and remedy; the old
 * data stays.
 */
import {createWriteStream} from 'node:fs';
import {cp, mkdtemp, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import {ZipFile} from 'yazl';
import {ingest} from '../helpers/ingest.ts';
import {fileOf, fillMirror, goldenOf, leftovers, manifestOf, parquetOf} from '../helpers/mirror.ts';

const SLUGS = ['proactive_contracts', 'proactive_contracts_nil', 'canadabuys_awards'];

let root = '';
/** Mirror and data folder without a fault, and the place of the copy that a test damages. */
let [sound, folder] = ['', ''];
let [mirror, dataDir] = ['', ''];
const settings = (more: Record<string, string> = {}) => ({DATA_DIR: dataDir, MIRROR: mirror, ...more});

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'faults-test-'));
  [sound, folder] = [join(root, 'sound'), join(root, 'case')];
  [mirror, dataDir] = [join(folder, 'mirror'), join(folder, 'data')];
  await fillMirror(mirror, SLUGS);
  expect(await ingest(settings())).toMatchObject({code: 0});
  await rename(folder, sound);
});
afterAll(() => rm(root, {recursive: true, force: true}));
afterEach(() => rm(folder, {recursive: true, force: true}));

interface Fault {
  name: string;
  slug: string;
  /** The damaged file that replaces the clean one; optionally under another name. */
  file?: string;
  make: (clean: Buffer) => Buffer | Promise<Buffer>;
  /** Problem and remedy. */
  says: RegExp;
  /**
   * Whether the next valid file is ingested, too: what it meets differs by the step that refused the damaged
   * one.
   */
  recovers?: true;
}

const after = (clean: Buffer, text: string, more: number): number => {
  const at = clean.indexOf(text);
  if (at < 0) throw new Error(`the golden file holds no ${text}`);
  return at + more;
};

async function zipped(content: Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(content, 'contracts.csv');
  zip.end();
  const path = join(root, 'made.zip');
  await pipeline(zip.outputStream, createWriteStream(path));
  return readFile(path);
}

const CONTRACTS = 'proactive_contracts';
const AWARDS = 'canadabuys_awards';

const FAULTS: Fault[] = [
  {
    name: 'a truncated zip',
    slug: CONTRACTS,
    file: 'contracts.zip',
    make: async (clean) => (await zipped(clean)).subarray(0, -40),
    says: /zip.*(run|fetch it) again/i,
    recovers: true,
  },
  {
    name: 'a page instead of CSV',
    slug: CONTRACTS,
    make: () =>
      Buffer.from('\ufeff\r\n<!DOCTYPE html>\n<html><body>Service unavailable, later</body></html>\n'),
    says: /HTML.*(by hand|later)/,
  },
  {
    name: 'a changed header',
    slug: CONTRACTS,
    make: (clean) => Buffer.from(clean.toString().replace('owner_org,', 'institution_code,')),
    says: /header changed: it lacks owner_org and has unknown columns institution_code; compare it with layout "registry"/,
    recovers: true,
  },
  {
    name: 'a file cut inside a quoted cell',
    slug: AWARDS,
    make: (clean) => clean.subarray(0, after(clean, 'New structure', 20)),
    says: /a quoted cell is not closed.*fetch it again/,
  },
  {
    name: 'a file cut in the middle of a row',
    slug: CONTRACTS,
    make: (clean) => clean.subarray(0, after(clean, 'C-2023-2024-Q1-00014', 40)),
    says: /the file ends inside the record of line 20 .*it was cut: fetch it again/,
  },
  {
    name: 'a file in another encoding',
    slug: CONTRACTS,
    make: (clean) => Buffer.from(clean.toString().replace(/^\ufeff/, ''), 'latin1'),
    says: /not valid utf-8; .*fetch it again, or declare the encoding/,
  },
  {
    name: 'an empty file',
    slug: CONTRACTS,
    make: () => Buffer.alloc(0),
    says: /the file is empty .*; run again later/,
  },
  {
    name: 'a file of nothing but its header',
    slug: CONTRACTS,
    make: (clean) => clean.subarray(0, clean.indexOf('\n') + 1),
    says: /0 records instead of 14 \(100% fewer\).*ACCEPT=proactive_contracts/,
  },
  {
    name: 'a file that lost most of its rows',
    slug: CONTRACTS,
    make: (clean) => clean.subarray(0, after(clean, 'C-2023-2024-Q1-00013', 0)),
    says: /3 records instead of 14 \(79% fewer\).*ACCEPT=proactive_contracts/,
    recovers: true,
  },
];

describe.each(FAULTS)('$name', ({slug, file, make, says, recovers}) => {
  const then = recovers ? ', and the next valid file recovers' : '';
  test(`is reported, keeps the old data${then}`, async () => {
    await cp(sound, folder, {recursive: true, verbatimSymlinks: true, preserveTimestamps: true});
    const path = fileOf(mirror, slug);
    const bad = file ? join(dirname(path), file) : path;
    const [before, parquet] = [await manifestOf(dataDir), await parquetOf(dataDir)];
    const old = before.sources.find((one) => one.slug === slug);
    const clean = await readFile(goldenOf(slug));
    if (file) await rm(path);
    await writeFile(bad, await make(clean));

    const run = await ingest(settings());
    expect(run.code).toBe(1);
    const failures = run.stderr.split('\n').filter((line) => line.startsWith('FAILED'));
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(says);
    expect(failures[0]).toContain(slug);
    if (!/records? instead of/.test(String(failures[0]))) expect(failures[0]).toContain(basename(bad));
    const during = await manifestOf(dataDir);
    expect(await parquetOf(dataDir)).toEqual(parquet);
    expect(during.sources.map((one) => [one.slug, one.stale !== null])).toEqual(
      before.sources.map((one) => [one.slug, one.slug === slug]),
    );
    expect(during.sources.find((one) => one.slug === slug)).toMatchObject({
      part_key: old?.part_key,
      stale: {error: expect.stringMatching(says)},
    });

    if (!recovers) return;
    if (file) await rm(bad);
    await writeFile(path, clean);
    expect(await ingest(settings())).toMatchObject({code: 0});
    expect((await manifestOf(dataDir)).sources.filter((one) => one.stale)).toEqual([]);
    expect(await parquetOf(dataDir)).toEqual(parquet);
    expect(await leftovers(dataDir)).toEqual([]);
  });
});

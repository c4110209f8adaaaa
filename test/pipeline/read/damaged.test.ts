/** Damage that would be lost silently: stray quotes over several rows, packed bytes that changed. */
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {ZipFile} from 'yazl';
import {DATASETS, SOURCES} from '../../../datasets/index.ts';
import {scanCsv} from '../../../pipeline/read/csv_scan.ts';
import {matchHeader} from '../../../pipeline/read/header.ts';
import {goldenOf} from '../../helpers/mirror.ts';
import {folder, partOf} from '../../helpers/pipeline.ts';

function known(slug: string) {
  const source = SOURCES[slug];
  const dataset = DATASETS[source?.dataset ?? ''];
  if (!source || !dataset) throw new Error(`no source ${slug}`);
  return {source, dataset};
}

describe('a stray quote', () => {
  test.each([
    ['a,b,"c\nx,y,"z"', true],
    ['"a\r\nb" ,c', true],
    ['a,"b\n""c"d,e', true],
    ['"q" r,2', false],
    ['"a\nb",c', false],
    ['"""a"" b\n""c""",d', false],
    ['5" pipe,"x\ny"', false],
    ['"x\ny"\r\n', false],
    ['"x\ny"\r', true],
    ['"x\ny"\r,z\r\n', true],
    ['"x\ny"\0\n', true],
    ['"x\ny",5" "z"z\n', false],
  ])('%j has swallowed rows: %s', (record, swallowed) => {
    expect(scanCsv([Buffer.from(`h\n${record}`)], ',').strayQuotes.has(2)).toBe(swallowed);
  });

  test('before a last cell: the swallowed rows are refused with their text', async () => {
    const {source, dataset} = known('proactive_contracts_nil');
    const path = join(await folder(), 'nil.csv');
    const rows = ['2024-2025-Q1,a,"A', '2024-2025-Q1,b,B', '2024-2025-Q1,c,"C"', '2024-2025-Q1,d,D'];
    await writeFile(path, ['reporting_period,owner_org,owner_org_title', ...rows, ''].join('\r\n'));
    const {entry, records, rejects} = await partOf(source, dataset, [path]);
    expect([entry.read, entry.rejected]).toEqual([2, 1]);
    expect(records.map((one) => one['institution_code'])).toEqual(['d']);
    expect(rejects).toMatchObject([{line: 2, kind: 'row', raw: rows.slice(0, 3).join('\r\n')}]);
  });
});

test.each([
  ['before', ['5" Havre', '5 Havre'], '5 Havre'],
  ['after', ['5 Havre', '5" Havre'], '5" Havre'],
])(
  'a record with a stray quote %s an equal version: the later one in the file is kept',
  async (_, vendors, kept) => {
    const {source, dataset} = known('canadabuys_contracts');
    const golden = await readFile(
      goldenOf('canadabuys_contracts/buyandsell/tpsgc-pwgsc_co-ch_tous-all.csv'),
      'utf8',
    );
    const [header, , row] = golden.split(/\r?\n/);
    const versions = vendors.map((vendor) => row?.replace('Clinique Outils inc.', vendor));
    const path = join(await folder(), 'tpsgc-pwgsc_co-ch_tous-all.csv');
    await writeFile(path, [header, ...versions, ''].join('\n'));
    const {records} = await partOf(source, dataset, [path]);
    expect(records.map(({vendor}) => vendor)).toEqual([kept]);
  },
);

test('a zip with changed bytes is reported, stored or deflated', async () => {
  const {source, dataset} = known('proactive_contracts');
  for (const compress of [true, false]) {
    const zip = new ZipFile();
    zip.addBuffer(await readFile(goldenOf('proactive_contracts')), 'contracts.csv', {compress});
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    const at = Math.floor(bytes.length / 3);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const path = join(await folder(), 'contracts.zip');
    await writeFile(path, bytes);
    await expect(partOf(source, dataset, [path])).rejects.toThrow(
      /^proactive_contracts: contracts\.zip: broken zip \(.*\); fetch it again$/,
    );
  }
});

test('the error of a damaged header is short and readable', () => {
  const header = [`\0\r\n${'x'.repeat(10_000)}`, ...Array.from({length: 40}, (_, at) => `c${at}`)];
  const match = () => matchHeader(known('proactive_contracts').source, 'f.csv', header);
  expect(match).toThrow(/has unknown columns {2}x+\.\.\., c0, .* and 29 more; compare it/);
});

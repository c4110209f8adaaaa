/** Records of disclosures keep their ids although the publisher withdraws or renumbers the row that gives it. */
import {closeSync, mkdtempSync, openSync, readSync, rmSync, statSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {keyOf, RowLocations} from '../../builds/row_locations.ts';
import {SOURCES} from '../../datasets/index.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {ingest, noIndex} from '../helpers/ingest.ts';
import {buildOf, manifestOf} from '../helpers/mirror.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';

const SLUG = 'proactive_contracts';
const root = mkdtempSync(join(tmpdir(), 'kept-ids-'));
afterAll(() => rmSync(root, {recursive: true, force: true}));

const HEADER = Object.values(SOURCES[SLUG]!.layouts[0]!.header);

type Disclosed = Record<string, string>;

/** A row of the publisher; `value` is the total after it. */
const row = (reference: string, kind: 'C' | 'A', value: number, more: Disclosed = {}): Disclosed => ({
  reference_number: reference,
  procurement_id: '4500100200',
  vendor_name: 'Quarry Lake Surveys',
  contract_date: '2024-03-05',
  description_en: 'Survey of a quay',
  original_value: '20000',
  contract_value: String(value),
  amendment_value: kind === 'A' ? String(value - 20_000) : '',
  instrument_type: kind,
  reporting_period: '2023-2024-Q4',
  owner_org: 'dfo-mpo',
  owner_org_title: 'Fisheries and Oceans Canada | Pêches et Océans Canada',
  ...more,
});

const AMENDED = [row('C-1', 'C', 20_000), row('C-2', 'A', 25_000), row('C-3', 'A', 31_000)];
const ALONE = row('C-9', 'C', 12_000, {
  procurement_id: '77',
  vendor_name: 'Ferns and Sons',
  original_value: '12000',
});
/** Enough others that the loss of a row is no matter for the gate. */
const OTHERS = Array.from({length: 60}, (_, at) =>
  row(`O-${at}`, 'C', 10_000 + at, {procurement_id: `O${at}`, original_value: String(10_000 + at)}),
);

let dataDir: string;
let nights = 0;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(root, 'data-')), 'data');
  nights = 0;
});

/** Ingests the rows of a night; returns by contract number and value the ids of its records, without the others. */
async function night(rows: readonly Disclosed[]): Promise<Record<string, string>> {
  nights += 1;
  const mirror = `${dataDir}-mirror-${nights}`;
  await mkdir(join(mirror, SLUG), {recursive: true});
  const lines = [...rows, ...OTHERS].map((one) => HEADER.map((name) => `"${one[name] ?? ''}"`).join(','));
  await writeFile(join(mirror, SLUG, 'contracts.csv'), `${[HEADER.join(','), ...lines].join('\r\n')}\r\n`);
  const now = () => new Date(Date.UTC(2026, 10, nights, 6));
  const {code, stdout, stderr} = await ingest({DATA_DIR: dataDir, MIRROR: mirror}, {now, index: noIndex});
  expect(code, stdout.slice(-1500) + stderr).toBe(0);
  const found = await inParquet<{name: string; id: string}>(
    `SELECT contract_number || ' ' || value AS name, record_id AS id FROM $ WHERE contract_number NOT LIKE 'O%' ORDER BY 1`,
    inBuild.part('contracts', SLUG),
  );
  return Object.fromEntries(found.map(({name, id}) => [name, id]));
}

async function inParquet<T>(sql: string, path: string): Promise<T[]> {
  const {db, close} = await memoryDatabase();
  const file = `read_parquet(${literal(join(dataPaths(dataDir).current, path))})`;
  const rows = (await db.runAndReadAll(sql.replace('$', file))).getRowObjectsJson();
  close();
  return rows as T[];
}

/** Nights in which a record was first seen and last changed, by the ledger. */
async function loadsOf(id: string): Promise<[seen: number, changed: number]> {
  const [row] = await inParquet<{seen: number; changed: number}>(
    `SELECT day(first_seen) AS seen, day(last_changed) AS changed FROM $ WHERE record_id = ${literal(id)}`,
    inBuild.loads(SLUG),
  );
  return [Number(row!.seen), Number(row!.changed)];
}

/** Where the rows of a record begin, by the file of locations. */
function placesOf(id: string): number[] {
  const path = join(dataPaths(dataDir).current, inBuild.rows(SLUG));
  const file = openSync(path, 'r');
  try {
    const locations = new RowLocations((from, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, from));
    }, statSync(path).size);
    return locations.find(keyOf('c_', id), 10).map(({from}) => from);
  } finally {
    closeSync(file);
  }
}

test('a record keeps its id when its first row goes, night after night, and its rows are found', async () => {
  const first = await night([...AMENDED, ALONE]);
  const id = first['4500100200 31000.00']!;
  expect(placesOf(id)).toHaveLength(3);
  const second = await night([...AMENDED.slice(1), ALONE]);
  expect(second).toEqual(first);
  expect(placesOf(id)).toHaveLength(2);
  expect(await loadsOf(id)).toEqual([1, 2]);
  const [entry] = (await manifestOf(dataDir)).sources;
  expect(entry).toMatchObject({slug: SLUG, kept_ids: 1});
  // The same files give the same build; a new row and the loss of another one change no id.
  const build = await buildOf(dataDir);
  await night([...AMENDED.slice(1), ALONE]);
  expect(await buildOf(dataDir)).toBe(build);
  const third = await night([AMENDED[2]!, row('C-4', 'A', 33_000), ALONE]);
  expect(third).toEqual({...first, '4500100200 33000.00': id, '4500100200 31000.00': undefined});
  // It comes back: the record has the id of its key again, which is the same.
  expect(await night([...AMENDED, row('C-4', 'A', 33_000), ALONE])).toEqual(third);
  expect((await manifestOf(dataDir)).sources[0]).not.toHaveProperty('kept_ids');
});

test('a row with another number is the same record where number, vendor, day and value say so', async () => {
  const first = await night([...AMENDED, ALONE]);
  const again = {...ALONE, reference_number: 'D-9', contract_value: '12500'};
  expect(await night([...AMENDED, again])).toEqual({
    '4500100200 31000.00': first['4500100200 31000.00'],
    '77 12500.00': first['77 12000.00'],
  });
  expect(await loadsOf(first['77 12000.00']!)).toEqual([1, 2]);
});

test('what may be two records is not one: another day, no number, or two that answer to it', async () => {
  const unnumbered = {...ALONE, procurement_id: ''};
  const first = await night([ALONE, {...unnumbered, reference_number: 'N-1'}]);
  const other = await night([
    {...ALONE, reference_number: 'D-9', contract_date: '2024-03-06'},
    {...unnumbered, reference_number: 'N-2'},
  ]);
  expect(Object.values(other).filter((id) => Object.values(first).includes(id))).toEqual([]);
  const twins = [
    {...ALONE, reference_number: 'E-1', contract_date: '2024-03-06', commodity_type: 'G'},
    {...ALONE, reference_number: 'E-2', contract_date: '2024-03-06', commodity_type: 'S'},
  ];
  const two = await night([...twins, {...unnumbered, reference_number: 'N-2'}]);
  expect(Object.values(two)).not.toContain(other['77 12000.00']);
});

test('a reference number that two contracts have leaves the id to the one that is equal', async () => {
  const first = await night([ALONE]);
  const second = row('C-9', 'C', 15_000, {procurement_id: '78', original_value: '15000'});
  const both = await night([ALONE, second]);
  expect(both['77 12000.00']).toBe(first['77 12000.00']);
  expect(both['78 15000.00']).not.toBe(first['77 12000.00']);
  expect(await night([ALONE, second])).toEqual(both);
});

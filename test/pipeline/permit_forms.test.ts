/**
 * Every form in which a city publishes its permits has the same records: table of its portal, download,
 * export.
 */
import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import Papa from 'papaparse';
import {expect, test} from 'vitest';
import toronto from '../../datasets/permits/cities/toronto.ts';
import {permits as dataset} from '../../datasets/permits/schema.ts';
import type {Json} from '../../datasets/types.ts';
import {folder, partOf} from '../helpers/pipeline.ts';

const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

const recordsOf = (at: string): Map<string, Record<string, Json>> =>
  new Map(
    readFileSync(join(GOLDEN, at, 'expected.ndjson'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, Json>)
      .map((record) => [String(record['record_id']), record]),
  );

/** The golden case that holds all rows, and those that hold some of them in another form. */
test.each([
  ['calgary_permits', 'api', ['api_as_csv', 'download']],
  ['edmonton_permits', 'api', ['download_with_crossed_labels']],
  ['vancouver_permits', 'export', ['api_lists']],
  ['montreal_permits', 'csv', ['datastore']],
  ['quebec_city_permits', 'csv', ['geojson']],
])('%s: %s and %s', (slug, whole, others) => {
  const all = recordsOf(`${slug}/${whole}`);
  for (const other of others) {
    const some = recordsOf(`${slug}/${other}`);
    expect(some.size).toBeGreaterThan(2);
    for (const [id, record] of some) expect(record, `${other}: ${id}`).toEqual(all.get(id));
  }
});

test('toronto_permits: CSV and JSON Lines of the portal are the same records', async () => {
  const path = join(GOLDEN, 'toronto_permits/tables/active.csv');
  const {data} = Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  const lines = join(await folder(), 'active.jsonl');
  const asPortal = ({_id, ...row}: Record<string, string>) =>
    JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell || null])));
  await writeFile(lines, data.map((row) => `${asPortal(row)}\n`).join(''));
  const [csv, jsonl] = [await partOf(toronto, dataset, [path]), await partOf(toronto, dataset, [lines])];
  expect(csv.records.length).toBeGreaterThan(5);
  expect(jsonl.records).toEqual(csv.records);
  expect(jsonl.entry.notes).toEqual(csv.entry.notes);
});

/**
 * Golden cases: files in the publishers' form -> exactly these records, rejects and counts. UPDATE=1 rewrites
 * them. A folder named like a zip is packed first, one named like a workbook is made one.
 */
import {readdirSync} from 'node:fs';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {type MadePart, partOf} from '../helpers/pipeline.ts';
import {workbookOfFolder} from '../helpers/workbooks.ts';
import {zipOf} from '../helpers/zips.ts';

const ROOT = fileURLToPath(new URL('../golden/', import.meta.url));
const OUTPUT = ['expected.ndjson', 'rejects.ndjson', 'counts.json'];
const UPDATE = Boolean(process.env['UPDATE']);

if (UPDATE && process.env['CI']) {
  throw new Error(
    'UPDATE rewrites golden files and is refused where CI is set: run it by hand and read the diff',
  );
}

const folders = (path: string): string[] =>
  readdirSync(path, {withFileTypes: true})
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** A file of a case, or the zip or the workbook of a folder of it. */
async function inputOf(at: string, name: string): Promise<string> {
  const path = join(at, name);
  if (/\.xlsx?$/.test(name)) return workbookOfFolder(path);
  if (!name.endsWith('.zip')) return path;
  const entries = (await readdir(path)).sort();
  const read = entries.map(async (entry) => [entry, await readFile(join(path, entry))] as const);
  return zipOf(Object.fromEntries(await Promise.all(read)), name);
}

/** One JSON value a line. */
const lines = (rows: Json[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The three expected files of a case. */
function outputOf({entry, records, rejects}: MadePart): Record<string, string> {
  const {part_key: _, rules: __, coverage: ___, files, ...counts} = entry;
  const seen = files.map(({name, rows, layout, encoding, unknown_columns, missing_columns}) => ({
    name,
    rows,
    layout,
    encoding,
    unknown_columns,
    missing_columns,
  }));
  return {
    'expected.ndjson': lines(records),
    'rejects.ndjson': lines(rejects),
    'counts.json': `${JSON.stringify({...counts, files: seen}, null, 2)}\n`,
  };
}

test('every source has a golden case', () => {
  expect(folders(ROOT)).toEqual(Object.keys(SOURCES).sort());
});

for (const slug of folders(ROOT)) {
  describe(slug, () => {
    for (const name of folders(join(ROOT, slug))) {
      test(name, async () => {
        const source = SOURCES[slug];
        const dataset = source && DATASETS[source.dataset];
        if (!source || !dataset) throw new Error(`test/golden/${slug} is named like no source`);
        const at = join(ROOT, slug, name);
        const inputs = (await readdir(at)).filter((file) => !OUTPUT.includes(file)).sort();
        const made = await partOf(
          source,
          dataset,
          await Promise.all(inputs.map((file) => inputOf(at, file))),
        );
        expect(made.entry.read).toBe(made.entry.kept + made.entry.merged + made.entry.rejected);
        const records = made.records as Record<string, Json>[];
        for (const [field, {record_count}] of Object.entries(made.entry.coverage ?? {})) {
          const filled = records
            .map((record) => [record[field] ?? []].flat())
            .filter((values) => values.length > 0);
          expect([field, record_count]).toEqual([field, filled.length]);
        }
        for (const [file, text] of Object.entries(outputOf(made))) {
          if (UPDATE) await writeFile(join(at, file), text);
          else expect(text, `${slug}/${name}/${file}`).toBe(await readFile(join(at, file), 'utf8'));
        }
      });
    }
  });
}

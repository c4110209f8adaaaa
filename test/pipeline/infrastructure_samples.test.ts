/**
 * Real titles, programs, recipients and provinces as cells of both forms of the project list come out
 * unchanged.
 */
import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import Papa from 'papaparse';
import {describe, expect, test} from 'vitest';
import {infrastructure_projects as dataset} from '../../datasets/infrastructure_projects/schema.ts';
import source from '../../datasets/infrastructure_projects/sources/infrastructure_projects.ts';
import {folder, type MadePart, partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

type Cells = Record<string, string>;

const HEADER = source.layouts[0]?.header ?? [];

/** The derived sample as cells of the list, with numbers and amounts of our own. */
function sample(): Cells[] {
  const path = join(SAMPLES ?? '', 'infrastructure-projects/derived_titles_programs_recipients.csv');
  const {data} = Papa.parse<Cells>(readFileSync(path, 'utf8'), {header: true, skipEmptyLines: true});
  return data.map((row, at) => ({
    projectNumber: `S-${at}`,
    projectTitle_en: row['project_title'] ?? '',
    program_en: row['program_en'] ?? '',
    category_en: row['standard_category'] ?? '',
    ultimateRecipient_en: row['ultimate_recipient_en'] ?? '',
    region: (row['province'] ?? '').toLowerCase(),
    federalContribution: `${at}.05`,
  }));
}

async function made(name: string, content: string | Buffer): Promise<MadePart> {
  const path = join(await folder(), name);
  await writeFile(path, content);
  return partOf(source, dataset, [path]);
}

const byNumber = (part: MadePart) => new Map(part.records.map((one) => [String(one['project_number']), one]));
const clean = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

describe.skipIf(!SAMPLES)('sample of project titles', () => {
  const rows = SAMPLES ? sample() : [];
  const csv = Papa.unparse({
    fields: [...HEADER],
    data: rows.map((row) => HEADER.map((name) => row[name] ?? '')),
  });
  /** As the publisher makes it: the cells of the CSV between quotes, their quotes doubled. */
  const quoted = rows.map((row) =>
    HEADER.map((name) => (row[name] ? `"${row[name].replaceAll('"', '""')}"` : '')).join(','),
  );
  const json = `{"indexTitles":${JSON.stringify(HEADER)},"data":[\n[${quoted.join('],\n[')}],\n]}`;

  test('every text survives the CSV', async () => {
    expect(rows.length).toBeGreaterThan(1000);
    const part = await made('list.csv', csv);
    expect(part.entry).toMatchObject({read: rows.length, kept: rows.length, notes: {}});
    const records = byNumber(part);
    for (const row of rows) {
      expect(records.get(row['projectNumber'] ?? '')).toMatchObject({
        title_en: clean(row['projectTitle_en']),
        program_en: clean(row['program_en']),
        recipient_name: clean(row['ultimateRecipient_en']),
        province: clean(row['region'])?.toUpperCase() ?? null,
        federal_contribution: Number(row['federalContribution']),
      });
    }
  });

  test('the JSON form has the same records', async () => {
    const [fromCsv, fromJson] = [await made('list.csv', csv), await made('list.json', json)];
    expect(fromJson.entry.rejected_by_reason).toEqual({});
    expect(fromJson.records).toEqual(fromCsv.records);
  });
});

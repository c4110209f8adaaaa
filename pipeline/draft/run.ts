/** Drafts a city from an address: its declaration, its samples and its row of the municipalities. */
import {join} from 'node:path';
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import {literal} from '../../datasets/rules/sql.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import type {FetchContext} from '../fetch/download.ts';
import {snapshotOf} from '../probe/trial.ts';
import {ReadError} from '../read/types.ts';
import {withDatabase} from '../runtime/database.ts';
import {makePart, partPaths} from '../write/part.ts';
import {evaluate, fileText, propertyText} from './code.ts';
import {declarationOf, municipalityOf} from './declare.ts';
import {guess} from './guess.ts';
import {type Head, headOf} from './head.ts';
import {declaredAt} from './portal.ts';

export interface Draft {
  /** Text of the city file, and of its samples. */
  city: string;
  samples: string;
  /** What became of the first rows. */
  said: string;
  /** The row of a city that has none yet. */
  municipality: string | null;
}

type Row = Record<string, unknown>;

/** Rows of the samples, and the length from which on shorter ones come first. */
const [SAMPLES, LONG] = [3, 2_000];
/** Fields that samples leave out: long ones, and those of the source. */
const LEFT_OUT = ['geometry', 'area_m2', 'source_url', 'municipality', 'province'];
const MEMORY_MB = 200;

/** Throws FetchError or ReadError where the address has no rows that can be read. */
export async function draft(
  url: string,
  dataset: Source['dataset'],
  slug: string,
  context: FetchContext,
): Promise<Draft> {
  const declared = await declaredAt(url, dataset, context);
  const file = evaluate(declared.file) as SourceFile;
  const {page} = declared;
  const bare: Source = {
    ...{slug: dataset, label: '', dataset, publisher: '', license: '', license_url: '', page},
    ...{cadence: 'daily', files: [file], encodings: ['utf-8', 'windows-1252'], layouts: []},
    ...{required: [], key: []},
  };
  const head = await headOf(bare, file, context);
  const guessed = guess(dataset, head);
  const call = declarationOf(slug, dataset, declared, head, guessed);
  const rows: Record<string, unknown> = MUNICIPALITIES;
  const isNew = !(slug in rows);
  // Declarations look their city up: one without a row has one meanwhile.
  const row = municipalityOf(slug);
  if (isNew) rows[slug] = evaluate(row);
  const source = evaluate(call) as Source;
  if (isNew) delete rows[slug];
  const {records, said} = await tried(source, head, context);
  return {
    city: fileText(`${dataset} of ${slug}, drafted from ${url.replaceAll('*/', '*%2F')}`, call),
    samples: samplesOf(source, head, records, guessed.columnOf(source.key[0] ?? '') ?? '', guessed.personal),
    said,
    municipality: isNew ? propertyText({name: slug, value: row}, '  ') : null,
  };
}

/** What the first rows become by the rules of an ingest; no records where it would fail. */
async function tried(
  source: Source,
  {file}: Head,
  {dataDir, startedAt}: FetchContext,
): Promise<{records: Row[]; said: string}> {
  const fields = source.layouts.flatMap((one) => Object.keys(one.fields));
  const lacking = source.required.filter((name) => !fields.includes(name));
  if (lacking.length) return {records: [], said: `no row was tried without ${lacking.join(', ')}`};
  const options = {dataDir, memoryMb: MEMORY_MB, threads: 1};
  try {
    const snapshot = await snapshotOf(join(dataDir, 'head'), file, startedAt);
    const {entry} = await makePart(options, source, [snapshot], () => undefined);
    const {read, kept, merged, rejected, rejected_by_reason: reasons, notes} = entry;
    const {parquet} = partPaths(dataDir, source.slug, entry.part_key);
    const records = await withDatabase(options, 'draft', async (db) => {
      const rows = await db.runAndReadAll(
        `SELECT to_json(r)::VARCHAR FROM read_parquet(${literal(parquet)}) r`,
      );
      return rows.getRows().map(([text]) => JSON.parse(String(text)) as Row);
    });
    const why = Object.entries({...reasons, ...notes}).map(([reason, n]) => `; ${reason}: ${n}`);
    const counts = `of the first ${read} rows ${kept} became records, ${merged} merged, ${rejected} rejected`;
    return {records, said: counts + why.join('')};
  } catch (error) {
    if (error instanceof ReadError) return {records: [], said: `an ingest would fail: ${error.message}`};
    throw error;
  }
}

/** Published rows that each became one record, with the values of that record. `column` holds the key. */
function samplesOf(
  {layouts: [layout], key: [key = '']}: Source,
  {rows}: Head,
  records: readonly Row[],
  column: string,
  personal: readonly string[],
): string {
  const made = Map.groupBy(records, (record) => record[key]);
  const lines = rows.flatMap((row) => {
    const [record, ...others] = made.get(row[column]?.replace(/\s+/g, ' ').trim()) ?? [];
    const isShared = others.length || rows.some((one) => one !== row && one[column] === row[column]);
    if (!layout || !record || isShared) return [];
    const cells = Object.entries(row).filter(([name]) => !name.startsWith(':') && !personal.includes(name));
    const fields = Object.keys(layout.fields).filter(
      (name) => !LEFT_OUT.includes(name) && record[name] !== null,
    );
    const out = Object.fromEntries(fields.map((name) => [name, record[name]]));
    return [`${JSON.stringify({layout: layout.name, in: Object.fromEntries(cells), out})}\n`];
  });
  const length = (line: string) => Math.max(line.length, LONG);
  return lines
    .toSorted((a, b) => length(a) - length(b))
    .slice(0, SAMPLES)
    .join('');
}

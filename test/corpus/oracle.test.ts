/** What the oracle of the corpus expects, against a plain scan of the files and against the pipeline. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {beforeAll, describe, expect, test} from 'vitest';
import type {FileForm} from '../../corpus/files/csv.ts';
import type {Corpus} from '../../corpus/generate.ts';
import {REGISTRY_FORMS} from '../../corpus/registry/contracts.ts';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import {clean, fold, vendorKey} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {ingestedPart, type MadePart} from '../helpers/pipeline.ts';
import {sharedData} from '../helpers/stack.ts';

let data: string;
let out: string;
let corpus: Corpus;

beforeAll(async () => {
  data = await sharedData();
  out = join(data, 'corpus/1');
  corpus = JSON.parse(await readFile(join(out, 'expected.json'), 'utf8'));
});

test('finds the contracts of the registry as a plain scan of its rows does', async () => {
  const expected = corpus.sources['proactive_contracts'];
  const {kept, refused} = scanRegistry([
    ...(await registryRows(REGISTRY_FORMS.current)),
    ...(await registryRows(REGISTRY_FORMS.older)),
  ]);
  expect(kept).toBe(expected?.kept);
  expect(refused).toBe(expected?.rejected_by_kind.repeated_key);
});

describe('the pipeline reads what the oracle expects', () => {
  test.each(Object.keys(SOURCES))('%s', async (slug) => {
    const expected = corpus.sources[slug];
    const source = SOURCES[slug];
    const dataset = DATASETS[source?.dataset ?? ''];
    if (!expected || !source || !dataset) throw new Error(`the corpus has no source ${slug}`);
    const {entry, records} = await ingestedPart(data, source, dataset);
    expect(Object.fromEntries(entry.files.map(({name, rows}) => [name, rows]))).toEqual(expected.files);
    const {read, kept, merged, rejected} = entry;
    expect({rows: read, kept, merged, rejected}).toEqual({
      rows: expected.rows,
      kept: expected.kept,
      merged: expected.merged,
      rejected: expected.rejected,
    });
    const total = (name: string) => {
      const cents = records.reduce((sum, record) => sum + Math.round(Number(record[name] ?? 0) * 100), 0);
      return (cents / 100).toFixed(2);
    };
    const money = expected.money ?? 'value';
    if (expected.value_total !== null) expect(total(money)).toBe(expected.value_total);
    if (expected.original_total !== null) expect(total('original_value')).toBe(expected.original_total);
    expect(records.filter((record) => typeof record[money] === 'number')).toHaveLength(expected.with_value);
    for (const [dimension, groups] of Object.entries(expected.by)) {
      expect(grouped(records, dimension, dataset.date, money), dimension).toEqual(groups);
    }
    expect(records.filter((record) => record['solicitation_number']).length).toBe(
      expected.with_solicitation_number,
    );
    for (const {shows, record_id, fields, earlier_versions} of expected.samples) {
      const record = found(records, dataset.id.column, record_id, shows);
      // what other records are joined to give stands in answers only
      const stored = Object.entries(fields)
        .filter(([name]) => name in record)
        .map(([name, value]) => [name, dataset.columns[name]?.type === 'timestamp' ? spaced(value) : value]);
      expect({shows, ...record}).toMatchObject({shows, ...Object.fromEntries(stored)});
      const amendments = record['amendments'];
      if (Array.isArray(amendments))
        expect(amendments.length, `${shows} ${record_id}`).toBe(earlier_versions);
    }
  });
});

/** A time as the file gives it. */
const spaced = (value: Json): Json => String(value).replace('T', ' ');

/** Columns of the dimensions that have other names. */
const COLUMNS: Record<string, string> = {institution: 'institutions'};

/** Records and money by the values of a column, every item of a list, or by the year of the dataset's date. */
function grouped(records: MadePart['records'], dimension: string, date: string | null, money: string) {
  const valuesOf = (record: MadePart['records'][number]): string[] => {
    if (dimension === 'year') return [String(record[date ?? ''] ?? 'Unknown').replace(/-.*/, '')];
    const cell = record[COLUMNS[dimension] ?? ''] ?? record[dimension];
    if (Array.isArray(cell)) return cell.length > 0 ? [...new Set(cell.map(String))] : ['Unknown'];
    return [dimension === 'client' ? fold(String(cell)) : String(cell ?? 'Unknown')];
  };
  const groups = new Map<string, MadePart['records']>();
  for (const record of records) {
    for (const value of valuesOf(record)) groups.set(value, [...(groups.get(value) ?? []), record]);
  }
  const summed = [...groups].map(([value, members]) => {
    const cents = members.reduce((sum, record) => sum + Math.round(Number(record[money] ?? 0) * 100), 0);
    return [value, {records: members.length, total: (cents / 100).toFixed(2)}];
  });
  return Object.fromEntries(summed);
}

function found(records: MadePart['records'], column: string, id: string, shows: string) {
  const record = records.find((one) => one[column] === id);
  if (!record) throw new Error(`no record ${id}, which shows ${shows}`);
  return record;
}

type Cells = Record<string, string>;

/** Rows of the right width with institution and reference number, under today's column names. */
async function registryRows(form: FileForm): Promise<Cells[]> {
  const text = await readFile(join(out, 'proactive_contracts', form.name), 'utf-8');
  const [, ...rows]: string[][] = parse(text, {bom: true, relax_column_count: true});
  const names = form.columns ?? form.header;
  return rows
    .filter((row) => row.length >= names.length && row.slice(names.length).every((cell) => cell === ''))
    .map((row) => Object.fromEntries(names.map((name, i) => [name, clean(row[i] ?? '')])))
    .filter((row) => row['owner_org'] && row['reference_number']);
}

/** Whether a name is the first 30 characters of another. */
const isCut = (name: string | null | undefined, whole: string | null | undefined): boolean =>
  name?.length === 30 && (whole?.length ?? 0) > 30 && fold(whole ?? '').startsWith(fold(name));

/** The rule of merging versions, row against row. */
function scanRegistry(rows: Cells[]): {kept: number; refused: number} {
  const given = (text = '') => (['', 'na'].includes(fold(text)) ? null : text);
  const day = ({contract_date = ''}: Cells) =>
    /^(19|20)\d\d-(?!02-30)/.test(contract_date) ? contract_date : null;
  const money = (text = '') => (/\d/.test(text) ? Number(text.replace(/[$, ]/g, '')) : null);
  const same = <T>(a: T | null, b: T | null) => a !== null && a === b;
  const groups = Map.groupBy(rows, (row, i) => {
    const number = given(row['procurement_id']);
    return number === null ? `alone ${i}` : `${row['owner_org']}\n${number}`;
  });
  const keys = new Map<string, string>();
  let kept = 0;
  let refused = 0;
  for (const group of groups.values()) {
    const parts: Cells[][] = [];
    for (const row of group) {
      const name = given(row['vendor_name']);
      const linked = (other: Cells) =>
        same(name && vendorKey(name), vendorKey(other['vendor_name'] ?? '')) ||
        (same(day(row), day(other)) && same(money(row['original_value']), money(other['original_value']))) ||
        (same(row['contract_period_start'] || null, other['contract_period_start'] || null) &&
          (isCut(name, other['vendor_name']) || isCut(other['vendor_name'], name)));
      const joined = parts.filter((part) => part.some(linked));
      for (const part of joined) parts.splice(parts.indexOf(part), 1);
      parts.push([...joined.flat(), row]);
    }
    for (const part of parts) {
      const period = (row: Cells) =>
        /\d{4}-\d{4}-Q\d/.exec(`${row['reporting_period']} ${row['reference_number']}`)?.[0];
      const order = (row: Cells) => `${period(row) ?? ''}\n${row['reference_number']}`;
      const [first] = part.sort((a, b) => (order(a) < order(b) ? -1 : 1));
      const key = `${first?.['owner_org']}|${first?.['reference_number']}`;
      const content = JSON.stringify(first);
      const before = keys.get(key);
      if (before === undefined) kept++;
      else if (before !== content) refused++;
      keys.set(key, before ?? content);
    }
  }
  return {kept, refused};
}

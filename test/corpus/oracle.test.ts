/** What the oracle of the corpus expects, against the pipeline. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {ingestedPart, type MadePart} from '../helpers/pipeline.ts';
import {sharedData} from '../helpers/stack.ts';
import type {Corpus} from './generate.ts';

let data: string;
let out: string;
let corpus: Corpus;

beforeAll(async () => {
  data = await sharedData();
  out = join(data, 'corpus/1');
  corpus = JSON.parse(await readFile(join(out, 'expected.json'), 'utf8'));
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
    for (const {shows, record_id, fields, rows = [], earlier_versions} of expected.samples) {
      // what other records are joined to give stands in answers only
      const stored = Object.entries(fields)
        .filter(([name]) => name in (records[0] ?? {}))
        .map(([name, value]) => [name, dataset.columns[name]?.type === 'timestamp' ? spaced(value) : value]);
      const record = found(records, dataset.id.column, record_id, Object.fromEntries(stored));
      expect({shows, ...record}).toMatchObject({shows, ...Object.fromEntries(stored)});
      const amendments = record['amendments'];
      if (Array.isArray(amendments))
        expect(amendments.length, `${shows} ${record_id}`).toBe(earlier_versions);
      const versions = record['versions'];
      if (Array.isArray(versions) && rows.length > 1)
        expect(versions.map(nameOf), `${shows} ${record_id}`).toEqual(rows);
    }
  });
});

/** What the publisher calls the row of a version. */
function nameOf(version: Json): string {
  const {reference_number, amendment_number = null} = version as Record<string, Json>;
  return amendment_number === null ? String(reference_number) : `${reference_number} ${amendment_number}`;
}

/** A time as the file gives it, an instant of UTC. */
const spaced = (value: Json): Json => `${String(value).replace('T', ' ')}+00`;

/** Columns of the dimensions that have other names. */
const COLUMNS: Record<string, string> = {institution: 'institutions'};

/**
 * Records and money by the values of a column, every item of a list, or by the year of the dataset's date.
 */
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

/** The record of an identifier, or where there is none the one that the fields tell. */
function found(
  records: MadePart['records'],
  column: string,
  id: string | null,
  fields: Record<string, Json>,
) {
  const is = (one: MadePart['records'][number]) =>
    id === null ? Object.entries(fields).every(([name, value]) => one[name] === value) : one[column] === id;
  const fitting = records.filter(is);
  const [record] = fitting;
  if (!record || fitting.length > 1)
    throw new Error(`${fitting.length} records ${id} and not one: ${JSON.stringify(fields)}`);
  return record;
}

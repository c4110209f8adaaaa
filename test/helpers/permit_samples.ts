/** Real permits of six cities: their files, their rows by an independent reader, and their records. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import Papa from 'papaparse';
import {permits as dataset} from '../../datasets/permits/schema.ts';
import type {Json, Source} from '../../datasets/types.ts';
import {type MadePart, partOf} from './pipeline.ts';
import {SAMPLES} from './samples.ts';

export type Cells = Record<string, string>;
export type Row = Record<string, Json>;

const ROOT = join(SAMPLES ?? '', 'permits');

const sourceOf = (city: string): Source => {
  const source = dataset.sources.find(({slug}) => slug === `${city}_permits`);
  if (!source) throw new Error(`no source of permits of ${city}`);
  return source;
};

export const clean = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

/** Rows of a sample by an independent reader; values of JSON as text, absent ones empty. */
export function rowsOf(path: string): Cells[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (path.endsWith('.csv')) {
    return Papa.parse<Cells>(text, {header: true, skipEmptyLines: true}).data;
  }
  const read = JSON.parse(text) as Row[] | {result: {records: Row[]}};
  return (Array.isArray(read) ? read : read.result.records).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''),
      ]),
    ),
  );
}

/** Columns of the number of a permit, of what distinguishes its rows, of its dates and its cost. */
interface City {
  number: readonly string[];
  issued?: string;
  applied?: string;
  cost?: string;
}

export const CITIES: Record<string, City> = {
  toronto: {
    number: ['PERMIT_NUM', 'REVISION_NUM'],
    issued: 'ISSUED_DATE',
    applied: 'APPLICATION_DATE',
    cost: 'EST_CONST_COST',
  },
  calgary: {number: ['permitnum'], issued: 'issueddate', applied: 'applieddate', cost: 'estprojectcost'},
  edmonton: {number: ['permit_number'], issued: 'issue_date', cost: 'construction_value'},
  vancouver: {
    number: ['PermitNumber'],
    issued: 'IssueDate',
    applied: 'PermitNumberCreatedDate',
    cost: 'ProjectValue',
  },
  montreal: {number: ['id_permis'], issued: 'date_emission'},
  quebec_city: {number: ['NUMERO_PERMIS'], issued: 'DATE_DELIVRANCE'},
};

/** Files of rows of a city; a list of columns is none. */
export const filesOf = (city: string): string[] =>
  readdirSync(join(ROOT, city))
    .filter((name) => !/^portal-columns/.test(name))
    .sort()
    .map((name) => `${city}/${name}`);

const made = new Map<string, Promise<MadePart>>();

/** All samples of a city as one part, made once. */
export function partOfCity(city: string): Promise<MadePart> {
  const known = made.get(city);
  if (known) return known;
  const paths = filesOf(city).map((path) => join(ROOT, path));
  const making = partOf(sourceOf(city), dataset, paths);
  made.set(city, making);
  return making;
}

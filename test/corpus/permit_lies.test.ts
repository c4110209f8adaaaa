/**
 * The lies of municipalities about permits: each occurs, is shown by the rows of its samples, and comes to
 * one record.
 */
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {DATASETS} from '../../datasets/index.ts';
import type {Json, Source} from '../../datasets/types.ts';
import {entriesOf} from '../helpers/zip_entries.ts';
import {columnsRead} from './declared/columns_read.ts';
import type {PermitLie} from './declared/permit_lies.ts';
import {type Corpus, generate} from './generate.ts';
import {LIES} from './lies.ts';
import type {Expected, Sample} from './oracle.ts';

/** Workbooks are left to the pipeline. */
const SOURCES = (DATASETS['permits']?.sources ?? []).filter(({files}) =>
  files.every(({format}) => format !== 'workbook'),
);

type Cells = Record<string, Json>;

let out: string;
let corpus: Corpus;

beforeAll(async () => {
  out = join(await mkdtemp(join(tmpdir(), 'corpus-')), 'lies');
  const only = SOURCES.map(({slug}) => slug);
  ({corpus} = await generate({scale: 'small', seed: 'lies', out, only, tell: () => {}}));
});
afterAll(() => rm(join(out, '..'), {recursive: true, force: true}));

async function rowsOf(slug: string, file: string): Promise<Cells[]> {
  const [name = '', entry] = file.split('!');
  const path = join(out, slug, name);
  const text = entry ? ((await entriesOf(path))[entry] ?? '') : await readFile(path, 'utf8');
  if (file.endsWith('.csv')) {
    const delimiter = text.split('\n')[0]?.includes(';') ? ';' : ',';
    return parse(text, {bom: true, columns: true, relax_column_count: true, delimiter});
  }
  if (file.endsWith('.geojson'))
    return (JSON.parse(text) as {features: {properties: Cells}[]}).features.map(({properties}) => properties);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Cells);
}

/** Text of all columns of a row that a field reads. */
function textOf({layouts}: Source, name: string, row: Cells): string {
  const columns = layouts.flatMap(({fields}) => (fields[name] ? columnsRead(fields[name]) : []));
  return [...new Set(columns)]
    .map((column) =>
      String(row[column] ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
    .join(' ');
}

const UNITS = 'dwelling_units_created';
const COST = 'estimated_cost';
const numberOf = (text: string): number | null => (/\d/.test(text) ? Number(text.split(' ')[0]) : null);

/** Rows of a permit as its rules look at it. */
interface Shown {
  rows: readonly {
    address: string;
    revision: string;
    issued: string;
    status: string;
    builder: string;
    units: number | null;
    cost: number | null;
  }[];
  fields: Sample['fields'];
}

const different = (values: readonly (string | number | null)[]): number => new Set(values).size;
const total = (values: readonly (number | null)[]): number =>
  values.reduce((sum: number, one) => sum + (one ?? 0), 0);
/** A sum or what is given once, where the field is expected at all. */
const isStated = (stated: Json | undefined, is: number | null): boolean =>
  stated === undefined || stated === is;

const SHOWN: Record<PermitLie, (of: Shown) => boolean> = {
  several_addresses: ({rows, fields}) => {
    const units = rows.map((row) => row.units).filter((one) => one !== null);
    const isFilled = rows[0]?.units === null && units.length > 0;
    return (
      different(rows.map(({address}) => address)) === rows.length &&
      different(units) <= 1 &&
      (!isFilled || fields[UNITS] === units[0]) &&
      fields['address_count'] === rows.length
    );
  },
  addresses_with_units: ({rows, fields}) =>
    different(rows.map(({address}) => address)) === rows.length &&
    [UNITS, COST].every((name) => {
      const amounts = rows.map((row) => (name === UNITS ? row.units : row.cost));
      if (amounts.every((one) => one === null)) return true;
      // Halifax repeats the cost of the permit on every row.
      if (name === COST && different(amounts) === 1) return isStated(fields[name], amounts[0] ?? null);
      return different(amounts) === rows.length && isStated(fields[name], total(amounts));
    }) &&
    fields['address_count'] === rows.length,
  revisions: ({rows, fields}) => {
    const [first, second, third] = rows;
    return (
      rows.map(({revision}) => revision).join() === '00,01,02' &&
      first?.cost === second?.cost &&
      isStated(fields[COST], total([first?.cost ?? null, third?.cost ?? null])) &&
      isStated(fields[UNITS], first?.units ?? null) &&
      first?.units !== second?.units &&
      first?.issued !== second?.issued
    );
  },
  two_tables: ({rows, fields}) =>
    different(rows.map(({status}) => status)) === 2 && fields['status_raw'] === 'Closed',
  two_builders: ({rows, fields}) => {
    const builders = rows.map(({builder}) => builder);
    return builders.includes('') && builders.includes(String(fields['contractor_name']));
  },
};

describe.each(SOURCES)('$slug', (source) => {
  const lies = () => {
    const {quirks} = corpus.sources[source.slug] as Expected;
    return (Object.keys(LIES.permits) as PermitLie[]).filter((lie) => lie in quirks);
  };

  test('tells its lies, and each sample shows one', async () => {
    const {samples, files, quirks} = corpus.sources[source.slug] as Expected;
    const rows = (await Promise.all(Object.keys(files).map((file) => rowsOf(source.slug, file)))).flat();
    for (const lie of lies()) {
      expect(quirks[lie], lie).toBeGreaterThan(0);
      const shown = samples.filter(({shows}) => shows === lie);
      expect(shown.length, lie).toBeGreaterThan(0);
      for (const {fields} of shown) {
        const own = rows.filter(
          (row) => textOf(source, 'permit_number_raw', row) === fields['permit_number_raw'],
        );
        const told = own.map((row) => ({
          address: textOf(source, 'address', row) + textOf(source, 'house', row),
          revision: textOf(source, 'revision', row),
          issued: textOf(source, 'issued_date', row),
          status: textOf(source, 'status_raw', row),
          builder: textOf(source, 'contractor_name', row),
          units: numberOf(textOf(source, UNITS, row)),
          cost: numberOf(textOf(source, COST, row)),
        }));
        expect(told.length).toBeGreaterThan(1);
        expect(SHOWN[lie]({rows: told, fields}), `${lie} ${JSON.stringify({told, fields})}`).toBe(true);
      }
    }
  });
});

test('most municipalities list permits at several addresses, and Toronto its revisions', () => {
  const telling = (lie: PermitLie) =>
    SOURCES.filter(({slug}) => corpus.sources[slug]?.quirks[lie]).map(({slug}) => slug);
  expect(telling('several_addresses').length).toBeGreaterThan(5);
  expect(telling('addresses_with_units').length).toBeGreaterThan(4);
  expect(telling('revisions')).toEqual(['toronto_permits']);
});

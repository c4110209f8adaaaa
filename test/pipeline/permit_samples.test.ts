/** Real permits of six cities: kinds, states, days and costs are those of an independent reading of the same files. */
import {readdirSync, readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import Papa from 'papaparse';
import {beforeAll, describe, expect, test} from 'vitest';
import {permits as dataset} from '../../datasets/permits/schema.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json, Source} from '../../datasets/types.ts';
import {folder, type MadePart, partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

type Cells = Record<string, string>;
type Row = Record<string, Json>;

const ROOT = join(SAMPLES ?? '', 'permits');

const sourceOf = (city: string): Source => {
  const found = dataset.sources.find(({slug}) => slug === `${city}_permits`);
  if (!found) throw new Error(`no source of permits of ${city}`);
  return found;
};

const clean = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

/** Rows of a sample as an independent reader gives them; values of JSON as text, absent ones empty. */
function rowsOf(path: string): Cells[] {
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

/** Column of the number of a permit, of what tells further rows of it apart, of its days and its cost. */
interface City {
  number: readonly string[];
  issued?: string;
  applied?: string;
  cost?: string;
}

const CITIES: Record<string, City> = {
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
const filesOf = (city: string): string[] =>
  readdirSync(join(ROOT, city))
    .filter((name) => !/^portal-columns/.test(name))
    .sort()
    .map((name) => `${city}/${name}`);

/** Where a sample lies in a form that a mirror may have: an answer of an API becomes the lines that fetching writes. */
async function inPlace(path: string): Promise<string> {
  const read: unknown = path.endsWith('.json') ? JSON.parse(readFileSync(join(ROOT, path), 'utf8')) : null;
  if (read === null || Array.isArray(read)) return join(ROOT, path);
  const {records} = (read as {result: {records: Row[]}}).result;
  const to = join(await folder(), path.replaceAll('/', '_').replace(/\.json$/, '.jsonl'));
  await writeFile(to, records.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return to;
}

const made = new Map<string, Promise<MadePart>>();

/** All samples of a city as one part, made once. */
function partOfCity(city: string): Promise<MadePart> {
  const known = made.get(city);
  if (known) return known;
  const making = Promise.all(filesOf(city).map(inPlace)).then((paths) =>
    partOf(sourceOf(city), dataset, paths),
  );
  made.set(city, making);
  return making;
}

describe.skipIf(!SAMPLES)('real permits', () => {
  describe.each(Object.entries(CITIES))('%s', (city, {number, issued, applied, cost}) => {
    const rows: Cells[] = [];
    let part: MadePart;
    let byNumber: Map<string, Row[]>;

    beforeAll(async () => {
      const files = filesOf(city);
      rows.push(...files.flatMap(rowsOf));
      part = await partOfCity(city);
      byNumber = Map.groupBy(part.records, (one) => String(one['source_reference']));
    });

    const recordsOf = (row: Cells): Row[] => byNumber.get(number.map((name) => row[name]).join('-')) ?? [];
    const cells = (name: string | undefined) => (name ? rows.filter((row) => clean(row[name])) : []);

    test('every row is accounted for, and nearly all are kept', () => {
      const {read, kept, merged, rejected, files} = part.entry;
      expect(read).toBe(rows.length);
      expect(kept + merged + rejected).toBe(read);
      expect(kept + merged).toBeGreaterThanOrEqual(0.99 * read);
      expect(files.flatMap((file) => file.unknown_columns)).toEqual([]);
      for (const row of rows) expect(recordsOf(row), JSON.stringify(row)).not.toEqual([]);
    });

    test('at least 95 of 100 permits that name a kind get ours by a rule', () => {
      const named = part.records.filter((one) => one['permit_type_raw'] !== null);
      const guessed = Object.entries(part.entry.notes)
        .filter(([note]) => note.startsWith('permit_type:'))
        .reduce((sum, [, count]) => sum + count, 0);
      expect(guessed).toBeLessThanOrEqual(0.05 * named.length);
      const unknown = Object.keys(part.entry.notes).filter((note) => note.startsWith('status:'));
      expect(unknown).toEqual([]);
    });

    test('days are those of the file', () => {
      for (const [column, field] of [
        [issued, 'issued_date'],
        [applied, 'application_date'],
      ] as const) {
        for (const row of cells(column)) {
          const day = row[column ?? '']?.slice(0, 10);
          expect(
            recordsOf(row).map((one) => one[field]),
            `${field} of ${JSON.stringify(row)}`,
          ).toContain(day);
        }
      }
      for (const record of part.records) {
        expect(record['date']).toBe(record['issued_date'] ?? record['application_date']);
      }
    });

    test('costs are those of the file; 0 and texts are none', () => {
      for (const row of cells(cost)) {
        const amount = Number(row[cost ?? '']?.replaceAll(',', ''));
        const expected = amount > 0 ? Math.round(amount * 100) / 100 : null;
        expect(
          recordsOf(row).map((one) => one['estimated_cost']),
          JSON.stringify(row),
        ).toContain(expected);
      }
      if (!cost) expect(part.records.every((one) => one['estimated_cost'] === null)).toBe(true);
    });

    test('points are those of the file', () => {
      for (const row of rows) {
        const [lat, lng] = [row['latitude'] ?? row['LATITUDE'], row['longitude'] ?? row['LONGITUDE']];
        if (!lat || !lng) continue;
        const points = recordsOf(row).map((one) => [one['lat'], one['lng']]);
        expect(points).toContainEqual([Number(lat), Number(lng)]);
      }
    });

    test('nothing personal is kept', () => {
      const addresses = ['ApplicantAddress', 'BuildingContractorAddress'];
      for (const row of rows) {
        for (const column of addresses) {
          const address = clean(row[column]);
          if (!address || address === clean(row['Address'])) continue;
          for (const record of recordsOf(row)) expect(Object.values(record)).not.toContain(address);
        }
      }
      for (const record of part.records) {
        const texts = Object.values(record)
          .filter((one) => typeof one === 'string')
          .join('\n');
        expect(texts).not.toMatch(/[\w.+-]+@[\w-]+\.\w|\b[2-9]\d\d[-. ][2-9]\d\d[-. ]\d{4}\b/);
      }
    });
  });

  const one = async (city: string, number: string, like: Row = {}): Promise<Row | undefined> => {
    return (await partOfCity(city)).records.find(
      (row) =>
        row['permit_number_raw'] === number &&
        Object.entries(like).every(([name, value]) => row[name] === value),
    );
  };

  /** The worked examples of the catalogue of sources. */
  test.each<[city: string, number: string, like: Row, expected: Row]>([
    [
      'toronto',
      '23 128815 BLD',
      {},
      {
        permit_type: 'new_construction',
        status: 'in_review',
        status_raw: 'Under Review',
        estimated_cost: 310500000,
        floor_area_sqm: 8196,
        ward: 'Ward 25',
        issued_date: null,
        dwelling_units_created: null,
        address: '51 BEECHGROVE DR',
      },
    ],
    [
      'toronto',
      '22 240008 HVA',
      {source_reference: '22 240008 HVA-01'},
      {permit_type: 'other', status: 'issued', estimated_cost: null},
    ],
    [
      'toronto',
      '13 200453 BLD',
      {},
      {
        permit_type: 'renovation',
        status: 'completed',
        completed_date: '2019-11-18',
        estimated_cost: 150000,
        floor_area_sqm: 104.5,
        address: '147 HEATH ST E',
        dwelling_units_created: 0,
      },
    ],
    ['toronto', '13 258808 BLD', {}, {status: 'cancelled', completed_date: null}],
    [
      'calgary',
      'BP2025-05639',
      {},
      {
        permit_type: 'new_construction',
        status: 'issued',
        status_raw: 'Pre Backfill Phase',
        estimated_cost: 262462.01,
        floor_area_sqm: 156.7,
        dwelling_units_created: 1,
        building_type: 'Single Family House',
        neighbourhood: 'KEYSTONE HILLS',
      },
    ],
    [
      'calgary',
      'BP2026-03492',
      {},
      {
        permit_type: 'renovation',
        status: 'in_review',
        issued_date: null,
        estimated_cost: 42876.6,
        building_type: 'Basement Development',
      },
    ],
    [
      'edmonton',
      '160569906-001',
      {},
      {
        permit_type: 'new_construction',
        status: 'issued',
        issued_date: '2014-09-22',
        estimated_cost: 353400,
        floor_area_sqm: 172.8,
        address: '1573 CHAPMAN WAY SW',
        neighbourhood: 'CHAPPELLE AREA',
        zoning_raw: 'RSL',
        dwelling_units_created: 1,
      },
    ],
    [
      'vancouver',
      'DB-2022-05477',
      {},
      {
        permit_type: 'new_construction',
        status: 'issued',
        application_date: '2022-12-13',
        issued_date: '2023-06-01',
        estimated_cost: 179987.5,
        building_type: 'Laneway House',
        neighbourhood: 'Oakridge',
        lat: 49.229261,
        lng: -123.1086422,
      },
    ],
    [
      'montreal',
      '3001888445',
      {},
      {
        permit_type: 'demolition',
        status: 'issued',
        issued_date: '2025-10-17',
        dwelling_units_created: -2,
        address: '3223 rue Beaubien Est',
        neighbourhood: 'Rosemont - La Petite-Patrie',
        estimated_cost: null,
      },
    ],
    ['montreal', '3001942802', {}, {permit_type: 'other', issued_date: '2026-06-29'}],
    [
      'quebec_city',
      '20251117-014D',
      {},
      {
        permit_type: 'demolition',
        issued_date: '2025-11-27',
        application_date: '2025-11-17',
        address: '7e Rue, Québec G1L 2P5',
        neighbourhood: 'La Cité-Limoilou',
      },
    ],
  ])('%s %s', async (city, number, like, expected) => {
    expect(await one(city, number, like)).toMatchObject(expected);
  });

  /** The catalogue's rules for the kinds of two cities, as a reader of its tables would apply them. */
  const KINDS: Record<string, (row: Cells) => string> = {
    calgary: ({workclass = '', permitclass = '', description = ''}) => {
      if (workclass === 'New')
        return /^(1104|1105|1115|1201)/.test(permitclass) ? 'other' : 'new_construction';
      if (workclass === 'Alteration' || workclass === 'Repair')
        return /change of use/i.test(description) ? 'change_of_use' : 'renovation';
      return workclass === 'Addition' ? 'addition' : workclass === 'Demolition' ? 'demolition' : 'other';
    },
    vancouver: ({TypeOfWork = '', ProjectDescription = ''}) => {
      if (TypeOfWork === 'New Building') return 'new_construction';
      if (TypeOfWork.startsWith('Demolition')) return 'demolition';
      if (TypeOfWork !== 'Addition / Alteration') return 'other';
      const whole = fold(ProjectDescription);
      const told = whole.includes(' - addition / alteration - ')
        ? whole.split(' - addition / alteration - ').slice(1).join(' - addition / alteration - ')
        : whole;
      if (/change of use|change the use/.test(told) && !told.includes('no change of use'))
        return 'change_of_use';
      return /\badditions?\b/.test(told) && !told.includes('interior alteration') ? 'addition' : 'renovation';
    },
  };

  test.each(Object.entries(KINDS))('kinds of %s are those of its tables', async (city, kindOf) => {
    const {records} = await partOfCity(city);
    const byNumber = Map.groupBy(records, (one) => String(one['permit_number_raw']));
    const [number = ''] = CITIES[city]?.number ?? [];
    for (const row of filesOf(city).flatMap(rowsOf)) {
      const kinds = byNumber.get(row[number] ?? '')?.map((one) => one['permit_type']);
      expect(kinds, JSON.stringify(row)).toContain(kindOf(row));
    }
  });
});

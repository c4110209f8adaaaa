/** Real permits of six cities: the worked examples of the catalogue, and types by its tables. */
import {describe, expect, test} from 'vitest';
import {fold} from '../../datasets/rules/text.ts';
import {type Cells, CITIES, filesOf, partOfCity, type Row, rowsOf} from '../helpers/permit_samples.ts';
import {SAMPLES} from '../helpers/samples.ts';

describe.skipIf(!SAMPLES)('real permits', () => {
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
      const type = whole.includes(' - addition / alteration - ')
        ? whole.split(' - addition / alteration - ').slice(1).join(' - addition / alteration - ')
        : whole;
      if (/change of use|change of major occupancy|change the use/.test(type.replace(/no change of/g, '')))
        return 'change_of_use';
      const phrases = type.split(/[.,;:/]/);
      // What is removed is not added; `removal of a bath and addition of a bedroom` adds.
      if (phrases.some((one) => /\bremov.*\badditions?\b(?! of)/.test(one))) return 'renovation';
      if (/\badditions?\b/.test(type) && !type.includes('interior alteration')) return 'addition';
      const space =
        /\b(add|construct|build)(ing)? (an?|the)( [^ .,;]+){0,3} additions?\b|\b(stor|floor|rear|front|side)e?y? additions?\b/;
      return space.test(type) ? 'addition' : 'renovation';
    },
  };

  test.each(Object.entries(KINDS))('types of %s are those of its tables', async (city, kindOf) => {
    const {records} = await partOfCity(city);
    const byNumber = Map.groupBy(records, (one) => String(one['permit_number_raw']));
    const [number = ''] = CITIES[city]?.number ?? [];
    for (const row of filesOf(city).flatMap(rowsOf)) {
      const kinds = byNumber.get(row[number] ?? '')?.map((one) => one['permit_type']);
      expect(kinds, JSON.stringify(row)).toContain(kindOf(row));
    }
  });
});

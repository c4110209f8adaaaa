/**
 * Rows made from declarations: the oracle's reading of the examples, and a municipality that is only
 * declared.
 */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {cost, day, joinNonBlank, point, rules, text, when} from '../../datasets/fields.ts';
import {DATASETS} from '../../datasets/index.ts';
import type {Json, Rules, Source} from '../../datasets/types.ts';
import {partOf} from '../helpers/pipeline.ts';
import {expected, type Meaning, OPEN} from './declared/expected.ts';
import {planOf} from './declared/maker.ts';
import {declared} from './declared/rows.ts';
import {decide, witnesses} from './declared/rules.ts';
import {PLANS, type Plan} from './plan.ts';
import {samplesOf} from './samples.ts';

const SOURCES = [...(DATASETS['permits']?.sources ?? []), ...(DATASETS['zoning']?.sources ?? [])];

/**
 * Field functions whose cells an example writes in the publisher's form: only their generators know what they
 * mean.
 */
const WRITTEN = ['date', 'money', 'number', 'integer', 'total', 'degree', 'polygon', 'when'];

function meaningOf(row: Record<string, string>, nulls: readonly string[] = []): Meaning {
  const clean = (column: string) => {
    const plain = (row[column] ?? '').replace(/\s+/g, ' ').trim();
    return plain === '' || nulls.includes(plain) ? null : plain;
  };
  return {text: clean, value: clean, point: null, geometry: null};
}

describe.each(SOURCES)('the samples of $slug', (source) => {
  const {layouts, nullTokens} = source;
  test.each(samplesOf(source).map((sample, at) => ({...sample, at})))('$layout, sample $at', (example) => {
    const fields = layouts.find(({name}) => name === example.layout)?.fields ?? {};
    for (const [name, value] of Object.entries(example.out)) {
      const field = fields[name];
      if (!field || WRITTEN.includes(field.op)) continue;
      const read = expected(field, meaningOf(example.in, nullTokens));
      if (read !== OPEN) expect({[name]: read}).toEqual({[name]: value});
    }
  });
});

describe('rules', () => {
  test('have a text for every simple pattern, which fits it', () => {
    for (const pattern of [/^\(\d+\) convert /, /^(cc-x|cr20)/, /\bfit[- ]?up|roof/, /^[0-9]{5}H[a-z]/]) {
      const found = witnesses(pattern);
      expect(found.length, String(pattern)).toBeGreaterThan(0);
      expect(found.every((one) => pattern.test(one))).toBe(true);
    }
  });

  test.each(SOURCES)('of $slug each give a value that some row of the corpus has', (source) => {
    for (const {layout, choices} of planOf(source).layouts.values()) {
      for (const field of Object.values(layout.fields)) {
        if (field.op !== 'rules') continue;
        const rows = choices.flatMap(({known}) => known);
        const given = new Set(rows.map((row) => decide(field.rules, (name) => row[name] ?? null).value));
        const wanted = field.rules.rules.filter(({when}) => when.every(({present}) => present === undefined));
        for (const {value} of wanted)
          if (choices.length > 0) expect(given, field.rules.name).toContain(value);
      }
    }
  });
});

const KINDS: Rules = {
  name: 'elmford_types',
  help: 'by word',
  rules: [
    {value: 'demolition', when: [{from: ['Kind'], matches: /demol/}]},
    {value: 'new_construction', when: [{from: ['Kind'], startsWith: ['New']}]},
  ],
  otherwise: 'other',
  reported: ['Kind'],
};

/** A municipality that nothing else in the project names. */
const ELMFORD: Source = {
  slug: 'elmford_permits',
  label: 'elmford building permits',
  dataset: 'permits',
  publisher: 'City of Elmford | Ville d’Elmford',
  license: 'Open Government Licence',
  license_url: 'https://example.org/',
  page: 'https://example.org/',
  cadence: 'daily',
  files: [
    {name: 'permits.csv', format: 'csv', via: {portal: 'plain', url: 'https://example.org/permits.csv'}},
  ],
  encodings: ['utf-8', 'windows-1252'],
  nullTokens: ['-'],
  layouts: [
    {
      name: 'permits',
      help: 'invented',
      header: ['No', 'Kind', 'Issued', 'Done', 'Cost', 'Street No', 'Street Name', 'Work', 'Lat', 'Lng'],
      optional: ['Done'],
      aliases: {Value: 'Cost'},
      fields: {
        municipality: {op: 'constant', value: 'victoria'},
        province: {op: 'constant', value: 'BC'},
        permit_number_raw: text('No'),
        source_reference: text('No'),
        issued_date: day('Issued'),
        permit_type: rules(KINDS),
        permit_type_raw: text('Kind'),
        work_description: text('Work'),
        completed_date: when(day('Done'), KINDS, 'new_construction'),
        estimated_cost: cost('Cost'),
        address: joinNonBlank(['Street No', 'Street Name']),
        ...point([-124, 48, -123, 49], {form: 'columns', lat: 'Lat', lng: 'Lng'}),
        status: {op: 'constant', value: 'issued'},
        source_url: {op: 'constant', value: 'https://example.org/'},
      },
    },
  ],
  required: ['permit_number_raw'],
  key: ['permit_number_raw'],
  disambiguate: ['address'],
};

describe('a municipality that is only declared', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'declared-'));
  });
  afterAll(() => rm(folder, {recursive: true, force: true}));

  test('has files with every quirk of its fields, which the pipeline reads as expected', async () => {
    const task = {folder, seed: 'declared', plan: PLANS['small'] as Plan, tell: () => undefined};
    const made = await declared(ELMFORD, () => 200)(task);
    expect(Object.keys(made.files).sort()).toEqual(['synthetic-permits-older.csv', 'synthetic-permits.csv']);
    expect(Object.entries(made.quirks).filter(([, count]) => count === 0)).toEqual([]);
    const dataset = DATASETS['permits'];
    if (!dataset) throw new Error('there are no permits');
    const paths = Object.keys(made.files).map((name) => join(folder, name));
    const {entry, records} = await partOf(ELMFORD, dataset, paths.sort());
    const {read, kept, merged, rejected} = entry;
    expect([read, kept, merged, rejected]).toEqual([made.rows, made.kept, made.merged, made.rejected]);
    for (const {shows, record_id, fields} of made.samples) {
      const record: Record<string, Json> | undefined = records.find((one) => one['record_id'] === record_id);
      expect({shows, ...record}).toMatchObject({shows, ...fields});
    }
  });
});

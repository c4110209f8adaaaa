/** The sources of building permits: every municipality has one, and what none of them may do. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import {PERMIT_MUNICIPALITIES} from '../../datasets/permits/cities.ts';
import {permits} from '../../datasets/permits/schema.ts';
import type {Field} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {isRecordLayout} from '../../pipeline/read/header.ts';
import {ReadError} from '../../pipeline/read/types.ts';
import {folder, partOf} from '../helpers/pipeline.ts';

const {sources} = permits;

/** Fields that the pipeline or the engine makes. */
const MADE = ['record_id', 'geometry', 'geometry_source', 'published_at', 'last_updated', 'source_dataset'];

const constantOf = (field: Field | undefined) => (field?.op === 'constant' ? field.value : null);

test('every municipality has one source, in the documented order', () => {
  expect(sources.map(({slug}) => slug)).toEqual(PERMIT_MUNICIPALITIES.map((city) => `${city}_permits`));
});

describe.each(PERMIT_MUNICIPALITIES)('%s', (city) => {
  const source = sources.find(({slug}) => slug === `${city}_permits`);
  const layouts = (source?.layouts ?? []).filter(isRecordLayout);

  test('every layout has location, number, type and status of its permits', () => {
    expect(layouts.length).toBeGreaterThan(0);
    for (const {fields} of layouts) {
      expect(constantOf(fields['municipality'])).toBe(city);
      expect(constantOf(fields['province'])).toBe(MUNICIPALITIES[city].province);
      for (const name of ['permit_number_raw', 'source_reference', 'permit_type', 'status'])
        expect(Object.keys(fields), name).toContain(name);
      expect(Object.keys(fields).filter((name) => MADE.includes(name))).toEqual([]);
    }
  });

  test('no contact data of private persons is read', () => {
    const used = (source?.layouts ?? []).flatMap(usedColumns);
    expect(
      used.filter((name) => /phone|\bcell\b|e-?mail|(applicant|contractor)_?address/i.test(name)),
    ).toEqual([]);
  });
});

/** What reading a file of these rows says. */
async function refusal(slug: string, rows: object[]): Promise<unknown> {
  const source = sources.find((one) => one.slug === slug);
  if (!source) throw new Error(`there is no source ${slug}`);
  const path = join(await folder(), 'permits.jsonl');
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return partOf(source, permits, [path]).catch((error: unknown) => error);
}

test.each(['saint_john_permits', 'kitchener_permits', 'hamilton_permits'])(
  'the layer of %s with other columns than the declared ones is an error that names them',
  async (slug) => {
    const error = await refusal(slug, [{OBJECTID: 1, PERMIT_ID: 'A-1', KIND: 'New'}]);
    expect(error).toBeInstanceOf(ReadError);
    expect(String(error)).toMatch(/lacks .*PERMIT/);
    expect(String(error)).toContain('unknown columns PERMIT_ID, KIND');
  },
);

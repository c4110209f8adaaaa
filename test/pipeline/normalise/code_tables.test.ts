/** Lookup tables of a source, joined by a code, such as the points of addresses. */
import {expect, test} from 'vitest';
import {lookup, number, point, text} from '../../../datasets/fields.ts';
import {ident} from '../../../datasets/rules/sql.ts';
import type {Layout} from '../../../datasets/types.ts';
import {usedColumns} from '../../../datasets/used_columns.ts';
import {makeCodeTables} from '../../../pipeline/normalise/code_tables.ts';
import {typeRows} from '../../../pipeline/normalise/rows.ts';
import {CREATE_FILES, CREATE_REFUSED, type Relation} from '../../../pipeline/read/staging.ts';
import {memoryDatabase} from '../../helpers/pipeline.ts';

const LAYOUT = {help: '', optional: [], aliases: {}};
const PLACES: Layout = {
  ...LAYOUT,
  name: 'places',
  codeTable: 'places',
  header: ['id', 'lat', 'lng', 'ward'],
  fields: {
    code: text('id'),
    ...point([-80, 43, -79, 44], {form: 'columns', lat: 'lat', lng: 'lng'}),
    ward: text('ward'),
    floors: number('ward'),
  },
};
const PERMITS: Layout = {
  ...LAYOUT,
  name: 'permits',
  header: ['place'],
  fields: {
    ...point([-80, 43, -79, 44], {form: 'lookup', column: 'place', table: 'places'}),
    ward: lookup('place', 'places', 'ward'),
    floors: lookup('place', 'places', 'floors', 'number'),
    owner: lookup('place', 'owners', 'name'),
  },
};

/** Rows of the permits, with or without the table of points. */
async function permits(table: readonly (string | null)[][]) {
  const {db, close} = await memoryDatabase();
  try {
    await db.run(CREATE_REFUSED);
    await db.run(CREATE_FILES);
    const tables: Relation[] = [];
    let row = 0;
    const add = async (layout: Layout, rows: readonly (readonly (string | null)[])[]) => {
      const table = `stage_${tables.length}`;
      const columns = usedColumns(layout).map((name) => `${ident(name)} VARCHAR`);
      await db.run(`CREATE TABLE ${table} (_row BIGINT, _file INTEGER, ${columns.join(', ')})`);
      for (const cells of rows) {
        const values = cells.map((_, at) => `$${at + 1}`).join(', ');
        await db.run(`INSERT INTO ${table} VALUES (${row}, 0, ${values})`, [...cells]);
        row += 1;
      }
      tables.push({layout, table, files: [], single: null, coded: new Set(), unread: new Set(), labels: []});
    };
    if (table.length) await add(PLACES, table);
    await add(PERMITS, [['a1'], [' A1 '], ['b2'], ['c3'], [null]]);
    const layouts = [PLACES, PERMITS];
    const taken = await makeCodeTables(db, {layouts} as never, {tables});
    const rows = await typeRows(db, {}, [PERMITS], {tables: tables.filter(({layout}) => layout === PERMITS)});
    const made = await db.runAndReadAll(
      `SELECT lat, lng, ward, floors, owner FROM (${rows.select(rows.types.keys())}) ORDER BY _row`,
    );
    const refused = await db.runAndReadAll('SELECT reason FROM refused');
    return {taken, rows: made.getRowsJson(), refused: refused.getRowsJson()};
  } finally {
    close();
  }
}

const NOTHING = [null, null, null, null, null];

test('rows get fields and points of the first row with their code, in any case', async () => {
  const seen = await permits([
    ['A1', '43.5', '-79.5', '7'],
    ['a1', '43.6', '-79.6', '8'],
    ['B2', '50', '-79.5', null],
    [null, '43.5', '-79.5', '9'],
  ]);
  expect(seen).toEqual({
    taken: {rows: 3, notes: {'places: lat: point lies outside the municipality, null instead': 1}},
    rows: [[43.5, -79.5, '7', 7, null], [43.5, -79.5, '7', 7, null], NOTHING, NOTHING, NOTHING],
    refused: [['no code']],
  });
});

test('every field is null without the table', async () => {
  const {rows, taken} = await permits([]);
  expect(rows).toEqual([NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]);
  expect(taken.rows).toBe(0);
});

/**
 * Child tables of sources are well formed: keys match fields of the records, and aggregates fit the columns.
 */
import {describe, expect, test} from 'vitest';
import {DATASETS, SOURCES} from '../datasets/index.ts';
import {ident} from '../datasets/rules/sql.ts';
import {sqlType} from '../datasets/rules/sql_types.ts';
import type {Layout, Source} from '../datasets/types.ts';
import {isRecordLayout} from '../pipeline/read/header.ts';
import {memoryDatabase, selectCells} from './helpers/pipeline.ts';

const known = new Map<Layout, Promise<Map<string, string>>>();

/** SQL types of the fields of a layout, which several child tables ask for. */
function typesOf(layout: Layout): Promise<Map<string, string>> {
  const types = known.get(layout) ?? readTypes(layout);
  known.set(layout, types);
  return types;
}

async function readTypes(layout: Layout): Promise<Map<string, string>> {
  const {db, close} = await memoryDatabase();
  try {
    return (await selectCells(db, {}, [layout], layout, [])).types;
  } finally {
    close();
  }
}

const joined = Object.values(SOURCES).filter(({layouts}) => !layouts.every(isRecordLayout));

describe.each(joined)('source $slug', (source: Source) => {
  const columns = DATASETS[source.dataset]?.columns ?? {};
  const parts = Object.entries(source.childTables ?? {});

  test('every child table has its layouts, every layout its child table, every code table its names', () => {
    const named = source.layouts.flatMap(({childTable: part}) => part ?? []);
    expect([...new Set(named)].sort()).toEqual(parts.map(([name]) => name).sort());
    const fieldsOf = Map.groupBy(source.layouts, ({codeTable: codes}) => codes);
    const has = (table: string) => (fieldsOf.get(table) ?? []).flatMap(({fields}) => Object.keys(fields));
    for (const {codeTable: codes} of source.layouts)
      if (codes !== undefined) expect(has(codes)).toContain('code');
    for (const field of source.layouts.flatMap(({fields}) => Object.values(fields))) {
      if (field.op === 'decode') expect(has(field.table)).toContain('name');
      if (field.op === 'lookup') expect(has(field.table)).toContain(field.value);
      for (const location of field.op === 'degree' ? field.locations : []) {
        if (location.form === 'lookup')
          expect(has(location.table)).toEqual(expect.arrayContaining(['lat', 'lng']));
      }
    }
    expect(source.layouts.some(isRecordLayout)).toBe(true);
  });

  test.each(parts)(
    'part %s: its fields are there, and those that join are of one type',
    async (name, part) => {
      const records = await Promise.all(source.layouts.filter(isRecordLayout).map(typesOf));
      for (const layout of source.layouts.filter((one) => one.childTable === name)) {
        const own = await typesOf(layout);
        for (const [field, theirs] of Object.entries(part.foreignKey)) {
          const known = records.flatMap((types) => types.get(theirs) ?? []);
          expect(known.length, theirs).toBeGreaterThan(0);
          expect(new Set([own.get(field), ...known]), `${layout.name}: ${field}`).toEqual(new Set(known));
        }
      }
      const anywhere = source.layouts
        .filter((one) => one.childTable === name)
        .flatMap(({fields}) => Object.keys(fields));
      expect(anywhere).toEqual(expect.arrayContaining([...(part.distinctOn ?? [])]));
    },
  );

  test.each(parts)(
    'part %s: what it gives are columns of the dataset, in the order of the files',
    async (name, part) => {
      const types = await Promise.all(source.layouts.filter((one) => one.childTable === name).map(typesOf));
      const fields = new Map(types.flatMap((one) => [...one]));
      const {db, close} = await memoryDatabase();
      try {
        const declared = [...fields].map(([field, type]) => `${ident(field)} ${type}`);
        await db.run(`CREATE TABLE p (_record BIGINT, _row BIGINT, ${declared.join(', ')})`);
        for (const [column, sql] of Object.entries(part.aggregates)) {
          const target = columns[column];
          if (!target || target.derived)
            throw new Error(`${name} gives ${column}, which is no stored column`);
          const type = target.type === 'text[]' || target.type === 'rows' ? 'list' : 'value';
          const made = await db.runAndReadAll(
            `SELECT typeof(given), typeof(CAST(given AS ${sqlType(target)})) FROM (SELECT first(g) AS given FROM (SELECT ${sql} AS g FROM p GROUP BY _record))`,
          );
          const [given] = made.getRows()[0] ?? [];
          expect(`${column}: ${String(given).endsWith('[]') ? 'list' : 'value'}`).toBe(`${column}: ${type}`);
          // The order of other aggregates would be that of the threads.
          for (const [call] of sql.matchAll(/\b(list|first|last|string_agg|array_agg|arg_max|arg_min)\(/g)) {
            expect(sql, `${column}: ${call}`).toMatch(/ORDER BY/);
          }
        }
      } finally {
        close();
      }
    },
  );
});

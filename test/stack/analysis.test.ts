/**
 * The statements of docs/ANALYSIS.md on the catalogue of the demo: each gives the result that stands below it.
 * `UPDATE=1` writes the results.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {TABLE_KEYS} from '../../datasets/table_keys.ts';
import {type OracleDatabase, oracleDatabase, type Values} from '../helpers/oracle_database.ts';
import {ROOT, sharedData} from '../helpers/stack.ts';

const FILE = join(ROOT, 'docs/ANALYSIS.md');
const BLOCK = /```sql\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g;
const text = readFileSync(FILE, 'utf8');
const blocks = [...text.matchAll(BLOCK)].map(([, sql = '', result = '']) => ({sql, result}));

let catalogue: OracleDatabase;
beforeAll(async () => {
  catalogue = await oracleDatabase(join(await sharedData(), 'current/catalogue.duckdb'));
});
afterAll(() => catalogue?.close());

/** Rows as a table of text, columns aligned. */
function tableOf(rows: readonly Values[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? 'NULL')))];
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

test.runIf(process.env['UPDATE'])('results are written', async () => {
  const results: string[] = [];
  for (const {sql} of blocks) results.push(tableOf(await catalogue.rows(sql)));
  writeFileSync(
    FILE,
    text.replace(
      BLOCK,
      (_, sql: string) => `\`\`\`sql\n${sql}\`\`\`\n\n\`\`\`text\n${results.shift()}\`\`\`\n`,
    ),
  );
});

test('the joins are those that are declared', () => {
  const rows = text.slice(text.indexOf('## Joins'), text.indexOf('## Counting once')).split('\n');
  for (const {table, column, to, key} of TABLE_KEYS) {
    // A part of a table is no table of its own for who joins, and links are joined like records.
    if (['disclosures', 'organization_links'].includes(table)) continue;
    const row = rows.find(
      (one) => one.includes(`\`${table}\``) && one.includes(`| \`${to}\` |`) && one.includes(column),
    );
    expect([table, column, to, row === undefined]).toEqual([table, column, to, false]);
    if (column !== key && !column.endsWith('s')) expect(row).toContain(`${column} = ${key}`);
  }
});

test('there are twelve analyses', () => expect(blocks.length).toBe(12));

test.each(blocks.map((block, i) => ({...block, number: i + 1})))(
  'analysis $number gives its result, which is not empty',
  async ({sql, result}) => {
    const rows = await catalogue.rows(sql);
    expect(rows.length).toBeGreaterThan(0);
    expect(tableOf(rows)).toBe(result);
  },
);

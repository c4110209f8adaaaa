/**
 * A DuckDB over the Parquet files of a build, a view for each folder; questions and answers are made by SQL
 * alone.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DuckDBInstance, type DuckDBValue} from '@duckdb/node-api';
import type {Json} from '../../datasets/types.ts';
import {filled} from './paths.ts';
import type {Answer, Asked, Item, Question, Values} from './types.ts';

/** A value as JSON: numbers for money and counts, which DuckDB writes as text. */
function plain(value: DuckDBValue): Json {
  if (value === null) return null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = String(value);
  return value.constructor.name === 'DuckDBDecimalValue' ? Number(text) : text;
}

export interface BuildDatabase {
  /** The question over this build, or null where the build has no material for it. */
  ask(question: Question): Promise<Asked | null>;
  close(): void;
}

/** The `$name`s of a statement with their values. */
const boundIn = (sql: string, values: Values): Record<string, DuckDBValue> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => new RegExp(`\\$${name}\\b`).test(sql))
      .map(([name, value]) => [name, value as DuckDBValue]),
  );

export async function openBuildDatabase(build: string): Promise<BuildDatabase> {
  const instance = await DuckDBInstance.create(':memory:', {threads: '2'});
  const connection = await instance.connect();
  const parquet = join(build, 'parquet');
  for (const name of readdirSync(parquet)) {
    const files = readdirSync(join(parquet, name))
      .filter((file) => file.endsWith('.parquet'))
      .map((file) => `'${join(parquet, name, file).replaceAll("'", "''")}'`);
    if (files.length > 0)
      await connection.run(
        `CREATE VIEW ${name} AS FROM read_parquet([${files.join(', ')}], union_by_name = true)`,
      );
  }
  const {data_as_of} = JSON.parse(readFileSync(join(build, 'manifest.json'), 'utf8')) as {data_as_of: string};
  const as_of = data_as_of.slice(0, 10);
  const rowsOf = async (sql: string, values: Values): Promise<Record<string, Json>[]> => {
    const rows = (await connection.runAndReadAll(sql, boundIn(sql, values))).getRowObjects();
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
    );
  };
  return {
    async ask(question) {
      const [picked] = question.pick ? await rowsOf(question.pick, {as_of}) : [{}];
      if (!picked) return null;
      const values = {...picked, as_of};
      const rows = await rowsOf(question.expected, values);
      const items = rows.map((row) => Object.values(row)[0] as Item | null);
      if (!question.list && items.length !== 1)
        throw new Error(`${question.id}: ${items.length} rows are expected to be one answer`);
      const expected = (question.list ? items : items[0]!) as Answer;
      return {question, words: String(filled(question.words, values)), values, expected};
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

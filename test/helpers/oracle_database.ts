/** A DuckDB independent of the service, without its macros and views; values in the form of the API. */
import {DuckDBInstance, type DuckDBValue} from '@duckdb/node-api';
import type {Json} from '../../datasets/types.ts';

export type Values = Record<string, Json>;

/** Columns of money and counts, which DuckDB writes as text in JSON. */
const NUMBERS = new Set(
  `value original_value amendment_value currency_value total_value sum_value value_count award_value contract_value record_count
  contract_count row_count number_of_bids contract award tender n grant_count award_amount
  federal_contribution total_eligible_cost`.split(/\s+/),
);

function value(name: string, given: Json): Json {
  if (Array.isArray(given)) return given.map((item) => value(name, item));
  if (given !== null && typeof given === 'object') return plain(given);
  if (typeof given !== 'string') return given;
  if (NUMBERS.has(name)) return Number(given);
  // A time, without a zone or as an instant, which the session shows in UTC.
  return given.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\+00)?$/, '$1T$2');
}

const plain = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).map(([name, given]) => [name, value(name, given)]));

export interface OracleDatabase {
  /** Rows of a statement: money and counts as numbers, dates and timestamps as the API writes them. */
  rows(sql: string, values?: Record<string, DuckDBValue>): Promise<Values[]>;
  /** Makes a table of texts. */
  texts(name: string, columns: readonly string[], rows: readonly (string | null)[][]): Promise<void>;
  close(): void;
}

/** Opens a database in memory, or a file of another program READ_ONLY. */
export async function oracleDatabase(path = ':memory:'): Promise<OracleDatabase> {
  const options: Record<string, string> = path === ':memory:' ? {} : {access_mode: 'READ_ONLY'};
  const instance = await DuckDBInstance.create(path, {threads: '1', ...options});
  const connection = await instance.connect();
  return {
    rows: async (sql, values) => (await connection.runAndReadAll(sql, values)).getRowObjectsJson().map(plain),
    async texts(name, columns, rows) {
      await connection.run(
        `CREATE TABLE ${name} (${columns.map((column) => `${column} VARCHAR`).join(', ')})`,
      );
      const appender = await connection.createAppender(name);
      for (const row of rows) {
        for (const text of row) {
          if (text === null) appender.appendNull();
          else appender.appendVarchar(text);
        }
        appender.endRow();
      }
      appender.closeSync();
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** The data date in the SQL of declarations: `as_of()` replaces the clock, which nothing reads. */
import {literal} from './sql.ts';

/** Creates the macro `as_of()`, the day of a manifest's `data_as_of`. No other macro calls it. */
export const asOfMacro = (data_as_of: string): string =>
  `CREATE OR REPLACE MACRO as_of() AS DATE ${literal(data_as_of.slice(0, 10))}`;

/** Whether SQL depends on the data date. */
export const readsAsOf = (sql: string): boolean => /\bas_of\(\)/.test(sql);

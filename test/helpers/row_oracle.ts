/** Rows as CSV and JSON by way of objects, as the oracle of what the converter of lines writes. */
import papaparse from 'papaparse';
import type {Columns, Json} from '../../datasets/types.ts';
import type {Row} from '../../engine/types.ts';
import {localizeRow} from '../../server/api/formats/language.ts';
import type {Language} from '../../server/api/routes/parameters.ts';

const CRLF = '\r\n';

const cell = (value: Json | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Texts that spreadsheets would run as formulas; signed numbers are none. */
const FORMULA = /^(?![+-]\d+(?:\.\d+)?(?:e[+-]?\d+)?$)[=+\-@\t\r]/i;

/** CSV rows without a header; arrays and objects as JSON text. `excel` puts an apostrophe before formulas. */
export function csvRows(rows: readonly Row[], names: readonly string[], excel = false): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => names.map((name) => cell(row[name])));
  return papaparse.unparse(cells, {newline: CRLF, escapeFormulae: excel ? FORMULA : false}) + CRLF;
}

/** JSON lines. */
export const ndjson = (rows: readonly Row[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The rows with these fields, null where they have none of the name, in a language; null for all fields. */
export const itemsOf = (
  rows: readonly Row[],
  columns: Columns,
  lang: Language,
  names: readonly string[] | null,
): Row[] =>
  rows.map((row) => {
    const cut = localizeRow(row, columns, lang);
    return names ? Object.fromEntries(names.map((name) => [name, cut[name] ?? null])) : cut;
  });

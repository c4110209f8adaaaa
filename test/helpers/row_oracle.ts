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

/** A text as a cell of a spreadsheet takes it. */
const cutToCell = (text: string): string => {
  if (text.length <= 32_767) return text;
  const left = text.slice(0, 32_767 - 5);
  return `${/[\ud800-\udbff]$/.test(left) ? left.slice(0, -1) : left} […]`;
};

function csvCell(value: Json | undefined, excel: boolean | 'fr'): string {
  const text = cell(value);
  const isText = typeof value === 'string';
  if (isText && excel && /^(0\d+|\d{16,})$/.test(text)) return `"=""${text}"""`;
  const isDecimal = excel === 'fr' && typeof value === 'number';
  const fitting = excel ? cutToCell(text) : text;
  const escapeFormulae = excel && isText ? FORMULA : false;
  const given = [[isDecimal ? fitting.replace('.', ',') : fitting]];
  const quotes = isText && /^0\d+$/.test(text);
  return papaparse.unparse(given, {delimiter: excel === 'fr' ? ';' : ',', quotes, escapeFormulae});
}

/**
 * CSV rows without a header; arrays and objects as JSON text. `excel` puts an apostrophe before formulas, keeps
 * digits that are no numbers, and cuts what no cell takes.
 */
export const csvRows = (
  rows: readonly Row[],
  names: readonly string[],
  excel: boolean | 'fr' = false,
): string =>
  rows
    .map((row) => `${names.map((name) => csvCell(row[name], excel)).join(excel === 'fr' ? ';' : ',')}${CRLF}`)
    .join('');

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

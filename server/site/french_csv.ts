/** CSV as spreadsheets of a French computer read it: semicolons, decimal commas, French headings and words. */
import type {Json} from '../../datasets/types.ts';
import {lengthOf, linesOf} from '../../engine/rows/json_lines.ts';
import {LineConverter} from '../../engine/rows/line_converter.ts';
import type {Row} from '../../engine/types.ts';
import {mapItems} from '../api/formats/items.ts';
import {BYTE_ORDER_MARK, csvHeader} from '../api/formats/render.ts';
import {type Call, outputFields} from '../api/request/call.ts';
import {fieldLabel, frenchValue, valueLabel} from '../labels/index.ts';

/** Headings: labels of the fields, with the name behind what would stand twice. */
function headingsOf(dataset: string, names: readonly string[]): string[] {
  const labels = names.map((name) => fieldLabel(dataset, name).fr);
  const isDouble = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label);
  return labels.map((label, i) => (isDouble(label) ? `${label} (${names[i]})` : label));
}

/** A value in the words of French spreadsheets. */
function wordOf(name: string, value: Json): Json {
  if (typeof value === 'boolean') return value ? 'VRAI' : 'FAUX';
  if (typeof value === 'string') return valueLabel(name, value)?.fr ?? frenchValue(name, value);
  return Array.isArray(value) ? value.map((one) => wordOf(name, one)) : value;
}

/** Rows of the engine as a CSV file in French, which guards against formulas. */
export function frenchCsv(dataset: string, call: Call, rows: readonly Row[]): string {
  const names = outputFields(call);
  const words = mapItems(call, rows).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, wordOf(name, value)])),
  );
  const form = {names, format: 'csv', excel: 'fr', cut: null} as const;
  const lines = new LineConverter(form).convert(linesOf(words));
  const header = BYTE_ORDER_MARK + csvHeader(headingsOf(dataset, names), ';');
  return header + lines.bytes.toString('utf8', 0, lengthOf(lines));
}

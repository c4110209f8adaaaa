/** CSV as spreadsheets of a French computer read it: semicolons, decimal commas, French headings. */
import Papa from 'papaparse';
import type {Columns} from '../../datasets/types.ts';
import {fieldLabel} from '../labels/index.ts';

/** How programs know UTF-8. */
const MARK = '\uFEFF';

/** Words of French spreadsheets. */
const FLAGS: Readonly<Record<string, string>> = {true: 'VRAI', false: 'FAUX'};

/** Headings: labels of the fields, with the name behind what would stand twice. */
function headingsOf(dataset: string, names: readonly string[]): string[] {
  const labels = names.map((name) => fieldLabel(dataset, name).fr);
  const isDouble = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label);
  return labels.map((label, i) => (isDouble(label) ? `${label} (${names[i]})` : label));
}

/** A CSV file of the API for spreadsheets, which guards against formulas already, in French. */
export function frenchCsv(dataset: string, columns: Columns, text: string): string {
  const {data} = Papa.parse<string[]>(text.replace(MARK, ''), {skipEmptyLines: true});
  const [names = [], ...rows] = data;
  const types = names.map((name) => columns[name]?.type);
  const written = rows.map((row) =>
    row.map((cell, i) => {
      if (types[i] === 'boolean') return FLAGS[cell] ?? cell;
      return types[i] === 'money' || types[i] === 'number' ? cell.replace('.', ',') : cell;
    }),
  );
  const all = [headingsOf(dataset, names), ...written];
  return `${MARK + Papa.unparse(all, {delimiter: ';', newline: '\r\n'})}\r\n`;
}

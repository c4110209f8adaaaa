/** CSV as spreadsheets of a French computer read it: semicolons, decimal commas, French headings and words. */
import Papa from 'papaparse';
import type {Columns} from '../../datasets/types.ts';
import {fieldLabel, frenchValue, valueLabel} from '../labels/index.ts';

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

const wordOf = (name: string, value: string): string =>
  valueLabel(name, value)?.fr ?? frenchValue(name, value);

/** Lists are JSON in files. */
const wordsIn = (name: string, cell: string): string =>
  cell.startsWith('[')
    ? JSON.stringify((JSON.parse(cell) as string[]).map((one) => wordOf(name, one)))
    : cell;

/** A CSV file of the API for spreadsheets, which guards against formulas already, in French. */
export function frenchCsv(dataset: string, columns: Columns, text: string): string {
  const {data} = Papa.parse<string[]>(text.replace(MARK, ''), {skipEmptyLines: true});
  const [names = [], ...rows] = data;
  const types = names.map((name) => columns[name]?.type);
  const written = rows.map((row) =>
    row.map((cell, i) => {
      if (types[i] === 'boolean') return FLAGS[cell] ?? cell;
      if (types[i] === 'money' || types[i] === 'number') return cell.replace('.', ',');
      return types[i] === 'text[]' ? wordsIn(names[i]!, cell) : wordOf(names[i]!, cell);
    }),
  );
  const all = [headingsOf(dataset, names), ...written];
  return `${MARK + Papa.unparse(all, {delimiter: ';', newline: '\r\n'})}\r\n`;
}

/** Files of rows as tables of texts, and back. */
import type {TextTable} from '../faults/publisher_faults.ts';
import {scanCsv} from './mutate_scan.ts';

/** The table of a file; null where it holds none, such as a file of documents. */
export function tableOf(name: string, text: string): TextTable | null {
  if (name.endsWith('.csv')) {
    const scanned = scanCsv(text.replace(/^\ufeff/, ''));
    if ('fault' in scanned || scanned.rows.length === 0) return null;
    return {header: scanned.header, rows: scanned.rows.flatMap(({cells}) => (cells ? [cells] : []))};
  }
  const objects = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const header = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const cellOf = (value: unknown) =>
    value === null || value === undefined
      ? null
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return objects.length ? {header, rows: objects.map((one) => header.map((key) => cellOf(one[key])))} : null;
}

/** The text of a table in the form of the file, every cell of a CSV in quotes. */
export function textOf(name: string, {header, rows}: TextTable): string {
  const quoted = (cell: string | null) => `"${(cell ?? '').replaceAll('"', '""')}"`;
  if (name.endsWith('.csv'))
    return [header, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
  const jsonOf = (cell: string | null | undefined) =>
    cell && /^[[{]/.test(cell) ? (JSON.parse(cell) as unknown) : (cell ?? null);
  return rows
    .map((row) => `${JSON.stringify(Object.fromEntries(header.map((key, at) => [key, jsonOf(row[at])])))}\n`)
    .join('');
}

/** The cells of one row as published: the text of a column, whatever form the file has. */
import type {LocatedText} from '../../../../builds/row_locations.ts';
import {jsonMembers} from './json_members.ts';

/** The text of a column by its index and its name in the file; null: the row does not have it. */
export type Cells = (at: number, name: string) => string | null;

/** A cell, and what follows it; quotes that do not pair match nothing. */
const cellPattern = (delimiter: string): RegExp =>
  new RegExp(`(?:"((?:[^"]|"")*)"|((?!")[^${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n?$)`, 'y');

/**
 * The cells of a record of CSV. Null for one that is not written by the rules, which readers may part in several ways.
 */
export function csvCells(text: string, delimiter: string): string[] | null {
  const pattern = cellPattern(delimiter);
  const cells: string[] = [];
  for (;;) {
    const [, quoted, plain, end] = pattern.exec(text) ?? [];
    if (end === undefined) return null;
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end !== delimiter) return pattern.lastIndex === text.length ? cells : null;
  }
}

/** The text of a value: of a string its characters, of all else its JSON; null of JSON null. */
function textOf(json: string | undefined): string | null {
  if (json === undefined || json === 'null') return null;
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

const objectCells = (members: ReadonlyMap<string, string> | null): Cells | null =>
  members && ((_, name) => textOf(members.get(name)));

/** The properties of a feature, and its geometry as a column. */
function featureCells(text: string): Cells | null {
  const feature = jsonMembers(text);
  const own = feature?.get('properties') ?? 'null';
  const properties = jsonMembers(own === 'null' ? '{}' : own);
  if (!feature || !properties) return null;
  return (_, name) => textOf((name === 'geometry' ? feature : properties).get(name));
}

function titledCells(text: string): Cells | null {
  try {
    const row: unknown = JSON.parse(text);
    if (!Array.isArray(row)) return null;
    return (at) => (row[at] === null || row[at] === undefined ? null : String(row[at]));
  } catch {
    return null;
  }
}

/** What a row of a workbook or a document was read as: its columns by name, without blank ones. */
export interface ReadRow {
  row: Record<string, unknown>;
  document?: string;
  place?: string;
}

const readCells = (text: string): Cells => {
  const {row} = JSON.parse(text) as ReadRow;
  return (_, name) => {
    const value = row[name];
    if (value === undefined || value === null) return null;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
};

/** Names of the columns of a row, in its order; null where the row does not say them, as one of CSV. */
export function columnNames({form}: Pick<LocatedText, 'form'>, bytes: Buffer): string[] | null {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (form === 'read') return Object.keys((JSON.parse(text) as ReadRow).row);
  if (form !== 'json' && form !== 'feature') return null;
  const members = jsonMembers(text);
  const own = form === 'json' ? members : jsonMembers(members?.get('properties') ?? '');
  return own && [...own.keys()];
}

/** The cells of a row; null where it is not written by the rules of its form. */
export function cellsOf(
  {form, delimiter}: Pick<LocatedText, 'form' | 'delimiter'>,
  bytes: Buffer,
): Cells | null {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  switch (form) {
    case 'csv': {
      const cells = csvCells(text, delimiter);
      return cells && ((at) => cells[at] ?? null);
    }
    case 'json':
      return objectCells(jsonMembers(text));
    case 'feature':
      return featureCells(text);
    case 'titled':
      return titledCells(text);
    case 'read':
      return readCells(text);
  }
}

/**
 * Refuses files in which a column of dates, amounts or points has become unreadable: its form has changed.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {Layout} from '../../datasets/types.ts';
import {ReadError} from '../read/types.ts';
import type {Origin} from './origin.ts';

/**
 * A few unreadable cells are typing errors: more than this share of a file's cells, and at least so many, are
 * not.
 */
const [SHARE, LEAST] = [0.02, 20];

/** SQL types of dates, amounts and degrees. */
const JUDGED = /^(DATE|TIMESTAMP|DECIMAL|DOUBLE)/;

/** Samples in the message, and their longest text. */
const [SAMPLES, LONGEST] = [5, 60];

/** A field of a relation with the condition and the text of its unreadable cells. */
export interface JudgedField {
  name: string;
  type: string;
  when: string;
  text: string;
  /** Condition of the cells that are not blank. */
  filled: string;
  /** Rows with the joins that `when` and `text` need. */
  rows: string;
  /** Unreadable cells in all files. */
  seen: number;
  /** What is wrong with them. */
  says?: string;
}

/**
 * Throws ReadError where too many of the cells of a file that are not blank cannot be read. Fields that the
 * layout names in `unreadable` are not judged.
 */
export async function assertReadable(
  db: DuckDBConnection,
  {name, type, when, text, filled: isFilled, rows, seen, says = 'cannot be read'}: JudgedField,
  layout: Layout,
  {slug, files}: Origin,
): Promise<void> {
  if (seen < LEAST || !JUDGED.test(type) || layout.unreadable?.[name] !== undefined) return;
  const reader = await db.runAndReadAll(`SELECT _file, bad, filled FROM (
      SELECT s._file, count_if(${when}) AS bad, count_if(${isFilled}) AS filled FROM ${rows} GROUP BY s._file
    ) WHERE bad >= ${LEAST} AND bad > ${SHARE} * filled ORDER BY _file LIMIT 1`);
  const [worst] = reader.getRows();
  if (!worst) return;
  const [file = 0, bad = 0, filled = 0] = worst.map(Number);
  const cells = await db.runAndReadAll(
    `SELECT DISTINCT left(${text}, ${LONGEST}) AS cell FROM ${rows} WHERE s._file = ${file} AND ${when} ORDER BY cell LIMIT ${SAMPLES}`,
  );
  const samples = cells.getRows().map(([cell]) => JSON.stringify(String(cell)));
  const share = ((100 * bad) / filled).toFixed(1);
  const problem = `${bad} of ${filled} cells of ${name} (${share}%) ${says}, e.g. ${samples.join(', ')}`;
  const remedy =
    'the publisher has probably changed their form: compare the file with the declaration of the field';
  throw new ReadError(slug, files[file]?.name ?? `file ${file + 1}`, problem, remedy);
}

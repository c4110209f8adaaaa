/** Counts the rows of a relation in each of its files. */
import {ident} from '../../datasets/rules/sql.ts';
import type {CompileDb} from './compile_db.ts';
import {numericVector} from './vectors.ts';

/** Rows by number of the file, of files that have any. */
export async function countByFile(db: CompileDb, relation: string): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const sql = `SELECT CAST(_file AS INTEGER), CAST(count(*) AS INTEGER) FROM ${ident(relation)} GROUP BY _file`;
  for await (const chunk of db.stream(sql)) {
    const [file, count] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) counts.set(file[i]!, count[i]!);
  }
  return counts;
}

/** Counts the rows of a relation in each of its files. */
import {ident} from '../../datasets/rules/sql.ts';
import type {CompileDb} from './compile_db.ts';

/** Rows by number of the file, of files that have any. */
export async function countByFile(db: CompileDb, relation: string): Promise<Map<number, number>> {
  const counted = await db.rows(`SELECT _file, count(*) AS n FROM ${ident(relation)} GROUP BY _file`);
  return new Map(counted.map((row) => [Number(row['_file']), Number(row['n'])]));
}

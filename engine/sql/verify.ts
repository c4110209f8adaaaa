/** Compares the Parquet files of a relation with its declaration. */
import {join} from 'node:path';
import {literal} from '../../datasets/rules/sql.ts';
import type {Relation} from '../file/relations.ts';
import type {Database} from './database.ts';
import {readRelation} from './read_relation.ts';

const REMEDY = 'run `make ingest` to write a new build';

/**
 * Throws, naming the file, when it is not Parquet or has other columns or another number of rows than
 * declared.
 */
export async function checkRelation(database: Database, dir: string, relation: Relation): Promise<void> {
  const declared = await declaredShape(database, relation);
  const files = relation.files.map((path) => join(dir, path));
  for (const file of files) {
    const actual = await schemaOf(database, `SELECT * FROM read_parquet([${literal(file)}])`).catch(
      (cause: Error) => {
        throw new Error(`${file} is not readable as Parquet: ${REMEDY}`, {cause});
      },
    );
    if (actual === declared) continue;
    throw new Error(
      `${file} has other columns than this code declares: ${REMEDY}\nfile: ${actual}\ncode: ${declared}`,
    );
  }
  if (relation.rows === undefined) return;
  const rows = await rowsOf(database, files);
  if (rows === relation.rows) return;
  throw new Error(
    `${relation.name} has ${rows} rows in ${dir}, its manifest says ${relation.rows}: the files are of another build; ${REMEDY}`,
  );
}

/** The number of rows that the files state, read by one statement. */
async function rowsOf(database: Database, files: readonly string[]): Promise<number> {
  if (files.length === 0) return 0;
  const metadata = `parquet_file_metadata([${files.map(literal).join(', ')}])`;
  const [counted] = await database.rows(`SELECT CAST(sum(num_rows) AS BIGINT) AS n FROM ${metadata}`);
  return Number(counted?.['n']);
}

/** The columns of a relation in the spelling of DuckDB. */
const declaredShape = (database: Database, relation: Relation): Promise<string> =>
  schemaOf(database, readRelation({...relation, files: []}, literal, false));

/** Columns and types of a SELECT as text. */
async function schemaOf(database: Database, select: string): Promise<string> {
  const rows = await database.rows(`DESCRIBE ${select}`);
  return rows.map((row) => `${row['column_name']} ${row['column_type']}`).join(', ');
}

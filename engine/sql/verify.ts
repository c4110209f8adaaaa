/** Compares the Parquet files of a relation with its declaration. */
import {join} from 'node:path';
import {literal} from '../../datasets/rules/sql.ts';
import type {Relation} from '../file/relations.ts';
import type {Database} from './database.ts';
import {readRelation} from './read_relation.ts';

const REMEDY = 'run `make ingest` to write a new build';

/** Throws, naming the file, when it is not Parquet or has other columns or another number of rows than declared. */
export async function checkRelation(database: Database, dir: string, relation: Relation): Promise<void> {
  const {files: _, ...shape} = relation;
  const declared = await schemaOf(database, readRelation({...shape, files: []}, literal, false));
  let rows = 0;
  for (const path of relation.files) {
    const file = join(dir, path);
    const source = `FROM read_parquet([${literal(file)}])`;
    const read = async () => {
      const [counted] = await database.rows(`SELECT count(*) AS n ${source}`);
      return {shape: await schemaOf(database, `SELECT * ${source}`), n: Number(counted?.['n'])};
    };
    const actual = await read().catch((cause: Error) => {
      throw new Error(`${file} is not readable as Parquet: ${REMEDY}`, {cause});
    });
    if (actual.shape !== declared) {
      throw new Error(
        `${file} has other columns than this code declares: ${REMEDY}\nfile: ${actual.shape}\ncode: ${declared}`,
      );
    }
    rows += actual.n;
  }
  if (relation.rows !== undefined && rows !== relation.rows) {
    throw new Error(
      `${relation.name} has ${rows} rows in ${dir}, its manifest says ${relation.rows}: the files are of another build; ${REMEDY}`,
    );
  }
}

/** Columns and types of a SELECT as text. */
async function schemaOf(database: Database, select: string): Promise<string> {
  const rows = await database.rows(`DESCRIBE ${select}`);
  return rows.map((row) => `${row['column_name']} ${row['column_type']}`).join(', ');
}

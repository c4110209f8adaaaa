/** Writes the folded spellings of entity names, with the entity that each of them resolves to. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Derived} from '../../datasets/types.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {namesOf} from '../file/relations.ts';
import {NO_ROW, SECTIONS} from '../file/section_names.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import type {RowOrder} from '../sql/row_order.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';
import {StringArrayBuilder} from './string_array.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';

/** Writes every spelling with its first row: rows are ordered by what decides between namesakes. */
export async function writeEntityNames(
  db: CompileDb,
  index: IndexWriter,
  declaration: Derived,
  {table}: RowOrder,
): Promise<void> {
  const names = new StringArrayBuilder();
  const [any, own]: [number[], number[]] = [[], []];
  const sql = `SELECT encode(names.known), CAST(min(row_order.row_id) AS UINTEGER),
      CAST(coalesce(min(row_order.row_id) FILTER (WHERE names.name = names.entity), ${NO_ROW}) AS UINTEGER)
    FROM ${ident(namesOf(declaration.name))} AS names JOIN ${table} AS row_order ON row_order.id = names.entity
    WHERE names.known IS NOT NULL GROUP BY names.known ORDER BY names.known`;
  for await (const chunk of db.stream(sql)) {
    const name = blobVector(chunk, 0);
    const [first, firstOwn] = [numericVector(chunk, 1), numericVector(chunk, 2)];
    for (let i = 0; i < chunk.rowCount; i++) {
      names.add(name(i));
      any.push(first[i]!);
      own.push(firstOwn[i]!);
    }
  }
  writeTermDictionary(index, SECTIONS.names, names.build(), true);
  index.write(SECTIONS.names_any, Uint32Array.from(any));
  index.write(SECTIONS.names_own, Uint32Array.from(own));
}

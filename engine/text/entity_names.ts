/** Writes the folded spellings of entity names, with the entity that each of them resolves to. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Derived} from '../../datasets/types.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {namesOf} from '../file/relations.ts';
import {NO_ROW, SECTIONS} from '../file/section_names.ts';
import {hasExactNames} from '../file/table_layout.ts';
import {idOf} from '../sql/columns.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {forEachLocated, type RowOrder} from '../sql/row_order.ts';
import {blobVector, numericVector} from '../sql/vectors.ts';
import {StringArrayBuilder} from './string_array.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';

/** Writes every spelling with its first row: rows are ordered by what decides between namesakes. */
export async function writeEntityNames(
  db: CompileDb,
  index: IndexWriter,
  declaration: Derived,
  order: RowOrder,
): Promise<void> {
  const names = new StringArrayBuilder('spellings of names');
  const [any, own]: [number[], number[]] = [[], []];
  const sql = `SELECT CAST(r._file AS INTEGER), CAST(r._row AS INTEGER), encode(names.known), CAST(coalesce(names.name = names.entity, false) AS INTEGER)
    FROM ${ident(namesOf(declaration.name))} AS names JOIN ${ident(declaration.name)} AS r
      ON CAST(${idOf(declaration)} AS VARCHAR) = names.entity
    WHERE names.known IS NOT NULL ORDER BY names.known`;
  let last: Uint8Array | null = null;
  await forEachLocated(db, order, sql, (rows, chunk) => {
    const [name, isOwn] = [blobVector(chunk, 2), numericVector(chunk, 3)];
    for (const [i, row] of rows.entries()) {
      const known = name(i);
      if (!last || Buffer.compare(last, known) !== 0) {
        names.add(known);
        any.push(NO_ROW);
        own.push(NO_ROW);
        last = known;
      }
      const at = any.length - 1;
      any[at] = Math.min(any[at]!, row);
      if (isOwn[i] === 1) own[at] = Math.min(own[at]!, row);
    }
  });
  // Within names is looked for what equals none and begins none.
  writeTermDictionary(index, SECTIONS.names, names.build(), !hasExactNames(declaration), 'lists');
  index.write(SECTIONS.names_any, Uint32Array.from(any));
  index.write(SECTIONS.names_own, Uint32Array.from(own));
}

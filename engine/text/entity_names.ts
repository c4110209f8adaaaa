/** Names of entities: folded spellings, and the best entity each of them leads to. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Derived} from '../../datasets/types.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {namesOf} from '../file/relations.ts';
import {NO_RANK, SECTIONS} from '../file/section_names.ts';
import type {Workshop} from '../sql/compile_db.ts';
import type {Ranks} from '../sql/row_order.ts';
import {bytesOf, numbersOf} from '../sql/vectors.ts';
import {TextsBuilder} from './string_array.ts';
import {writeLexicon} from './term_dictionary_writer.ts';

/** Writes every folded name with the smallest rank (ranks go by what decides among namesakes) it leads to. */
export async function writeNames(
  shop: Workshop,
  index: IndexWriter,
  of: Derived,
  {table}: Ranks,
): Promise<void> {
  const texts = new TextsBuilder();
  const [any, own]: [number[], number[]] = [[], []];
  const sql = `SELECT encode(names.known), CAST(min(ranks.rank) AS UINTEGER),
      CAST(coalesce(min(ranks.rank) FILTER (WHERE names.name = names.entity), ${NO_RANK}) AS UINTEGER)
    FROM ${ident(namesOf(of.name))} AS names JOIN ${table} AS ranks ON ranks.id = names.entity
    WHERE names.known IS NOT NULL GROUP BY names.known ORDER BY names.known`;
  for await (const chunk of shop.stream(sql)) {
    const name = bytesOf(chunk, 0);
    const [first, best] = [numbersOf(chunk, 1), numbersOf(chunk, 2)];
    for (let i = 0; i < chunk.rowCount; i++) {
      texts.add(name(i));
      any.push(first[i]!);
      own.push(best[i]!);
    }
  }
  writeLexicon(index, SECTIONS.names, texts.texts(), true);
  index.section(SECTIONS.names_any, Uint32Array.from(any));
  index.section(SECTIONS.names_own, Uint32Array.from(own));
}

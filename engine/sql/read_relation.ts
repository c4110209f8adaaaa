/** The SELECT that reads a relation from its Parquet files. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Relation} from '../file/relations.ts';

/**
 * SELECT of a relation; `place` renders a relative path as an SQL text. `located` adds `_file` and `_row`, the
 * place of a row: DuckDB skips all other row groups when rows are asked for by it. Without files there are no rows.
 */
export function readRelation(
  {files, columns}: Relation,
  place: (path: string) => string,
  located: boolean,
): string {
  const names = columns.map(([name]) => ident(name)).join(', ');
  if (files.length === 0) {
    const nulls = columns.map(([name, type]) => `CAST(NULL AS ${type}) AS ${ident(name)}`).join(', ');
    return `SELECT ${nulls}${located ? ', 0 AS _file, 0 AS _row' : ''} WHERE false`;
  }
  const places = located ? ', file_index AS _file, file_row_number AS _row' : '';
  return `SELECT ${names}${places} FROM read_parquet([${files.map(place).join(', ')}])`;
}

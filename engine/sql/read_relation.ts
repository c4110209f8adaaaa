/** The SELECT that reads a relation from its Parquet files. */
import {ident} from '../../datasets/rules/sql.ts';
import type {Relation} from '../file/relations.ts';

/**
 * SELECT of a relation; `path` renders a relative path as SQL. `located` adds `_file` and `_row`, the
 * location of a row: DuckDB skips all other row groups where rows are selected by it. No files give no rows.
 */
export function readRelation(
  {files, columns}: Relation,
  path: (relative: string) => string,
  located: boolean,
): string {
  const names = columns.map(([name]) => ident(name)).join(', ');
  if (files.length === 0) {
    const nulls = columns.map(([name, type]) => `CAST(NULL AS ${type}) AS ${ident(name)}`).join(', ');
    return `SELECT ${nulls}${located ? ', 0 AS _file, 0 AS _row' : ''} WHERE false`;
  }
  const location = located ? ', file_index AS _file, file_row_number AS _row' : '';
  return `SELECT ${names}${location} FROM read_parquet([${files.map(path).join(', ')}])`;
}

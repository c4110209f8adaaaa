/** The columns of a dataset that two builds are compared by, as SQL over its view (alias `r`). */
import {idColumn} from '../../../datasets/index.ts';
import {isLayerColumn} from '../../../datasets/rules/geo_parquet.ts';
import {ident} from '../../../datasets/rules/sql.ts';
import {sqlType} from '../../../datasets/rules/sql_types.ts';
import type {Column, Dataset} from '../../../datasets/types.ts';

export interface ComparedColumn {
  name: string;
  column: Column;
  /** Its value in the new build. */
  sql: string;
  /** The join that gives the value; undefined: the record itself does. */
  join: string | undefined;
}

/** The join of load times: they say when a record changed, and are no part of it. */
const LOADS = 'loads';

/**
 * All columns of the exported file in table order, without load times, and without those that repeat the place
 * of a record for maps.
 */
export const comparedColumns = (dataset: Dataset): ComparedColumn[] =>
  Object.entries(dataset.columns).flatMap(([name, column]) => {
    const {sql, join} = column.derived ?? {sql: `r.${ident(name)}`};
    return join === LOADS || isLayerColumn(dataset, name)
      ? []
      : [{name, column, sql: `CAST(${sql} AS ${sqlType(column)})`, join: join ?? undefined}];
  });

/** Compared columns that the parts of a dataset do not hold. */
export const derivedColumns = (dataset: Dataset): ComparedColumn[] =>
  comparedColumns(dataset).filter(({column}) => column.derived);

/**
 * SELECT of the id as `_id` and of some columns of the records of a dataset; `among`: SELECT of the ids of
 * those that count, as `record_id`.
 */
export function selectColumns(
  dataset: Dataset,
  columns: readonly ComparedColumn[],
  among: string | null,
): string {
  const id = `r.${ident(idColumn(dataset))}`;
  const fields = columns.map(({name, sql}) => `, ${sql} AS ${ident(name)}`);
  const joins = [...new Set(columns.flatMap(({join}) => join ?? []))].map((join) => {
    const text = dataset.joins?.[join];
    if (text === undefined) throw new Error(`${dataset.name} has no join ${join}`);
    return ` LEFT JOIN ${text}`;
  });
  const rows = among === null ? '' : ` SEMI JOIN (${among}) AS wanted ON wanted.record_id = ${id}`;
  return `SELECT ${id} AS _id${fields.join('')} FROM ${ident(dataset.name)} AS r${rows}${joins.join('')}`;
}

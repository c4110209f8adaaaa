/** The total order of a list: sort key, nulls last in both directions, ties by id ascending, all by code point. */
import {sqlType} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import type {ListQuery, Position} from '../types.ts';
import {columnOf, type Expression, expression, idOf} from './columns.ts';
import type {Binder} from './sql.ts';

/** SQL of an order; `reads` is the sort key, `after` the rows behind a position. */
export interface Order {
  sql: string;
  reads: Expression;
  /** The sort key's value as text, for `Position.key`. */
  key: string;
  after(position: Position, binder: Binder): string;
}

/** The order that a list query asks for; throws on a sort key that the table does not have. */
export function order(
  of: Dataset | Derived,
  {sort, order: direction}: Pick<ListQuery, 'sort' | 'order'>,
): Order {
  const name = of.sort.keys[sort];
  if (name === undefined) throw new Error(`${of.name} cannot be sorted by ${sort}`);
  const column = columnOf(of, name);
  const reads = expression(of, name);
  const id = idOf(of);
  const compared = (sql: string) => (column.type === 'text' ? [`fold(${sql})`, sql] : [sql]);
  const keys = compared(reads.sql);
  const down = direction === 'desc';
  return {
    sql: `${keys.map((key) => `${key} ${down ? 'DESC' : 'ASC'} NULLS LAST`).join(', ')}, ${id} ASC`,
    reads,
    key: `CAST(${reads.sql} AS VARCHAR)`,
    after: (position, binder) => {
      const later = `${id} > ${binder.bind(position.id)}`;
      if (position.key === null) return `(${reads.sql} IS NULL AND ${later})`;
      const bounds = compared(`CAST(${binder.bind(position.key)} AS ${sqlType(column)})`);
      const behind = keys.reduceRight((rest, key, i) => {
        const bound = bounds[i];
        return `(${key} ${down ? '<' : '>'} ${bound} OR (${key} = ${bound} AND ${rest}))`;
      }, later);
      return `(${reads.sql} IS NULL OR ${behind})`;
    },
  };
}

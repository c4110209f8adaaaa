/**
 * The total order of a list: sort key, nulls last in both directions, ties by ascending id, all by code
 * point.
 */
import {sqlType} from '../../datasets/rules/sql_types.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {columnOf} from '../../engine/file/table_layout.ts';
import {type Expression, expression, idOf} from '../../engine/sql/columns.ts';
import {DISTANCE, type ListQuery, type Position} from '../../engine/types.ts';
import type {Binder} from './binder.ts';
import {metres} from './near.ts';

/** SQL of an order: the fields that a SELECT must have, and terms over these fields. */
export interface Order {
  reads: Expression[];
  /** Fields of the SELECT: the compared keys `_k0`, `_k1` ... and `_id`. */
  fields: string;
  /** Terms for ORDER BY. */
  terms: string;
  /** The sort key's value as text, for `Position.key`. */
  key: string;
  /** Condition that keeps the rows after a position. */
  after(position: Position, binder: Binder): string;
}

/** What an order depends on. */
type Sorted = Pick<ListQuery, 'sort' | 'order' | 'near'>;

/** The order of a list query; throws on a sort key that the table does not have. */
export function orderOf(declaration: Dataset | Derived, query: Sorted, binder: Binder): Order {
  const {sort, order, near} = query;
  if (sort === DISTANCE && near) return byDistance(declaration, metres(declaration, near, binder), order);
  const name = declaration.sort.keys[sort];
  if (name === undefined) throw new Error(`${declaration.name} cannot be sorted by ${sort}`);
  const column = columnOf(declaration, name);
  const reads = expression(declaration, name);
  // Texts compare by their folded value, then by themselves.
  const compared = (sql: string) => (column.type === 'text' ? [`fold(${sql})`, sql] : [sql]);
  const keys = compared(reads.sql).map((sql, i) => ({sql, name: `_k${i}`}));
  const value = `_k${keys.length - 1}`;
  const comparison = order === 'desc' ? '<' : '>';
  return {
    reads: [reads],
    fields: `${keys.map((key) => `${key.sql} AS ${key.name}`).join(', ')}, ${idOf(declaration)} AS _id`,
    terms: `${keys.map((key) => `${key.name} ${order === 'desc' ? 'DESC' : 'ASC'} NULLS LAST, `).join('')}_id ASC`,
    key: `CAST(${column.type === 'timestamp' ? `${value} AT TIME ZONE 'UTC'` : value} AS VARCHAR)`,
    after: (position, binder) => {
      const later = `_id > ${binder.bind(position.id)}`;
      if (position.key === null) return `${value} IS NULL AND ${later}`;
      const bounds = compared(`CAST(${binder.bind(position.key)} AS ${sqlType(column)})`);
      const ahead = keys.reduceRight(
        (rest, key, i) =>
          `(${key.name} ${comparison} ${bounds[i]} OR (${key.name} = ${bounds[i]} AND ${rest}))`,
        later,
      );
      return `${value} IS NULL OR ${ahead}`;
    },
  };
}

/** Distances are never null among rows that are near. */
function byDistance(
  declaration: Dataset | Derived,
  {sql, reads}: {sql: string; reads: Expression[]},
  order: 'asc' | 'desc',
): Order {
  const sign = order === 'desc' ? '<' : '>';
  return {
    reads,
    fields: `${sql} AS _k0, ${idOf(declaration)} AS _id`,
    terms: `_k0 ${order}, _id ASC`,
    key: 'CAST(_k0 AS VARCHAR)',
    after: ({key, id}, binder) => {
      if (key === null) throw new Error('a distance is never null');
      const bound = `CAST(${binder.bind(key)} AS DOUBLE)`;
      return `_k0 ${sign} ${bound} OR (_k0 = ${bound} AND _id > ${binder.bind(id)})`;
    },
  };
}

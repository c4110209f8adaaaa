/** Columns as SQL over the alias `r`, and the joins that derived columns bring with them. */
import {loadsOf} from '../../datasets/artefacts.ts';
import {idColumn} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {columnOf} from '../file/table_layout.ts';

/** An SQL expression with the name of the join it needs. */
export interface Expression {
  sql: string;
  join?: string | undefined;
}

/** The value of a column, stored or derived. */
export function expression(of: Dataset | Derived, name: string): Expression {
  return columnOf(of, name).derived ?? {sql: `r.${ident(name)}`};
}

/** The id column, which breaks every tie. */
export const idOf = (of: Dataset | Derived): string => `r.${ident(idColumn(of))}`;

/**
 * Where the relations lie, what stands for the relation itself and for the load times of its records, and what stands
 * between it and its joins.
 */
interface FromOptions {
  schema?: string;
  relation?: string;
  loads?: string | undefined;
  between?: string;
}

/**
 * `FROM` with the joins that the expressions need, each once. The join `loads` stands for the load times of the
 * records; all others are the table's own.
 */
export function from(
  of: Dataset | Derived,
  needed: readonly Expression[],
  {schema = 'main', relation = `${schema}.${ident(of.name)}`, loads, between = ''}: FromOptions = {},
): string {
  const names = new Set(needed.flatMap(({join}) => (join === undefined ? [] : [join])));
  const joins = [...names].map((name) => ` LEFT JOIN ${joinText(of, name, schema, loads)}`);
  return `FROM ${relation} AS r${between}${joins.join('')}`;
}

function joinText(of: Dataset | Derived, name: string, schema: string, loads: string | undefined): string {
  if (name === 'loads') {
    const base = 'view' in of && of.view ? of.view.of : of.name;
    const all = `${schema}.${ident(loadsOf(base))}`;
    return `${loads ?? all} AS loads ON loads.record_id = ${idOf(of)}`;
  }
  const text = 'joins' in of ? of.joins?.[name] : undefined;
  if (text === undefined) throw new Error(`${of.name} has no join ${name}`);
  return text;
}

/** Columns as SQL over the alias `r`, with the joins that derived columns need. */
import {loadsOf} from '../../builds/artefacts.ts';
import {LIST_JOINT} from '../../datasets/global_search.ts';
import {idColumn} from '../../datasets/index.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {columnOf} from '../file/table_layout.ts';

/** An SQL expression and the name of the join it needs. */
export interface Expression {
  sql: string;
  join?: string | undefined;
}

/** The value of a column, stored or derived. */
export function expression(declaration: Dataset | Derived, name: string): Expression {
  return columnOf(declaration, name).derived ?? {sql: `r.${ident(name)}`};
}

/**
 * The label of records in the search over all datasets. Throws for a table that the search does not cover.
 */
export function labelOf(declaration: Dataset | Derived): Expression {
  const label = declaration.globalSearch?.label;
  if (!label) throw new Error(`${declaration.name} is not covered by the search`);
  if ('sql' in label) return label;
  if ('column' in label) return expression(declaration, label.column);
  if ('either' in label) {
    const [first, second] = label.either.map((name) => textOf(declaration, name));
    return {sql: `coalesce(${first}, ${second})`};
  }
  const [first, second] = label.pair.map((name) => textOf(declaration, name));
  const both = [first, literal(label.between), second, ...(label.end === '' ? [] : [literal(label.end)])];
  return {sql: `coalesce(${both.join(' || ')}, ${second}, ${first})`};
}

/** A stored column as text. */
function textOf(declaration: Dataset | Derived, name: string): string {
  const sql = `r.${ident(name)}`;
  const isList = columnOf(declaration, name).type === 'text[]';
  return isList ? `nullif(array_to_string(${sql}, ${literal(LIST_JOINT)}), '')` : sql;
}

/** SQL of the id, which breaks every tie. */
export const idOf = (declaration: Dataset | Derived): string => `r.${ident(idColumn(declaration))}`;

interface FromOptions {
  /** Replaces the table itself. */
  relation?: string;
  /** Replaces the relation of its load times. */
  loads?: string | undefined;
}

/**
 * `FROM` with the joins that the expressions need, each once: `loads` joins load times, all others are
 * declared.
 */
export function from(
  declaration: Dataset | Derived,
  needed: readonly Expression[],
  {relation = `main.${ident(declaration.name)}`, loads}: FromOptions = {},
): string {
  const names = new Set(needed.flatMap(({join}) => (join === undefined ? [] : [join])));
  const joins = [...names].map((name) => ` LEFT JOIN ${joinSql(declaration, name, loads)}`);
  return `FROM ${relation} AS r${joins.join('')}`;
}

function joinSql(declaration: Dataset | Derived, name: string, loads: string | undefined): string {
  if (name === 'loads') {
    const base = 'view' in declaration && declaration.view ? declaration.view.table : declaration.name;
    const all = `main.${ident(loadsOf(base))}`;
    return `${loads ?? all} AS loads ON loads.record_id = ${idOf(declaration)}`;
  }
  const text = 'joins' in declaration ? declaration.joins?.[name] : undefined;
  if (text === undefined) throw new Error(`${declaration.name} has no join ${name}`);
  return text;
}

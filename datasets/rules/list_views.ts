/**
 * Views of the catalogue with a row for each item of a list: the amendments of contracts, the terms of
 * politicians.
 */
import type {Columns, Dataset, Derived} from '../types.ts';

export interface ListView {
  view: string;
  /** The list that it opens. */
  list: string;
  /** Id of the record, place in the list (from 1), then the fields of an item. */
  columns: Columns;
  comment: string;
  /**
   * Field of an item by the column that gives it: a field named like the id has the list's name before its
   * own.
   */
  fieldOf: Record<string, string>;
}

/** The views of one dataset or entity: one for each of its columns of type `rows`. */
export function listViews(declaration: Dataset | Derived): ListView[] {
  const id = 'id' in declaration ? declaration.id.column : declaration.key.column;
  return Object.entries(declaration.columns).flatMap(([list, {type, fields, help}]) => {
    if (type !== 'rows' || !fields) return [];
    const named = Object.entries(fields).map(
      ([field, column]) =>
        [field === id || field === 'position' ? `${list}_${field}` : field, field, column] as const,
    );
    const place = {type: 'integer', nullable: false, visibility: 'list', example: 1} as const;
    return {
      view: `${declaration.name}_${list}`,
      list,
      columns: {
        [id]: declaration.columns[id]!,
        position: {...place, help: `place in \`${list}\`, from 1`},
        ...Object.fromEntries(named.map(([column, , declared]) => [column, declared])),
      },
      comment: `Each item of \`${list}\` of \`${declaration.name}\`: ${help}.`,
      fieldOf: Object.fromEntries(named.map(([column, field]) => [column, field])),
    };
  });
}

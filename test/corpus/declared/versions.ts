/** Which of several rows of one record stands, by the order that its source declares. */
import type {Field, Source} from '../../../datasets/types.ts';
import type {Draft} from './columns.ts';
import {OPEN} from './expected.ts';

/** Fields in which the versions of a record agree; none where a source has no versions. */
export function sharedFields({versions}: Source): readonly string[] {
  if (!versions) return [];
  return 'group' in versions ? versions.group : versions.same;
}

/**
 * Fields besides the key in which two records under one key differ; what rules choose from a cell cannot be
 * given at will.
 */
export const tellingFields = (source: Source): string[] =>
  sharedFields(source).filter(
    (name) => !source.key.includes(name) && source.layouts.some(({fields}) => isFree(fields[name])),
  );

const isFree = (field?: Field): boolean => field !== undefined && field.op !== 'rules';

/** `v.field`, maybe falling, nulls first. */
const TERM = /^v\.(\w+)( DESC)?( NULLS (FIRST|LAST))?$/;

/**
 * The last of the rows in the declared order, or the first; rows that are alike stay as they come in the
 * files.
 */
export function standing(source: Source, rows: readonly Draft[]): Draft {
  const {versions} = source;
  const terms = (versions && 'order' in versions ? versions.order : []).map((term) => {
    const [, field = '', falling, , nulls] = TERM.exec(term) ?? [];
    if (field === '') throw new Error(`${source.slug}: the order ${term} needs a generator of its own`);
    return {field, sign: falling ? -1 : 1, nullsFirst: nulls === 'FIRST'};
  });
  const places = new Map(rows.map((row, at) => [row, at]));
  const fieldOf = (row: Draft, field: string) => {
    const value = field === '_row' ? (places.get(row) ?? 0) : row.columns.value(row, field);
    return value === OPEN ? null : (value as string | number | null);
  };
  const inOrder = rows.toSorted((a, b) => {
    for (const {field, sign, nullsFirst} of terms) {
      const [x, y] = [fieldOf(a, field), fieldOf(b, field)];
      if (x === y) continue;
      if (x === null || y === null) return (x === null) === nullsFirst ? -1 : 1;
      return (x < y ? -1 : 1) * sign;
    }
    return 0;
  });
  return inOrder.at(versions?.current === 'first' ? 0 : -1) as Draft;
}

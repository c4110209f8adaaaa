/** Rows of CSV files that are refused: the wrong width, or no value where one is required. */
import type {Oracle} from '../oracle.ts';
import type {Cells, Row} from './csv.ts';

/** A row that is refused for a quirk: `blanks` are the cells that the quirk changes, by its name. */
export function refusedRow(
  quirk: string,
  cells: Cells,
  blanks: Readonly<Record<string, Cells>>,
  counted: Pick<Oracle, 'reject'>,
): Row {
  const row: Row = {cells: {...cells, ...blanks[quirk]}};
  if (quirk === 'cell_too_many') row.change = (inOrder) => [...inOrder, 'see attached'];
  if (quirk === 'cell_too_few') row.change = (inOrder) => inOrder.slice(0, -1);
  counted.reject(row.change ? 'ragged' : 'missing');
  return row;
}

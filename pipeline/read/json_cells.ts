/** JSON values as the cells of a row, in tables and documents alike. */

/** The cells of a row, or why it is refused. */
export type RowCells = {cells: (string | null)[]; refused?: undefined} | {cells?: undefined; refused: string};

/** The cell of a value: nulls and blanks as null, objects and arrays as JSON, everything else as text. */
export function cellOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Refuses cells with NUL bytes, which no database stores. */
export const checkCells = (cells: (string | null)[]): RowCells =>
  cells.some((cell) => cell?.includes('\0')) ? {refused: 'NUL byte in a cell'} : {cells};

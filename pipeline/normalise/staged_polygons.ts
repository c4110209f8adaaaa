/** Repairs and measures the polygons of staged rows before any field reads them. */
import type {DuckDBAppender, DuckDBConnection, DuckDBValue} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Field, Layout} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {areaOf} from '../geometry/area.ts';
import {geometryText} from '../geometry/canonical.ts';
import {REPAIRS, type Repair, type Repairs, repairPolygons} from '../geometry/polygons.ts';
import {cellOf} from './cells.ts';
import {addCounts} from './counts.ts';
import type {FieldParts} from './typed_values.ts';

/** Rows held at a time: one polygon may be megabytes of text. */
const SLICE = 1024;

const areaColumn = (from: string): string => `${from}#area`;

/** The columns that `normalisePolygons` fills. */
export const polygonSql = ({from, value}: Extract<Field, {op: 'polygon'}>): FieldParts =>
  value === 'geometry' ? {value: cellOf(from)} : {value: cellOf(areaColumn(from)), type: 'DOUBLE'};

/**
 * For a layout with polygons: creates a relation of the same columns with canonical geometry and its area,
 * refuses rows without a polygon and counts repairs in `notes`. Returns the name of the relation to read, for
 * other layouts the given one.
 */
export async function normalisePolygons(
  db: DuckDBConnection,
  relation: string,
  layout: Layout,
  notes: Record<string, number>,
): Promise<string> {
  const columns = new Set(
    Object.values(layout.fields).flatMap((one) => (one.op === 'polygon' ? one.from : [])),
  );
  const [column, ...more] = columns;
  if (column === undefined) return relation;
  if (more.length) throw new Error(`layout ${layout.name} has several columns of polygons: declare one`);
  const made = `${relation}_shaped`;
  const names = usedColumns(layout).filter((name) => name !== column);
  const texts = [...names, column].map((name) => `${ident(name)} VARCHAR`);
  await db.run(
    `CREATE TABLE ${made} (_row BIGINT, _file INTEGER, ${texts.join(', ')}, ${ident(areaColumn(column))} DOUBLE)`,
  );
  const cells = ['_row', '_file', ...[...names, column].map(ident)].join(', ');
  const [[first, last] = []] = (
    await db.runAndReadAll(`SELECT min(_row), max(_row) FROM ${relation}`)
  ).getRows();
  const into = {kept: await db.createAppender(made), refused: await db.createAppender('refused')};
  for (let row = Number(first); row <= Number(last ?? -1); row += SLICE) {
    const read = await db.runAndReadAll(
      `SELECT ${cells} FROM ${relation} WHERE _row BETWEEN ${row} AND ${row + SLICE - 1} ORDER BY _row`,
    );
    for (const [number, file, ...texts] of read.getRows() as Staged[]) {
      const shape = polygonOf(texts.pop() ?? null);
      if ('refused' in shape) append(into.refused, [number, file, null, null, null, shape.refused]);
      else append(into.kept, [number, file, ...texts, shape.text, shape.area]);
      for (const [repair, n] of Object.entries('refused' in shape ? {} : shape.repairs))
        addCounts(notes, {[`${column}: ${REPAIRS[repair as Repair]}`]: n});
    }
    // Few rows are held.
    into.kept.flushSync();
  }
  into.kept.closeSync();
  into.refused.closeSync();
  return made;
}

/** `_row`, `_file`, then the cells, the geometry last. */
type Staged = [row: bigint, file: number, ...cells: (string | null)[]];

function append(to: DuckDBAppender, values: readonly DuckDBValue[]): void {
  for (const value of values) {
    if (value === null) to.appendNull();
    else to.appendValue(value);
  }
  to.endRow();
}

/** The canonical text and the area of a cell, or why its row is refused. */
function polygonOf(cell: string | null): {text: string; area: number; repairs: Repairs} | {refused: string} {
  if (cell === null || cell.trim() === '') return {refused: 'no geometry'};
  let geometry: unknown;
  try {
    geometry = JSON.parse(cell);
  } catch {
    return {refused: 'the geometry is no GeoJSON'};
  }
  if (geometry === null) return {refused: 'no geometry'};
  const shape = repairPolygons(geometry);
  if ('refused' in shape) return shape;
  const {area, touching} = areaOf(shape.polygons);
  const repairs = touching ? {...shape.repairs, touching} : shape.repairs;
  return {text: geometryText(shape.polygons), area, repairs};
}

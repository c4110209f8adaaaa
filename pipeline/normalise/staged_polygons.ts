/** Repairs and measures the polygons of staged rows before any field reads them. */
import type {DuckDBAppender, DuckDBConnection} from '@duckdb/node-api';
import {ident} from '../../datasets/rules/sql.ts';
import type {Field, Layout} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {areaOf} from '../geometry/area.ts';
import {geometryText} from '../geometry/canonical.ts';
import {REPAIRS, type Repair, type Repairs, repairPolygons} from '../geometry/polygons.ts';
import type {FieldSql} from './typed_values.ts';

/** Rows held at a time: one polygon may be megabytes of text. */
const SLICE = 1024;

const areaColumn = (from: string): string => `${from}#area`;

/** The columns that `normalisePolygons` fills. */
export function polygonSql({from, value}: Extract<Field, {op: 'polygon'}>): FieldSql {
  return value === 'geometry'
    ? {value: `s.${ident(from)}`, type: 'VARCHAR', joins: []}
    : {value: `s.${ident(areaColumn(from))}`, type: 'DOUBLE', joins: []};
}

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
  const repairs: Repairs = {};
  const cells = ['_row', '_file', ...[...names, column].map(ident)].join(', ');
  const [extent] = (await db.runAndReadAll(`SELECT min(_row), max(_row) FROM ${relation}`)).getRows();
  const last = Number(extent?.[1] ?? -1);
  const into = {kept: await db.createAppender(made), refused: await db.createAppender('refused')};
  for (let row = Number(extent?.[0] ?? 0); row <= last; row += SLICE) {
    const read = await db.runAndReadAll(
      `SELECT ${cells} FROM ${relation} WHERE _row BETWEEN ${row} AND ${row + SLICE - 1} ORDER BY _row`,
    );
    appendPolygons(into, read.getRows() as Staged[], repairs);
  }
  into.kept.closeSync();
  into.refused.closeSync();
  for (const [repair, n] of Object.entries(repairs)) {
    const label = `${column}: ${REPAIRS[repair as Repair]}`;
    notes[label] = (notes[label] ?? 0) + n;
  }
  return made;
}

/** `_row`, `_file`, then the cells, the geometry last. */
type Staged = [row: bigint, file: number, ...cells: (string | null)[]];

/** Appends and flushes some rows, so that few are held. */
function appendPolygons(
  {kept, refused}: Record<'kept' | 'refused', DuckDBAppender>,
  rows: readonly Staged[],
  repairs: Repairs,
): void {
  for (const [row, file, ...cells] of rows) {
    const shape = polygonOf(cells.at(-1) ?? null);
    const into = 'refused' in shape ? refused : kept;
    into.appendBigInt(row);
    into.appendInteger(file);
    if ('refused' in shape) {
      for (let i = 0; i < 3; i += 1) refused.appendNull();
      refused.appendVarchar(shape.refused);
    } else {
      for (const cell of cells.slice(0, -1)) {
        if (cell === null) kept.appendNull();
        else kept.appendVarchar(cell);
      }
      kept.appendVarchar(shape.text);
      kept.appendDouble(shape.area);
      for (const [repair, n] of Object.entries(shape.repairs)) {
        repairs[repair as Repair] = (repairs[repair as Repair] ?? 0) + n;
      }
    }
    into.endRow();
  }
  kept.flushSync();
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

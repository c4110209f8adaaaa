/** The first rows of a box of degrees, whose places are points or areas. */
import {storedValues} from '../columns/column.ts';
import {cellOfDegrees} from '../geo/points/cells.ts';
import type {Bitmap} from '../rowset/bitmap.ts';
import {select} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addAll} from '../rowset/set_ops.ts';
import {stringAt} from '../text/string_array.ts';
import type {Bounds, BoxPage, BoxQuery} from '../types.ts';
import {itemsOf} from './list.ts';
import {execute, planConjunction} from './plan.ts';
import {pointsOf, type Table} from './table.ts';
import {forEachLeaf, selectionOf} from './tile.ts';
import type {Work} from './work.ts';

type Sides = Pick<BoxQuery, 'west' | 'south' | 'east' | 'north'>;

/** The box, or both halves of one across the 180th meridian, whose west lies east of its east. */
function halvesOf({west, south, east, north}: Sides): Sides[] {
  if (west <= east) return [{west, south, east, north}];
  return [
    {west, south, east: Number.POSITIVE_INFINITY, north},
    {west: Number.NEGATIVE_INFINITY, south, east, north},
  ];
}

/** The first rows of a box in default order, which is that of row ids. */
export function box(table: Table, query: BoxQuery, {scratch, reader}: Work): BoxPage {
  const {limit, offset = 0} = query;
  const bitmap = scratch.bitmap(table.rows);
  const groups = table.polygons
    ? addAreas(table, query, scratch, bitmap)
    : addPoints(table, query, scratch, bitmap);
  const total = bitmap.count();
  const rows = scratch.u32(Math.min(limit, total));
  const page = rows.subarray(0, select({kind: 'bitmap', bitmap, count: total}, offset, rows));
  return {total, items: itemsOf(table, query, null, page, reader), groups};
}

/** Adds each row with a point in the box; gives the counts of the values that are asked for. */
function addPoints(table: Table, query: BoxQuery, scratch: Scratch, into: Bitmap): BoxPage['groups'] {
  const points = pointsOf(table);
  const selection = selectionOf(table, points, query.where, undefined, scratch);
  const groups = query.count_by === undefined ? null : groupsOf(table, query.count_by);
  for (const {west, south, east, north} of halvesOf(query))
    forEachLeaf(points, cellOfDegrees(west, south, east, north), selection, (leaf) => {
      groups?.add(leaf);
      into.add(points.rowByLeaf[leaf]!);
    });
  return groups?.counted() ?? [];
}

/** Adds each row with an area that touches the box. */
function addAreas(table: Table, query: BoxQuery, scratch: Scratch, into: Bitmap): [] {
  const {polygons, rows, view} = table;
  const {where} = query;
  const plan = planConjunction(table, where, scratch);
  if (!polygons || !plan) return [];
  const matching = where.length === 0 && !view ? null : scratch.bitmap(rows);
  if (matching) addAll(matching, execute(table, plan, scratch));
  for (const {west, south, east, north} of halvesOf(query))
    for (const layer of polygons.layers.values())
      for (const polygon of layer.search(west, south, east, north)) {
        const row = polygons.rowByPrecedence[layer.data.precedences[polygon]!]!;
        if (into.has(row) || (matching && !matching.has(row))) continue;
        scratch.check();
        if (layer.touches(polygon, west, south, east, north)) into.add(row);
      }
  return [];
}

/** The box around all places of a table; null without places. */
export function bounds({points, polygons}: Table): Bounds | null {
  const boxes = polygons
    ? [...polygons.layers.values()].map((layer) => layer.bounds)
    : [points?.bounds ?? []];
  const sides = boxes.filter(([west = Number.NaN]) => Number.isFinite(west));
  if (sides.length === 0) return null;
  const least = (side: number) => Math.min(...sides.map((box) => box[side]!));
  const most = (side: number) => Math.max(...sides.map((box) => box[side]!));
  return [least(0), least(1), most(2), most(3)];
}

/** Counts leaves by the value of a column. */
function groupsOf(table: Table, name: string): {add(leaf: number): void; counted(): BoxPage['groups']} {
  const column = table.columns.get(name);
  if (column?.kind !== 'text' || !column.leafOrdinals)
    throw new Error(`${table.layout.declaration.name}.${name} is not indexed by point`);
  const values = storedValues(column, name);
  const {leafOrdinals} = column;
  const counts = new Uint32Array(values.offsets.length);
  return {
    add(leaf) {
      counts[leafOrdinals[leaf]!]!++;
    },
    counted() {
      const value = (ordinal: number) =>
        ordinal + 1 >= values.offsets.length ? null : stringAt(values, ordinal);
      return [...counts]
        .map((count, ordinal) => ({value: value(ordinal), count}))
        .filter(({count}) => count > 0)
        .sort(mostFirst);
    },
  };
}

const mostFirst = (a: BoxPage['groups'][number], b: BoxPage['groups'][number]): number =>
  b.count - a.count || (b.value === null ? -1 : a.value === null || a.value > b.value ? 1 : -1);

/** Shapes of zones: the outline of a block, what lies inside it, and the streets of a whole city. */
import type {Block} from './blocks.ts';
import type {Mesh, Point, Ring} from './mesh.ts';

/** The outer ring, then the holes. */
export type Part = readonly Ring[];

/** Along the grid, once around. */
export function outline(mesh: Mesh, {from: [west, south], to: [east, north]}: Block): Ring {
  const ring: Point[] = [];
  for (let column = west; column < east; column++) ring.push(mesh.at(column, south));
  for (let row = south; row < north; row++) ring.push(mesh.at(east, row));
  for (let column = east; column > west; column--) ring.push(mesh.at(column, north));
  for (let row = north; row > south; row--) ring.push(mesh.at(west, row));
  return ring;
}

/** The point at shares of the width and the height of a block: from 0.2 to 0.8 it is inside the outline. */
export function inside(mesh: Mesh, {from, to}: Block, x: number, y: number): Point {
  const corners = [
    mesh.at(from[0], from[1]),
    mesh.at(to[0], from[1]),
    mesh.at(to[0], to[1]),
    mesh.at(from[0], to[1]),
  ];
  const weights = [(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y];
  const mixed = (axis: 0 | 1) =>
    mesh.round(corners.reduce((sum, corner, at) => sum + (corner[axis] ?? 0) * (weights[at] ?? 0), 0));
  return [mixed(0), mixed(1)];
}

/** The points at these shares, in this order. */
export const through = (mesh: Mesh, block: Block, shares: readonly (readonly [number, number])[]): Ring =>
  shares.map(([x, y]) => inside(mesh, block, x, y));

/** A square around a place inside a block, `size` of its sides wide. */
export function square(mesh: Mesh, block: Block, x: number, y: number, size: number): Ring {
  const half = size / 2;
  return through(mesh, block, [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]);
}

/** The outline drawn in: streets are left free between blocks. */
export function drawnIn(mesh: Mesh, block: Block, share: number): Ring {
  const [x = 0, y = 0] = inside(mesh, block, 0.5, 0.5);
  const towards = (from: number, to: number) => mesh.round(from + (to - from) * share);
  return outline(mesh, block).map(([a = 0, b = 0]) => [towards(a, x), towards(b, y)]);
}

/** A strip of some millionths of a degree along the southern side of a block. */
export function sliver(mesh: Mesh, {from: [west, south], to: [east]}: Block, width: number): Ring {
  const side: Point[] = [];
  for (let column = west; column <= east; column++) side.push(mesh.at(column, south));
  const moved = side.toReversed().map(([x = 0, y = 0]) => [x, mesh.round(y + width)]);
  return [...side, ...moved];
}

/** Two triangles that meet in one vertex of the ring, or, where it is `crossed`, in none. */
export const eight = (mesh: Mesh, block: Block, crossed: boolean): Ring =>
  through(
    mesh,
    block,
    crossed
      ? [
          [0.2, 0.2],
          [0.8, 0.8],
          [0.8, 0.2],
          [0.2, 0.8],
        ]
      : [
          [0.2, 0.2],
          [0.8, 0.2],
          [0.5, 0.5],
          [0.8, 0.8],
          [0.2, 0.8],
          [0.5, 0.5],
        ],
  );

/** Vertices that the streets of a large city have at least: real ones have some 17,000. */
const STREET_VERTICES = 14_000;
/** Half the width of a street, in cells. */
const HALF_STREET = 0.05;

/** One ring over the whole city: a street along the middle row, and side streets to both ends off it. */
export function streets(mesh: Mesh): Ring {
  const {columns, rows, cell, at, round} = mesh;
  const wanted = Math.ceil(STREET_VERTICES / (2 * rows));
  const every = Math.max(3, Math.floor(columns / wanted));
  const [dx, dy] = [cell[0] * HALF_STREET, cell[1] * HALF_STREET];
  const middle = Math.floor(rows / 2);
  const beside = (column: number, row: number, x: number, y: number): Point => {
    const [lng = 0, lat = 0] = at(column, row);
    return [round(lng + x), round(lat + y)];
  };
  const ring: Point[] = [];
  // East along the southern edge, down into every side street and up again; back along the northern one.
  const along = (column: number, way: 1 | -1, end: number) => {
    if (column % every !== 1) {
      ring.push(beside(column, middle, 0, -way * dy));
      return;
    }
    ring.push(beside(column, middle, -way * dx, -way * dy));
    for (let row = middle - way; row !== end; row -= way) ring.push(beside(column, row, -way * dx, 0));
    ring.push(at(column, end));
    for (let row = end + way; row !== middle; row += way) ring.push(beside(column, row, way * dx, 0));
    ring.push(beside(column, middle, way * dx, -way * dy));
  };
  for (let column = 0; column <= columns; column++) along(column, 1, 0);
  for (let column = columns; column >= 0; column--) along(column, -1, rows);
  return ring;
}

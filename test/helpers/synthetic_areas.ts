/**
 * Synthetic areas with the features of real layers: shared borders, holes, nested and overlapping parts,
 * slivers, gaps.
 */
import type {Area, Polygon, Position} from './scan_areas.ts';
import {seededRandom} from './seeded_random.ts';

/** Square metres, near enough: what they are decides nothing but the order. */
export function roughSize(parts: readonly Polygon[]): number {
  const size = (ring: readonly Position[]): number => {
    const [x, y] = ring[0] as [number, number];
    let twice = 0;
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!];
      twice += (a[0]! - x) * (b[1]! - y) - (b[0]! - x) * (a[1]! - y);
    }
    return (Math.abs(twice) / 2) * 111_200 ** 2 * Math.cos((y * Math.PI) / 180);
  };
  const all = parts.map(([outer, ...holes]) => size(outer!) - holes.reduce((n, hole) => n + size(hole), 0));
  return Math.round(all.reduce((n, one) => n + one, 0) * 100) / 100;
}

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

interface Town {
  within: string;
  lng: number;
  lat: number;
  /** Blocks in a row. */
  blocks: number;
  seed: number;
}

/**
 * A town of so many by so many blocks whose corners are moved a little and shared by all neighbours; some
 * blocks are left out, some have a hole, some of these another zone in it, some come twice, some share a
 * record with another.
 */
export function town({within, lng, lat, blocks, seed}: Town): Area[] {
  const next = seededRandom(seed);
  const step = 0.0015;
  const corners = Array.from({length: blocks + 1}, (_, j) =>
    Array.from(
      {length: blocks + 1},
      (_, i): Position => [
        lng + i * step + (next() - 0.5) * 0.0004,
        lat + j * step + (next() - 0.5) * 0.0004,
      ],
    ),
  );
  const areas: Area[] = [];
  const add = (parts: readonly Polygon[], code: string) => {
    const half = () =>
      Math.floor(next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const id = `z_${half()}${half()}`;
    areas.push({id, code, size: roughSize(parts), within, parts});
  };
  for (let j = 0; j < blocks; j++) {
    for (let i = 0; i < blocks; i++) {
      const kind = next();
      if (kind < 0.15) continue;
      const [a, b, c, d] = [
        corners[j]![i]!,
        corners[j]![i + 1]!,
        corners[j + 1]![i + 1]!,
        corners[j + 1]![i]!,
      ];
      // One corner more on the southern side, which the neighbour does not have: a sliver is between them.
      const middle: Position = [(a[0]! + b[0]!) / 2, (a[1]! + b[1]!) / 2 - (kind < 0.3 ? 1e-7 : 0)];
      const outer = [a, middle, b, c, d, a];
      const [x, y] = [(a[0]! + c[0]!) / 2, (a[1]! + c[1]!) / 2];
      const hole = box(x - 0.0003, y - 0.0003, x + 0.0003, y + 0.0003);
      if (kind < 0.6) add([[outer]], `R${Math.floor(kind * 100)}`);
      else if (kind < 0.75) add([[outer, hole]], 'CR');
      else if (kind < 0.9) {
        add([[[...outer].reverse(), hole]], 'CR');
        add([[[...hole].reverse()]], 'CD');
      } else {
        add([[outer], [hole], [box(x + 0.05, y, x + 0.0504, y + 0.0004)]], 'UT');
        add([[outer]], 'UT');
      }
    }
  }
  return areas;
}

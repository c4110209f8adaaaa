/**
 * Even-odd boundary of a polygon whose rings touch or cross: of all points inside an odd number of its rings.
 */
import {orient2d} from 'robust-predicates';
import {type Contact, type Edge, edgesOf, isCrossing, isOn} from './contacts.ts';
import type {Polygon, Position} from './types.ts';

/** A segment of an edge, in the direction of its ring. */
type Segment = readonly [Position, Position];

const keyOfPosition = ([x, y]: Position): string => `${x} ${y}`;

/** The same key for both directions of a segment. */
const keyOfSegment = ([a, b]: Segment): string => [keyOfPosition(a), keyOfPosition(b)].sort().join(' ');

/**
 * Boundary segments, each with the interior on its left. Edges are split where they touch or cross; a segment
 * that occurs an even number of times has the same on both sides and is dropped, so that each remaining one
 * has the interior on exactly one side. Null where rounded crossings leave the boundary open.
 */
export function boundaryOf(polygon: Polygon, contacts: readonly Contact[]): Segment[] | null {
  const {chains, pieces} = splitAtContacts(polygon, contacts);
  const turned = chains.flatMap((chain) => (isInsideLeft(longest(chain), pieces) ? chain : reversed(chain)));
  const open = new Map<string, number>();
  for (const [from, to] of turned) {
    open.set(keyOfPosition(from), (open.get(keyOfPosition(from)) ?? 0) + 1);
    open.set(keyOfPosition(to), (open.get(keyOfPosition(to)) ?? 0) - 1);
  }
  return [...open.values()].every((n) => n === 0) ? turned : null;
}

/** The segments that occur an odd number of times; `chains`: runs of them between two contacts. */
function splitAtContacts(
  polygon: Polygon,
  contacts: readonly Contact[],
): {chains: Segment[][]; pieces: Segment[]} {
  const seen = new Set<string>();
  const along = new Map<string, Position[]>();
  const keyOf = ({ring, at}: Edge): string => `${ring} ${at}`;
  const cutAt = (edge: Edge, point: Position) => {
    seen.add(keyOfPosition(point));
    along.set(keyOf(edge), [...(along.get(keyOf(edge)) ?? []), point]);
  };
  for (const [a, b] of contacts) {
    const shared = isCrossing(a, b)
      ? [crossing(a, b)]
      : [...[a.from, a.to].filter((one) => isOn(b, one)), ...[b.from, b.to].filter((one) => isOn(a, one))];
    for (const point of shared) for (const edge of [a, b]) cutAt(edge, point);
  }
  const runs: Segment[][] = [];
  for (const edge of edgesOf(polygon)) {
    if (edge.at === 0 || seen.has(keyOfPosition(edge.from))) runs.push([]);
    for (const piece of segmentsOf(edge, along.get(keyOf(edge)) ?? [])) {
      if (piece[0] !== edge.from) runs.push([]);
      runs.at(-1)?.push(piece);
    }
  }
  const times = new Map<string, number>();
  for (const piece of runs.flat()) times.set(keyOfSegment(piece), (times.get(keyOfSegment(piece)) ?? 0) + 1);
  const taken = new Set<string>();
  const chains = runs.map((run) =>
    run.filter((piece) => {
      const name = keyOfSegment(piece);
      if ((times.get(name) ?? 0) % 2 === 0 || taken.has(name)) return false;
      taken.add(name);
      return true;
    }),
  );
  return {chains: chains.filter((chain) => chain.length), pieces: chains.flat()};
}

/** Splits an edge at its cuts. */
function segmentsOf(edge: Edge, cuts: readonly Position[]): Segment[] {
  const {from, to} = edge;
  const far = ([x, y]: Position): number => Math.hypot(x - from[0], y - from[1]);
  const points = [from, ...[...cuts].sort((a, b) => far(a) - far(b)), to];
  const single = points.filter(
    (one, at) => at === 0 || keyOfPosition(one) !== keyOfPosition(points[at - 1] as Position),
  );
  return single.slice(1).map((one, at): Segment => [single[at] as Position, one]);
}

function crossing({from: [x, y], to: [u, v]}: Edge, {from: [a, b], to: [c, d]}: Edge): Position {
  const [dx, dy, ex, ey] = [u - x, v - y, c - a, d - b];
  const share = ((a - x) * ey - (b - y) * ex) / (dx * ey - dy * ex);
  return [x + share * dx, y + share * dy];
}

const reversed = (chain: readonly Segment[]): Segment[] => chain.map(([from, to]): Segment => [to, from]);

const lengthOf = ([a, b]: Segment): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** The longest segment: its midpoint is least affected by rounding. */
const longest = (chain: readonly Segment[]): Segment =>
  chain.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));

/**
 * Counts the segments that a ray from the midpoint crosses: northwards for a segment that is rather
 * horizontal, else eastwards.
 */
function isInsideLeft(piece: Segment, pieces: readonly Segment[]): boolean {
  const [[x, y], [u, v]] = piece;
  const isFlat = Math.abs(u - x) >= Math.abs(v - y);
  const [mx, my] = [(x + u) / 2, (y + v) / 2];
  let beyond = 0;
  for (const other of pieces) {
    if (other === piece) continue;
    const [[a, b], [c, d]] = other;
    if (isFlat) {
      if (a > mx === c > mx) continue;
      const above = a < c ? orient2d(a, b, c, d, mx, my) : orient2d(c, d, a, b, mx, my);
      if (above > 0) beyond += 1;
    } else {
      if (b > my === d > my) continue;
      const right = b < d ? orient2d(a, b, c, d, mx, my) : orient2d(c, d, a, b, mx, my);
      if (right < 0) beyond += 1;
    }
  }
  const isInside = beyond % 2 === 1;
  // The ray starts on the left of a segment that runs east, and of one that runs south.
  return isFlat === (isFlat ? u > x : v > y) ? isInside : !isInside;
}

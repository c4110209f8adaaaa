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
  const keyOf = ({ring, at}: Edge): string => `${ring} ${at}`;
  const cuts = contacts.flatMap(([a, b]) => {
    const shared = isCrossing(a, b)
      ? [crossing(a, b)]
      : [...[a.from, a.to].filter((one) => isOn(b, one)), ...[b.from, b.to].filter((one) => isOn(a, one))];
    return shared.flatMap((point) => [a, b].map((edge) => ({edge, point})));
  });
  const seen = new Set(cuts.map(({point}) => keyOfPosition(point)));
  const along = Map.groupBy(cuts, ({edge}) => keyOf(edge));
  const runs: Segment[][] = [];
  for (const edge of edgesOf(polygon)) {
    if (edge.at === 0 || seen.has(keyOfPosition(edge.from))) runs.push([]);
    const points = along.get(keyOf(edge))?.map(({point}) => point) ?? [];
    for (const piece of segmentsOf(edge, points)) {
      if (piece[0] !== edge.from) runs.push([]);
      runs.at(-1)?.push(piece);
    }
  }
  const same = Map.groupBy(runs.flat(), keyOfSegment);
  const isOdd = (piece: Segment): boolean => {
    const [first, ...others] = same.get(keyOfSegment(piece))!;
    return piece === first && others.length % 2 === 0;
  };
  const chains = runs.map((run) => run.filter(isOdd));
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
  // Eastwards is northwards with the axes exchanged, which turns left into right.
  const [along, across] = isFlat ? ([0, 1] as const) : ([1, 0] as const);
  const middle = [(x + u) / 2, (y + v) / 2] as const;
  const [m, n] = [middle[along], middle[across]];
  let beyond = 0;
  for (const other of pieces) {
    if (other === piece) continue;
    const [start, end] = other;
    if (start[along] > m === end[along] > m) continue;
    const [a, b] = start[along] < end[along] ? [start, end] : [end, start];
    if (orient2d(a[along], a[across], b[along], b[across], m, n) > 0) beyond += 1;
  }
  const isInside = beyond % 2 === 1;
  // The ray starts on the left of a segment that runs east, and of one that runs south.
  return isFlat === piece[1][along] > piece[0][along] ? isInside : !isInside;
}

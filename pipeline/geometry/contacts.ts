/**
 * Finds where the rings of a polygon touch or cross themselves or each other, other than at the corner of two
 * edges.
 */
import {orient2d} from 'robust-predicates';
import type {Polygon, Position} from './types.ts';

export interface Edge {
  from: Position;
  to: Position;
  /** Index of its ring, its index in the ring, and the ring's number of edges. */
  ring: number;
  at: number;
  edges_in_ring: number;
}

/** Two edges with a common point that is not just the corner between them. */
export type Contact = readonly [Edge, Edge];

/** All edges of a polygon, ring by ring. */
export const edgesOf = (polygon: Polygon): Edge[] =>
  polygon.flatMap((corners, ring) =>
    corners.map((from, at) => ({
      from,
      to: corners[(at + 1) % corners.length] as Position,
      ring,
      at,
      edges_in_ring: corners.length,
    })),
  );

const west = ({from, to}: Edge): number => Math.min(from[0], to[0]);
const east = ({from, to}: Edge): number => Math.max(from[0], to[0]);

/** All contacts of a polygon. Sweeps the edges from west to east, so that only nearby ones are compared. */
export function findContacts(polygon: Polygon): Contact[] {
  const edges = edgesOf(polygon).sort((a, b) => west(a) - west(b));
  const contacts: Contact[] = [];
  let active: Edge[] = [];
  for (const edge of edges) {
    const start = west(edge);
    active = active.filter((other) => east(other) >= start);
    for (const other of active) if (isContact(other, edge)) contacts.push([other, edge]);
    active.push(edge);
  }
  return contacts;
}

/** Exact orientation of a point relative to an edge: 0 on its line. */
const side = ({from, to}: Edge, [x, y]: Position): number =>
  Math.sign(orient2d(from[0], from[1], to[0], to[1], x, y));

/** Whether a point on the line of an edge lies on the edge, its ends included. */
export const isBetween = ({from, to}: Edge, [x, y]: Position): boolean =>
  x >= Math.min(from[0], to[0]) &&
  x <= Math.max(from[0], to[0]) &&
  y >= Math.min(from[1], to[1]) &&
  y <= Math.max(from[1], to[1]);

/** Whether a point lies exactly on an edge. */
export const isOn = (edge: Edge, point: Position): boolean =>
  isBetween(edge, point) && side(edge, point) === 0;

/** Whether two edges cross at a point that is an end of neither. */
export const isCrossing = (a: Edge, b: Edge): boolean =>
  side(a, b.from) * side(a, b.to) < 0 && side(b, a.from) * side(b, a.to) < 0;

function isContact(a: Edge, b: Edge): boolean {
  if (Math.max(a.from[1], a.to[1]) < Math.min(b.from[1], b.to[1])) return false;
  if (Math.max(b.from[1], b.to[1]) < Math.min(a.from[1], a.to[1])) return false;
  if (a.ring === b.ring) {
    if ((a.at + 1) % a.edges_in_ring === b.at) return isOn(a, b.to) || isOn(b, a.from);
    if ((b.at + 1) % b.edges_in_ring === a.at) return isOn(b, a.to) || isOn(a, b.from);
  }
  return isOn(a, b.from) || isOn(a, b.to) || isOn(b, a.from) || isOn(b, a.to) || isCrossing(a, b);
}

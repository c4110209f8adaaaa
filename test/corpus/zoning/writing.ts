/** Rings as a publisher writes them: closed, turned, begun elsewhere, with heights. */
import type {Json} from '../../../datasets/types.ts';
import {hash32} from '../prng.ts';
import type {Ring} from './mesh.ts';
import type {Part} from './shapes.ts';

/** How a city draws and writes its zones. */
export interface Habit {
  /** Geometries of one part are MultiPolygons too. */
  multi: boolean;
  /** Outer rings run clockwise. */
  clockwise: boolean;
  decimals: number;
  /** How far blocks are drawn in, so that streets are free of zones. */
  drawnIn: number;
}

/** Cities differ in their habits; each always has the same. */
export function habitOf(slug: string): Habit {
  const hash = hash32(slug);
  return {
    multi: (hash >>> 4) % 2 === 0,
    clockwise: (hash >>> 8) % 4 === 0,
    decimals: 9 + (hash % 6),
    drawnIn: [0, 0, 0.05, 0.06][(hash >>> 12) % 4] ?? 0,
  };
}

/** What is odd about the rings of one zone. */
export interface Writing {
  /** The first vertex does not come again at the end. */
  open?: boolean;
  height?: number;
  /** Against the direction of the city's other rings. */
  turned?: boolean;
  /** The second vertex comes twice. */
  repeated?: boolean;
  /** The ring begins so many vertices later. */
  begun?: number;
}

/** The geometry of a zone as GeoJSON. */
export function positions(parts: readonly Part[], form: Habit, how: Writing): Json {
  const clockwise = form.clockwise !== (how.turned ?? false);
  const coordinates = parts.map((part) =>
    part.map((ring, at) => written(ring, (at === 0) === clockwise, how)),
  );
  const [only] = coordinates;
  return parts.length === 1 && !form.multi && only
    ? {type: 'Polygon', coordinates: only}
    : {type: 'MultiPolygon', coordinates};
}

function written(ring: Ring, clockwise: boolean, {open, height, repeated, begun = 0}: Writing): Json {
  const inOrder = clockwise ? ring.toReversed() : ring;
  const from = [...inOrder.slice(begun), ...inOrder.slice(0, begun)];
  const [first = [], second = [], ...rest] = from;
  const all = repeated ? [first, second, second, ...rest] : from;
  const points = open ? all : [...all, first];
  return points.map((point) => (height === undefined ? [...point] : [...point, height]));
}

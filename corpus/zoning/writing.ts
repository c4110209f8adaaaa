/** Rings as a publisher writes them: closed, turned, begun elsewhere, with heights. */
import type {Json} from '../../datasets/types.ts';
import type {CityForm} from './cities.ts';
import type {Ring} from './mesh.ts';
import type {Part} from './shapes.ts';

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
export function positions(parts: readonly Part[], form: CityForm, how: Writing): Json {
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

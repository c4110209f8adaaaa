/** A small map of a permit: the permits around it as points, named by the streets of their addresses. */
import {ASPECT, acrossOf, REACH, type Street, type Surroundings} from '../load/surroundings.ts';
import {inLanguage, recordPath} from '../paths.ts';
import {rounded} from './chart_parts.tsx';
import type {Markup, View} from './types.ts';

/** Pixels, on a wide window. */
const WIDTH = 420;
const HEIGHT = WIDTH / ASPECT;

/** Pixels of a capital letter, and of a line. */
const LETTER = 8;
const LINE = 16;

interface Placed {
  name: string;
  x: number;
  y: number;
}

const halfOf = ({name}: {name: string}): number => (name.length * LETTER) / 2;

/** A name beside its street, within the map; `x` is its middle. */
function placedName({name, side}: Street, {x, y}: {x: number; y: number}): Placed {
  const half = halfOf({name});
  const [right, down] = side === 'right' ? [half + LINE / 2, 4] : [0, LINE + 2];
  return {
    name,
    x: rounded(Math.min(WIDTH - half - 4, Math.max(half + 4, x + right))),
    y: rounded(Math.min(HEIGHT - 4, Math.max(LINE, y + down))),
  };
}

/** A name that would hide the point in the middle stands below it. */
const besidePoint = (one: Placed): Placed =>
  Math.abs(one.x - WIDTH / 2) < halfOf(one) + LINE / 2 && Math.abs(one.y - 4 - HEIGHT / 2) < LINE
    ? {...one, y: HEIGHT / 2 + 2 * LINE}
    : one;

/** Names that hide no other one: the first of those that would. */
function readable(names: readonly Placed[]): Placed[] {
  const kept: Placed[] = [];
  for (const one of names.map(besidePoint)) {
    const hides = (other: Placed) =>
      Math.abs(other.y - one.y) < LINE && Math.abs(other.x - one.x) < halfOf(other) + halfOf(one) + LETTER;
    if (!kept.some(hides)) kept.push(one);
  }
  return kept;
}

interface PlaceMapProps {
  view: View;
  at: {lat: number; lng: number};
  around: Surroundings;
  /** The address of the permit, or what it is called. */
  name: string;
}

/** The map; the point in its middle is the permit. */
export const PlaceMap = ({view, at, around, name}: PlaceMapProps): Markup => {
  const across = acrossOf(at.lat);
  const placed = (one: {lat: number; lng: number}) => ({
    x: rounded(((one.lng - at.lng) / across / 2 + 0.5) * WIDTH),
    y: rounded((0.5 - (one.lat - at.lat) / REACH / 2) * HEIGHT),
  });
  const names = readable(around.streets.map((street) => placedName(street, placed(street))));
  return (
    <svg
      class="near"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={view.t('record.map', {name, n: around.permits.length})}
    >
      {around.permits.map((one) => {
        const {x, y} = placed(one);
        return (
          <a href={inLanguage(recordPath('permits', {record_id: one.id})!, view.language)} tabindex={-1}>
            <circle cx={x} cy={y} r={4}>
              <title>{one.address}</title>
            </circle>
          </a>
        );
      })}
      {names.map((one) => (
        <text x={one.x} y={one.y} text-anchor="middle">
          {one.name}
        </text>
      ))}
      <circle class="here" cx={WIDTH / 2} cy={HEIGHT / 2} r={8} />
    </svg>
  );
};

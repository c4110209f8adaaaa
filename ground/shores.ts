/**
 * Coasts, lakes, rivers and borders of GSHHG, as Debian's gmt-gshhg-high has them: cut into squares of some
 * degrees, and put together again here.
 */
import {join} from 'node:path';
import {openNetcdf} from './netcdf.ts';

/** Longitude and latitude. */
export type Point = [lng: number, lat: number];
export type Line = Point[];

/** A closed line and where it lies in the hierarchy: land, lake, island, pond. */
export interface Ring {
  line: Line;
  /** 1: land, 2: lake, 3: island in a lake, 4: pond on it. */
  level: number;
  id: number;
  /** The ring around it; -1: the sea. */
  parent: number;
  km2: number;
}

interface Segment {
  points: Line;
  at: number;
}

type File = ReturnType<typeof openNetcdf>;

/** Points of all segments by the square that they lie in; `lengthOf` a segment. */
function segmentsOf(file: File, lengthOf: (segment: number) => number): Segment[] {
  const degrees = file('Bin_size_in_minutes')[0]! / 60;
  const [across, down] = [360 / degrees, 180 / degrees];
  const [firsts, counts] = [file('Id_of_first_segment_in_a_bin'), file('N_segments_in_a_bin')];
  const starts = file('Id_of_first_point_in_a_segment');
  const [east, north] = ['longitude', 'latitude'].map((name) =>
    file(`Relative_${name}_from_SW_corner_of_bin`),
  );
  const segments: Segment[] = [];
  for (let bin = 0; bin < across * down; bin++) {
    const [west, south] = [(bin % across) * degrees, 90 - (Math.floor(bin / across) + 1) * degrees];
    for (let i = 0; i < counts[bin]!; i++) {
      const at = firsts[bin]! + i;
      const pointAt = (n: number): Point => [
        west + ((east![n]! & 0xffff) * degrees) / 65535,
        south + ((north![n]! & 0xffff) * degrees) / 65535,
      ];
      const points = Array.from({length: lengthOf(at)}, (_, n) => pointAt(starts[at]! + n));
      segments.push({points, at});
    }
  }
  return segments;
}

/** Units of the format in a degree: both squares beside an edge place its points on the same ones. */
const UNITS = 65535 / 2;

const keyOf = ([lng, lat]: Point): string => `${Math.round((lng % 360) * UNITS)} ${Math.round(lat * UNITS)}`;

/** The line without steps around the world: longitudes go on beyond 360 or below 0. */
function unwrap(line: Line): Line {
  let turn = 0;
  return line.map(([lng, lat], i) => {
    const before = line[i - 1]?.[0] ?? lng;
    if (lng - before > 180) turn -= 360;
    if (before - lng > 180) turn += 360;
    return [lng + turn, lat];
  });
}

/** Rings of the segments of one polygon: each begins where another ends. Throws where one does not close. */
function ringsOf(segments: readonly Line[]): Line[] {
  const [closed, open] = [[] as Line[], new Map<string, Line[]>()];
  for (const line of segments) {
    const start = keyOf(line[0]!);
    if (start === keyOf(line.at(-1)!)) closed.push(line);
    else open.set(start, [...(open.get(start) ?? []), line]);
  }
  for (const [start, waiting] of open) {
    while (waiting.length > 0) {
      const ring: Line = [];
      let at = start;
      do {
        const next = open.get(at)?.pop();
        if (!next) throw new Error(`a shore ends at ${ring.at(-1)}`);
        ring.push(...next);
        at = keyOf(next.at(-1)!);
      } while (at !== start);
      closed.push(ring);
    }
  }
  return closed.map(unwrap);
}

/** Bits of the number that a segment of a shore has: how many points, and at which level. */
const lengthIn = (packed: number): number => packed >> 9;
const levelIn = (packed: number): number => (packed >> 6) & 7;

/** All shores of the world. */
export function readShores(folder: string): Ring[] {
  const file = openNetcdf(join(folder, 'binned_GSHHS_h.nc'));
  const packed = file('Embedded_npts_levels_exit_entry_for_a_segment');
  const ids = file('Id_of_GSHHS_ID');
  const [parents, areas] = [file('Id_of_parent_polygons'), file('The_km_squared_area_of_polygons')];
  const byPolygon = Map.groupBy(
    segmentsOf(file, (at) => lengthIn(packed[at]!)),
    ({at}) => ids[at]!,
  );
  return [...byPolygon].flatMap(([id, segments]) => {
    const level = levelIn(packed[segments[0]!.at]!);
    // Ice of Antarctica ends at the pole.
    if (level > 4) return [];
    const lines = ringsOf(segments.map(({points}) => points));
    return lines.map((line) => ({line, level, id, parent: parents[id]!, km2: Math.abs(areas[id]!)}));
  });
}

/** A river or border, and how large it is: 1 is the largest; a border of 1 is a country's, of 2 a province's. */
export interface Course {
  line: Line;
  level: number;
}

/** All rivers or borders of the world, in pieces. */
export function readCourses(folder: string, kind: 'river' | 'border'): Course[] {
  const file = openNetcdf(join(folder, `binned_${kind}_h.nc`));
  const [lengths, levels] = [file('N_points_for_a_segment'), file('Hierarchial_level_of_a_segment')];
  return segmentsOf(file, (at) => lengths[at]!).map(({points, at}) => ({line: points, level: levels[at]!}));
}

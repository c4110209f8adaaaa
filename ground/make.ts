/**
 * Makes the ground of the map, `server/tiles/ground.pmtiles`, of GSHHG and GeoNames: docs/inside/ground.md says
 * what it needs. The same packages give the same bytes.
 */
import {existsSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import type {Box} from '../datasets/types.ts';
import {placeFeatures} from './places.ts';
import {writePmtiles} from './pmtiles_writer.ts';
import {type Line, type Point, type Ring, readCourses, readShores} from './shores.ts';
import {CLOSEST, cutTiles, type GroundFeature} from './tiles.ts';

/** Where Debian's gmt-gshhg-high puts its files. */
const GSHHG = process.env['GSHHG'] || '/usr/share/gmt-gshhg';

/** Of North America: what a window that shows Canada can reach. */
const BOX: Box = [-180, 20, -20, 85];

const OUT = fileURLToPath(new URL('../server/tiles/ground.pmtiles', import.meta.url));

const METADATA = {
  name: 'Canada',
  description: 'Coasts, lakes, rivers, borders and names of Canada and its neighbours',
  attribution:
    '<a href="https://www.soest.hawaii.edu/pwessel/gshhg/">GSHHG</a> (LGPL), <a href="https://www.geonames.org/">GeoNames</a> (CC BY 4.0)',
  version: '1',
  type: 'baselayer',
  vector_layers: ['earth', 'water', 'boundaries', 'places'].map((id) => ({id, fields: {}})),
};

/** First zooms of lakes by their area in km2: speckles are no help. */
const LAKES_FROM: readonly (readonly [km2: number, zoom: number])[] = [
  [10_000, 0],
  [1500, 3],
  [300, 4],
  [60, 5],
  [15, 6],
  [0, 7],
];

/** First zooms of rivers by their level in GSHHG; others are canals, or dry for a time. */
const RIVERS_FROM: Readonly<Record<number, number>> = {0: 3, 1: 4, 2: 5, 3: 6, 4: 7};

/** Borders that are drawn: of countries and of provinces. */
const BORDERS: Readonly<Record<number, string>> = {1: 'country', 2: 'region'};

/** The line moved around the world until it meets the box; null where it never does. */
function within(line: Line): Line | null {
  const spanOf = (axis: 0 | 1): [number, number] =>
    line.reduce(([low, high], point) => [Math.min(low, point[axis]), Math.max(high, point[axis])], [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as [number, number]);
  const [[west, east], [south, north]] = [spanOf(0), spanOf(1)];
  if (south > BOX[3] || north < BOX[1]) return null;
  const turn = [0, -360, -720].find((one) => west + one < BOX[2] && east + one > BOX[0]);
  return turn === undefined ? null : line.map(([lng, lat]): Point => [lng + turn, lat]);
}

const closed = (line: Line): Line => [...line, line[0]!];

/** Land, and lakes with their islands as holes. */
function shoreFeatures(rings: readonly Ring[]): GroundFeature[] {
  const islands = Map.groupBy(
    rings.filter(({level}) => level === 3),
    ({parent}) => parent,
  );
  return rings
    .filter(({level}) => level <= 2)
    .flatMap(({line, level, id, km2}) => {
      const holes = (level === 2 ? islands.get(id) : undefined) ?? [];
      const [outer, ...inner] = [line, ...holes.map((hole) => hole.line)].map(within);
      if (!outer) return [];
      const coordinates = [outer, ...inner.filter((hole) => hole !== null)].map(closed);
      const isLand = level === 1;
      return [
        {
          layer: isLand ? 'earth' : 'water',
          type: 'Polygon' as const,
          coordinates,
          values: {kind: isLand ? 'earth' : 'lake'},
          from: isLand ? 0 : LAKES_FROM.find(([least]) => km2 >= least)![1],
        },
      ];
    });
}

const lineFeature = (layer: string, line: Line, kind: string, from: number): GroundFeature[] => {
  const coordinates = within(line);
  return coordinates ? [{layer, type: 'LineString', coordinates, values: {kind}, from}] : [];
};

function make(): void {
  if (!existsSync(GSHHG)) {
    throw new Error(
      `${GSHHG} is missing: apt-get install gmt-gshhg-high netcdf-bin, or set GSHHG to its folder`,
    );
  }
  const features = [
    ...shoreFeatures(readShores(GSHHG)),
    ...readCourses(GSHHG, 'river').flatMap(({line, level}) =>
      level in RIVERS_FROM ? lineFeature('water', line, 'river', RIVERS_FROM[level]!) : [],
    ),
    ...readCourses(GSHHG, 'border').flatMap(({line, level}) =>
      level in BORDERS ? lineFeature('boundaries', line, BORDERS[level]!, 0) : [],
    ),
    ...placeFeatures(),
  ];
  const tiles = cutTiles(features, BOX);
  const bytes = writePmtiles(tiles, {box: BOX, zooms: [0, CLOSEST], metadata: METADATA});
  writeFileSync(OUT, bytes);
  console.log(`${OUT}: ${tiles.length} tiles, ${bytes.length} bytes`);
}

make();

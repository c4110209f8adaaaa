/** The layers of zoning in a build's index, without a server, and points to look up in them. */
import {realpathSync} from 'node:fs';
import {join} from 'node:path';
import {readBuild} from '../../../engine/file/build_files.ts';
import {SECTIONS, type TableMetadata} from '../../../engine/file/section_names.ts';
import {openSections} from '../../../engine/file/typed_sections.ts';
import {type Layer, NONE} from '../../../engine/geo/polygons/layer.ts';
import {lookupPoint} from '../../../engine/geo/polygons/lookup.ts';
import {openPolygons} from '../../../engine/geo/polygons/read.ts';
import {readIndex} from '../../helpers/read_index.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';

export const ZONING = 'zoning';

/** Points for a load. */
const WANTED = 1000;

export interface MeasuredLayer {
  name: string;
  layer: Layer;
  polygons: number;
  vertices: number;
  bytes: number;
  /** West, south, east, north. */
  bounds: readonly number[];
}

/** Throws where the build has no zoning. */
export async function layersOf(current: string): Promise<MeasuredLayer[]> {
  const build = await readBuild(realpathSync(current));
  const entry = build.manifest.index[ZONING];
  if (!entry) throw new Error(`${build.dir} has no index of ${ZONING}: run \`make ingest\``);
  const file = readIndex<TableMetadata>(join(build.dir, entry.index.path), entry.index.footer);
  const sections = openSections(file);
  const areas = openPolygons(sections, file.facts.layers ?? []);
  return [...areas.layers].map(([name, layer]) => {
    const names = SECTIONS.areas.layer(name);
    const precedences = sections.u32(names.precedences);
    const read = [sections.bytes(names.tree), sections.f64(names.boxes), precedences, layer.data.vertices];
    return {
      name,
      layer,
      polygons: new Set(precedences).size,
      vertices: layer.data.vertices.length / 2,
      bytes: read.reduce((sum, {byteLength}) => sum + byteLength, 0),
      bounds: layer.bounds,
    };
  });
}

export interface Points {
  lats: Float64Array;
  lngs: Float64Array;
}

/** Degrees beyond the box of a layer: some 300 metres. */
const BEYOND = 0.003;

/** Points that a seed decides: each in the box of a layer, which has as many as it has polygons. */
export function drawPoints(layers: readonly MeasuredLayer[], count: number, seed: number): Points {
  const all = layers.reduce((sum, {polygons}) => sum + polygons, 0);
  const next = seededRandom(seed);
  const [lats, lngs] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    let left = next() * all;
    let [at] = layers;
    for (const layer of layers) {
      at = layer;
      left -= layer.polygons;
      if (left < 0) break;
    }
    const [west, south, east, north] = at!.bounds as [number, number, number, number];
    lngs[i] = west - BEYOND + next() * (east - west + 2 * BEYOND);
    lats[i] = south - BEYOND + next() * (north - south + 2 * BEYOND);
  }
  return {lats, lngs};
}

/** Most points that are drawn for one that belongs to a zone. */
const TRIES = 20;

/** A thousand points that belong to a zone; fewer or none where there are hardly any zones. */
export async function drawZoned(current: string): Promise<{lat: number; lng: number}[]> {
  const layers = await layersOf(current);
  if (layers.length === 0) return [];
  const all = layers.map(({layer}) => layer);
  const {lats, lngs} = drawPoints(layers, WANTED * TRIES, 1);
  const points = Array.from(lats, (lat, i) => ({lat, lng: lngs[i]!}));
  return points.filter(({lat, lng}) => lookupPoint(all, lat, lng).precedence !== NONE).slice(0, WANTED);
}

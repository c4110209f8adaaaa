/** Encodes Mapbox vector tiles, version 2: layers of points, lines and polygons with their values. */
import {PbfWriter} from 'pbf';

/** Units of a side of a tile. */
export const EXTENT = 4096;

type Value = string | number;

export interface Feature {
  kind: 'point' | 'line' | 'polygon';
  /** One of x and y for a point; lines; or rings that are not closed, each outer one before its holes. */
  rings: readonly ArrayLike<number>[];
  /** Null values are left out. */
  values: Readonly<Record<string, Value | null>>;
}

export interface TileLayer {
  name: string;
  features: readonly Feature[];
}

/** Numbers of the fields of a layer, a feature and a value. */
const LAYER = {name: 1, feature: 2, key: 3, value: 4, extent: 5, version: 15} as const;
const FEATURE = {tags: 2, type: 3, geometry: 4} as const;
const VALUE = {text: 1, double: 3, sint: 6} as const;

/** Number of the field of a tile with its layers. */
const LAYERS = 3;

const TYPES = {point: 1, line: 2, polygon: 3} as const;
const COMMANDS = {move: 1, line: 2, close: 7} as const;

const command = (id: number, count: number): number => (id & 7) | (count << 3);
const zigzag = (n: number): number => (n << 1) ^ (n >> 31);

/** Commands that draw the feature; every vertex as its distance from the one before. */
function geometryOf({kind, rings}: Feature): number[] {
  const commands: number[] = [];
  let [x, y] = [0, 0];
  const to = (nextX: number, nextY: number) => {
    commands.push(zigzag(nextX - x), zigzag(nextY - y));
    [x, y] = [nextX, nextY];
  };
  for (const ring of rings) {
    commands.push(command(COMMANDS.move, 1));
    to(ring[0]!, ring[1]!);
    if (kind === 'point') continue;
    commands.push(command(COMMANDS.line, ring.length / 2 - 1));
    for (let i = 2; i < ring.length; i += 2) to(ring[i]!, ring[i + 1]!);
    if (kind === 'polygon') commands.push(command(COMMANDS.close, 1));
  }
  return commands;
}

/** The number of a text or value, in the order in which they first come. */
function numberOf<T>(all: Map<T, number>, one: T): number {
  const number = all.get(one) ?? all.size;
  all.set(one, number);
  return number;
}

function writeValue(value: Value, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(VALUE.text, value);
  else if (Number.isSafeInteger(value)) pbf.writeSVarintField(VALUE.sint, value);
  else pbf.writeDoubleField(VALUE.double, value);
}

function writeLayer({name, features}: TileLayer, pbf: PbfWriter): void {
  const keys = new Map<string, number>();
  const values = new Map<Value, number>();
  pbf.writeVarintField(LAYER.version, 2);
  pbf.writeStringField(LAYER.name, name);
  pbf.writeVarintField(LAYER.extent, EXTENT);
  for (const feature of features) {
    const tags = Object.entries(feature.values).flatMap(([key, value]) =>
      value === null ? [] : [numberOf(keys, key), numberOf(values, value)],
    );
    const writeFeature = (one: Feature, message: PbfWriter): void => {
      message.writePackedVarint(FEATURE.tags, tags);
      message.writeVarintField(FEATURE.type, TYPES[one.kind]);
      message.writePackedVarint(FEATURE.geometry, geometryOf(one));
    };
    pbf.writeMessage(LAYER.feature, writeFeature, feature);
  }
  for (const key of keys.keys()) pbf.writeStringField(LAYER.key, key);
  for (const value of values.keys()) pbf.writeMessage(LAYER.value, writeValue, value);
}

/** The bytes of a tile; none for one without features. */
export function encodeTile(layers: readonly TileLayer[]): Buffer {
  const pbf = new PbfWriter();
  for (const layer of layers) {
    if (layer.features.length > 0) pbf.writeMessage(LAYERS, writeLayer, layer);
  }
  return Buffer.from(pbf.finish());
}

/** Shapefiles made in a test, in a zip. */
import {zipOf} from './zips.ts';

type Ring = readonly (readonly [number, number])[];

export interface Shape {
  /** Rings of one polygon, closed; null for a shape without geometry. */
  rings: readonly Ring[] | null;
  attributes: Record<string, string>;
}

const POLYGON = 5;

/** UTM zone 18, as desktop programs write it. */
export const UTM_18 =
  'PROJCS["NAD_1983_UTM_Zone_18N",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-75.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

export const DEGREES =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/**
 * Numbers as bytes: `>` a 32-bit integer, the first byte the highest; `<` the lowest; `d` a double; `h` 16
 * bits; `b` one byte.
 */
function bytes(...values: readonly (readonly ['>' | '<' | 'd' | 'h' | 'b', number])[]): Buffer {
  const pieces = values.map(([form, value]) => {
    const piece = Buffer.alloc({'>': 4, '<': 4, d: 8, h: 2, b: 1}[form]);
    if (form === '>') piece.writeInt32BE(value);
    else if (form === '<') piece.writeInt32LE(value);
    else if (form === 'd') piece.writeDoubleLE(value);
    else if (form === 'h') piece.writeUInt16LE(value);
    else piece.writeUInt8(value);
    return piece;
  });
  return Buffer.concat(pieces);
}

const box = (points: Ring): Buffer => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return bytes(
    ['d', Math.min(...xs)],
    ['d', Math.min(...ys)],
    ['d', Math.max(...xs)],
    ['d', Math.max(...ys)],
  );
};

function content({rings}: Shape): Buffer {
  if (!rings) return bytes(['<', 0]);
  const points = rings.flat();
  const starts = rings.map((_, at) => rings.slice(0, at).flat().length);
  return Buffer.concat([
    bytes(['<', POLYGON]),
    box(points),
    bytes(['<', rings.length], ['<', points.length]),
    ...starts.map((start) => bytes(['<', start])),
    ...points.map(([x, y]) => bytes(['d', x], ['d', y])),
  ]);
}

export function shpOf(shapes: readonly Shape[]): Buffer {
  const records = shapes.flatMap((shape, at) => {
    const body = content(shape);
    return [bytes(['>', at + 1], ['>', body.length / 2]), body];
  });
  const all = Buffer.concat(records);
  const head = Buffer.concat([
    bytes(['>', 9994], ...Array(5).fill(['>', 0] as const), ['>', (100 + all.length) / 2]),
    bytes(['<', 1000], ['<', POLYGON]),
    box(shapes.flatMap(({rings}) => rings?.flat() ?? [])),
    Buffer.alloc(32),
  ]);
  return Buffer.concat([head, all]);
}

const WIDTH = 40;

/** Attributes as texts of one width, in the encoding given. */
export function dbfOf(
  shapes: readonly Shape[],
  encode: (text: string) => Buffer = (text) => Buffer.from(text, 'latin1'),
): Buffer {
  const names = Object.keys(shapes[0]?.attributes ?? {});
  const padded = (text: string, size: number, fill: string): Buffer => {
    const held = Buffer.alloc(size, fill);
    encode(text).copy(held);
    return held;
  };
  const fields = names.map((name) =>
    Buffer.concat([
      padded(name, 11, '\0'),
      Buffer.from('C'),
      Buffer.alloc(4),
      bytes(['b', WIDTH]),
      Buffer.alloc(15),
    ]),
  );
  const rows = shapes.map(({attributes}) =>
    Buffer.concat([Buffer.from(' '), ...names.map((name) => padded(attributes[name] ?? '', WIDTH, ' '))]),
  );
  const head = bytes(
    ['<', 0x03],
    ['<', shapes.length],
    ['h', 32 + 32 * names.length + 1],
    ['h', 1 + WIDTH * names.length],
  );
  return Buffer.concat([
    head,
    Buffer.alloc(20),
    ...fields,
    Buffer.from([0x0d]),
    ...rows,
    Buffer.from([0x1a]),
  ]);
}

/** Path of a zip with a shapefile `zones` of these members beside its .shp and .dbf. */
export const shapefileOf = (
  shapes: readonly Shape[],
  others: Record<string, string | Buffer> = {'zones.prj': UTM_18},
  name = 'zones.zip',
): Promise<string> => {
  const members = {'zones.shp': shpOf(shapes), 'zones.dbf': dbfOf(shapes), ...others};
  return zipOf(
    Object.fromEntries(Object.entries(members).map(([entry, content]) => [entry, Buffer.from(content)])),
    name,
  );
};

/** Reads well-known binary as its standard describes it, apart from the code that writes it. */
import type {Json} from '../../datasets/types.ts';

const KINDS = ['', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];

/** The geometry of hexadecimal digits, as GeoJSON; throws where bytes are left over. */
export function readWkb(hex: string): Json {
  const bytes = Buffer.from(hex, 'hex');
  let at = 0;
  const isLittle = () => bytes[at++] === 1;
  const count = (little: boolean) => {
    at += 4;
    return little ? bytes.readUInt32LE(at - 4) : bytes.readUInt32BE(at - 4);
  };
  const number = (little: boolean) => {
    at += 8;
    return little ? bytes.readDoubleLE(at - 8) : bytes.readDoubleBE(at - 8);
  };
  const times = <T>(n: number, read: () => T): T[] => Array.from({length: n}, read);
  const position = (little: boolean) => times(2, () => number(little));
  const ring = (little: boolean) => times(count(little), () => position(little));
  const coordinates = (kind: string, little: boolean): Json => {
    if (kind === 'Point') return position(little);
    if (kind === 'Polygon') return times(count(little), () => ring(little));
    return times(count(little), () => (geometry() as {coordinates: Json}).coordinates);
  };
  function geometry(): Json {
    const little = isLittle();
    const type = KINDS[count(little)]!;
    return {type, coordinates: coordinates(type, little)};
  }
  const read = geometry();
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes are left`);
  return read;
}

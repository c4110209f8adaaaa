/** Reads arrays of JSON objects, alone or in a portal's response, and the features of FeatureCollections. */
import {hasDegrees, otherSystem, otherSystemFault} from './geojson_crs.ts';
import {arrayElements} from './json_elements.ts';
import {type JsonRecord, type JsonRow, parseObject, type RereadableFile, tableOf} from './json_records.ts';
import {type RawTable, ReadError} from './types.ts';

const CUT = 'it was cut or damaged: fetch it again';

/** Reads the objects of an array; refuses other elements. */
export const readArray = (source: string, file: RereadableFile): Promise<RawTable> =>
  read(source, file, [], (text) => parseObject(text) ?? 'not a JSON record');

/** Reads the records of a CKAN response. */
export const readAnswer = (source: string, file: RereadableFile): Promise<RawTable> =>
  read(source, file, ['result', 'records'], (text) => parseObject(text) ?? 'not a JSON record');

/**
 * Reads the features of a collection; the columns are `geometry` and the names in `properties`. Throws
 * ReadError where it names another coordinate system than WGS 84, unless its coordinates contradict that.
 */
export async function readGeojson(source: string, file: RereadableFile): Promise<RawTable> {
  let frame = '';
  let first: unknown;
  const recordOf = (text: string) => {
    const record = featureIn(text);
    if (typeof record !== 'string') first ??= record['geometry'];
    return record;
  };
  const table = await read(source, file, ['features'], recordOf, (text) => {
    frame = text;
  });
  const system = otherSystem(frame);
  if (!system) return table;
  const {name, isDegrees} = system;
  if (isDegrees || !hasDegrees(first)) throw new ReadError(source, file.name, ...otherSystemFault(name));
  return {
    ...table,
    note: `it says that its coordinates are in ${name}, but they are degrees and are read so`,
  };
}

async function read(
  source: string,
  file: RereadableFile,
  path: readonly string[],
  recordOf: (text: string) => JsonRecord | string,
  onFrame?: (text: string) => void,
): Promise<RawTable> {
  const fault = (problem: string) => new ReadError(source, file.name, problem, CUT);
  async function* rowsIn(stream: AsyncIterable<Buffer>): AsyncGenerator<JsonRow> {
    for await (const {text, line, from, to} of arrayElements(stream, path, fault, onFrame)) {
      const record = recordOf(text);
      yield typeof record === 'string' ? {line, from, to, refused: record} : {line, from, to, record};
    }
  }
  return tableOf(file, rowsIn);
}

/** The properties and geometry of a feature, or why it is refused. */
export function featureIn(text: string): JsonRecord | string {
  const feature = parseObject(text);
  if (!feature) return 'not a JSON record';
  const {properties, geometry} = feature;
  if (geometry === undefined && properties === undefined) return 'not a feature: it has no properties';
  if (properties !== null && properties !== undefined && typeof properties !== 'object')
    return 'not a feature: its properties are no object';
  return {...properties, geometry: geometry ?? null};
}

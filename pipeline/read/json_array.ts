/** Arrays of JSON objects as rows, alone or in the answer of a portal, and FeatureCollections, whose rows are their features. */
import {arrayElements} from './json_elements.ts';
import {type JsonRecord, type JsonRow, parseObject, type RereadableFile, tableOf} from './json_records.ts';
import {type RawTable, ReadError} from './types.ts';

const CUT = 'it was cut or damaged: fetch it again';

/** Reads the objects of an array; an element that is no object is refused. */
export const readArray = (source: string, file: RereadableFile): Promise<RawTable> =>
  read(source, file, [], (text) => parseObject(text) ?? 'not a JSON record');

/** Reads the records of an answer of CKAN. */
export const readAnswer = (source: string, file: RereadableFile): Promise<RawTable> =>
  read(source, file, ['result', 'records'], (text) => parseObject(text) ?? 'not a JSON record');

/** Reads the features of a collection; its columns are the names of `properties` and `geometry`. */
export const readGeojson = (source: string, file: RereadableFile): Promise<RawTable> =>
  read(source, file, ['features'], featureIn);

async function read(
  source: string,
  file: RereadableFile,
  path: readonly string[],
  recordOf: (text: string) => JsonRecord | string,
): Promise<RawTable> {
  const fault = (found: string) => new ReadError(source, file.name, found, CUT);
  async function* rowsIn(stream: AsyncIterable<Buffer>): AsyncGenerator<JsonRow> {
    for await (const {text, line, from, to} of arrayElements(stream, path, fault)) {
      const record = recordOf(text);
      yield typeof record === 'string' ? {line, from, to, refused: record} : {line, from, to, record};
    }
  }
  return tableOf(file, rowsIn);
}

/** The properties of a feature and its geometry, or why it is none. */
function featureIn(text: string): JsonRecord | string {
  const feature = parseObject(text);
  if (!feature) return 'not a JSON record';
  const {properties, geometry} = feature;
  if (geometry === undefined && properties === undefined) return 'not a feature: it has no properties';
  if (properties !== null && properties !== undefined && typeof properties !== 'object')
    return 'not a feature: its properties are no object';
  return {...properties, geometry: geometry ?? null};
}

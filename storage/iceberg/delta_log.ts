/** Reads the Delta log that a published build carries for each of its tables: the one place that knows schema and rows. */
import {createHash} from 'node:crypto';
import {KEYS, type PublishedBuild, type PublishedFile} from '../documents.ts';
import type {ObjectStore} from '../object_store.ts';

/** A type of the Delta protocol, as far as builds use them. */
export type DeltaType = string | DeltaArray | DeltaStruct;

export interface DeltaArray {
  type: 'array';
  elementType: DeltaType;
}

export interface DeltaStruct {
  type: 'struct';
  fields: {name: string; type: DeltaType}[];
}

/** A Parquet file of a table: an object of the location. */
export interface DataFile {
  sha256: string;
  bytes: number;
  rows: number;
}

/** A table of one build. */
export interface TableOfBuild {
  schema: DeltaStruct;
  files: DataFile[];
}

const LOG = /^(parquet\/([a-z]\w*)\/)_delta_log\/0{20}\.json$/;

/** The logs of a build by the names of their tables. */
export function tableLogs({files}: PublishedBuild): Map<string, PublishedFile> {
  const logs = new Map<string, PublishedFile>();
  for (const file of files) {
    const name = LOG.exec(file.path)?.[2];
    if (name !== undefined) logs.set(name, file);
  }
  return logs;
}

interface Action {
  metaData?: {schemaString: string};
  add?: {path: string; size: number; stats: string};
}

/** Schema and files of a table in a published build. Throws if the log is missing, is damaged or names other files than the build. */
export async function readTable(
  store: ObjectStore,
  build: PublishedBuild,
  log: PublishedFile,
): Promise<TableOfBuild> {
  const stored = await store.read(KEYS.object(log.sha256));
  const isWhole = stored && createHash('sha256').update(stored.text).digest('hex') === log.sha256;
  const folder = LOG.exec(log.path)?.[1];
  const refuse = (why: string): Error =>
    new Error(`${store.location}: ${log.path} of build ${build.build_id} ${why}: publish the build again`);
  if (!isWhole) throw refuse(stored ? 'is not what its name says' : 'is missing');
  const actions = stored.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Action);
  const schema = actions.find(({metaData}) => metaData)?.metaData?.schemaString;
  if (schema === undefined) throw refuse('has no schema');
  const known = new Map(build.files.map((file) => [file.path, file]));
  const files = actions.flatMap(({add}): DataFile[] => {
    if (!add) return [];
    const file = known.get(`${folder}${add.path}`);
    const rows = (JSON.parse(add.stats) as {numRecords?: unknown}).numRecords;
    if (file?.bytes !== add.size || !Number.isSafeInteger(rows)) {
      throw refuse(`names ${add.path}, which the build does not have so`);
    }
    return [{sha256: file.sha256, bytes: file.bytes, rows: rows as number}];
  });
  return {schema: JSON.parse(schema) as DeltaStruct, files};
}

/** Where the files of Iceberg tables lie: `tables/<name>/metadata/`, as catalogues of plain files expect them. */
import {parseLocation} from '../location.ts';
import type {ObjectStore, StoredObject} from '../object_store.ts';

export const TABLES = 'tables/';

const METADATA = /^tables\/([a-z]\w*)\/metadata\/v([1-9]\d{0,8})\.metadata\.json$/;

export const tableKeys = {
  folder: (name: string) => `${TABLES}${name}`,
  metadata: (name: string, version: number) => `${TABLES}${name}/metadata/v${version}.metadata.json`,
  /** The newest version, for readers that cannot list. */
  hint: (name: string) => `${TABLES}${name}/metadata/version-hint.text`,
  manifest: (name: string, stem: string) => `${TABLES}${name}/metadata/${stem}-m0.avro`,
  manifestList: (name: string, stem: string) => `${TABLES}${name}/metadata/snap-${stem}.avro`,
};

/** The URI of a key in a location. Readers resolve it with the endpoint that they were given. */
export function uriOf(store: ObjectStore, key: string): string {
  const {bucket, prefix} = parseLocation(store.location, 'PUBLISH_TO');
  return `s3://${bucket}/${prefix}${key}`;
}

/** Files of one table, newest version first known. */
export interface TableFiles {
  /** The highest version; 0 where there is none. */
  version: number;
  files: Map<string, StoredObject>;
}

/** The files of all tables, by table. */
export async function listTables(store: ObjectStore): Promise<Map<string, TableFiles>> {
  const tables = new Map<string, TableFiles>();
  for await (const file of store.list(TABLES)) {
    const name = file.key.split('/')[1] ?? '';
    const table = tables.get(name) ?? {version: 0, files: new Map()};
    tables.set(name, table);
    table.files.set(file.key, file);
    table.version = Math.max(table.version, Number(METADATA.exec(file.key)?.[2] ?? 0));
  }
  return tables;
}

/** The metadata document of an Iceberg table, version 2 of the format: read with suspicion, written from the builds of the location. */
import {createHash} from 'node:crypto';
import {type IcebergSchema, nameMapping} from './schema.ts';

export interface Snapshot {
  'snapshot-id': number;
  'sequence-number': number;
  'timestamp-ms': number;
  'schema-id': number;
  /** URI of an Avro file. */
  'manifest-list': string;
  summary: Record<string, string>;
}

interface Reference {
  'snapshot-id': number;
  type: 'branch' | 'tag';
}

export interface TableMetadata {
  'format-version': 2;
  'table-uuid': string;
  location: string;
  'last-sequence-number': number;
  'last-updated-ms': number;
  'last-column-id': number;
  'current-schema-id': number;
  schemas: IcebergSchema[];
  'default-spec-id': 0;
  'partition-specs': [{'spec-id': 0; fields: []}];
  'last-partition-id': number;
  'default-sort-order-id': 0;
  'sort-orders': [{'order-id': 0; fields: []}];
  properties: Record<string, string>;
  /** Left out while the current build does not have the table. */
  'current-snapshot-id'?: number;
  /** `main` is the current build; each build has a tag of its id. */
  refs: Record<string, Reference>;
  snapshots: Snapshot[];
  'snapshot-log': {'snapshot-id': number; 'timestamp-ms': number}[];
}

/** The snapshot of a build: 52 bits of a hash, as readers of JSON are sure of 53. */
export const snapshotId = (buildId: string): number =>
  Number.parseInt(createHash('sha256').update(buildId).digest('hex').slice(0, 13), 16) + 1;

/** A UUID that stays the same for the table of a location. */
function tableUuid(location: string): string {
  const hex = createHash('sha256').update(location).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

const isSnapshot = (one: Partial<Snapshot> | null): boolean =>
  [one?.['snapshot-id'], one?.['sequence-number'], one?.['timestamp-ms'], one?.['schema-id']].every(
    Number.isSafeInteger,
  ) &&
  typeof one?.['manifest-list'] === 'string' &&
  typeof one.summary === 'object';

/** A document that this project wrote for the same address; null for anything else: the table then begins anew. */
export function parseMetadata(text: string, location: string): TableMetadata | null {
  try {
    const one = JSON.parse(text) as TableMetadata;
    const isOwn =
      one['format-version'] === 2 &&
      one.location === location &&
      [one['last-sequence-number'], one['last-column-id'], one['last-updated-ms']].every(
        Number.isSafeInteger,
      ) &&
      one.schemas.every((schema) => Number.isSafeInteger(schema['schema-id']) && schema.type === 'struct') &&
      one.snapshots.every(isSnapshot) &&
      one['snapshot-log'].every((entry) => Number.isSafeInteger(entry['snapshot-id'])) &&
      typeof one.refs === 'object';
    return isOwn ? one : null;
  } catch {
    return null;
  }
}

/** What a table shall say. */
export interface TableState {
  location: string;
  schemas: IcebergSchema[];
  lastColumnId: number;
  snapshots: Snapshot[];
  /** Tags, by the ids of builds. */
  tags: Record<string, number>;
  /** The snapshot of the current build; null where it does not have the table. */
  current: number | null;
}

/** The document of a state at a time; `before`: the one that it follows. */
export function describeTable(
  {location, schemas, lastColumnId, snapshots, tags, current}: TableState,
  before: TableMetadata | null,
  now: number,
): TableMetadata {
  const shown = snapshots.find((one) => one['snapshot-id'] === current);
  const schemaId =
    shown?.['schema-id'] ?? before?.['current-schema-id'] ?? schemas.at(-1)?.['schema-id'] ?? 0;
  const schema = schemas.find((one) => one['schema-id'] === schemaId);
  const kept = new Set(snapshots.map((one) => one['snapshot-id']));
  // Its last entry must be the current snapshot.
  const past = current === null ? [] : (before?.['snapshot-log'] ?? []);
  const log = past.filter((entry) => kept.has(entry['snapshot-id']));
  const updated = Math.max(now, before?.['last-updated-ms'] ?? 0);
  if (current !== null && log.at(-1)?.['snapshot-id'] !== current) {
    log.push({'snapshot-id': current, 'timestamp-ms': updated});
  }
  const refs = Object.entries(tags).map(([name, id]): [string, Reference] => [
    name,
    {'snapshot-id': id, type: 'tag'},
  ]);
  return {
    'format-version': 2,
    'table-uuid': tableUuid(location),
    location,
    'last-sequence-number': Math.max(
      before?.['last-sequence-number'] ?? 0,
      ...snapshots.map((one) => one['sequence-number']),
    ),
    'last-updated-ms': updated,
    'last-column-id': lastColumnId,
    'current-schema-id': schemaId,
    schemas,
    'default-spec-id': 0,
    'partition-specs': [{'spec-id': 0, fields: []}],
    'last-partition-id': 999,
    'default-sort-order-id': 0,
    'sort-orders': [{'order-id': 0, fields: []}],
    properties: {
      'schema.name-mapping.default': JSON.stringify(schema ? nameMapping(schema) : []),
      'write.format.default': 'parquet',
    },
    ...(current === null ? {} : {'current-snapshot-id': current}),
    refs: {
      ...(current === null ? {} : {main: {'snapshot-id': current, type: 'branch'} as const}),
      ...Object.fromEntries(refs),
    },
    snapshots,
    'snapshot-log': log,
  };
}

/** Whether two documents say the same of a table, whatever their times. */
export const saysTheSame = (a: TableMetadata, b: TableMetadata | null): boolean =>
  JSON.stringify({...a, 'last-updated-ms': 0}) === JSON.stringify({...b, 'last-updated-ms': 0});

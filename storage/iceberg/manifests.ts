/** The two Avro files of an Iceberg snapshot: the manifest that lists data files, and the list that names the manifest. */
import {createHash} from 'node:crypto';
import avro, {type Schema} from 'avsc';
import type {DataFile} from './delta_log.ts';
import type {IcebergSchema} from './schema.ts';

/** A field of an Avro record with the number that the Iceberg specification gives it. */
const field = (id: number, name: string, type: unknown): object => ({name, type, 'field-id': id});

const record = (name: string, fields: object[]): object => ({type: 'record', name, fields});

const MANIFEST = record('manifest_entry', [
  field(0, 'status', 'int'),
  field(1, 'snapshot_id', ['null', 'long']),
  field(3, 'sequence_number', ['null', 'long']),
  field(4, 'file_sequence_number', ['null', 'long']),
  field(
    2,
    'data_file',
    record('r2', [
      field(134, 'content', 'int'),
      field(100, 'file_path', 'string'),
      field(101, 'file_format', 'string'),
      field(102, 'partition', record('r102', [])),
      field(103, 'record_count', 'long'),
      field(104, 'file_size_in_bytes', 'long'),
    ]),
  ),
]);

const MANIFEST_LIST = record('manifest_file', [
  field(500, 'manifest_path', 'string'),
  field(501, 'manifest_length', 'long'),
  field(502, 'partition_spec_id', 'int'),
  field(517, 'content', 'int'),
  field(515, 'sequence_number', 'long'),
  field(516, 'min_sequence_number', 'long'),
  field(503, 'added_snapshot_id', 'long'),
  field(504, 'added_files_count', 'int'),
  field(505, 'existing_files_count', 'int'),
  field(506, 'deleted_files_count', 'int'),
  field(512, 'added_rows_count', 'long'),
  field(513, 'existing_rows_count', 'long'),
  field(514, 'deleted_rows_count', 'long'),
]);

/** An Avro container file. Its sync marker is a hash of the schema and its values, so equal content has equal bytes. */
async function avroFile(
  schema: object,
  values: readonly object[],
  metadata: Record<string, string>,
): Promise<Buffer> {
  const syncMarker = createHash('md5')
    .update(JSON.stringify([schema, values, metadata]))
    .digest();
  const bytes = Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value)]);
  // The library's types leave `metadata` out. Without `writeHeader` a file without values would be empty.
  const options = {syncMarker, writeHeader: true, metadata: Object.fromEntries(bytes)};
  const encoder = new avro.streams.BlockEncoder(schema as Schema, options);
  const chunks: Buffer[] = [];
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    encoder.once('end', resolve);
    encoder.once('error', reject);
  });
  for (const value of values) encoder.write(value);
  encoder.end();
  await ended;
  return Buffer.concat(chunks);
}

/** What a snapshot consists of. */
export interface SnapshotContent {
  id: number;
  sequence: number;
  schema: IcebergSchema;
  files: readonly DataFile[];
}

const ADDED = 1;

/** The manifest of a snapshot. `addressOf`: URI of a data file. */
export const manifestFile = (
  {id, sequence, schema, files}: SnapshotContent,
  addressOf: (sha256: string) => string,
): Promise<Buffer> =>
  avroFile(
    MANIFEST,
    files.map(({sha256, bytes, rows}) => ({
      status: ADDED,
      snapshot_id: id,
      sequence_number: sequence,
      file_sequence_number: sequence,
      data_file: {
        content: 0,
        file_path: addressOf(sha256),
        file_format: 'PARQUET',
        partition: {},
        record_count: rows,
        file_size_in_bytes: bytes,
      },
    })),
    {
      schema: JSON.stringify(schema),
      'schema-id': String(schema['schema-id']),
      'partition-spec': '[]',
      'partition-spec-id': '0',
      'format-version': '2',
      content: 'data',
    },
  );

/** The manifest list of a snapshot with one manifest at `path`. */
export const manifestListFile = (
  {id, sequence, files}: SnapshotContent,
  path: string,
  length: number,
): Promise<Buffer> =>
  avroFile(
    MANIFEST_LIST,
    [
      {
        manifest_path: path,
        manifest_length: length,
        partition_spec_id: 0,
        content: 0,
        sequence_number: sequence,
        min_sequence_number: sequence,
        added_snapshot_id: id,
        added_files_count: files.length,
        existing_files_count: 0,
        deleted_files_count: 0,
        added_rows_count: files.reduce((sum, {rows}) => sum + rows, 0),
        existing_rows_count: 0,
        deleted_rows_count: 0,
      },
    ],
    {
      'snapshot-id': String(id),
      'parent-snapshot-id': 'null',
      'sequence-number': String(sequence),
      'format-version': '2',
    },
  );

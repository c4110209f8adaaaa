/** The tables of a build as a Data Package, version 2.0 (https://datapackage.org). */
import type {Manifest} from '../../../builds/artefacts.ts';
import type {Column, ColumnType, Json} from '../../../datasets/types.ts';
import {describedAs, licencesOf, MEDIA_TYPE, type Table, TITLE, tablesOf} from './tables.ts';

const PROFILE = 'https://datapackage.org/profiles/2.0/datapackage.json';

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  integer: 'integer',
  money: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'datetime',
  'text[]': 'array',
  rows: 'array',
  object: 'object',
  // A text in the Parquet, and bytes, for which the standard has no type.
  geometry: 'string',
  wkb: 'string',
};

/** The descriptor; paths are relative to the folder of the build. */
export function dataPackage(manifest: Manifest): Json {
  const tables = tablesOf(manifest);
  const known = new Set(tables.map(({name}) => name));
  return {
    $schema: PROFILE,
    name: 'canadian-public-data',
    id: manifest.build_id,
    title: TITLE,
    description: describedAs(manifest),
    version: manifest.build_id,
    created: `${manifest.built_at}Z`,
    licenses: licencesOf(tables.flatMap(({sources}) => sources)),
    resources: tables.map((table) => resourceOf(table, known)),
  };
}

function resourceOf(
  {name, title, help, rows, columns, key, leads, files, sources}: Table,
  known: Set<string>,
): Json {
  const [first, ...others] = files;
  const keys = leads
    // The standard has no keys in lists.
    .filter(
      ({column, to}) => known.has(to) && columns.some(([own, {type}]) => own === column && type === 'text'),
    )
    .map(({column, to, key}) => ({fields: [column], reference: {resource: to, fields: [key]}}));
  return {
    name,
    type: 'table',
    title,
    description: help,
    path: others.length > 0 ? files.map(({path}) => path) : (first?.path ?? null),
    format: 'parquet',
    mediatype: MEDIA_TYPE,
    ...(first && others.length === 0 ? {bytes: first.bytes, hash: `sha256:${first.sha256}`} : {}),
    rows,
    ...(sources.length > 0
      ? {
          sources: sources.map(({label, page}) => ({title: label, path: page})),
          licenses: licencesOf(sources),
        }
      : {}),
    schema: {
      fields: columns.map(([column, of]) => fieldOf(column, of)),
      primaryKey: [key],
      ...(keys.length > 0 ? {foreignKeys: keys} : {}),
    },
  };
}

/** A field; of lists of records and objects with the fields of the items, which the standard leaves open. */
function fieldOf(name: string, {type, help, unit, nullable, values, fields, example}: Column): Json {
  const isItem = type === 'text[]' || type === 'rows';
  return {
    name,
    type: TYPES[type],
    description: help,
    ...(unit === undefined ? {} : {unit}),
    // The standard has texts alone.
    ...(example === null ? {} : {example: typeof example === 'string' ? example : JSON.stringify(example)}),
    ...(isItem || (nullable && !values)
      ? {}
      : {constraints: {...(nullable ? {} : {required: true}), ...(values ? {enum: [...values]} : {})}}),
    ...(type === 'text[]' ? {items: {type: 'string', ...(values ? {enum: [...values]} : {})}} : {}),
    ...(fields ? {fields: Object.entries(fields).map(([inner, column]) => fieldOf(inner, column))} : {}),
  };
}

/** The tables of a build in the vocabulary of Croissant 1.0 (https://docs.mlcommons.org/croissant). */
import {basename} from 'node:path';
import type {Manifest} from '../../../builds/artefacts.ts';
import type {Column, ColumnType, Json} from '../../../datasets/types.ts';
import {describedAs, licencesOf, MEDIA_TYPE, rightsOf, type Table, TITLE, tablesOf} from './tables.ts';

/** As the specification has it, without the parts that are not used here. */
const CONTEXT: Json = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  sc: 'https://schema.org/',
  dct: 'http://purl.org/dc/terms/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  dataType: {'@id': 'cr:dataType', '@type': '@vocab'},
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  key: 'cr:key',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  repeated: 'cr:repeated',
  source: 'cr:source',
  subField: 'cr:subField',
};

const TYPES: Readonly<Record<ColumnType, string | null>> = {
  text: 'sc:Text',
  integer: 'sc:Integer',
  money: 'sc:Float',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
  date: 'sc:Date',
  timestamp: 'sc:Date',
  'text[]': 'sc:Text',
  rows: null,
  object: null,
  geometry: 'sc:Text',
  wkb: 'sc:Text',
};

/**
 * The document, of the tables that are one file; addresses are relative to the folder of the build.
 */
export function croissant(manifest: Manifest): Json {
  const tables = tablesOf(manifest).filter(({files}) => files.length === 1);
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: TITLE,
    description: describedAs(manifest),
    version: manifest.build_id,
    datePublished: manifest.built_at.slice(0, 10),
    creditText: rightsOf(tables.flatMap(({sources}) => sources)).map(({en}) => en),
    license: licencesOf(tables.flatMap(({sources}) => sources)).map(({path}) => path),
    distribution: tables.flatMap(fileOf),
    recordSet: tables.map((table) => recordSetOf(table, tables)),
  };
}

function fileOf({files: [file]}: Table): Json[] {
  if (!file) return [];
  const {path, bytes, sha256} = file;
  return [
    {
      '@type': 'cr:FileObject',
      '@id': path,
      name: basename(path),
      contentUrl: path,
      contentSize: `${bytes} B`,
      encodingFormat: MEDIA_TYPE,
      sha256,
    },
  ];
}

function recordSetOf(table: Table, tables: readonly Table[]): Json {
  const {name, help, columns, key, leads} = table;
  const known = new Set(tables.map((one) => one.name));
  return {
    '@type': 'cr:RecordSet',
    '@id': name,
    name,
    description: help,
    key: {'@id': `${name}/${key}`},
    field: columns.map(([column, of]) => {
      const lead = leads.find((one) => one.column === column && known.has(one.to));
      const field = fieldOf(table, [column], of);
      if (lead) field['references'] = {field: {'@id': `${lead.to}/${lead.key}`}};
      return field;
    }),
  };
}

/** A field at a path of names within the record. */
function fieldOf(
  table: Table,
  path: readonly string[],
  {type, help, fields = {}}: Column,
): {[name: string]: Json} {
  const dataType = TYPES[type];
  const column = path.join('/');
  const field: {[name: string]: Json} = {
    '@type': 'cr:Field',
    '@id': `${table.name}/${column}`,
    name: column,
    description: help,
  };
  if (type === 'text[]' || type === 'rows') field['repeated'] = true;
  if (dataType === null)
    field['subField'] = Object.entries(fields).map(([name, inner]) => fieldOf(table, [...path, name], inner));
  else {
    field['dataType'] = dataType;
    field['source'] = {fileObject: {'@id': table.files[0]?.path ?? null}, extract: {column}};
  }
  return field;
}

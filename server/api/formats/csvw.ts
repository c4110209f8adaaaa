/** Describes the columns of a CSV file for programs, as CSV on the Web has it. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import {licenceOf} from '../../../datasets/licence_of.ts';
import type {Columns, ColumnType, Json, Source} from '../../../datasets/types.ts';
import type {BuildInfo} from '../../../engine/types.ts';
import {datasetLabels, fieldLabel} from '../../labels/index.ts';

/** By type of a column. Ids and codes are texts: their zeros in front stay. */
const DATATYPES: Readonly<Record<ColumnType, Json>> = {
  text: 'string',
  integer: 'integer',
  money: 'decimal',
  number: 'number',
  boolean: 'boolean',
  date: {base: 'date', format: 'yyyy-MM-dd'},
  timestamp: {base: 'dateTime', format: 'yyyy-MM-ddTHH:mm:ss'},
  'text[]': 'json',
  rows: 'json',
  object: 'json',
  geometry: 'json',
  wkb: 'hexBinary',
};

const inBoth = ({en, fr}: {en: string; fr: string}): Json[] => [
  {'@value': en, '@language': 'en'},
  {'@value': fr, '@language': 'fr'},
];

export interface CsvFile {
  /** Its address, whole or relative to that of the description. */
  url: string;
  dataset: string;
  /** Its columns in order. */
  names: readonly string[];
  columns: Columns;
  /** Those of its records. */
  sources: readonly Source[];
}

/** The description of one file, of a build. */
export function csvwOf({url, dataset, names, columns, sources}: CsvFile, info: BuildInfo): Json {
  const id = idColumn(datasetOrEntity(dataset));
  const licences = new Map(sources.map((source) => [source.license_url, licenceOf(source)]));
  return {
    '@context': ['http://www.w3.org/ns/csvw', {'@language': 'en'}],
    url,
    'dc:title': inBoth(datasetLabels(dataset).title),
    'dc:identifier': info.build_id,
    'dc:modified': info.data_as_of.slice(0, 10),
    'dc:license': [...licences.values()].map(({url: {en}}) => ({'@id': en})),
    'dc:rights': [...licences.values()].flatMap(({attribution}) => inBoth(attribution)),
    dialect: {encoding: 'utf-8', delimiter: ',', header: true, doubleQuote: true},
    tableSchema: {
      columns: names.map((name) => {
        const column = columns[name];
        return {
          name,
          titles: name,
          'rdfs:label': inBoth(fieldLabel(dataset, name)),
          ...(column && {'dc:description': column.help, datatype: DATATYPES[column.type]}),
          // An empty text is an empty cell, too.
          ...(column && !column.nullable && column.type !== 'text' && {required: true}),
        };
      }),
      ...(names.includes(id) && {primaryKey: id}),
    },
  };
}

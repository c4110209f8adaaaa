/**
 * Resources of coverage: which source and city has how many records, and values in which fields, from when to
 * when.
 */
import type {Resource} from '@modelcontextprotocol/sdk/types.js';
import Papa from 'papaparse';
import type {Principal} from '../accounts/principal.ts';
import type {ApiContext} from '../api/context.ts';
import {readUncounted} from '../api/dispatch.ts';
import {BASE_PATH} from '../api/routes/index.ts';
import {SYNTHETIC_NOTICE} from '../api/synthetic.ts';
import {bodyText} from '../http/body_text.ts';
import {RpcError} from './errors.ts';

type Cells = Record<string, string | number | null>;
type Source = Cells & {coverage: Cells[]};

interface Coverage {
  resource: Resource & {mimeType: string};
  /** Columns in the order in which the source of a number is looked for. */
  columns: readonly string[];
  rowsOf: (source: Source) => readonly Cells[];
}

const TABLES: readonly Coverage[] = [
  {
    resource: {
      uri: 'coverage://sources',
      name: 'coverage',
      title: 'Coverage',
      description:
        'By dataset and source, cities too: records, first and last date, when it was fetched and how often the publisher renews it.',
      mimeType: 'text/csv',
    },
    columns: [
      'dataset',
      'source_dataset',
      'record_count',
      'first_date',
      'last_date',
      'last_updated',
      'refresh_cadence',
      'publisher',
      'dataset_last_date',
    ],
    rowsOf: (source) => [source],
  },
  {
    resource: {
      uri: 'coverage://fields',
      name: 'coverage_of_fields',
      title: 'Coverage of fields',
      description:
        'By dataset and source, cities too: how many records have a value in each field that may be blank, and the first and last date of them. 0: the publisher gives none.',
      mimeType: 'text/csv',
    },
    columns: ['dataset', 'source_dataset', 'field', 'record_count', 'first_date', 'last_date'],
    rowsOf: ({dataset, source_dataset, coverage}) =>
      coverage.map((covered) => ({
        ...covered,
        dataset: dataset ?? null,
        source_dataset: source_dataset ?? null,
      })),
  },
];

/** Rows of CSV, those of one dataset together; what has no dates has empty cells. Counts nothing. */
async function readCoverage(
  {columns, rowsOf}: Coverage,
  principal: Principal,
  context: ApiContext,
): Promise<string> {
  const target = `${BASE_PATH}/sources?limit=200`;
  const response = await readUncounted(principal, {method: 'GET', target, headers: {}}, context);
  if (response.status !== 200) throw new RpcError('unavailable');
  const {data} = JSON.parse(await bodyText(response)) as {data: Source[]};
  const order = (source: Source) => `${source['dataset']} ${source['source_dataset']}`;
  const rows = data
    .sort((a, b) => order(a).localeCompare(order(b)))
    .flatMap(rowsOf)
    .map((row) => columns.map((name) => row[name]));
  const text = Papa.unparse({fields: [...columns], data: rows}, {newline: '\n'});
  const notice = context.builds.info()?.synthetic ? [`# ${SYNTHETIC_NOTICE}`] : [];
  return [...notice, text].join('\n');
}

/** The rows of the table of resources. */
export const COVERAGE = TABLES.map((table) => ({
  resource: table.resource,
  read: (_: object, principal: Principal, context: ApiContext) => readCoverage(table, principal, context),
}));

/** The resource of coverage: which source and city has how many records from when to when, from the list of sources. */
import type {ReadResourceResult, Resource} from '@modelcontextprotocol/sdk/types.js';
import type {Principal} from '../accounts/principal.ts';
import type {ApiContext} from '../api/context.ts';
import {readUncounted} from '../api/dispatch.ts';
import {BASE_PATH} from '../api/routes/index.ts';
import {SYNTHETIC_NOTICE} from '../api/synthetic.ts';
import {bodyText} from './body_text.ts';
import {RpcError} from './errors.ts';

export const COVERAGE_URI = 'coverage://sources';

export const COVERAGE: Resource = {
  uri: COVERAGE_URI,
  name: 'coverage',
  title: 'Coverage',
  description:
    'By dataset and source, cities too: records, first and last date, when it was fetched and how often the publisher renews it.',
  mimeType: 'text/csv',
};

/** Columns in the order in which the source of a number is looked for. */
const COLUMNS = [
  'dataset',
  'source_dataset',
  'record_count',
  'first_date',
  'last_date',
  'last_updated',
  'refresh_cadence',
  'publisher',
] as const;

type Source = Record<(typeof COLUMNS)[number], string | number | null>;

const cell = (value: string | number | null): string => {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows of CSV, those of one dataset together; a source without dates has empty cells. Counts nothing. */
export async function readCoverage(principal: Principal, context: ApiContext): Promise<ReadResourceResult> {
  const target = `${BASE_PATH}/sources?limit=200`;
  const response = await readUncounted(principal, {method: 'GET', target, headers: {}}, context);
  if (response.status !== 200) throw new RpcError('unavailable');
  const {data} = JSON.parse(await bodyText(response)) as {data: Source[]};
  const order = (source: Source) => `${source.dataset} ${source.source_dataset}`;
  const rows = data
    .sort((a, b) => order(a).localeCompare(order(b)))
    .map((source) => COLUMNS.map((name) => cell(source[name])).join(','));
  const notice = context.builds.info()?.synthetic ? [`# ${SYNTHETIC_NOTICE}`] : [];
  return {
    contents: [
      {uri: COVERAGE_URI, mimeType: 'text/csv', text: [...notice, COLUMNS.join(','), ...rows].join('\n')},
    ],
  };
}

/** `/health`: whether the data can be read, and what is loaded. */
import {publishedDatasets} from '../../../datasets/index.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {HttpResponse} from '../../http/types.ts';
import type {ApiContext} from '../context.ts';
import {CORS} from '../cors.ts';
import {SYNTHETIC_NOTICE} from '../synthetic.ts';

const text = (help: string, example: string, nullable = false) =>
  ({type: 'text', nullable, visibility: 'list', help, example}) as const;

/** Fields of the answer. The last two occur only where the loaded data is generated. */
export const HEALTH: Columns = {
  status: {...text('`ok` or `error`', 'ok'), values: ['ok', 'error']},
  version: text('service version', '0.1.0'),
  build_id: text('data build; null when unreadable', '3f9a1c0b27d84e65', true),
  data_as_of: {
    type: 'timestamp',
    nullable: true,
    visibility: 'list',
    help: 'newest fetch among the loaded sources, UTC; null when unreadable',
    example: '2026-11-21T06:00:00',
  },
  uptime_seconds: {
    type: 'integer',
    nullable: false,
    visibility: 'list',
    help: 'since start',
    example: 3600,
    unit: 's',
  },
  records: {
    type: 'object',
    nullable: false,
    visibility: 'list',
    help: 'record count per dataset name; empty when unreadable',
    example: {contracts: 3},
  },
  checks: {
    type: 'object',
    nullable: false,
    visibility: 'list',
    help: '`ok` or `error` per part',
    fields: {store: text('the account store', 'ok')},
    example: {store: 'ok'},
  },
};

/** Only where the loaded data is generated. */
export const SYNTHETIC: Columns = {
  synthetic: {
    type: 'boolean',
    nullable: false,
    visibility: 'list',
    help: 'the data is generated',
    example: true,
  },
  notice: text('what that means', 'The data of this service is generated: no government published it.'),
};

type State = Pick<ApiContext, 'builds' | 'store' | 'version' | 'startedAt' | 'now'>;

/** 200 if the data is readable, else 503; never cached, needs no key. */
export async function answerHealth({builds, store, version, startedAt, now}: State): Promise<HttpResponse> {
  const info = (await builds.isReadable()) ? builds.info() : null;
  const names = new Set(publishedDatasets().map(({name}) => name));
  const counts = Object.entries(info?.records ?? {}).filter(([name]) => names.has(name));
  const body = {
    status: info ? 'ok' : 'error',
    version,
    build_id: info?.build_id ?? null,
    data_as_of: info?.data_as_of ?? null,
    uptime_seconds: Math.floor((now() - startedAt) / 1000),
    records: Object.fromEntries(counts),
    checks: {store: store.healthy() ? 'ok' : 'error'},
    ...(info?.synthetic ? {synthetic: true, notice: SYNTHETIC_NOTICE} : {}),
  };
  return {
    status: info ? 200 : 503,
    blocks: [],
    headers: {
      ...CORS,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(info ? {} : {'Retry-After': '1'}),
    },
    body: JSON.stringify(body),
  };
}

/** `/health`: whether the data can be read, and what is loaded. */
import {countedDatasets} from '../../../datasets/index.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {HttpResponse} from '../../http/types.ts';
import type {ApiContext, Replication} from '../context.ts';
import {CORS} from '../cors.ts';
import {column, integerColumn, NULLABLE, objectColumn, textColumn} from '../routes/columns.ts';
import {SYNTHETIC_NOTICE} from '../synthetic.ts';

/** Fields of the answer. The last two occur only where the loaded data is generated. */
export const HEALTH: Columns = {
  status: textColumn('`ok` or `error`', 'ok', {values: ['ok', 'error']}),
  version: textColumn('service version', '0.2.0'),
  build_id: textColumn('data build; null when unreadable', '3f9a1c0b27d84e65', NULLABLE),
  data_as_of: column(
    'timestamp',
    'newest fetch among the loaded sources, UTC; null when unreadable',
    '2026-11-21T06:00:00',
    NULLABLE,
  ),
  uptime_seconds: integerColumn('since start', 3600, {unit: 's'}),
  records: column('object', 'record count per dataset name; empty when unreadable', {contracts: 3}),
  checks: objectColumn('`ok` or `error` per part', {store: textColumn('the account store', 'ok')}),
};

/** Only on a server that follows a bucket. */
export const REPLICATION: Columns = {
  replication: column(
    'object',
    'how far a server that follows a bucket is',
    {build_id: '3f9a1c0b27d84e65', lag_seconds: 0, bytes_done: 0, bytes_total: 0, error: null},
    {
      fields: {
        build_id: textColumn(
          'build that the bucket names as current; null until it was reached',
          '3f9a1c0b27d84e65',
          NULLABLE,
        ),
        lag_seconds: integerColumn('since which another build is wanted than is served; 0: the same', 0, {
          unit: 's',
        }),
        bytes_done: integerColumn('of the build that is being fetched', 0),
        bytes_total: integerColumn('0 while none is being fetched', 0),
        error: textColumn(
          'why the bucket or its build cannot be used',
          'the bucket cannot be reached',
          NULLABLE,
        ),
      },
    },
  ),
};

/** Only where the loaded data is generated. */
export const SYNTHETIC: Columns = {
  synthetic: column('boolean', 'the data is generated', true),
  notice: textColumn('what that means', 'The data of this service is generated: no government published it.'),
};

type State = Pick<ApiContext, 'builds' | 'state' | 'store' | 'version' | 'startedAt' | 'now'>;

function replicationOf(replication: Replication | null, now: number) {
  if (!replication) return {};
  const {wanted, behind_since, bytes, error} = replication;
  const lag = behind_since === null ? 0 : Math.max(0, Math.floor((now - behind_since) / 1000));
  return {
    replication: {
      build_id: wanted,
      lag_seconds: lag,
      bytes_done: bytes.done,
      bytes_total: bytes.total,
      error,
    },
  };
}

/** 200 if the data is readable, else 503; never cached, needs no key. */
export function answerHealth({builds, state, store, version, startedAt, now}: State): HttpResponse {
  const info = builds.isReadable() ? builds.info() : null;
  const names = new Set(countedDatasets().map(({name}) => name));
  const counts = Object.entries(info?.records ?? {}).filter(([name]) => names.has(name));
  const body = {
    status: info ? 'ok' : 'error',
    version,
    build_id: info?.build_id ?? null,
    data_as_of: info?.data_as_of ?? null,
    uptime_seconds: Math.floor((now() - startedAt) / 1000),
    records: Object.fromEntries(counts),
    checks: {store: store.healthy() ? 'ok' : 'error'},
    ...replicationOf(state().replication, now()),
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

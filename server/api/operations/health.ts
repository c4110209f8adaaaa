/** `/health`: whether the data can be read, and what is loaded. */
import {countedDatasets} from '../../../datasets/index.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {HttpResponse} from '../../http/types.ts';
import type {ApiContext, Replication} from '../context.ts';
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

/** Only on a server that follows a bucket. */
export const REPLICATION: Columns = {
  replication: {
    type: 'object',
    nullable: false,
    visibility: 'list',
    help: 'how far a server that follows a bucket is',
    fields: {
      build_id: text(
        'build that the bucket names as current; null until it was reached',
        '3f9a1c0b27d84e65',
        true,
      ),
      lag_seconds: {
        type: 'integer',
        nullable: false,
        visibility: 'list',
        help: 'since which another build is wanted than is served; 0: the same',
        example: 0,
        unit: 's',
      },
      bytes_done: {
        type: 'integer',
        nullable: false,
        visibility: 'list',
        help: 'of the build that is being fetched',
        example: 0,
      },
      bytes_total: {
        type: 'integer',
        nullable: false,
        visibility: 'list',
        help: '0 while none is being fetched',
        example: 0,
      },
      error: text('why the bucket or its build cannot be used', 'the bucket cannot be reached', true),
    },
    example: {build_id: '3f9a1c0b27d84e65', lag_seconds: 0, bytes_done: 0, bytes_total: 0, error: null},
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

/** What a kind of work is, and the goals that several share. */
import type {Values} from './values.ts';

export const API = '/api/v1';

/** What a kind must reach, as a ratio in the same run. */
export type Goal =
  /** So many times the requests per second of another server; `p99_ms` at saturation where it is given. */
  | {against: 'postgres' | 'names' | 'clickhouse'; times: number; p99_ms?: number}
  /** So many requests per second. */
  | {against: 'rate'; requests_s: number; p99_ms?: number}
  /** At least this share of the requests per second of the fixed answer. */
  | {against: 'limit'; share: number}
  /** At most so many times the time of another kind. */
  | {against: 'kind'; kind: string; times: number};

export interface Kind {
  name: string;
  title: string;
  goals: readonly Goal[];
  targets(values: Values): string[];
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Deep pages: the targets are pages whose ends become cursors. */
  walk?: true;
  /** Also measured on PostgreSQL; else on the server alone, for information. */
  compared: boolean;
  /** Also measured on ClickHouse. */
  clickhouse?: true;
  /** Measured again at a quarter and at four times the rows. */
  growth?: true;
}

/** A target with its parameters. */
export const query = (path: string, parameters: Record<string, string | number>): string => {
  const text = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${API}${path}?${text.join('&')}`;
};

export const filtered = {against: 'postgres', times: 100, p99_ms: 5} as const;
export const page = {against: 'limit', share: 0.3} as const;
export const combined = {against: 'postgres', times: 50} as const;
export const grouped = {against: 'postgres', times: 20} as const;
export const columnar = {against: 'clickhouse', times: 20} as const;

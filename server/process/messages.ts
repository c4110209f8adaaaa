/** What the main thread and the threads that answer tell each other. Everything is plain data. */
import type {SharedBuild} from '../../engine/open.ts';
import type {RedisSettings} from '../limits/redis.ts';

/** A build to serve. */
export interface Offer {
  /** Counts the builds that this process loaded: a build that comes back has another one. */
  serial: number;
  shared: SharedBuild;
  /** Files that must be there, at their size, for the data to be readable. */
  files: readonly {path: string; bytes: number}[];
}

/** What a thread needs to begin. */
export interface Beginning {
  dataDir: string;
  host: string;
  port: number;
  logLevel: string;
  /** Unix epoch milliseconds. */
  startedAt: number;
  /** Counters of all accounts, shared by the threads. */
  counters: SharedArrayBuffer;
  /** Where all machines count together, and how long an answer may wait for it; null: only this process counts. */
  redis: RedisSettings | null;
  offer: Offer | null;
}

export type ToWorker = {kind: 'serve'; offer: Offer} | {kind: 'stop'};

export type FromWorker =
  | {kind: 'listening'}
  /** The offer is what new requests are answered from. */
  | {kind: 'serving'; serial: number}
  /** No request uses the offer any more. */
  | {kind: 'released'; serial: number}
  /** All requests are answered. */
  | {kind: 'stopped'}
  /** Nothing was begun. */
  | {kind: 'failed'; why: string};

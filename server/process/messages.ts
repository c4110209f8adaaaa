/** Messages between the main thread and the workers. Everything is plain data. */
import type {SharedBuild} from '../../engine/open.ts';
import type {RedisSettings} from '../limits/redis_connection.ts';

/** A build to serve. */
export interface BuildOffer {
  /** Counts the builds that this process loaded; a build that returns gets a new number. */
  serial: number;
  shared: SharedBuild;
  /** Files that must exist with their size for the data to be readable. */
  files: readonly {path: string; bytes: number}[];
}

/** What a worker needs to start. */
export interface WorkerInit {
  dataDir: string;
  host: string;
  port: number;
  logLevel: string;
  /** Unix epoch milliseconds. */
  startedAt: number;
  /** Counters of all accounts, shared by the threads. */
  counters: SharedArrayBuffer;
  /** Shared counters of all machines; null: only this process counts. */
  redis: RedisSettings | null;
  offer: BuildOffer | null;
}

export type WorkerCommand = {kind: 'serve'; offer: BuildOffer} | {kind: 'stop'};

export type WorkerEvent =
  | {kind: 'listening'}
  /** New requests are answered from this build. */
  | {kind: 'serving'; serial: number}
  /** No request uses the build any more. */
  | {kind: 'released'; serial: number}
  /** All requests are answered. */
  | {kind: 'stopped'}
  /** The worker could not start. */
  | {kind: 'failed'; why: string};

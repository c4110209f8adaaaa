/** Messages between the main thread and the workers. Everything is plain data. */
import type {MessagePort} from 'node:worker_threads';
import type {SharedBuild} from '../../engine/open.ts';
import type {ServiceState} from '../api/context.ts';
import type {SharedDocuments} from '../api/static_documents.ts';
import type {RedisSettings} from '../limits/redis_connection.ts';
import type {MailInit} from '../mail/types.ts';
import type {AddressInit} from '../site/address_limits.ts';
import type {SiteInit} from '../site/site.ts';

/** A build to serve. */
export interface BuildOffer {
  /** Counts the builds that this process loaded; a build that returns gets a new number. */
  serial: number;
  shared: SharedBuild;
  /** Files that must exist with their size for the data to be readable. */
  files: readonly {path: string; bytes: number}[];
  /** What is served without a key, with examples of the build. */
  documents: SharedDocuments;
}

/** What a worker needs to start. */
export interface WorkerInit {
  dataDir: string;
  host: string;
  port: number;
  /** Public address of the service. */
  origin: string;
  /** What the ids of contracting processes begin with. */
  ocidPrefix: string;
  /** Settings of accounts, OAuth and the tools. */
  accounts: AccountInit;
  logLevel: string;
  /** Unix epoch milliseconds. */
  startedAt: number;
  /** `codeHash` of the process. */
  code: string;
  /** Milliseconds of processor time that one request may take for its queries. */
  queryMs: number;
  /** Counters of all accounts, shared by the threads. */
  counters: SharedArrayBuffer;
  /** Shared counters of all machines; null: only this process counts. */
  redis: RedisSettings | null;
  offer: BuildOffer | null;
  /** Other open builds: pages that were begun in them are continued in them. */
  others: readonly BuildOffer[];
  state: ServiceState;
  /** Counters of all threads, the region of this one, and the token that may read them. */
  metrics: {memory: SharedArrayBuffer; thread: number; token: string};
  /** Pages for people; absent or null: none. */
  site?: SiteInit | null;
  /** Files of builds, counted by address or, without `addresses`, by key; absent or null: none. */
  files?: {addresses: AddressInit | null} | null;
}

/** Settings of accounts, OAuth and the tools. */
export interface AccountInit {
  /** Origins of web pages that may call the tool server, besides its own. */
  toolOrigins: readonly string[];
  /** Reverse proxies in front. */
  proxies: number;
  /** How messages leave; absent or null: none does. */
  mail?: MailInit | null;
}

export type WorkerCommand =
  /** Open the build besides the current one. */
  | {kind: 'prepare'; offer: BuildOffer}
  | {kind: 'serve'; offer: BuildOffer}
  /** Close the build after its last request. */
  | {kind: 'retire'; serial: number}
  | {kind: 'state'; state: ServiceState}
  /**
   * A channel between a thread with a socket and a web thread, which may be the one that has the accounts.
   */
  | {kind: 'web'; port: MessagePort; hasAccounts: boolean}
  | {kind: 'stop'};

/** The first message says how to start. */
export type ThreadMessage = {kind: 'start'; init: WorkerInit} | WorkerCommand;

export type WorkerEvent =
  | {kind: 'listening'}
  /** New requests are answered from this build. */
  | {kind: 'serving'; serial: number}
  /** The build is open besides the current one. */
  | {kind: 'prepared'; serial: number}
  /** No request uses the build any more. */
  | {kind: 'released'; serial: number}
  /** All requests are answered. */
  | {kind: 'stopped'}
  /** The worker could not start. */
  | {kind: 'failed'; why: string};

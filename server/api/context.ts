/** What requests are answered from, and what is logged about them. */
import type {BuildInfo, Engine} from '../../engine/types.ts';
import type {AccountStore} from '../accounts/account_store.ts';
import type {BufferAllocator} from '../http/buffers.ts';
import type {Limits} from '../limits/types.ts';
import type {Log} from '../log.ts';
import type {StaticDocuments} from './static_documents.ts';

/** A build that stays open until released. */
export interface BuildLease {
  engine: Engine;
  /** Call once, when the work is done. */
  release(): void;
}

/** The build that requests are answered from. */
export interface BuildSource {
  /** Null while there is no build. */
  info(): BuildInfo | null;
  /** Keeps the current build open until it is released; throws 503 without a build. */
  acquire(): BuildLease;
  /** True if the files of the current build all exist with their size, and none was found damaged. */
  isReadable(): Promise<boolean>;
}

export interface ApiContext {
  builds: BuildSource;
  store: Pick<AccountStore, 'find' | 'healthy'>;
  limits: Limits;
  documents: StaticDocuments;
  version: string;
  /** Unix epoch milliseconds, as `now`. */
  startedAt: number;
  now: () => number;
  log: Log;
  /** Allocates bodies of synchronous answers: they may be valid only until the next request. */
  allocate: BufferAllocator;
  /** Timeout of an answer. */
  timeout_ms: number;
}

/** Request fields for the log: never the query, and no more of a key than its prefix. */
export interface LogFields {
  route: string;
  key: string | null;
}

/** What requests are answered from, and what is logged about them. */
import type {BuildInfo, Engine} from '../../engine/types.ts';
import type {AccountStore} from '../accounts/account_store.ts';
import type {BufferAllocator} from '../http/buffers.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import type {Limits} from '../limits/types.ts';
import type {Log} from '../log.ts';
import type {Metrics} from './metrics.ts';
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
  /**
   * Keeps a build open until it is released: that of the given id if it is open, else the current one. Throws
   * 503 without a build.
   */
  acquire(id?: string): BuildLease;
  /** True if the files of the current build all exist with their size, and none was found damaged. */
  isReadable(): boolean;
}

/** How far a server that follows a bucket is. */
export interface Replication {
  /** Build that the bucket names as current; null until it was reached. */
  wanted: string | null;
  /** Unix epoch milliseconds since which another build is wanted than is served; null: none is. */
  behind_since: number | null;
  /** Bytes of the build that is being fetched: here, and in all; both 0 while none is. */
  bytes: {done: number; total: number};
  /** Why the bucket or its build cannot be used; null: it can. */
  error: string | null;
}

/** Jobs of ingests in one state; `blocked` ones wait for others. */
export interface JobCount {
  queue: string;
  state: 'waiting' | 'active' | 'delayed' | 'blocked';
  jobs: number;
}

/** What the process does besides answering. */
export interface ServiceState {
  /** The first of these that holds; null: the server is ready. */
  unready: 'starting' | 'draining' | 'staging' | null;
  /** Null for a server that follows no bucket. */
  replication: Replication | null;
  /** Jobs in the queue of QUEUE_URL; null: it cannot be reached; left out by a server that looks at none. */
  queue?: readonly JobCount[] | null;
}

/** A server that follows no bucket and is not stopping. */
export const READY: ServiceState = {unready: null, replication: null};

/** Makes a response at once; called exactly once, and never throws. */
export type Ready = () => HttpResponse;

/** A response that is there, or that is waited for. */
export type Later = HttpResponse | Promise<HttpResponse>;

/** Pages for people on the same port. */
export interface Site {
  /** Answers a request for a page or its files; null: it is not one. Never throws or rejects. */
  answer(request: HttpRequest, context: ApiContext, logFields: LogFields): Later | null;
  /** Answers people whom nothing else answers; null: the client is a program. */
  missing(request: HttpRequest, context: ApiContext): HttpResponse | null;
}

/** Accounts, OAuth and the tools. */
export interface Web {
  /** Answers a request that is theirs; throws or rejects where they cannot be reached. */
  forward(request: HttpRequest, context: ApiContext, logFields: LogFields): Promise<HttpResponse>;
}

/** How files of builds are answered. */
export interface FileAccess {
  /**
   * Counts a request for its client address; seconds until the next is answered, 0: this one is. Absent: a
   * key is asked for instead.
   */
  wait?: ((request: HttpRequest, now: number) => number) | undefined;
}

export interface ApiContext {
  builds: BuildSource;
  state: () => ServiceState;
  metrics: Metrics;
  /** Bearer token of `/metrics`; empty: the path does not exist. */
  metricsToken: string;
  store: Pick<AccountStore, 'find' | 'healthy'> & Partial<Pick<AccountStore, 'waiting'>>;
  /** Reverse proxies in front. */
  proxies: number;
  limits: Limits;
  documents: StaticDocuments;
  version: string;
  /** Hash of the code that makes answers. */
  code: string;
  /** Public address of the service without a slash at the end, for absolute links. */
  origin: string;
  /** What the ids of contracting processes begin with. */
  ocidPrefix: string;
  /** Unix epoch milliseconds, as `now`. */
  startedAt: number;
  now: () => number;
  log: Log;
  /** Allocates bodies of answers: they may be valid only until the next request. */
  allocate: BufferAllocator;
  /** How long a page or an answer about accounts is waited for. */
  timeout_ms: number;
  /** Absent where only the API is asked. */
  web?: Web | undefined;
  /** Absent: there are no pages. */
  site?: Site | undefined;
  /** Absent: files of builds have no addresses. */
  files?: FileAccess | undefined;
}

/** Request fields for the log: never the query, and no more of a key than its prefix. */
export interface LogFields {
  route: string;
  key: string | null;
  /** `X-Request-Id` of the answer. */
  request_id?: string;
}

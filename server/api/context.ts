/** What a request is answered from, and what is known of it on the way. */

import type {BuildInfo, Engine} from '../../engine/types.ts';
import type {Store} from '../accounts/store.ts';
import type {Room} from '../http/buffers.ts';
import type {Limits} from '../limits/types.ts';
import type {Log} from '../log.ts';
import type {Documents} from './static_documents.ts';

/** A build that is kept open. */
export interface Held {
  engine: Engine;
  /** To be called once when the work is done. */
  release(): void;
}

/** The build that requests are answered from. */
export interface Builds {
  /** Null while there is no build. */
  info(): BuildInfo | null;
  /** The build in service, which stays open until it is released; throws 503 without a build. */
  hold(): Held;
  /** Whether the files of the build in service are all there, at their size. */
  readable(): Promise<boolean>;
}

export interface Context {
  builds: Builds;
  store: Pick<Store, 'find' | 'healthy'>;
  limits: Limits;
  documents: Documents;
  version: string;
  /** Unix epoch milliseconds, as `now`. */
  startedAt: number;
  now: () => number;
  log: Log;
  /** Where bodies are put together that are there at once: they may be good only until the next request. */
  room: Room;
  /** Longest time for an answer. */
  patience_ms: number;
}

/** What is said of a request in the log: never the query, never more of a key than its first characters. */
export interface Facts {
  route: string;
  key: string | null;
}

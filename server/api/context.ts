/** What a request is answered from, and what is known of it on the way. */

import type {Store} from '../accounts/store.ts';
import type {Room} from '../http/buffers.ts';
import type {Limits} from '../limits/types.ts';
import type {Log} from '../log.ts';
import type {Serving} from '../process/serving.ts';
import type {Documents} from './static_documents.ts';

export interface ApiRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Readonly<Record<string, string>>;
}

export interface Context {
  builds: Pick<Serving, 'info' | 'hold' | 'readable'>;
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

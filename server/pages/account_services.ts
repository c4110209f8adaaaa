/** What the account pages, OAuth and the tool server are answered from. */
import type {Database} from '../accounts/database.ts';
import type {Context} from '../api/context.ts';
import type {Limits} from '../limits/types.ts';

export interface Site {
  /** Scheme and host by which this port is reached, e.g. `https://accounts.example.org`. */
  origin: string;
  /** Scheme and host by which the API is reached. */
  api: string;
  /** Origins of web pages that may call the tool server beside its own. */
  toolOrigins: readonly string[];
  /** Reverse proxies before this port. */
  proxies: number;
  /** The one connection through which the process writes accounts. */
  database: Database;
  /** The counters that the API counts in, too. */
  limits: Limits;
  /** What the tools' calls are answered from. */
  context: Context;
}

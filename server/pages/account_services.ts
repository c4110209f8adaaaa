/** Everything that the account pages, OAuth and the tool server depend on. */
import type {Database} from '../accounts/database.ts';
import type {PasswordHashing} from '../accounts/passwords.ts';
import type {ApiContext} from '../api/context.ts';
import type {Limits} from '../limits/types.ts';

export interface AccountServices {
  /** Public scheme and host of the service, e.g. `https://data.example.org`. */
  origin: string;
  /** Whether there are pages for people, which the header then links to. */
  hasSite?: boolean;
  /** Address of whoever runs the service; absent: none is known. */
  contact?: string | null;
  /** Whether messages reach people: without, addresses are not confirmed, and no link resets a password. */
  sendsMail?: boolean;
  /** Places, `host:port`, that webhooks may call although they are not public. */
  hookPlaces?: ReadonlySet<string>;
  /** Origins of web pages that may call the tool server, besides its own. */
  toolOrigins: readonly string[];
  /** Number of reverse proxies in front. */
  proxies: number;
  /** The connection through which the process writes accounts. */
  database: Database;
  hashing: PasswordHashing;
  /** Shared with the API. */
  limits: Limits;
  /** Reads the document at a public address; absent: from the network. Rejects where it cannot. */
  fetchDocument?: (address: string) => Promise<string>;
  /** For tool calls. */
  context: ApiContext;
}

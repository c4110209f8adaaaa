/** Requests and responses as plain data, independent of the transport. */
import type {Block, Headers} from './header_block.ts';
import type {Streamed} from './streamed_body.ts';

export interface ApiRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  status: number;
  /** Preassembled headers that responses share. */
  blocks: readonly Block[];
  headers: Headers;
  /** Null for none. */
  body: Buffer | string | Streamed | null;
}

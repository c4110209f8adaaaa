/** Requests and responses as plain data, independent of the transport. */
import type {HeaderBlock, Headers} from './header_block.ts';
import type {StreamedBody} from './streamed_body.ts';

export interface HttpRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Readonly<Record<string, string>>;
  /** Address of the peer as text; to be asked before the handler returns. Absent where no socket is behind the request. */
  peer?: () => string;
}

export interface HttpResponse {
  status: number;
  /** Preassembled headers that responses share. */
  blocks: readonly HeaderBlock[];
  headers: Headers;
  /** Null for none. */
  body: Buffer | string | StreamedBody | null;
  /** Of errors: what replaces body and headers for a reader of French. */
  french?: () => Pick<HttpResponse, 'headers' | 'body'>;
}

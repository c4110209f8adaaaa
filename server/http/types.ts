/** Requests and responses as plain data, independent of the transport. */
import type {HeaderBlock, Headers} from './header_block.ts';
import type {StreamedBody} from './streamed_body.ts';

/** Bytes of the longest body that is taken, of a form and of a message to the tools. */
export const MAX_BODY = {form: 16_384, message: 65_536};

export interface HttpRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Readonly<Record<string, string>>;
  /**
   * Address of the peer as text; to be asked before the handler returns. Absent where no socket is behind the
   * request.
   */
  peer?: () => string;
  /**
   * The whole body of a request that `TransportHooks.maxBody` names; of a longer one the first bytes, one too
   * many.
   */
  body?: Uint8Array;
}

/** How an error is written. */
export interface ErrorForm {
  language: 'en' | 'fr';
  /** As a problem of RFC 9457 instead of the body of the specification. */
  isProblem: boolean;
  /** Origin of the documents that a problem links to. */
  origin: string;
}

export interface HttpResponse {
  status: number;
  /** Preassembled headers that responses share. */
  blocks: readonly HeaderBlock[];
  headers: Headers;
  /** Null for none. */
  body: Buffer | string | StreamedBody | null;
  /** Of errors: body and headers in a form that the request asks for. */
  inForm?: (form: ErrorForm) => Pick<HttpResponse, 'headers' | 'body'>;
}

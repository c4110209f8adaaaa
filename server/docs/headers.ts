/** The response headers that matter to clients: one row each. */

interface HeaderRow {
  help: string;
  example: string;
  type: 'string' | 'integer';
  /**
   * `data`: 200 and 304 with a key; `key`: every answer to a valid key; `rows`: CSV and NDJSON of lists and
   * statistics; `total`: those and exports; `export`: exports; `file`: whole files; `next`: lists and
   * statistics; `error`: see help; `all`: every answer.
   */
  on: 'all' | 'data' | 'key' | 'rows' | 'total' | 'export' | 'file' | 'next' | 'error';
}

export const HEADERS: Record<string, HeaderRow> = {
  'X-RateLimit-Limit': {
    help: 'limit of the window with the fewest requests left; on 429, of the window that refused; 2147483647 when unlimited',
    example: '25',
    type: 'integer',
    on: 'key',
  },
  'X-RateLimit-Remaining': {
    help: 'requests left in that window after this one; 2147483647 when unlimited',
    example: '24',
    type: 'integer',
    on: 'key',
  },
  'X-RateLimit-Reset': {
    help: 'end of that window in Unix epoch seconds; the end of the month for an account without limits',
    example: '1795305600',
    type: 'integer',
    on: 'key',
  },
  'X-Ignored-Parameters': {
    help: 'percent-encoded names of unknown parameters; absent when there are none',
    example: 'colour',
    type: 'string',
    on: 'data',
  },
  'X-Data-As-Of': {
    help: 'time of the newest fetch among the loaded sources, UTC',
    example: '2026-11-21T06:00:00',
    type: 'string',
    on: 'data',
  },
  'X-Data-Synthetic': {
    help: '`true` while the data is synthetic: generated for demonstration, published by no government; absent with real data',
    example: 'true',
    type: 'string',
    on: 'data',
  },
  ETag: {
    help: 'strong validator for build, query, format and the code of the service; send it back in `If-None-Match`',
    example: '"3f9a1c0b27d84e65-0123456789abcdef0123"',
    type: 'string',
    on: 'data',
  },
  'Cache-Control': {
    help: 'how long the answer may be cached',
    example: 'private, max-age=60',
    type: 'string',
    on: 'data',
  },
  Vary: {
    help: 'request headers that the answer depends on',
    example: 'Accept, Accept-Encoding, X-API-Key',
    type: 'string',
    on: 'data',
  },
  'X-Total-Count': {
    help: '`meta.total`; for an export, the number of records in it',
    example: '18432',
    type: 'integer',
    on: 'total',
  },
  'X-Limit': {help: '`meta.limit`', example: '50', type: 'integer', on: 'rows'},
  'X-Offset': {help: '`meta.offset`', example: '0', type: 'integer', on: 'rows'},
  'X-Next-Cursor': {
    help: '`meta.next_cursor`; absent on the last page',
    example: 'eyJ2IjoyLCJxIjoi',
    type: 'string',
    on: 'rows',
  },
  'Content-Disposition': {
    help: 'file name of an export: dataset, data date, format',
    example: 'attachment; filename="contracts-2026-11-21.ndjson"',
    type: 'string',
    on: 'export',
  },
  'Accept-Ranges': {
    help: '`bytes` where the answer is a whole Parquet file, which can be read by ranges',
    example: 'bytes',
    type: 'string',
    on: 'file',
  },
  'Content-Range': {
    help: 'which bytes of the file the answer has, on 206; the size of the file, on 416',
    example: 'bytes 0-1023/18432000',
    type: 'string',
    on: 'error',
  },
  Link: {
    help: 'address of the next page of a list, relative to the origin, with `rel="next"`; absent on the last page',
    example: '</api/v1/contracts?limit=50&cursor=eyJ2IjoyLCJxIjoi>; rel="next"',
    type: 'string',
    on: 'next',
  },
  'X-Request-Id': {
    help: 'id of the request, also in the log of the service: the one that was sent, if it has at most 255 letters, digits, `_`, `-` and `=`, or a new one',
    example: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    type: 'string',
    on: 'all',
  },
  'X-Error-Reason': {
    help: 'the reason of an error as a word that stays, finer than its code',
    example: 'invalid_integer',
    type: 'string',
    on: 'error',
  },
  'X-Error-Param': {
    help: 'names of the parameters at fault; absent where there are none',
    example: 'limit',
    type: 'string',
    on: 'error',
  },
  'X-Error-Detail': {
    help: 'what the message does not say: why a point has no zone, or which limit is used up and the wait; in the language of the message, percent-encoded outside ASCII',
    example: 'No zone contains the point or is within 150 m of it.',
    type: 'string',
    on: 'error',
  },
  'WWW-Authenticate': {
    help: 'where the key belongs, on 401',
    example: 'ApiKey realm="api", header="X-API-Key"',
    type: 'string',
    on: 'error',
  },
  'Content-Language': {
    help: 'language of the message of an error: `fr` for `lang=fr` or an `Accept-Language` that prefers French, else `en`',
    example: 'en',
    type: 'string',
    on: 'error',
  },
  'Retry-After': {help: 'seconds to wait, on 429 and 503', example: '1', type: 'integer', on: 'error'},
  Allow: {help: 'allowed methods, on 405', example: 'GET, HEAD, OPTIONS', type: 'string', on: 'error'},
};

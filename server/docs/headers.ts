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

const text = (on: HeaderRow['on'], help: string, example: string): HeaderRow => ({
  help,
  example,
  type: 'string',
  on,
});
const number = (on: HeaderRow['on'], help: string, example: string): HeaderRow => ({
  ...text(on, help, example),
  type: 'integer',
});

export const HEADERS: Record<string, HeaderRow> = {
  'X-RateLimit-Limit': number(
    'key',
    'limit of the window with the fewest requests left; on 429, of the window that refused; 2147483647 when unlimited',
    '25',
  ),
  'X-RateLimit-Remaining': number(
    'key',
    'requests left in that window after this one; 2147483647 when unlimited',
    '24',
  ),
  'X-RateLimit-Reset': number(
    'key',
    'end of that window in Unix epoch seconds; the end of the month for an account without limits',
    '1795305600',
  ),
  'X-Ignored-Parameters': text(
    'data',
    'percent-encoded names of unknown parameters; absent when there are none',
    'colour',
  ),
  'X-Data-As-Of': text(
    'data',
    'time of the newest fetch among the loaded sources, UTC',
    '2026-11-21T06:00:00',
  ),
  'X-Build-Id': text(
    'data',
    'id of the build that answered: state it when you cite the data',
    '3f9a1c0b27d84e65',
  ),
  'X-Data-Synthetic': text(
    'data',
    '`true` while the data is synthetic: generated for demonstration, published by no government; absent with real data',
    'true',
  ),
  ETag: text(
    'data',
    'strong validator for build, query, format and the code of the service; send it back in `If-None-Match`',
    '"3f9a1c0b27d84e65-0123456789abcdef0123"',
  ),
  'Cache-Control': text('data', 'how long the answer may be cached', 'private, max-age=60'),
  Vary: text('data', 'request headers that the answer depends on', 'Accept, Accept-Encoding, X-API-Key'),
  'X-Total-Count': number('total', '`meta.total`; for an export, the number of records in it', '18432'),
  'X-Limit': number('rows', '`meta.limit`', '50'),
  'X-Offset': number('rows', '`meta.offset`', '0'),
  'X-Next-Cursor': text('rows', '`meta.next_cursor`; absent on the last page', 'eyJ2IjoyLCJxIjoi'),
  'Content-Disposition': text(
    'export',
    'file name of an export: dataset, data date, format',
    'attachment; filename="contracts-2026-11-21.ndjson"',
  ),
  'Accept-Ranges': text(
    'file',
    '`bytes` where the answer is a whole Parquet file, which can be read by ranges',
    'bytes',
  ),
  'Content-Range': text(
    'error',
    'which bytes of the file the answer has, on 206; the size of the file, on 416',
    'bytes 0-1023/18432000',
  ),
  Link: text(
    'next',
    'address of the next page of a list, relative to the origin, with `rel="next"`; absent on the last page',
    '</api/v1/contracts?limit=50&cursor=eyJ2IjoyLCJxIjoi>; rel="next"',
  ),
  'X-Request-Id': text(
    'all',
    'id of the request, also in the log of the service: the one that was sent, if it has at most 255 letters, digits, `_`, `-` and `=`, or a new one',
    'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
  ),
  'X-Error-Reason': text(
    'error',
    'the reason of an error as a word that stays, finer than its code',
    'invalid_integer',
  ),
  'X-Error-Param': text('error', 'names of the parameters at fault; absent where there are none', 'limit'),
  'X-Error-Detail': text(
    'error',
    'what the message does not say: why a point has no zone, or which limit is used up and the wait; in the language of the message, percent-encoded outside ASCII',
    'No zone contains the point or is within 150 m of it.',
  ),
  'X-Removed-At': text(
    'error',
    'time, UTC, of the build that removed the record; on the 404 of a record that was removed within the time for which changes are kept',
    '2026-11-21T06:00:00Z',
  ),
  'WWW-Authenticate': text(
    'error',
    'where the key belongs, on 401',
    'ApiKey realm="api", header="X-API-Key"',
  ),
  'Content-Language': text(
    'error',
    'language of the message of an error: `fr` for `lang=fr` or an `Accept-Language` that prefers French, else `en`',
    'en',
  ),
  'Retry-After': number('error', 'seconds to wait, on 429 and 503', '1'),
  Allow: text('error', 'allowed methods, on 405', 'GET, HEAD, OPTIONS'),
};

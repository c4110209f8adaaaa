/** The headers of answers that mean something to a client: one row each. */

interface HeaderRow {
  help: string;
  example: string;
  type: 'string' | 'integer';
  /**
   * `data`: 200 and 304 with a key; `key`: every answer to a known key; `rows`: CSV and NDJSON of lists and statistics;
   * `total`: these and exports; `export`: exports; `error`: see help.
   */
  on: 'data' | 'key' | 'rows' | 'total' | 'export' | 'error';
}

export const HEADERS: Record<string, HeaderRow> = {
  'X-RateLimit-Limit': {
    help: 'most requests of the window with the fewest that are left, on 429 of the one that refuses; 2147483647 when unlimited',
    example: '25',
    type: 'integer',
    on: 'key',
  },
  'X-RateLimit-Remaining': {
    help: 'requests that are left in it behind this one; 2147483647 when unlimited',
    example: '24',
    type: 'integer',
    on: 'key',
  },
  'X-RateLimit-Reset': {
    help: 'its end, Unix epoch seconds; of an account without limits the end of the month',
    example: '1795305600',
    type: 'integer',
    on: 'key',
  },
  'X-Ignored-Parameters': {
    help: 'names of parameters that the operation does not know, percent-encoded; absent without such names',
    example: 'colour',
    type: 'string',
    on: 'data',
  },
  'X-Data-As-Of': {
    help: 'newest fetch among the loaded sources, UTC',
    example: '2026-11-21T06:00:00',
    type: 'string',
    on: 'data',
  },
  ETag: {
    help: 'strong tag of build, query and format; send it back in `If-None-Match`',
    example: '"3f9a1c0b27d84e65-0123456789abcdef0123"',
    type: 'string',
    on: 'data',
  },
  'Cache-Control': {
    help: 'how long the answer may be kept',
    example: 'private, max-age=60',
    type: 'string',
    on: 'data',
  },
  Vary: {
    help: 'headers the answer depends on',
    example: 'Accept, Accept-Encoding',
    type: 'string',
    on: 'data',
  },
  'X-Total-Count': {
    help: '`meta.total`; of an export the records in it',
    example: '18432',
    type: 'integer',
    on: 'total',
  },
  'X-Limit': {help: '`meta.limit`', example: '50', type: 'integer', on: 'rows'},
  'X-Offset': {help: '`meta.offset`', example: '0', type: 'integer', on: 'rows'},
  'X-Next-Cursor': {
    help: '`meta.next_cursor`; absent on the last page',
    example: 'eyJ2IjoxLCJxIjoi',
    type: 'string',
    on: 'rows',
  },
  'Content-Disposition': {
    help: 'name for the file of an export: dataset, data date, format',
    example: 'attachment; filename="contracts-2026-11-21.ndjson"',
    type: 'string',
    on: 'export',
  },
  'Retry-After': {help: 'seconds to wait, on 429 and 503', example: '1', type: 'integer', on: 'error'},
  Allow: {help: 'verbs, on 405', example: 'GET, HEAD, OPTIONS', type: 'string', on: 'error'},
};

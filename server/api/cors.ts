/** CORS headers: any web page may read the API, which uses no cookies. */
import type {Headers} from '../http/header_block.ts';
import type {HttpResponse} from '../http/types.ts';

const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'X-Data-As-Of',
  'X-Build-Id',
  'X-Data-Synthetic',
  'X-Ignored-Parameters',
  'X-Total-Count',
  'X-Limit',
  'X-Offset',
  'X-Next-Cursor',
  'Content-Disposition',
  'Accept-Ranges',
  'Content-Range',
  'Link',
  'WWW-Authenticate',
  'X-Error-Reason',
  'X-Error-Param',
  'X-Error-Detail',
  'X-Request-Id',
];

/** On every response of the API. */
export const CORS: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
};

export const PREFLIGHT: HttpResponse = {
  status: 204,
  blocks: [],
  headers: {
    ...CORS,
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    // A `Range` of one range needs no permission (Fetch standard, CORS-safelisted request headers).
    'Access-Control-Allow-Headers': 'X-API-Key, Accept, If-None-Match',
    'Access-Control-Max-Age': '86400',
  },
  body: null,
};

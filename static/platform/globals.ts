/** What rooms of the server take from Node as globals, for a service worker: esbuild puts these in their place. */
import {Buffer} from 'buffer/';

const from = Buffer.from.bind(Buffer) as (value: unknown, ...more: unknown[]) => Buffer;
const written = Buffer.prototype.toString;

/** The library has the alphabet of addresses for reading alone. */
const URL_SAFE = 'base64url';

Buffer.from = ((value: unknown, encoding?: unknown, length?: number) =>
  from(value, encoding === URL_SAFE ? 'base64' : encoding, length)) as typeof Buffer.from;

Buffer.prototype.toString = function (encoding?: string, begin?: number, end?: number): string {
  if (encoding !== URL_SAFE) return written.call(this, encoding, begin, end);
  const text = written.call(this, 'base64', begin, end);
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

/** Memory that threads share; a worker without isolation has none, and needs none. */
const Shared = globalThis.SharedArrayBuffer ?? ArrayBuffer;

/** Names of the statuses that answers have. */
const STATUS_CODES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  416: 'Range Not Satisfiable',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const process = {
  env: {},
  getBuiltinModule: () => ({STATUS_CODES}),
};

export {Buffer, process, Shared as SharedArrayBuffer};

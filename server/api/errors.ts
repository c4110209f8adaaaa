/** Every error of the API, one row each; read by server, documents and tests. */

/** HTTP status by error code. */
export const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

interface ErrorRow {
  code: ErrorCode;
  /** `<name>` is replaced by a value. */
  message: string;
  when: string;
}

export const ERRORS = {
  target: {
    code: 'BAD_REQUEST',
    message: 'Invalid parameter value.',
    when: 'the request target is over 4,096 bytes, or its percent-encoding is broken or not UTF-8',
  },
  integer: {
    code: 'BAD_REQUEST',
    message: '<name> must be an integer.',
    when: 'not an optional sign and digits, or beyond 9,007,199,254,740,991',
  },
  number: {
    code: 'BAD_REQUEST',
    message: '<name> must be a number.',
    when: 'not a plain decimal number; exponents and separators are not taken',
  },
  boolean: {
    code: 'BAD_REQUEST',
    message: '<name> must be a valid boolean.',
    when: 'not `true`, `false`, `1` or `0`',
  },
  date: {
    code: 'BAD_REQUEST',
    message: '<name> must be a date in the form YYYY-MM-DD.',
    when: 'another form, or a day that does not exist',
  },
  time: {
    code: 'BAD_REQUEST',
    message: '<name> must be a date or a time in the form YYYY-MM-DDTHH:MM:SS.',
    when: 'another form, or a day or time that does not exist; a `Z` may follow the seconds',
  },
  set: {code: 'BAD_REQUEST', message: '<name> must be one of: <values>.', when: 'a value outside the set'},
  choice: {
    code: 'BAD_REQUEST',
    message: '<name> must be <values>.',
    when: 'a value outside a set of two, where the operation names both',
  },
  fiscal_year: {
    code: 'BAD_REQUEST',
    message: '<name> must have the form YYYY-YY.',
    when: 'not four digits, a hyphen and two digits',
  },
  longest: {
    code: 'BAD_REQUEST',
    message: '<name> must be at most <longest> characters.',
    when: 'a longer text',
  },
  lowest: {code: 'BAD_REQUEST', message: '<name> must be at least <lowest>.', when: 'below the lower bound'},
  required: {
    code: 'BAD_REQUEST',
    message: '<name> is required.',
    when: 'a required parameter is not given or empty',
  },
  required_together: {
    code: 'BAD_REQUEST',
    message: '<names> are required.',
    when: 'one of several required parameters that belong together is not given or empty',
  },
  between: {
    code: 'BAD_REQUEST',
    message: '<name> must be between <low> and <high>.',
    when: 'a number outside its range',
  },
  proximity: {
    code: 'BAD_REQUEST',
    message: 'lat, lng and radius_km must be given together.',
    when: 'one or two of them are given',
  },
  distance: {
    code: 'BAD_REQUEST',
    message: 'sort_by=distance requires lat, lng and radius_km.',
    when: 'distances are requested without a point',
  },
  cursor_unreadable: {
    code: 'BAD_REQUEST',
    message: 'cursor is not valid.',
    when: 'not a cursor from an answer',
  },
  cursor_other: {
    code: 'BAD_REQUEST',
    message: 'cursor does not match this query.',
    when: 'a cursor of another operation, of other filters or of another order',
  },
  cursor_combined: {
    code: 'BAD_REQUEST',
    message: 'cursor cannot be combined with offset or page.',
    when: '`cursor` together with `offset` or `page`',
  },
  fields: {
    code: 'BAD_REQUEST',
    message: 'fields has an unknown name: <unknown>. Allowed: <values>.',
    when: '`fields` names something that the items do not have',
  },
  whole_file: {
    code: 'BAD_REQUEST',
    message: 'filters cannot be combined with format=parquet.',
    when: 'a filter, `fields` or `lang` together with `format=parquet`, which returns the whole file',
  },
  key_missing: {
    code: 'UNAUTHORIZED',
    message: 'Missing API key. Send it in the X-API-Key header.',
    when: 'the header is not sent',
  },
  key_invalid: {
    code: 'UNAUTHORIZED',
    message: 'Invalid API key.',
    when: 'a malformed, unknown or revoked key, or a closed account',
  },
  tier: {
    code: 'FORBIDDEN',
    message: 'Export is available on the Pro and Enterprise tiers.',
    when: 'an export with a key of another tier',
  },
  path: {code: 'NOT_FOUND', message: 'Requested resource not found.', when: 'no such path'},
  record: {
    code: 'NOT_FOUND',
    message: '<missing>',
    when: 'the path names a record that does not exist; the message is listed at the operation',
  },
  method: {
    code: 'METHOD_NOT_ALLOWED',
    message: 'Only GET and HEAD are allowed.',
    when: 'any other verb; `Allow` names the verbs',
  },
  minute_used_up: {
    code: 'RATE_LIMITED',
    message: 'Burst limit exceeded.',
    when: 'the requests of the UTC minute are used up; `Retry-After` says when it ends',
  },
  day_used_up: {
    code: 'RATE_LIMITED',
    message: 'Daily request limit exceeded.',
    when: 'the requests of the UTC day are used up',
  },
  month_used_up: {
    code: 'RATE_LIMITED',
    message: 'Monthly request limit exceeded. Upgrade your plan for a higher limit.',
    when: 'the requests of the UTC calendar month are used up',
  },
  own_month_used_up: {
    code: 'RATE_LIMITED',
    message: 'Monthly request limit exceeded.',
    when: 'the same on the Enterprise tier',
  },
  internal: {code: 'INTERNAL_ERROR', message: 'Internal error.', when: 'a fault of the server'},
  unavailable: {
    code: 'UNAVAILABLE',
    message: 'Service is temporarily unavailable.',
    when: 'data or accounts cannot be read, or there is no answer within 10 seconds; `Retry-After` says when to try',
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof ERRORS;

/** The message of an error with its values filled in; placeholders without a value stay. */
export function errorMessage(name: ErrorName, parts: Record<string, string | number> = {}): string {
  return ERRORS[name].message.replace(/<(\w+)>/g, (whole, part: string) => String(parts[part] ?? whole));
}

/** An error that is reported to the client; anything else thrown is a bug in the server. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;

  constructor(name: ErrorName, parts: Record<string, string | number> = {}) {
    super(errorMessage(name, parts));
    this.name = 'ApiError';
    this.code = ERRORS[name].code;
    this.status = STATUS[this.code];
  }
}

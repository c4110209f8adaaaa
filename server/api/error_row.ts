/** What an error of the API is, and its HTTP status. */

/** HTTP status by error code. */
export const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RANGE_NOT_SATISFIABLE: 416,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  QUERY_TOO_EXPENSIVE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

export interface ErrorRow {
  code: ErrorCode;
  /** What programs branch on, finer than `code`; it stays when messages are reworded. */
  reason: string;
  /** The parameters at fault, where the message names them itself; else the value of `<name>`. */
  params: readonly string[] | undefined;
  /** `<name>` is replaced by a value. */
  message: string;
  /** The same in French. */
  french: string;
  when: string;
}

/** A row of the table. */
export const row = (
  code: ErrorCode,
  reason: string,
  message: string,
  french: string,
  when: string,
  params?: readonly string[],
): ErrorRow => ({code, reason, message, french, when, params});

/** The messages of errors in both languages, and the error that reports one to the client. */

import {type ErrorCode, type ErrorRow, STATUS} from './error_row.ts';
import {ERRORS, type ErrorName} from './error_table.ts';

/** A text in both languages. */
export interface Message {
  en: string;
  fr: string;
}

/** Values of placeholders. */
type MessageParts = Readonly<Record<string, string | number | Message>>;

/** A message with its values filled in; placeholders without a value stay. */
export const filled = (message: string, parts: MessageParts, language: keyof Message = 'en'): string =>
  message.replace(/<(\w+)>/g, (whole, part: string) => {
    const value = parts[part] ?? whole;
    return typeof value === 'object' ? value[language] : String(value);
  });

/** The message of an error. */
export function errorMessage(
  name: ErrorName,
  parts: MessageParts = {},
  language: keyof Message = 'en',
): string {
  const {message, french} = ERRORS[name];
  return filled(language === 'fr' ? french : message, parts, language);
}

/** The parameters that the values of placeholders name. */
const namesIn = ({name, names}: MessageParts): string[] =>
  [name, names].flatMap((one) =>
    one === undefined ? [] : (typeof one === 'object' ? one.en : String(one)).split(' and '),
  );

/**
 * An error that is reported to the client; anything else thrown is a bug in the server. `detail` says what
 * the message, whose words are fixed, does not: it goes into a header.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly reason: string;
  /** Names of the parameters at fault; empty for none. */
  readonly params: readonly string[];
  readonly detail: Message | null;
  /** Headers that say more. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #name: ErrorName;
  readonly #parts: MessageParts;

  constructor(
    name: ErrorName,
    parts: MessageParts = {},
    detail: Message | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(errorMessage(name, parts));
    this.name = 'ApiError';
    const row: ErrorRow = ERRORS[name];
    this.code = row.code;
    this.reason = row.reason;
    this.params = row.params ?? namesIn(parts);
    this.status = STATUS[this.code];
    this.detail = detail;
    this.headers = headers;
    this.#name = name;
    this.#parts = parts;
  }

  /** The message in French. */
  get french(): string {
    return errorMessage(this.#name, this.#parts, 'fr');
  }
}

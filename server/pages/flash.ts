/**
 * Flash messages: what the next page says about the form before it, since forms are answered by a redirect.
 */
import type {Text} from '../site/messages.ts';

export interface FormFailure {
  /** By the last segment of its path. */
  form:
    | 'sign-in'
    | 'sign-up'
    | 'password'
    | 'forgot'
    | 'reset'
    | 'confirm'
    | 'address'
    | 'close'
    | 'passkey'
    | 'follow'
    | 'key'
    | 'invite';
  /** Fields with their errors, in the order of the form. */
  errors: readonly {field: string; text: Text}[];
  /** The e-mail address as typed; passwords are typed again. */
  email?: string;
  /** Other fields as typed, by name. */
  typed?: Readonly<Record<string, string>>;
}

export type Flash = {done: Text} | FormFailure;

/** The failure in a flash message; null for other messages. */
export const failureOf = (flash: Flash | null): FormFailure | null =>
  flash && 'form' in flash ? flash : null;

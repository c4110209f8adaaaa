/**
 * Flash messages: what the next page says about the form before it, since forms are answered by a redirect.
 */
import type {Label} from '../../datasets/labels/index.ts';

/** Forms that can fail, by the last segment of their path. */
export type FormName = 'sign-in' | 'sign-up' | 'password';

export interface FormFailure {
  form: FormName;
  /** Fields with their errors, in the order of the form. */
  errors: readonly {field: string; text: Label}[];
  /** The e-mail address as typed; passwords are typed again. */
  email?: string;
}

export type Flash = {done: Label} | FormFailure;

/** The failure in a flash message, of `form` if given; null for other messages. */
export const failureOf = (flash: Flash | null, form?: FormName): FormFailure | null =>
  flash && 'form' in flash && (form === undefined || flash.form === form) ? flash : null;

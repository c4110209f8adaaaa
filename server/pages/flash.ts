/** What the next page of a visitor tells about the form before it: forms are answered by a redirect. */
import type {Text} from './texts/types.ts';

/** Forms that can fail, by the last part of their path. */
export type FormName = 'sign-in' | 'sign-up' | 'password';

export interface Failure {
  form: FormName;
  /** Fields with what is wrong, in the order of the form. */
  faults: readonly {field: string; text: Text}[];
  /** The e-mail that was typed, to be corrected; passwords are typed anew. */
  email?: string;
}

export type Note = {done: Text} | Failure;

/** The failure of a form in a note; null where it tells of something else. */
export const failureOf = (note: Note | null, form?: FormName): Failure | null =>
  note && 'form' in note && (form === undefined || note.form === form) ? note : null;

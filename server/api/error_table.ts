/** Every error of the API, one row each; read by server, documents and tests. */
import {BAD_REQUESTS} from './bad_requests.ts';
import {REFUSALS} from './refusals.ts';

export const ERRORS = {...BAD_REQUESTS, ...REFUSALS};

/** All reasons, each once, in the order of the table. */
export const REASONS: string[] = [...new Set(Object.values(ERRORS).map(({reason}) => reason))];

export type ErrorName = keyof typeof ERRORS;

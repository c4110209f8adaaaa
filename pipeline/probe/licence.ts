/** Asks whether the links to licences still lead somewhere. */
import type {Source} from '../../datasets/types.ts';
import {FetchError} from '../fetch/errors.ts';
import type {HttpClient} from '../fetch/http.ts';
import type {Emit} from '../runtime/events.ts';

/** `alive`, or what is wrong with a source's licence link; sources with the same link share one request. */
export function licences(http: HttpClient, emit: Emit): (source: Source) => Promise<string> {
  const asked = new Map<string, Promise<string>>();
  return ({slug, license_url: url}) => {
    const known = asked.get(url) ?? ask(http, {source: slug, file: '', url}, emit);
    asked.set(url, known);
    return known;
  };
}

async function ask(
  http: HttpClient,
  target: {source: string; file: string; url: string},
  emit: Emit,
): Promise<string> {
  try {
    return await http.get({...target, headers: () => ({}), emit}, async () => 'alive');
  } catch (error) {
    if (error instanceof FetchError) return error.problem;
    throw error;
  }
}

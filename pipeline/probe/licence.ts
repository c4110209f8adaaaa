/** Asks whether the links to licences still lead somewhere. */
import type {Source} from '../../datasets/types.ts';
import {FetchError} from '../fetch/errors.ts';
import type {HttpClient} from '../fetch/http.ts';
import type {Emit} from '../runtime/events.ts';

/** `alive`, or what is wrong with a source's licence link; sources with the same link share one request. */
export function licences(http: HttpClient, emit: Emit): (source: Source) => Promise<string> {
  const asked = new Map<string, Promise<string>>();
  return ({slug, license_url: url}) => {
    const ask = {source: slug, file: '', url, headers: () => ({}), emit};
    const answer =
      asked.get(url) ??
      http
        .get(ask, async () => 'alive')
        .catch((error: unknown) => {
          if (error instanceof FetchError) return error.problem;
          throw error;
        });
    asked.set(url, answer);
    return answer;
  };
}

/** How a probe asks: each request for a limited time, each licence once. */
import type {Source} from '../../datasets/types.ts';
import {FetchError} from '../fetch/errors.ts';
import type {HttpClient} from '../fetch/http.ts';
import type {Emit} from '../runtime/events.ts';

/** A client that gives up any single request after a time, its wait for a free connection not counted. */
export function boundedClient(http: HttpClient, most_ms: number): HttpClient {
  const get: HttpClient['get'] = async (ask, accept) => {
    const late = new AbortController();
    const remedy = 'look at the address, or raise PROBE_MS';
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => late.abort(new FetchError(ask, `no answer within ${most_ms} ms`, remedy)),
        most_ms,
      );
    };
    // Headers are asked for when a request begins: again for every redirect and every further try.
    const headers = () => {
      begin();
      return ask.headers();
    };
    try {
      const signal = AbortSignal.any([late.signal, ...(ask.signal ? [ask.signal] : [])]);
      return await http.get({...ask, headers, signal}, accept);
    } finally {
      clearTimeout(timer);
    }
  };
  return {...http, get};
}

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

/**
 * An HTTP client that gives up any single request after a time, its wait for a free connection not counted.
 */
import {FetchError} from '../fetch/errors.ts';
import type {HttpClient} from '../fetch/http.ts';

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

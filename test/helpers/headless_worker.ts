/** The worker of a site without a server in this process: its bundle, with files of a folder as its host. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {createContext, runInContext} from 'node:vm';

/** A host of files. */
export type Host = (path: string, range: string | null) => Response | Promise<Response>;

/** Answers ranges of the files of a folder, as a bucket does. */
export function folderHost(out: string): Host {
  return (path, range) => {
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(out, path));
    } catch {
      return new Response('not there', {status: 404});
    }
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (first === undefined) return new Response(Uint8Array.from(bytes));
    const to = Math.min(bytes.length - 1, Number(last));
    const headers = {'Content-Range': `bytes ${first}-${to}/${bytes.length}`};
    return new Response(Uint8Array.from(bytes.subarray(Number(first), to + 1)), {status: 206, headers});
  };
}

/** Cache Storage in memory. */
function cacheStorage() {
  const all = new Map<string, Map<string, Response>>();
  const keyOf = (request: string | {url: string}) =>
    typeof request === 'string' ? request : new URL(request.url).pathname;
  return {
    all,
    async open(name: string) {
      const kept = all.get(name) ?? new Map<string, Response>();
      all.set(name, kept);
      return {
        match: async (request: string | {url: string}) => kept.get(keyOf(request))?.clone(),
        put: async (request: string | {url: string}, response: Response) =>
          void kept.set(keyOf(request), response),
        keys: async () => [...kept.keys()],
        delete: async (request: string | {url: string}) => kept.delete(keyOf(request)),
      };
    },
  };
}

export interface HeadlessWorker {
  /** The answer of the worker; rejects where it leaves the request to the host. */
  ask(target: string, headers?: Record<string, string>): Promise<Response>;
  /** Lets the host be another one from now on. */
  host(next: Host): void;
  /** Lets go of what the browser keeps. */
  forget(): void;
}

/** Starts the worker of a site. */
export function headlessWorker(out: string): HeadlessWorker {
  let host = folderHost(out);
  const listeners = new Map<string, (event: object) => void>();
  const origin = 'https://site.example.org';
  const caches = cacheStorage();
  const self = {
    location: new URL(`${origin}/sw.js`),
    clients: {claim: async () => {}},
    skipWaiting: async () => {},
    addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
  };
  const fetch = async (address: string | Request, init?: RequestInit): Promise<Response> => {
    const path = typeof address === 'string' ? address : new URL(address.url).pathname;
    return host(path, new Headers(init?.headers).get('Range'));
  };
  const globals = {
    self,
    caches,
    fetch,
    URL,
    URLSearchParams,
    Request,
    Response,
    Headers,
    ReadableStream,
    Blob,
    DecompressionStream,
    TextEncoder,
    TextDecoder,
    crypto,
    performance,
    setTimeout,
    clearTimeout,
    queueMicrotask,
    structuredClone,
    console,
    Uint8Array,
    ArrayBuffer,
    atob,
    btoa,
    Error,
    Date,
  };
  const run = (path: string) => {
    runInContext(readFileSync(join(out, path), 'utf8'), context, {filename: path});
  };
  const context = createContext({...globals, importScripts: run});
  run('sw.js');
  return {
    async ask(target, headers = {}) {
      let answer: Promise<Response> | null = null;
      const request = new Request(origin + target, {headers});
      listeners.get('fetch')!({request, respondWith: (made: Promise<Response>) => (answer = made)});
      if (!answer) throw new Error(`the worker leaves ${target} to the host`);
      return answer;
    },
    host(next) {
      host = next;
    },
    forget: () => caches.all.clear(),
  };
}

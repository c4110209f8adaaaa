/** Ranges of bytes: of a file on disk, and of an address by HTTP Range. */
import {open} from 'node:fs/promises';
import type {FetchContext} from '../fetch/download.ts';
import {FetchError, type Target} from '../fetch/errors.ts';
import {firstBytes} from '../fetch/http.ts';
import {readFully} from '../runtime/read_fully.ts';

/** The first bytes that are asked for: a header, and a feature with its polygon. */
export const HEAD_BYTES = 1 << 18;

/** Reads the bytes from `from` up to `to`, `to` not included. */
export type ReadRange = (from: number, to: number) => Promise<Buffer>;

/** The head of an address as the server answers it. */
export interface RemoteHead {
  bytes: Buffer;
  whole: boolean;
  /** Of the whole file; null where the server does not say. */
  size: number | null;
  type: string;
  etag: string | null;
  last_modified: string | null;
  /** Whether the server answers ranges. */
  ranges: boolean;
}

/** GETs the first bytes. A server without ranges sends the whole file, of which the rest is not read. */
export async function remoteHead(target: Target, {http, emit, signal}: FetchContext): Promise<RemoteHead> {
  const headers = () => ({range: `bytes=0-${HEAD_BYTES - 1}`});
  return http.get({...target, headers, emit, signal}, async (answer) => {
    const {status, header} = answer;
    const bytes = status === 416 ? Buffer.alloc(0) : await firstBytes(answer.body, HEAD_BYTES);
    const total =
      status === 206 ? /\/(\d+)\s*$/.exec(header('content-range') ?? '')?.[1] : header('content-length');
    const size = status === 416 ? 0 : total === undefined ? null : Number(total);
    return {
      bytes,
      whole: size === null ? bytes.length < HEAD_BYTES : bytes.length >= size,
      size,
      type: header('content-type') ?? '',
      etag: header('etag') ?? null,
      last_modified: header('last-modified') ?? null,
      ranges: status === 206,
    };
  });
}

/** A workbook has no first rows without the rest of it: it is asked for as a whole, up to so many bytes. */
export const WORKBOOK_BYTES = 1 << 26;

/** The whole of an address, or its first `WORKBOOK_BYTES`. */
export const remoteWhole = (target: Target, {http, emit, signal}: FetchContext): Promise<Buffer> =>
  http.get({...target, headers: () => ({}), emit, signal}, ({body}) => firstBytes(body, WORKBOOK_BYTES));

/** Ranges of an address. Throws FetchError where the server does not answer them. */
export const remoteRange =
  (target: Target, {http, emit, signal}: FetchContext): ReadRange =>
  (from, to) =>
    http.get(
      {...target, headers: () => ({range: `bytes=${from}-${to - 1}`}), emit, signal},
      async (answer) => {
        if (answer.status === 206) return firstBytes(answer.body, to - from);
        throw new FetchError(target, `HTTP ${answer.status} for a range`, 'look at the address by hand');
      },
    );

/** Ranges of a file; short at its end. */
export const localRange =
  (path: string): ReadRange =>
  async (from, to) => {
    const file = await open(path);
    try {
      const {size} = await file.stat();
      return await readFully(file, from, Math.min(to, size));
    } finally {
      await file.close();
    }
  };

/** What stands for the modules of Node in a service worker: what it calls of them. All else throws where it is called. */
import {sha1} from '@noble/hashes/legacy.js';
import {sha256} from '@noble/hashes/sha2.js';
import {buf} from 'crc-32';
import {gunzipSync as gunzip, gzipSync as gzip} from 'fflate';
import type {ByteSource} from '../../engine/file/byte_source.ts';

const bytesOf = (data: Uint8Array | string): Uint8Array =>
  typeof data === 'string' ? new TextEncoder().encode(data) : data;

/** A digest of bytes or a text, as hex digits unless another encoding is named; `buffer`: its bytes. */
export function hash(name: 'sha1' | 'sha256', data: Uint8Array | string, encoding = 'hex'): string | Buffer {
  const made = Buffer.from({sha1, sha256}[name](bytesOf(data)));
  return encoding === 'buffer' ? made : made.toString(encoding as BufferEncoding);
}

export const randomUUID = (): string => globalThis.crypto.randomUUID();

export const crc32 = (data: Uint8Array | string): number => buf(bytesOf(data)) >>> 0;
export const gunzipSync = (bytes: Uint8Array): Buffer => Buffer.from(gunzip(bytes));
export const gzipSync = (bytes: Uint8Array): Buffer => Buffer.from(gzip(bytes, {mtime: 0}));
export const constants = {};

let mounted: ByteSource & {size: number};

/** Makes a file readable, whatever its path: the ground of the map, which is fetched by ranges. */
export const mount = (source: ByteSource, size: number): void => {
  mounted = {...source, size};
};
export const openSync = (): number => 0;
export const closeSync = (): void => {};
export const fstatSync = () => mounted;
export const readSync = (_: number, ...at: Parameters<ByteSource['read']>): number => mounted.read(...at);

export const join = (...parts: string[]): string => parts.join('/');
export const fileURLToPath = (url: URL | string): string => new URL(url).pathname;
export const promisify = (work: unknown) => work;
export const threadId = 0;
export const isMainThread = true;

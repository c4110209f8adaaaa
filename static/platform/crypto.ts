/** `node:crypto` for a service worker: digests at once, which Web Crypto makes later. */
import {sha1} from '@noble/hashes/legacy.js';
import {sha256} from '@noble/hashes/sha2.js';

const DIGESTS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {sha1, sha256};

/** A digest of bytes or a text, as hex digits unless another encoding is named; `buffer`: its bytes. */
export function hash(name: string, data: Uint8Array | string, encoding = 'hex'): string | Buffer {
  const digest = DIGESTS[name];
  if (!digest) throw new Error(`a worker has no ${name}`);
  const made = Buffer.from(digest(typeof data === 'string' ? new TextEncoder().encode(data) : data));
  return encoding === 'buffer' ? made : made.toString(encoding as BufferEncoding);
}

export const randomUUID = (): string => globalThis.crypto.randomUUID();

const absent = (): never => {
  throw new Error('a worker has no accounts and hashes no files');
};

export {absent as createHash, absent as timingSafeEqual};

/**
 * UUIDs of names (RFC 9562, version 5): the same name has the same UUID on every server and in every build.
 */
import {hash} from 'node:crypto';

/** The namespace of this service's names: drawn once at random, and never changed. */
const NAMESPACE = Buffer.from('7c1b9f0e5a3d4c52b8e64d9a20f3617b', 'hex');

/** Version 5 and the variant, in the bits that the standard reserves. */
export function nameUuid(name: string): string {
  const digest = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(name)]), 'buffer').subarray(0, 16);
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

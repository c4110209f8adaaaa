/** The text of a manifest: it begins with its own checksum, so that a changed byte is noticed. */
import {createHash} from 'node:crypto';
import type {Manifest} from './artefacts.ts';

/** First member of a manifest; what follows is hashed. */
const SEAL = /^\{\s*"checksum": "([0-9a-f]{64})",/;

/** How manifests of versions without a checksum begin. */
const UNSEALED = /^\{\s*"format":/;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The text of a manifest file, with a new checksum. */
export function manifestText({checksum: _, ...manifest}: Manifest): string {
  const rest = `${JSON.stringify(manifest, null, 1).slice(1)}\n`;
  return `{\n "checksum": "${hashOf(rest)}",${rest}`;
}

/** Whether a text is as `manifestText` made it, or of a version without a checksum. */
export function isIntact(text: string): boolean {
  const [head = '', checksum] = SEAL.exec(text) ?? [];
  return checksum === undefined ? UNSEALED.test(text) : hashOf(text.slice(head.length)) === checksum;
}

/** The opaque cursor: where a list continues, and for which query. */
import {hash} from 'node:crypto';
import {crc32} from 'node:zlib';
import type {Json} from '../../../datasets/types.ts';
import {ApiError} from '../errors.ts';

/** Version 1 had no checksum. */
const VERSION = 2;

/** `position` is the engine's own, as JSON. */
export interface Cursor {
  position: Json;
  /** Rows on earlier pages. */
  rowsBefore: number;
  /** Build in which the walk began; `rowsBefore` is a row number in that build only. */
  build: string;
}

/** A cursor is accepted only for the operation, filters and order it was made for. */
export function queryFingerprint(path: string, used: Readonly<Record<string, unknown>>): string {
  return hash('sha256', JSON.stringify([path, used]), 'base64url').slice(0, 16);
}

/** Of the members: a cursor that was changed on its way would continue elsewhere. */
const checksumOf = (members: readonly unknown[]): number => crc32(JSON.stringify(members));

export function writeCursor({position, rowsBefore, build}: Cursor, fingerprint: string): string {
  const c = checksumOf([fingerprint, position, rowsBefore, build]);
  return Buffer.from(
    JSON.stringify({v: VERSION, q: fingerprint, p: position, n: rowsBefore, b: build, c}),
  ).toString('base64url');
}

function parse(text: string): unknown {
  if (!/^[\w-]+$/.test(text)) throw new ApiError('cursor_unreadable');
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw new ApiError('cursor_unreadable');
  }
}

/** Throws `cursor is not valid.` or, for another query, `cursor does not match this query.` */
export function readCursor(text: string, fingerprint: string): Cursor {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw new ApiError('cursor_unreadable');
  const {v, q, p, n, b, c} = parsed as Record<string, unknown>;
  const isComplete =
    v === VERSION &&
    typeof q === 'string' &&
    typeof b === 'string' &&
    typeof p === 'object' &&
    p !== null &&
    typeof n === 'number' &&
    Number.isSafeInteger(n) &&
    n >= 0 &&
    c === checksumOf([q, p, n, b]);
  if (!isComplete) throw new ApiError('cursor_unreadable');
  if (q !== fingerprint) throw new ApiError('cursor_other');
  return {position: p as Json, rowsBefore: n, build: b};
}

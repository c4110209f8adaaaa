/** Encodings by the bytes of a text, and UTF-16 as a UTF-8 stream. */
import {Readable} from 'node:stream';
import {TextDecoder} from 'node:util';
import type {Source} from '../../datasets/types.ts';

export type Encoding = Source['encodings'][number];

/** Bytes of the longest byte order mark. */
export const BOM_BYTES = 3;

/** The encoding that a byte order mark declares; null without one. */
export function bomOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  return null;
}

/**
 * Encoding of a text by its first bytes and whether it is valid UTF-8. Invalid UTF-8 is Windows-1252, as a
 * whole or in some lines: see mixed_text.ts.
 */
export function encodingFrom(start: Uint8Array, utf8: boolean): Encoding {
  const mark = bomOf(start);
  if (mark === 'utf-16le' || mark === 'utf-16be') return 'utf-16';
  return utf8 ? 'utf-8' : 'windows-1252';
}

/** A stream of what is made of another one, and closed with it. */
export function recoded(stream: Readable, make: () => AsyncGenerator<Buffer>): Readable {
  // Reading starts with the first read: an earlier error would be unhandled and end the process.
  const text = Readable.from(make(), {objectMode: false});
  text.once('close', () => stream.destroy());
  return text;
}

/** UTF-16 as UTF-8. Fails with `damaged` without a mark, and where a character is incomplete. */
export const utf16AsUtf8 = (stream: Readable, damaged: () => Error): Readable =>
  recoded(stream, async function* () {
    let decoder: TextDecoder | null = null;
    let held = Buffer.alloc(0);
    try {
      for await (const chunk of stream) {
        held = Buffer.concat([held, chunk]);
        if (held.length < 2) continue;
        const mark = bomOf(held);
        if (!decoder && (!mark || mark === 'utf-8')) throw damaged();
        decoder ??= new TextDecoder(mark ?? '', {fatal: true});
        yield Buffer.from(decoder.decode(held, {stream: true}));
        held = Buffer.alloc(0);
      }
      if (!decoder) throw damaged();
      yield Buffer.from(decoder.decode(held));
    } catch (error) {
      throw error instanceof TypeError ? damaged() : error;
    }
  });

/** Judges bytes piece by piece: their encoding is that of `encodingFrom`. */
export function encodingSniffer() {
  const decoder = new TextDecoder('utf-8', {fatal: true});
  let start = Buffer.alloc(0);
  let utf8 = true;
  function decode(chunk?: Uint8Array): void {
    if (!utf8) return;
    try {
      decoder.decode(chunk, {stream: chunk !== undefined});
    } catch {
      utf8 = false; // an invalid sequence; the decoder throws nothing else
    }
  }
  return {
    add(chunk: Uint8Array): void {
      if (start.length < BOM_BYTES) start = Buffer.concat([start, chunk.subarray(0, BOM_BYTES)]);
      decode(chunk);
    },
    /** Ends the bytes. */
    end(): Encoding {
      decode();
      return encodingFrom(start, utf8);
    },
  };
}

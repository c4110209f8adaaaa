/**
 * Finds texts that were spoiled before they came: encoded as UTF-8 twice (`SociÃ©tÃ©`), with signs lost
 * (`Soci\ufffdt\ufffd`), or damaged by NULs.
 */
import {closeSync, openSync, readSync} from 'node:fs';

const CHUNK = 1 << 20;

/** Bytes held from one chunk to the next, and bytes around the first place that are shown. */
const [HELD, AROUND] = [4, 16];

/**
 * Faults by what a warning says of them. Each has bytes that hardly any other text has: a text without them
 * is passed quickly.
 */
const FAULTS: Record<string, {bytes: readonly number[]; isAt: (text: Buffer, at: number) => boolean}> = {
  // The second byte of `Ã`, and that of `Â` and of the euro sign.
  'were encoded as UTF-8 twice and are published so': {bytes: [0x83, 0x82], isAt: isTwice},
  'hold a sign that was lost before (\ufffd) and are published so': {
    bytes: [0xbd],
    isAt: (text, at) => text[at - 1] === 0xbf && text[at - 2] === 0xef,
  },
  // Rows may have been lost with the ends of lines: a run of them is one place.
  'hold NUL bytes, which no text has: the file is damaged there': {
    bytes: [0],
    isAt: (text, at) => text[at - 1] !== 0,
  },
};

/** Whether the byte belongs to `Ã` before a sign beyond ASCII, to `Â` before one of Latin-1, or to `â€`. */
function isTwice(text: Buffer, at: number): boolean {
  const [before, byte, after = 0] = [text[at - 1], text[at], text[at + 1]];
  if (before === 0xc3) return byte === 0x83 ? after >= 0x80 : after === 0xc2;
  return before === 0xe2 && after === 0xac && text[at - 2] === 0xa2 && text[at - 3] === 0xc3;
}

/**
 * What is spoiled in a UTF-8 text, each as a sentence. Synchronous: a sound text is passed as fast as it is
 * read.
 */
export function spoiledIn(path: string): string[] {
  const counts = new Map<string, number>();
  const samples = new Map<string, string>();
  const buffer = Buffer.allocUnsafe(HELD + CHUNK);
  const file = openSync(path, 'r');
  try {
    let held = 0;
    for (let read = readSync(file, buffer, 0, CHUNK, null); read > 0; ) {
      const text = buffer.subarray(0, held + read);
      for (const [fault, {bytes, isAt}] of Object.entries(FAULTS))
        for (const at of placesOf(text, bytes, held)) {
          if (!isAt(text, at)) continue;
          counts.set(fault, (counts.get(fault) ?? 0) + 1);
          if (!samples.has(fault)) samples.set(fault, around(text, at));
        }
      held = Math.min(HELD, text.length);
      buffer.copyWithin(0, text.length - held, text.length);
      read = readSync(file, buffer, held, CHUNK, null);
    }
  } finally {
    closeSync(file);
  }
  return [...counts].map(([fault, count]) => `${count} places ${fault}, e.g. "${samples.get(fault)}"`);
}

/** Places of some bytes, but for those seen before; the last byte is looked at with what follows it. */
function* placesOf(text: Buffer, bytes: readonly number[], held: number): Generator<number> {
  for (const byte of bytes)
    for (let at = text.indexOf(byte, held && held - 1); at >= 0; at = text.indexOf(byte, at + 1))
      if (at < text.length - 1) yield at;
}

const around = (text: Buffer, at: number): string =>
  text
    .toString('utf8', Math.max(0, at - AROUND), at + AROUND)
    .replace(/[\p{Cc}"]+/gu, ' ')
    .trim();

/** Finds texts that were encoded as UTF-8 twice (`SociÃ©tÃ©`): they are published as they came, and told. */
import {closeSync, openSync, readSync} from 'node:fs';

const CHUNK = 1 << 20;

/** Bytes held from one chunk to the next, and bytes around the first place that are shown. */
const [HELD, AROUND] = [4, 16];

/** The second bytes of `Ã` and of `Â`, which that of the euro sign is as well: hardly any other sign has them. */
const [A_TILDE, A_CIRCUMFLEX] = [0x83, 0x82];

export interface TwiceEncoded {
  count: number;
  /** Text around the first place. */
  sample: string;
}

/** Counts the places of a UTF-8 text. Synchronous: a text without any is passed as fast as it is read. */
export function twiceEncodedIn(path: string): TwiceEncoded {
  const found: TwiceEncoded = {count: 0, sample: ''};
  const buffer = Buffer.allocUnsafe(HELD + CHUNK);
  const file = openSync(path, 'r');
  try {
    let held = 0;
    for (let read = readSync(file, buffer, 0, CHUNK, null); read > 0; ) {
      const bytes = buffer.subarray(0, held + read);
      for (const second of [A_TILDE, A_CIRCUMFLEX]) {
        // The last byte is looked at with what follows it.
        for (let at = bytes.indexOf(second, held && held - 1); at >= 0; at = bytes.indexOf(second, at + 1)) {
          if (at === bytes.length - 1 || !isTwice(bytes, at)) continue;
          found.count += 1;
          found.sample ||= around(bytes, at);
        }
      }
      held = Math.min(HELD, bytes.length);
      buffer.copyWithin(0, bytes.length - held, bytes.length);
      read = readSync(file, buffer, held, CHUNK, null);
    }
    return found;
  } finally {
    closeSync(file);
  }
}

/** Whether the byte belongs to `Ã` before a sign beyond ASCII, to `Â` before one of Latin-1, or to `â€`. */
function isTwice(bytes: Buffer, at: number): boolean {
  const [before, byte, after = 0] = [bytes[at - 1], bytes[at], bytes[at + 1]];
  if (before === 0xc3) return byte === A_TILDE ? after >= 0x80 : after === 0xc2;
  return before === 0xe2 && after === 0xac && bytes[at - 2] === 0xa2 && bytes[at - 3] === 0xc3;
}

const around = (bytes: Buffer, at: number): string =>
  bytes
    .toString('utf8', Math.max(0, at - AROUND), at + AROUND)
    .replace(/\ufffd|[\p{Cc}"]+/gu, ' ')
    .trim();

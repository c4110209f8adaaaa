/**
 * Finds texts that were spoiled before they came: encoded as UTF-8 twice (`SociÃ©tÃ©`), with signs lost
 * (`Soci\ufffdt\ufffd`), or damaged by NULs.
 */
import {chunksOf} from './file_bytes.ts';

/** Bytes held from one chunk to the next, and bytes around the first place that are shown. */
const [HELD, AROUND] = [4, 16];

/** Faults by the words of their warning, as patterns of bytes. */
const FAULTS: Record<string, RegExp> = {
  // `Ã` before a sign beyond ASCII, `Â` before one of Latin-1, or `â€`.
  'were encoded as UTF-8 twice and are published so':
    /\xc3\x83(?=[\x80-\xff])|\xc3\x82(?=\xc2)|\xc3\xa2\xe2\x82(?=\xac)/g,
  'hold a sign that was lost before (\ufffd) and are published so': /\xef\xbf\xbd/g,
  // Rows may have been lost with the ends of lines: a run of them is one place.
  'hold NUL bytes, which no text has: the file is damaged there': /(?<!\0)\0/g,
};

/** What is spoiled in a UTF-8 text, each as a sentence. */
export function spoiledIn(path: string): string[] {
  const found = new Map<string, {count: number; sample: string}>();
  let held = '';
  for (const chunk of chunksOf(path)) {
    const text = held + chunk.toString('latin1');
    for (const [fault, pattern] of Object.entries(FAULTS))
      for (const {0: bytes, index} of text.matchAll(pattern)) {
        const at = index + bytes.length - 1;
        // The last byte is looked at with what follows it.
        if (at < held.length - 1 || at === text.length - 1) continue;
        const known = found.get(fault) ?? {count: 0, sample: around(text, at)};
        found.set(fault, {...known, count: known.count + 1});
      }
    held = text.slice(-HELD);
  }
  return [...found].map(([fault, {count, sample}]) => `${count} places ${fault}, e.g. "${sample}"`);
}

const around = (text: string, at: number): string =>
  Buffer.from(text.slice(Math.max(0, at - AROUND), at + AROUND), 'latin1')
    .toString()
    .replace(/[\p{Cc}"]+/gu, ' ')
    .trim();

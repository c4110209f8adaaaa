/** Texts that are not all UTF-8: each line is read by its own bytes, as UTF-8 or Windows-1252. */
import {isAscii, isUtf8} from 'node:buffer';
import type {Readable} from 'node:stream';
import {recoded} from './decode.ts';

const LF = '\n'.charCodeAt(0);

/** A longer line is taken in pieces, each ending with ASCII. */
const LONGEST = 1 << 20;

/** Lines that a message names. */
const LISTED = 5;

/**
 * The rarer encoding has at most this share of the lines beyond ASCII, or fewer lines than this: more is no
 * accident.
 */
const [SHARE, LEAST] = [0.2, 20];

const KINDS = ['utf-8', 'windows-1252'] as const;
type Kind = (typeof KINDS)[number];

/**
 * How the lines beyond ASCII read: how many each way or both ways, and the numbers of the first that are not
 * all UTF-8, or are.
 */
export interface LineKinds {
  counts: Record<Kind | 'both', number>;
  first: Record<Kind, number[]>;
  /** Whether the text begins with the mark of UTF-8. */
  isMarked: boolean;
}

const MARK = Buffer.from('\ufeff');

/** Lines with their ends, and pieces of very long ones. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    let start = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
      const end = chunk.subarray(start, at + 1);
      yield size ? Buffer.concat([...held, end]) : end;
      [held, size, start] = [[], 0, at + 1];
    }
    const rest = chunk.subarray(start);
    held.push(rest);
    size += rest.length;
    const end = size > LONGEST ? rest.findLastIndex((byte) => byte < 0x80) + 1 : 0;
    if (end > 0) {
      held.splice(-1, 1, rest.subarray(0, end));
      yield Buffer.concat(held);
      [held, size] = [[rest.subarray(end)], rest.length - end];
    }
  }
  if (size) yield Buffer.concat(held);
}

/** Counts the lines of a text that is not valid UTF-8. */
export async function lineKindsOf(stream: AsyncIterable<Buffer>): Promise<LineKinds> {
  const kinds: LineKinds = {
    counts: {'utf-8': 0, 'windows-1252': 0, both: 0},
    first: {'utf-8': [], 'windows-1252': []},
    isMarked: false,
  };
  let number = 1;
  let start = true;
  for await (const line of linesOf(stream)) {
    if (start) kinds.isMarked = line.subarray(0, MARK.length).equals(MARK);
    start = false;
    if (!isAscii(line)) {
      const kind = kindOf(line);
      kinds.counts[kind] += 1;
      for (const one of kind === 'both' ? KINDS : [kind])
        if (kinds.first[one].length < LISTED) kinds.first[one].push(number);
    }
    if (line.at(-1) === LF) number += 1;
  }
  return kinds;
}

/** The encoding of most lines, what is to be told of the others, and whether they may be an accident. */
export interface MainEncoding {
  encoding: Kind;
  mixed: string | null;
  isAccident: boolean;
}

export function mainEncoding({counts, first, isMarked}: LineKinds): MainEncoding {
  const isMostly = isMarked || counts['utf-8'] + counts.both >= counts['windows-1252'];
  const [encoding, other]: [Kind, Kind] = isMostly ? ['utf-8', 'windows-1252'] : ['windows-1252', 'utf-8'];
  const rare = counts[other] + counts.both;
  const all = rare + counts[encoding];
  if (rare === 0) return {encoding, mixed: null, isAccident: true};
  const more = rare > LISTED ? ` and ${rare - LISTED} more` : '';
  const lines = `lines ${first[other].join(', ')}${more}`;
  const mixed = `${rare} of ${all} lines beyond ASCII are no ${encoding}, or not all, and are read as ${other}: ${lines}`;
  return {encoding, mixed, isAccident: rare < LEAST || rare <= SHARE * all};
}

/** One character of UTF-8 beyond ASCII, or one byte. */
const CHARACTER =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}|[\x80-\xff]/g;

/** How such a character begins. */
const BEYOND = /[\xc2-\xf4][\x80-\xbf]/;

function kindOf(line: Buffer): Kind | 'both' {
  if (isUtf8(line)) return 'utf-8';
  const text = line.toString('latin1');
  return BEYOND.test(text) && text.match(CHARACTER)?.some((one) => one.length > 1) ? 'both' : 'windows-1252';
}

const LEGACY = new TextDecoder('windows-1252');

/** A line of either encoding as UTF-8; one that holds both by its characters. */
function lineAsUtf8(line: Buffer): Buffer {
  if (isUtf8(line)) return line;
  const text = line
    .toString('latin1')
    .replace(CHARACTER, (bytes) =>
      bytes.length > 1
        ? Buffer.from(bytes, 'latin1').toString('utf8')
        : LEGACY.decode(Buffer.from(bytes, 'latin1')),
    );
  return Buffer.from(text);
}

/**
 * A text of either encoding, or both, as UTF-8. Bytes undefined in Windows-1252 become control characters.
 */
export const mixedAsUtf8 = (stream: Readable): Readable =>
  recoded(stream, async function* () {
    for await (const line of linesOf(stream)) yield lineAsUtf8(line);
  });

/** Damage to the bytes of a file of any form: cuts, flips, zeros, wrong encodings, other content. */
import {gzipSync} from 'node:zlib';
import iconv from 'iconv-lite';
import type {Random} from '../corpus/prng.ts';
import {type Base, bytesOf, encoded} from './mutate_base.ts';

/** A damaged file. */
export interface Damaged {
  bytes: Buffer;
  /** Whether the records must stay the same, to the byte. */
  same?: boolean;
  /** Another extension than the form's. */
  ending?: 'zip';
}

/** `others`: good files of other sources. */
export type Kind = (random: Random, base: Base, others: readonly Base[]) => Damaged | Promise<Damaged>;

/** Bytes of which `length` are replaced by other content. */
const spliced = (bytes: Buffer, at: number, length: number, piece: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + length)]);

type Change = (bytes: Buffer, random: Random) => Buffer;

const inserted =
  (make: (random: Random) => Uint8Array): Change =>
  (bytes, random) =>
    spliced(bytes, random.int(bytes.length), 0, make(random));

/** A block of the bytes, at most an eighth of them. */
function blockOf(bytes: Buffer, random: Random): {at: number; length: number; block: Buffer} {
  const at = random.int(bytes.length);
  const length = 1 + random.int(Math.min(bytes.length - at, Math.ceil(bytes.length / 8)));
  return {at, length, block: bytes.subarray(at, at + length)};
}

const PAGE =
  '<!DOCTYPE html>\n<html><head><title>Later</title></head><body>Unavailable, "try", again</body></html>\n';

/** Text that was read as Windows-1252 and written as UTF-8. */
const twice = (text: string): Buffer => Buffer.from(iconv.decode(Buffer.from(text), 'win1252'));

const fits = (text: string): boolean => iconv.decode(iconv.encode(text, 'win1252'), 'win1252') === text;

/** Damage regardless of the content of the bytes, which may be modified in place. */
export const CHANGES: Record<string, Change> = {
  'cut anywhere': (bytes, random) => bytes.subarray(0, random.int(bytes.length)),
  'beginning lost': (bytes, random) => bytes.subarray(1 + random.int(bytes.length - 1)),
  'bytes flipped': (bytes, random) => {
    for (let left = random.between(1, 20); left; left--) {
      const at = random.int(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
    }
    return bytes;
  },
  'letters flipped': (bytes, random) => {
    for (let left = random.between(1, 20); left; left--) {
      const at = random.int(bytes.length);
      const byte = bytes[at] ?? 0;
      if (/[a-z0-9]/i.test(String.fromCharCode(byte))) bytes[at] = byte ^ 1;
    }
    return bytes;
  },
  'block of zeros': (bytes, random) => {
    const {at, length} = blockOf(bytes, random);
    return bytes.fill(0, at, at + length);
  },
  'NUL bytes': inserted((random) => Buffer.alloc(random.between(1, 3))),
  'lone continuation bytes': inserted((random) => Buffer.alloc(random.between(1, 3), 0x80 + random.int(64))),
  'bytes of Windows-1252': inserted((random) => Buffer.alloc(1, random.pick([0xe9, 0xc9, 0xe0, 0x92, 0xff]))),
  'control characters': inserted((random) => Buffer.alloc(1, 1 + random.int(31))),
  'block repeated': (bytes, random) => {
    const {at, block} = blockOf(bytes, random);
    return spliced(bytes, at, 0, Buffer.from(block));
  },
  'block lost': (bytes, random) => {
    const {at, length} = blockOf(bytes, random);
    return spliced(bytes, at, length, Buffer.alloc(0));
  },
  'block of random bytes': (bytes, random) => {
    const {at, length} = blockOf(bytes, random);
    return spliced(bytes, at, length, Buffer.from(Array.from({length}, () => random.int(256))));
  },
  'empty file': () => Buffer.alloc(0),
  'nothing but line ends': (_, random) => Buffer.from('\r\n'.repeat(1 + random.int(9))),
  'nothing but its mark': () => Buffer.from('\ufeff'),
};

const onBytes =
  (change: Change): Kind =>
  (random, base) => ({bytes: change(bytesOf(base), random)});

export const BYTE_KINDS: Record<string, Kind> = {
  ...Object.fromEntries(Object.entries(CHANGES).map(([name, change]) => [name, onBytes(change)])),
  'a page instead': (random) => ({
    bytes: Buffer.from(random.pick([PAGE, `\ufeff\r\n${PAGE}`, '<?xml version="1.0"?>'])),
  }),
  'a page behind it': (_, base) => ({bytes: Buffer.concat([bytesOf(base), Buffer.from(PAGE)])}),
  'gzip bytes': (_, base) => ({bytes: gzipSync(bytesOf(base))}),
  'file of another source': (random, _, others) => ({bytes: bytesOf(random.pick(others))}),
  'another source behind it': (random, base, others) => ({
    bytes: Buffer.concat([bytesOf(base), bytesOf(random.pick(others))]),
  }),
  'mark turned': (_, base) => ({bytes: encoded(base.text, base.encoding, !base.mark), same: true}),
  'mark twice': (_, base) => ({bytes: Buffer.from(`\ufeff\ufeff${base.text}`), same: base.form === 'csv'}),
  'UTF-16': (random, base) => {
    const [form, addBOM] = [random.pick(['utf-16le', 'utf-16be']), random.chance(0.7)];
    const known = base.source.encodings.includes('utf-16');
    return {bytes: iconv.encode(base.text, form, {addBOM}), same: known && addBOM};
  },
  'Windows-1252': (_, base) => {
    const known = base.source.encodings.includes('windows-1252');
    return {bytes: iconv.encode(base.text, 'win1252'), same: known && fits(base.text)};
  },
  'UTF-8 for Windows-1252': (_, base) => ({bytes: twice(base.text)}),
};

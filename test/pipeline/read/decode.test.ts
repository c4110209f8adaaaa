/** Encodings: detection, and lossless conversion to UTF-8. */
import {Readable} from 'node:stream';
import {expect, test} from 'vitest';
import {makeInspector} from '../../../pipeline/fetch/inspect.ts';
import {encodingSniffer, utf16AsUtf8} from '../../../pipeline/read/decode.ts';
import {mixedAsUtf8} from '../../../pipeline/read/mixed_text.ts';

const TEXT = 'Établissement,Nom\r\n"Île 😀",\u2019œ\r\n';
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const LITTLE = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
const BIG = swapped(LITTLE);

/** The bytes cut into pieces of one size. */
const pieces = (bytes: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({length: Math.ceil(bytes.length / size)}, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  );

async function decoded(bytes: Buffer, size = 3): Promise<string> {
  const stream = utf16AsUtf8(pieces(bytes, size), () => new Error('damaged'));
  return Buffer.concat(await stream.toArray()).toString('utf8');
}

function inspected(bytes: Buffer, size = 1) {
  const inspector = makeInspector();
  for (let at = 0; at < bytes.length; at += size) inspector.add(bytes.subarray(at, at + size));
  return inspector.end();
}

test.each([1, 2, 3, 5, 1000])(
  'UTF-16 of both orders in pieces of %i bytes is read whole, without its mark',
  async (size) => {
    expect(await decoded(LITTLE, size)).toBe(TEXT);
    expect(await decoded(BIG, size)).toBe(TEXT);
  },
);

test('a broken text fails when it is read, and an unread one is closed with its file', async () => {
  const bytes = pieces(LITTLE.subarray(0, -1), 1000);
  const stream = utf16AsUtf8(bytes, () => new Error('damaged'));
  await new Promise((done) => setTimeout(done, 20));
  await expect(stream.toArray()).rejects.toThrow('damaged');
  const [unread, file] = [pieces(BIG, 3), pieces(BIG, 3)];
  utf16AsUtf8(unread, () => new Error('damaged')).destroy();
  for await (const _ of utf16AsUtf8(file, () => new Error('damaged'))) break;
  await new Promise((done) => setTimeout(done, 20));
  expect([unread.destroyed, file.destroyed]).toEqual([true, true]);
});

test('UTF-16 that is truncated, broken or without a byte order mark fails', async () => {
  const lone = Buffer.from('\ufeffa\ud83d,b\n', 'utf16le');
  for (const bytes of [
    LITTLE.subarray(0, -1),
    BIG.subarray(0, -1),
    lone,
    LITTLE.subarray(2),
    LITTLE.subarray(0, 1),
  ]) {
    await expect(decoded(bytes)).rejects.toThrow('damaged');
  }
});

test('every byte of Windows-1252 becomes one character of its own', async () => {
  const all = Buffer.from(Array.from({length: 256}, (_, byte) => byte));
  const read = async (bytes: Buffer) =>
    Buffer.concat(await mixedAsUtf8(pieces(bytes, 7)).toArray()).toString();
  const text = await read(all);
  expect([...text]).toHaveLength(256);
  expect(new Set(text).size).toBe(256);
  expect(text).not.toContain('\ufffd');
  expect(await read(Buffer.from([0x92, 0x85, 0xe9, 0x81]))).toBe('\u2019…é\u0081');
});

test.each([
  ['UTF-8', Buffer.from(TEXT), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
  ['Windows-1252', Buffer.from('Établissement', 'latin1'), 'windows-1252'],
  ['UTF-8 cut inside a character', Buffer.from('é').subarray(0, 1), 'windows-1252'],
  ['UTF-16, little end first', LITTLE, 'utf-16'],
  ['UTF-16, big end first', BIG, 'utf-16'],
  [
    'what is marked as UTF-8 and is not',
    Buffer.concat([Buffer.from('\ufeffNom'), Buffer.from([0xe9])]),
    'windows-1252',
  ],
  ['what is marked as UTF-8 and is cut', Buffer.from('\ufeffNé').subarray(0, -1), 'windows-1252'],
] as const)('%s is known from its bytes', async (_, bytes, encoding) => {
  for (const size of [1, 1000]) {
    const sniffer = encodingSniffer();
    for await (const piece of pieces(bytes, size)) sniffer.add(piece);
    expect(sniffer.end()).toBe(encoding);
    expect(inspected(bytes, size).encoding).toBe(encoding);
  }
});

test('a page is recognised by its first character in every encoding', () => {
  const page = '\r\n <html>';
  for (const bytes of [
    Buffer.from(`\ufeff${page}`),
    Buffer.from(`\ufeff${page}`, 'utf16le'),
    swapped(Buffer.from(`\ufeff${page}`, 'utf16le')),
  ]) {
    expect(inspected(bytes).first).toBe('<'.charCodeAt(0));
  }
});

/** Tokens: any text is written and read back, and what repeats is written short. */
import {expect, test} from 'vitest';
import {RAW} from '../../../engine/rows/layout.ts';
import {LiteralWriter, literalBound} from '../../../engine/rows/literal_writer.ts';
import {type TokenTable, trainTokens} from '../../../engine/rows/token_table.ts';
import fc from '../../helpers/fast_check.ts';

/** Writes texts with the tokens, without their lengths. */
function writerOf(table: TokenTable): (text: Uint8Array) => Uint8Array {
  const writer = new LiteralWriter(table);
  return (text) => {
    const out = Buffer.alloc(literalBound(text.length));
    const written = out.subarray(0, writer.write(out, 0, text, 0, text.length));
    return written.subarray(written.findIndex((byte) => byte < 0x80) + 1);
  };
}

/** The text of some tokens, by the description of the layout. */
function read({tokens, short}: TokenTable, bytes: Uint8Array): Buffer {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++]!;
    if (first === RAW) {
      const length = bytes[at++]!;
      pieces.push(bytes.subarray(at, at + length));
      at += length;
    } else if (first < short) pieces.push(tokens[first]!);
    else pieces.push(tokens[short + (first - short) * 256 + bytes[at++]!]!);
  }
  return Buffer.concat(pieces);
}

/** The number of the longest token that begins at `at`, by trying all; -1 for none. */
function longest(tokens: readonly Buffer[], text: Buffer, at: number): number {
  let best = -1;
  for (const [i, token] of tokens.entries()) {
    const isHere = text.compare(token, 0, token.length, at, Math.min(text.length, at + token.length)) === 0;
    if (isHere && token.length > (tokens[best]?.length ?? 0)) best = i;
  }
  return best;
}

function sampleOf(texts: readonly string[]) {
  let end = 0;
  const bytes = Buffer.from(texts.join(''));
  const ends = texts.map((text) => {
    end += Buffer.byteLength(text);
    return end;
  });
  return {bytes, ends};
}

test('any text is read back as it was written, whatever the tokens were trained on', () => {
  const text = fc.oneof(
    fc.string({unit: 'binary', maxLength: 300}),
    fc.constantFrom('Rue Sainte-Catherine', 'rénovation'),
  );
  const property = fc.property(
    fc.array(text, {maxLength: 30}),
    fc.array(text, {maxLength: 10}),
    (sample, texts) => {
      const table = trainTokens(sampleOf([...sample, ...sample, ...sample]));
      const write = writerOf(table);
      for (const one of texts) {
        const bytes = Buffer.from(one);
        expect(read(table, write(bytes)).equals(bytes)).toBe(true);
      }
    },
  );
  fc.assert(property, {numRuns: 60});
});

test('the longest token that begins at a byte is written, however much it shares with others', () => {
  const words = fc.array(fc.stringMatching(/^[ab]{1,24}$/), {minLength: 1, maxLength: 60});
  const property = fc.property(words, fc.stringMatching(/^[abc]{0,200}$/), (given, given_text) => {
    const tokens = [...new Set(given)].map((token) => Buffer.from(token));
    const text = Buffer.from(given_text);
    const written = writerOf({tokens, short: 192})(text);
    const expected: number[] = [];
    let raw = -1;
    for (let at = 0; at < text.length; ) {
      const token = longest(tokens, text, at);
      if (token >= 0) {
        expected.push(token);
        raw = -1;
        at += tokens[token]!.length;
        continue;
      }
      if (raw < 0) raw = expected.push(RAW, 0) - 1;
      expected[raw]!++;
      expected.push(text[at++]!);
    }
    expect([...written]).toEqual(expected);
  });
  fc.assert(property, {numRuns: 200});
});

test('texts like those of the sample take less than a third', () => {
  const texts = Array.from(
    {length: 4000},
    (_, i) => `Construct a new house at ${i * 7} Garden Street, unit ${i % 9}`,
  );
  const table = trainTokens(sampleOf(texts.slice(0, 2000)));
  const write = writerOf(table);
  const sum = (of: (text: Buffer) => number) =>
    texts.slice(2000).reduce((all, text) => all + of(Buffer.from(text)), 0);
  const written = sum((bytes) => write(bytes).length);
  expect(written).toBeLessThan(sum((bytes) => bytes.length) / 3);
});

test('a literal fits its bound where each second byte is no token and the other ones take two bytes', () => {
  // As many tokens of one byte as there are codes of one byte, and one more.
  const tokens = Array.from({length: 193}, (_, i) => Buffer.of(i < 192 ? i : 0xf0));
  const writer = new LiteralWriter({tokens, short: 192});
  for (const length of [1, 2, 3, 255, 256, 1001, 4096]) {
    const text = Buffer.from(Uint8Array.from({length}, (_, i) => (i % 2 === 0 ? 0xfe : 0xf0)));
    const out = Buffer.alloc(literalBound(length) + 4, 0x55);
    const end = writer.write(out, 0, text, 0, length);
    expect(end).toBeGreaterThan(2 * length);
    expect(end).toBeLessThanOrEqual(literalBound(length));
    // Nothing behind the bound was written.
    expect([...out.subarray(literalBound(length))]).toEqual([0x55, 0x55, 0x55, 0x55]);
    const begin = out.findIndex((byte) => byte < 0x80) + 1;
    expect(read({tokens, short: 192}, out.subarray(begin, end)).equals(text)).toBe(true);
  }
});

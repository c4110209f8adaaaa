/** Ids in both forms: the rank of each, and no rank for what only looks like one. */
import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {compareText} from '../../../datasets/rules/text.ts';
import {type Ids, openIds} from '../../../engine/columns/ids.ts';
import {idStarts} from '../../../engine/columns/row_ids.ts';
import type {IndexWriter} from '../../../engine/file/index_file.ts';
import {SECTIONS} from '../../../engine/file/section_names.ts';
import type {TypedArray} from '../../../engine/file/sections.ts';
import {StringArrayBuilder} from '../../../engine/text/string_array.ts';
import {DamagedFile} from '../../../engine/types.ts';
import fc from '../../helpers/fast_check.ts';
import {sectionsFrom, stayingFrom} from '../../helpers/section_file.ts';

const PREFIX = 'c_';

/** Ranks in the order of the ids. */
const orderOf = (ids: readonly string[]): Uint32Array =>
  Uint32Array.from(ids.keys()).sort((a, b) => compareText(ids[a]!, ids[b]!));

function openHex(ids: readonly string[]): Ids {
  const half = (id: string, from: number) => Number.parseInt(id.slice(from, from + 8), 16);
  const sections = sectionsFrom((index) => {
    index.write(
      SECTIONS.id_high,
      Uint32Array.from(ids, (id) => half(id, 2)),
    );
    index.write(
      SECTIONS.id_low,
      Uint32Array.from(ids, (id) => half(id, 10)),
    );
    index.write(SECTIONS.id_order, orderOf(ids));
    const keys = orderOf(ids).map((row) => half(ids[row]!, 2));
    index.write(SECTIONS.id_starts, idStarts(keys));
  });
  return openIds(sections, PREFIX);
}

/** Writes ids as texts, which may stay in the file. */
const writeTexts = (ids: readonly string[], stay: boolean) => (index: IndexWriter) => {
  const builder = new StringArrayBuilder('texts');
  for (const id of ids) builder.add(Buffer.from(id));
  const {bytes, offsets: at} = builder.build();
  const write = (name: string, elements: TypedArray): void =>
    stay ? index.write(name, elements, 'file') : index.write(name, elements);
  write(SECTIONS.id_text, bytes);
  write(SECTIONS.id_offsets, at);
  index.write(SECTIONS.id_order, orderOf(ids));
};

const openTexts = (ids: readonly string[]): Ids => openIds(sectionsFrom(writeTexts(ids, false)), null);

/** Near zero, near the sign bit of each half, and at the end. */
const EDGES = [
  '0',
  '7fffffff',
  '80000000',
  'ffffffff',
  '7fffffffffffffff',
  '8000000000000000',
  'ffffffffffffffff',
];
const hexId = fc
  .oneof(
    fc.constantFrom(...EDGES).map((digits) => BigInt(`0x${digits}`)),
    fc.bigInt({min: 0n, max: 2n ** 64n - 1n}),
  )
  .map((n) => PREFIX + n.toString(16).padStart(16, '0'));
const textId = fc.oneof(
  hexId,
  fc.string({unit: 'grapheme'}),
  fc.string({unit: 'binary'}).map((s) => s.toWellFormed()),
);

const MALFORMED = [
  '',
  'c_',
  'c_0',
  'C_0000000000000000',
  'c_000000000000000G',
  'c_00000000000000000',
  'c_000000007FFFFFFF',
  'd_0000000000000000',
  'é',
  '😀',
];

function agrees(
  open: (ids: readonly string[]) => Ids,
  ids: readonly string[],
  others: readonly string[],
): void {
  const opened = open(ids);
  ids.forEach((id, row) => {
    expect(opened.text(row)).toBe(id);
    expect(opened.rowOf(id)).toBe(row);
    expect(Math.sign(opened.compareRows(row, 0))).toBe(compareText(id, ids[0]!));
  });
  for (const other of [...others, ...MALFORMED]) {
    expect(opened.rowOf(other)).toBe(ids.indexOf(other));
    ids.forEach((id, row) => {
      expect(Math.sign(opened.compare(row, other))).toBe(compareText(id, other));
    });
  }
}

const unique = (id: fc.Arbitrary<string>) => fc.uniqueArray(id, {maxLength: 60});

test('ids of 16 hex digits', () => {
  const property = fc.property(unique(hexId), fc.array(textId, {maxLength: 4}), (ids, others) =>
    agrees(openHex, ids, others),
  );
  fc.assert(property, {numRuns: 60});
});

test('ids of any characters', () => {
  const property = fc.property(unique(textId), fc.array(textId, {maxLength: 4}), (ids, others) =>
    agrees(openTexts, ids, others),
  );
  fc.assert(property, {numRuns: 60});
});

test('ids of any characters that stay in the file', () => {
  const property = fc.property(unique(textId), fc.array(textId, {maxLength: 4}), (ids, others) => {
    const {sections, end} = stayingFrom(writeTexts(ids, true));
    try {
      agrees(() => openIds(sections, null), ids, others);
    } finally {
      end();
    }
  });
  fc.assert(property, {numRuns: 60});
});

test('a changed byte of what stays in the file is refused when it is read', () => {
  const {sections, path, end} = stayingFrom(writeTexts(['a', 'b'], true));
  try {
    const bytes = readFileSync(path);
    bytes[bytes.indexOf('ab')]! ^= 1;
    writeFileSync(path, bytes);
    expect(() => openIds(sections, null).text(1)).toThrow(DamagedFile);
  } finally {
    end();
  }
});

/** Strings sorted by bytes, and folded beside SQL, are those of the plain definitions. */

import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {TEXT_MACROS} from '../../../datasets/rules/text.ts';
import {foldTexts} from '../../../engine/columns/dictionary.ts';
import type {CompileDb} from '../../../engine/sql/compile_db.ts';
import {
  type StringArray,
  StringArrayBuilder,
  sortStrings,
  stringAt,
} from '../../../engine/text/string_array.ts';
import fc from '../../helpers/fast_check.ts';

const arrayOf = (texts: readonly string[]): StringArray => {
  const builder = new StringArrayBuilder('texts');
  for (const text of texts) builder.add(Buffer.from(text));
  return builder.build();
};

/** Few characters, so that many begin alike; a zero is also what pads the end of a text. */
const text = fc.string({unit: fc.constantFrom('a', 'b', '\0', 'é', '一'), maxLength: 14});

test('strings are sorted by their bytes, equal ones by others and by number', () => {
  const property = fc.property(fc.array(fc.tuple(text, text), {maxLength: 400}), (pairs) => {
    const [own, ties] = [pairs.map(([one]) => Buffer.from(one)), pairs.map(([, tie]) => Buffer.from(tie))];
    const expected = [...pairs.keys()];
    expected.sort((a, b) => Buffer.compare(own[a]!, own[b]!) || Buffer.compare(ties[a]!, ties[b]!) || a - b);
    const sorted = sortStrings(arrayOf(pairs.map(([one]) => one)), arrayOf(pairs.map(([, tie]) => tie)));
    expect([...sorted]).toEqual(expected);
  });
  fc.assert(property, {numRuns: 100});
});

let db: CompileDb;
beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  const connection = await instance.connect();
  for (const macro of TEXT_MACROS) await connection.run(macro);
  db = {
    memory_mb: 100,
    build: {dir: '', manifest: {} as never, relations: []},
    run: async (sql) => {
      await connection.run(sql);
    },
    rows: () => Promise.resolve([]),
    async *stream(sql) {
      const result = await connection.stream(sql);
      for (
        let chunk = await result.fetchChunk();
        chunk && chunk.rowCount > 0;
        chunk = await result.fetchChunk()
      )
        yield chunk;
    },
    close: () => instance.closeSync(),
  };
});
afterAll(() => db.close());

test('texts are folded as the macro folds them', async () => {
  const any = fc
    .string({unit: 'binary', maxLength: 12})
    .map((one) => one.toWellFormed().replaceAll('\0', ''));
  const parts = fc.constantFrom(
    'RUE',
    ' ',
    '  ',
    'Éé',
    'ß',
    '\t',
    '가',
    'Σ',
    'ΑΣ',
    'İ',
    "l'",
    '’',
    '한글',
    'ﬁ',
  );
  const mixed = fc.array(parts, {maxLength: 6}).map((all) => all.join(''));
  const property = fc.asyncProperty(
    fc.array(fc.oneof(any, mixed), {minLength: 1, maxLength: 80}),
    async (texts) => {
      const literals = texts.map((one, i) => `(${i}, '${one.replaceAll("'", "''")}')`).join(', ');
      const expected: string[] = [];
      for await (const chunk of db.stream(
        `SELECT fold(t) FROM (VALUES ${literals}) AS all_texts(i, t) ORDER BY i`,
      )) {
        for (let i = 0; i < chunk.rowCount; i++) expected.push(String(chunk.getColumnVector(0).getItem(i)));
      }
      const folded = foldTexts(arrayOf(texts));
      expect(texts.map((_, i) => stringAt(folded, i))).toEqual(expected);
    },
  );
  await fc.assert(property, {numRuns: 60});
});

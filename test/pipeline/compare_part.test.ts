/** What became of the lists of a part: elements that changed, and lists that only grew. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {expect, test} from 'vitest';
import {DATASETS} from '../../datasets/index.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {comparePart, examplesOf} from '../../pipeline/check/measure_part.ts';

const MEMBERS = DATASETS['members']!;
const NAME_FORMS = MEMBERS.columns['name_forms']!;

test('a list that grew, one with another element and one that lost its last are told apart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compare-part-'));
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  const db = await instance.connect();
  try {
    const part = async (name: string, rows: string) => {
      const path = join(folder, name);
      await db.run(
        `COPY (SELECT * FROM (VALUES ${rows}) AS t (person_id, name_forms)) TO ${literal(path)} (FORMAT parquet)`,
      );
      return {path, day: '2026-01-01'};
    };
    const before = await part(
      'before.parquet',
      `('1', ['Ada']), ('2', ['Bea', 'B.']), ('3', ['Cy']), ('4', ['Di', 'D.']), ('5', NULL), ('6', ['Fay'])`,
    );
    const now = await part(
      'now.parquet',
      `('1', ['Ada', 'A.']), ('2', ['Bea', 'Beatrix']), ('3', ['Cy']), ('4', ['Di']), ('5', ['Ed']), ('6', NULL)`,
    );
    const column: [string, typeof NAME_FORMS] = ['name_forms', NAME_FORMS];
    const {all} = await comparePart(db, MEMBERS, [column], before, now);
    expect(all).toEqual({
      compared: 6,
      changed: new Map([['name_forms', 3]]),
      grown: new Map([['name_forms', 1]]),
    });
    expect(await examplesOf(db, MEMBERS, column, before, now)).toEqual([
      '2: B. -> Beatrix',
      '4: D. -> null',
      '6: Fay -> null',
    ]);
  } finally {
    db.closeSync();
    instance.closeSync();
    await rm(folder, {recursive: true, force: true});
  }
});

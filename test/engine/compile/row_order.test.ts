/** Rows that come in any order, or file by file, are given back in row order. */
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ReorderBuffer} from '../../../engine/compile/reorder_buffer.ts';
import {SortedRuns} from '../../../engine/compile/sorted_runs.ts';
import {runOf} from '../../../engine/file/text_run.ts';
import fc from '../../helpers/fast_check.ts';
import {runOfAll} from '../../helpers/text_runs.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'row-order-'));
});
afterAll(() => rmSync(dir, {recursive: true}));

const text = fc.string({unit: 'binary', maxLength: 40});

test('a reorder buffer returns each row once, from memory or its file, and none that was not put', () => {
  const path = join(dir, 'reorder');
  const rows = fc.array(fc.tuple(text, text), {minLength: 1, maxLength: 60});
  const property = fc.property(rows, fc.nat(500), fc.infiniteStream(fc.nat()), (all, most, random) => {
    const buffer = new ReorderBuffer(path, all.length, 2, most);
    const waiting = [...all.keys()];
    let next = 0;
    const takeAll = () => {
      for (let taken = buffer.take(next); taken; taken = buffer.take(next)) {
        expect(taken.map((bytes) => Buffer.from(bytes).toString())).toEqual([...all[next]!]);
        next++;
      }
    };
    while (waiting.length > 0) {
      const [row] = waiting.splice(random.next().value! % waiting.length, 1);
      buffer.put(
        row!,
        all[row!]!.map((one) => Buffer.from(one)),
      );
      takeAll();
    }
    expect(next).toBe(all.length);
    buffer.close();
    expect(existsSync(path)).toBe(false);
  });
  fc.assert(property, {numRuns: 200});
});

test('sorted runs return the texts of all files in row order', () => {
  const path = join(dir, 'runs');
  // Some texts are longer than what is read at once.
  const long = fc.constant('x'.repeat(1_200_000));
  const files = fc.array(fc.array(fc.oneof({weight: 60, arbitrary: text}, long), {maxLength: 30}), {
    maxLength: 4,
  });
  const property = fc.property(files, fc.infiniteStream(fc.nat()), (all, random) => {
    const rows = all.reduce((sum, {length}) => sum + length, 0);
    const runs = new SortedRuns(path, rows);
    for (const texts of all) {
      runs.beginRun();
      for (const one of texts.slice(0, 3)) runs.add(runOf(Buffer.from(one)));
      runs.add(runOfAll(texts.slice(3).map((one) => Buffer.from(one))));
    }
    const next = all.map(() => 0);
    const order: number[] = [];
    const expected: string[] = [];
    while (order.length < rows) {
      const open = all.flatMap(({length}, file) => (next[file]! < length ? [file] : []));
      const file = open[random.next().value! % open.length]!;
      order.push(file);
      expected.push(all[file]![next[file]!++]!);
    }
    const merged: string[] = [];
    runs.merge(order, (bytes) => merged.push(Buffer.from(bytes).toString()));
    expect(merged).toEqual(expected);
    if (rows > 0) expect(() => runs.merge(order.slice(1), () => {})).toThrow('has other rows than it should');
    runs.close();
  });
  fc.assert(property, {numRuns: 60});
});

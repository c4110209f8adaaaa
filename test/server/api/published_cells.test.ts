/** Cells come out of a row word for word: compared with csv-parse and JSON.parse over random rows. */
import {parse} from 'csv-parse/sync';
import {expect, test} from 'vitest';
import {jsonMembers} from '../../../server/api/operations/provenance/json_members.ts';
import {cellsOf, csvCells} from '../../../server/api/operations/provenance/published_cells.ts';
import {seed} from '../../helpers/seed.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';

const PIECES = ['a', 'é', '"', '""', ',', ';', '\n', '\r\n', ' ', '', '-1.50', '\\', '{', ']', ':', '\u2028'];

const random = seededRandom(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const textOf = () => Array.from({length: Math.floor(random() * 5)}, () => pick(PIECES)).join('');

test('a record of CSV has the cells that csv-parse finds', () => {
  for (let run = 0; run < 2000; run++) {
    const delimiter = pick([',', ';']);
    const cells = Array.from({length: 1 + Math.floor(random() * 5)}, textOf);
    const quoted = cells.map((cell) =>
      random() < 0.3 || /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
    );
    const text = quoted.join(delimiter) + pick(['\n', '\r\n', '']);
    if (text.trim() === '') continue;
    expect(csvCells(text, delimiter), JSON.stringify(text)).toEqual(cells);
    expect(parse(text, {delimiter})[0]).toEqual(cells);
  }
});

test('quotes inside an unquoted cell are text; behind a closing quote nothing is guessed', () => {
  expect(csvCells('5" pipe,b\n', ',')).toEqual(['5" pipe', 'b']);
  expect(csvCells('"a"b,c\n', ',')).toBeNull();
  expect(csvCells('"a,c\n', ',')).toBeNull();
  expect(csvCells('a\rb,c\n', ',')).toBeNull();
});

test('members of JSON have all digits and escapes; a repeated name counts last', () => {
  for (let run = 0; run < 1000; run++) {
    const record: Record<string, unknown> = {};
    for (let at = 0; at < 4; at++)
      record[textOf() || 'x'] = pick<unknown>([
        textOf(),
        1.5,
        null,
        true,
        {b: [textOf(), {c: 1}]},
        [],
        ['['],
      ]);
    const text = JSON.stringify(record, null, pick([0, 2]));
    const members = jsonMembers(text)!;
    const parsed = Object.fromEntries([...members].map(([name, json]) => [name, JSON.parse(json)]));
    expect(parsed, text).toEqual(record);
  }
  const read = cellsOf(
    {form: 'json', delimiter: ','},
    Buffer.from('\ufeff{"a": 1.50, "b": "é\\n", "a": 2.00}\n'),
  )!;
  expect([read(0, 'a'), read(0, 'b'), read(0, 'c')]).toEqual(['2.00', 'é\n', null]);
  expect(jsonMembers('[1]')).toBeNull();
  // A string without an end is looked for once.
  const start = performance.now();
  expect(jsonMembers(`{"a":"${'\\"'.repeat(200_000)}}`)).toBeNull();
  expect(performance.now() - start).toBeLessThan(5000);
  expect(cellsOf({form: 'json', delimiter: ','}, Buffer.from('nothing'))).toBeNull();
});

test('a feature has its properties and its geometry', () => {
  const feature =
    '{"type":"Feature","properties":{"id":7,"name":"A"},"geometry":{"type":"Point","coordinates":[1.0,2]}}';
  const read = cellsOf({form: 'feature', delimiter: ','}, Buffer.from(feature))!;
  expect(read(0, 'id')).toBe('7');
  expect(read(0, 'geometry')).toBe('{"type":"Point","coordinates":[1.0,2]}');
  const bare = cellsOf({form: 'feature', delimiter: ','}, Buffer.from('{"properties":null,"geometry":null}'));
  expect(bare!(0, 'id')).toBeNull();
});

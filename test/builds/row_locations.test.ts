/** The file of row locations gives back what was written, reads no more than it needs, and refuses damaged blocks. */
import {expect, test} from 'vitest';
import {
  CHECKED,
  checkOf,
  DamagedLocations,
  keyOf,
  LONGEST_ROW,
  type LocatedRow,
  type LocatedText,
  linesIn,
  RowLocations,
  RowLocationWriter,
  TextChecks,
} from '../../builds/row_locations.ts';
import {seed} from '../helpers/seed.ts';
import {seededRandom} from '../helpers/seeded_random.ts';

const TEXT: LocatedText = {
  name: 'a.csv',
  url: 'https://example.org/a.csv',
  sha256: 'ab',
  bytes: 10,
  fetched_at: '2026-01-02T03:04:05',
  encoding: 'utf-8',
  stored: 'ab.csv',
  inPlace: true,
  form: 'csv',
  counts: 'lines',
  delimiter: ',',
};
const TEXTS = [TEXT, {...TEXT, name: 'b.zip!b.csv', inPlace: false}];
const PARTS = [0, 1].map((text) => ({text, layout: 'l', columns: {vendor: [3, 'Vendor'] as const}}));

const hex = ({high, low}: Pick<LocatedRow, 'high' | 'low'>): string =>
  (BigInt(high) * 2n ** 32n + BigInt(low)).toString(16).padStart(16, '0');

/** Rows of 3,000 records in the order of their keys, one of them of 2,500 rows. */
function rowsOf(): LocatedRow[] {
  const random = seededRandom(3);
  const whole = (below: number) => Math.floor(random() * below);
  const keys = Array.from({length: 3000}, () => ({high: whole(2 ** 32), low: whole(2 ** 32)}));
  return keys
    .sort((a, b) => a.high - b.high || a.low - b.low)
    .flatMap((key, at) => {
      const count = at === 1500 ? 2500 : 1 + whole(3);
      return Array.from({length: count}, (_, nth): LocatedRow => {
        const copy = random() < 0.3 ? Buffer.from(`row ${at} ${nth} é`) : null;
        return {
          ...key,
          part: copy ? 1 : 0,
          current: nth === count - 1,
          key: nth === 0,
          other: random() < 0.1,
          number: copy ? whole(2 ** 31) : 0,
          from: copy ? 0 : whole(2 ** 47),
          length: copy ? copy.length : whole(2 ** 31),
          copy,
        };
      });
    });
}

function written(rows: readonly LocatedRow[], checks: readonly Buffer[]): Buffer {
  const pieces: Buffer[] = [];
  const writer = new RowLocationWriter((bytes) => pieces.push(bytes));
  for (const row of rows) writer.add(row);
  writer.end(TEXTS, PARTS, checks);
  return Buffer.concat(pieces);
}

const opened = (file: Buffer, read = (from: number, length: number) => file.subarray(from, from + length)) =>
  new RowLocations(read, file.length);

test('every record has its rows in order, others none', () => {
  const rows = rowsOf();
  const file = written(rows, []);
  const locations = opened(file);
  expect(locations.parts).toEqual(PARTS);
  expect(locations.texts.map(({checks: _, ...text}) => text)).toEqual(TEXTS);
  for (const [at, [key, own]] of [...Map.groupBy(rows, hex)].entries()) {
    if (at % 30 > 0) continue;
    const expected = own.map(({high: _, low: __, ...row}) => row);
    expect(locations.find(key, 10_000)).toEqual(expected);
    expect(locations.find(key, 2)).toEqual(expected.slice(0, 2));
  }
  for (const key of ['0000000000000000', 'ffffffffffffffff', hex({high: rows[0]!.high, low: 1})])
    expect(locations.find(key, 10)).toEqual([]);
  expect(opened(written([], [])).find('0000000000000000', 10)).toEqual([]);
});

test('a record takes a few blocks, whatever the size of the file', () => {
  const rows = rowsOf();
  const file = written(rows, []);
  let bytes = 0;
  const locations = opened(file, (from, length) => {
    bytes += length;
    return file.subarray(from, from + length);
  });
  bytes = 0;
  locations.find(hex(rows[100]!), 10);
  expect(bytes).toBeLessThan(file.length / 2);
});

test('a damaged block does not unpack, and another file is none', () => {
  const rows = rowsOf();
  const file = Buffer.from(written(rows, []));
  file[200]! ^= 1;
  expect(() => opened(file).find(hex(rows[0]!), 10)).toThrow(DamagedLocations);
  file[0]! ^= 1;
  expect(() => opened(file)).toThrow('no file of row locations');
});

test('whatever is damaged or cut off, a record has its own rows or the file is refused', () => {
  const rows = rowsOf().slice(0, 3000);
  const whole = written(rows, [Buffer.alloc(800)]);
  const random = seededRandom(seed);
  const key = hex(rows[10]!);
  const expected = opened(whole).find(key, 10);
  let refused = 0;
  for (let run = 0; run < 300; run++) {
    const file = Buffer.from(whole);
    const end = run % 3 === 0 ? Math.floor(random() * file.length) : file.length;
    // Lengths and the footer are at the end, what names the format and the block in question at the beginning.
    const at = run % 3 === 1 ? end - 1 - Math.floor(random() * 300) : Math.floor(random() * end);
    if (end === file.length) file[at]! ^= 1 << (run % 8);
    let most = 0;
    try {
      const part = file.subarray(0, end);
      const locations = opened(part, (from, length) => {
        most = Math.max(most, length);
        return part.subarray(from, from + length);
      });
      expect(locations.find(key, 10)).toEqual(expected);
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedLocations);
      refused += 1;
    }
    expect(most).toBeLessThan(2 ** 25 + 1);
  }
  expect(refused).toBeGreaterThan(100);
});

test('long rows end a block early, and one that nobody could read is left out', () => {
  const [row] = rowsOf();
  const copied = (low: number, length: number): LocatedRow => ({
    ...row!,
    part: 1,
    from: 0,
    low,
    length,
    copy: length > LONGEST_ROW ? null : Buffer.alloc(length, low),
  });
  const all = [1, 2, 3, 4].map((low) => copied(low, low === 3 ? LONGEST_ROW + 1 : LONGEST_ROW / 4));
  const file = written(all, []);
  let asked = 0;
  const locations = opened(file, (from, length) => {
    asked += 1;
    return file.subarray(from, from + length);
  });
  const before = asked;
  for (const one of all) {
    const [found] = locations.find(hex(one), 1);
    expect([found?.length, found?.copy]).toEqual([one.length, one.copy]);
  }
  // Each in its own block, but for the one that is left out and what follows it.
  expect(asked - before).toBeGreaterThanOrEqual(4);
});

test('checks have the checksum and the first line of each piece, however the text comes', () => {
  const text = Buffer.from('aé\nb\n'.repeat(40_000));
  const made = [1000, CHECKED, text.length].map((step) => {
    const checks = new TextChecks();
    for (let at = 0; at < text.length; at += step) checks.add(text.subarray(at, at + step));
    return checks.end();
  });
  for (const one of made) expect(one).toEqual(made[0]);
  const locations = opened(written([], [made[0]!]));
  const count = Math.ceil(text.length / CHECKED);
  const expected = Array.from({length: count}, (_, at) => ({
    check: checkOf(
      text.subarray(at * CHECKED, (at + 1) * CHECKED),
      1 + linesIn(text.subarray(0, at * CHECKED)),
    ),
    line: 1 + linesIn(text.subarray(0, at * CHECKED)),
  }));
  expect(checkOf(text, 1)).not.toBe(checkOf(text, 2));
  expect(count).toBeGreaterThan(3);
  expect(locations.checks(0, 0, count)).toEqual(expected);
  expect(locations.checks(0, 1, 2)).toEqual(expected.slice(1, 3));
  expect(locations.checks(0, count - 1, 5)).toEqual(expected.slice(-1));
});

test('the key of a record is the hash in its id, or that of its id', () => {
  expect(keyOf('c_', 'c_9f31a2b4c5d6e7f8')).toBe('9f31a2b4c5d6e7f8');
  expect(keyOf('', '44-1/C-11')).toMatch(/^[0-9a-f]{16}$/);
});

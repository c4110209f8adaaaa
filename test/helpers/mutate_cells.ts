/** Damage to the records, cells and header of a CSV file. */
import type {Random} from '../corpus/prng.ts';
import {type Base, encoded, framed, recordsOf} from './mutate_base.ts';
import type {Damaged, Kind} from './mutate_bytes.ts';

/**
 * Characters of a huge cell: longer than a chunk of the scan, than the lines that DuckDB reads, and than a
 * piece of a copy.
 */
const HUGE = [1_200_000, 2_500_000, 5_000_000];

/** A file of the base's encoding from a text. */
const written = (base: Base, text: string, same = false): Damaged => ({
  bytes: encoded(text, base.encoding, base.mark),
  same,
});

interface Records {
  header: string[];
  head: string;
  raws: string[];
  cells: string[][];
}

function split(base: Base): Records {
  const {header, head, rows} = recordsOf(base);
  return {
    header,
    head,
    raws: rows.map(({raw}) => raw),
    cells: rows.flatMap(({cells}) => (cells ? [cells] : [])),
  };
}

const joined = (records: readonly string[], end = '\r\n'): string =>
  records.map((record) => record + end).join('');

/** Changes records and keeps the header. */
const onRaws =
  (change: (raws: string[], random: Random, base: Base) => string[], same = false): Kind =>
  (random, base) => {
    const {head, raws} = split(base);
    return written(base, joined([head, ...change(raws, random, base)]), same);
  };

/** Changes the text at one position. */
const onText =
  (change: (text: string, random: Random) => string): Kind =>
  (random, base) =>
    written(base, change(base.text, random));

const at = (text: string, position: number, lost: number, piece: string): string =>
  text.slice(0, position) + piece + text.slice(position + lost);

/** A random position of a character in the text; its end if there is none. */
function placeOf(text: string, sign: string, random: Random): number {
  const position = text.indexOf(sign, random.int(text.length));
  return position < 0 ? Math.max(0, text.lastIndexOf(sign)) : position;
}

/** Changes one record. */
const onOne = (change: (raw: string, random: Random) => string): Kind =>
  onRaws((raws, random) => {
    const chosen = random.int(raws.length);
    return raws.map((raw, n) => (n === chosen ? change(raw, random) : raw));
  });

/** Rewrites header and cells; rows refused in the clean file are omitted. */
const onTable =
  (
    change: (header: string[], cells: string[][], random: Random) => [string[], string[][]],
    same?: 'same',
  ): Kind =>
  (random, base) => {
    const {header, cells, raws} = split(base);
    const [names, rows] = change(header, cells, random);
    return written(base, joined([names, ...rows].map(framed)), same && cells.length === raws.length);
  };

const swapped = <T>(list: readonly T[], a: number, b: number): T[] =>
  list.map((item, n) => (n === a ? (list[b] ?? item) : n === b ? (list[a] ?? item) : item));

function two(random: Random, count: number): [number, number] {
  const a = random.int(count);
  return [a, (a + 1 + random.int(Math.max(1, count - 1))) % count];
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({item, key: random.next()}))
    .sort((a, b) => a.key - b.key)
    .map(({item}) => item);
}

const turned = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

/** Line ends of records only: those inside cells are text. */
const ends =
  (pick: (random: Random) => string, same: boolean): Kind =>
  (random, base) => {
    const {head, raws} = split(base);
    return written(base, [head, ...raws].map((raw) => raw + pick(random)).join(''), same);
  };

export const CSV_KINDS: Record<string, Kind> = {
  'columns swapped with their names': onTable((header, cells, random) => {
    const [a, b] = two(random, header.length);
    return [swapped(header, a, b), cells.map((row) => swapped(row, a, b))];
  }, 'same'),
  'names of columns swapped': onTable((header, cells, random) => [
    swapped(header, ...two(random, header.length)),
    cells,
  ]),
  'cells of columns swapped': onTable((header, cells, random) => {
    const [a, b] = two(random, header.length);
    return [header, cells.map((row) => swapped(row, a, b))];
  }),
  'cells of a row swapped': onTable((header, cells, random) => {
    const [chosen, [a, b]] = [random.int(cells.length), two(random, header.length)];
    return [header, cells.map((row, n) => (n === chosen ? swapped(row, a, b) : row))];
  }),
  'every cell quoted': onTable((header, cells) => [header, cells], 'same'),
  'delimiter doubled': onText((text, random) => at(text, placeOf(text, ',', random), 0, ',')),
  'delimiter lost': onText((text, random) => at(text, placeOf(text, ',', random), 1, '')),
  'other delimiters': (random, base) => {
    const {header, cells} = split(base);
    const sign = random.pick([';', '\t', '|']);
    return written(base, joined([header, ...cells].map((row) => framed(row).replaceAll('","', `"${sign}"`))));
  },
  'delimiters behind every row': (_, base) => {
    const {head, raws} = split(base);
    return written(base, joined([head, ...raws.map((raw) => `${raw},,`)]));
  },
  'stray quote': onText((text, random) => at(text, random.int(text.length), 0, '"')),
  'stray quote in front of a cell': onText((text, random) =>
    at(text, placeOf(text, ',', random) + 1, 0, '"'),
  ),
  'stray quote behind a cell': onText((text, random) => at(text, placeOf(text, ',', random), 0, '"')),
  'stray quotes': onText((text, random) => {
    let damaged = text;
    for (let left = random.between(2, 6); left; left--)
      damaged = at(damaged, random.int(damaged.length), 0, '"');
    return damaged;
  }),
  'stray quotes in front of last cells': onRaws((raws, random) =>
    raws.map((raw) => (random.chance(0.2) ? raw.replace(/,([^",\n]*)$/, ',"$1') : raw)),
  ),
  'stray quote at the start': onText((text) => `"${text}`),
  'quote lost': onText((text, random) => at(text, placeOf(text, '"', random), 1, '')),
  'line end in a row': onText((text, random) =>
    at(text, random.int(text.length), 0, random.pick(['\n', '\r\n', '\r'])),
  ),
  'line end lost': onText((text, random) => at(text, placeOf(text, '\n', random), 1, '')),
  'a huge cell': onOne((raw, random) =>
    raw.replace(/^("?)/, (quote) => quote + 'huge '.repeat(random.pick(HUGE) / 5)),
  ),
  'only a header': onRaws(() => []),
  'header twice': (random, base) => {
    const {head, raws} = split(base);
    const position = random.int(raws.length);
    return written(base, joined([head, ...raws.slice(0, position), head, ...raws.slice(position)]));
  },
  'keys twice': onTable((header, cells, random) => {
    const [from, column] = [random.pick(cells), random.int(header.length)];
    const copy = from.map((cell, n) => (n === column ? `${cell}9` : cell));
    return [header, [...cells, copy]];
  }),
  'rows twice': onRaws((raws, random) => [...raws, ...raws.filter(() => random.chance(0.3))]),
  'rows lost': onRaws((raws, random) => raws.filter(() => random.chance(0.8))),
  'rows shuffled': onRaws((raws, random) => shuffled(raws, random)),
  'column renamed': onTable((header, cells, random) => {
    const chosen = random.int(header.length);
    return [header.map((name, n) => (n === chosen ? `${name}_new` : name)), cells];
  }),
  'column twice': onTable((header, cells, random) => {
    const [a, b] = two(random, header.length);
    return [header.map((name, n) => (n === a ? (header[b] ?? name) : name)), cells];
  }),
  'column removed': onTable((header, cells, random) => {
    const chosen = random.int(header.length);
    const without = (row: string[]) => row.filter((_, n) => n !== chosen);
    return [without(header), cells.map(without)];
  }),
  'column added': onTable((header, cells, random) => {
    const position = random.int(header.length + 1);
    const more = (row: string[], cell: string) => [...row.slice(0, position), cell, ...row.slice(position)];
    return [more(header, 'newest_invention'), cells.map((row, n) => more(row, `x "${n}"`))];
  }, 'same'),
  'name lost': onTable((header, cells, random) => {
    const chosen = random.int(header.length);
    return [header.map((name, n) => (n === chosen ? '' : name)), cells];
  }),
  'case of the header turned': onTable((header, cells) => [header.map(turned), cells], 'same'),
  'blanks around the header': onTable((header, cells) => [header.map((name) => ` ${name} `), cells], 'same'),
  'lines end in LF': ends(() => '\n', true),
  'lines end in CRLF': ends(() => '\r\n', true),
  'lines end in CR': ends(() => '\r', false),
  'line ends mixed': ends((random) => random.pick(['\n', '\r\n']), true),
  'line ends of three kinds': ends((random) => random.pick(['\n', '\r\n', '\r', '\n\r', '\r\r\n']), false),
  'empty lines between': ends((random) => random.pick(['\n', '\n\n', '\r\n\r\n\n']), true),
  'blank lines between': ends((random) => random.pick(['\n', '\n \n', '\n,,,\n']), false),
};

/** Damage to JSON Lines, and to tables in JSON. */
export const LINE_KINDS: Record<string, Kind> = {
  'sign lost': onText((text, random) => at(text, placeOf(text, random.pick([...'{}[]",:']), random), 1, '')),
  'sign doubled': onText((text, random) => {
    const sign = random.pick([...'{}[]",:\\']);
    return at(text, placeOf(text, sign, random), 0, sign);
  }),
  'stray sign': onText((text, random) =>
    at(text, random.int(text.length), 0, random.pick([...'{}[]",:\\\n\r'])),
  ),
  'lines twice': onLines((lines, random) => [...lines, ...lines.filter(() => random.chance(0.3))]),
  'lines lost': onLines((lines, random) => lines.filter(() => random.chance(0.8))),
  'lines shuffled': onLines(shuffled),
  'lines end in CRLF': onText((text) => text.replaceAll('\n', '\r\n')),
  'lines joined': onText((text, random) => at(text, placeOf(text, '\n', random), 1, '')),
  'a value of another kind': onText((text, random) => {
    const position = placeOf(text, '"', random);
    return at(
      text,
      position,
      0,
      random.pick(['NaN', '1e999', '[1,[2]]', '{"a":{}}', 'true', '\\u0000', '-']),
    );
  }),
  'a name changed': onText((text, random) => {
    const names = [...text.matchAll(/"[a-z_]+":/gi)];
    const name = random.pick(names);
    return at(text, name.index + 1, 1, random.pick(['', 'zz', '_', '\\u0000']));
  }),
  'a huge value': onText((text, random) =>
    at(text, placeOf(text, '"', random) + 1, 0, 'h'.repeat(random.pick(HUGE))),
  ),
  'empty lines between': onText((text) => text.replaceAll('\n', '\n\n \n')),
};

function onLines(change: (lines: string[], random: Random) => string[]): Kind {
  return (random, base) => {
    const lines = base.text.split('\n').slice(0, -1);
    const [first = '', ...rest] = lines;
    const last = base.form === 'json' ? rest.splice(-1) : [];
    return written(base, [first, ...change(rest, random), ...last, ''].join('\n'));
  };
}

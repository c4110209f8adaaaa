/**
 * Forty and some faults of publishers, applied to the text of a table: what portals, spreadsheets and
 * careless exports have done to files.
 */
import type {Random} from '../corpus/prng.ts';

/** A table as text: a header and rows of cells; null is an absent value. */
export interface TextTable {
  header: string[];
  rows: (string | null)[][];
}

/** A fault changes the table, or the bytes of its file. Null: the fault does not apply to this table. */
export interface PublisherFault {
  table?: (table: TextTable, random: Random) => TextTable | null;
  bytes?: (bytes: Buffer, random: Random) => Buffer | null;
  /** Applies to CSV only: other formats have no such fault. */
  csvOnly?: true;
  /** Adds rows that are no data. */
  adds?: true;
  /**
   * Changes the order of rows alone: of a permit with several addresses, another may stand first, but its id
   * stays.
   */
  reorders?: true;
}

type Cell = string | null;
type Change = (cell: string, row: number) => Cell;

const isFilled = (cell: Cell): cell is string => cell !== null && cell.trim() !== '';
const AMOUNT = /^-?\$?\d[\d,]*(\.\d+)?$/;
const MONEY_NAME = /value|amount|cost|montant|valeur|contribution/i;
const DAY = /^(\d{4})-(\d\d)-(\d\d)(T.*)?$/;

/** Columns of which most cells have a form; a random one of them. */
function columnOf({header, rows}: TextTable, random: Random, form: RegExp, name = /./): number | null {
  const fits = header.flatMap((title, at) => {
    const filled = rows.flatMap((row) => (isFilled(row[at] ?? null) ? [row[at]!] : []));
    const good = filled.filter((cell) => form.test(cell));
    return name.test(title) && filled.length > rows.length / 2 && good.length > filled.length * 0.9
      ? [at]
      : [];
  });
  return fits.length ? random.pick(fits) : null;
}

/** Changes the filled cells of one column. */
const inColumn =
  (form: RegExp, change: Change, name?: RegExp) =>
  (table: TextTable, random: Random): TextTable | null => {
    const at = columnOf(table, random, form, name);
    if (at === null) return null;
    const rows = table.rows.map((row, nth) =>
      row.map((cell, column) => (column === at && isFilled(cell) ? change(cell, nth) : cell)),
    );
    return {...table, rows};
  };

const numberOf = (cell: string): number => Number(cell.replace(/[$,]/g, ''));
const money = (change: (amount: number) => string) =>
  inColumn(AMOUNT, (cell) => (numberOf(cell) === 0 ? cell : change(numberOf(cell))), MONEY_NAME);
const everyDay = (change: (year: string, month: string, day: string, rest: string) => string) =>
  inColumn(DAY, (cell) =>
    cell.replace(DAY, (_, y: string, m: string, d: string, rest = '') => change(y, m, d, rest)),
  );

/** Columns swapped in content, not in the header. */
function swapped(table: TextTable, pick: (filled: number[]) => [number, number] | null): TextTable | null {
  const filled = table.header.flatMap((_, at) =>
    table.rows.filter((row) => isFilled(row[at] ?? null)).length > table.rows.length * 0.8 ? [at] : [],
  );
  const pair = pick(
    filled.filter((at) => new Set(table.rows.map((row) => row[at])).size > table.rows.length / 10),
  );
  if (!pair) return null;
  const [a, b] = pair;
  const rows = table.rows.map((row) =>
    row.map((cell, at) => (at === a ? row[b]! : at === b ? row[a]! : cell)),
  );
  return {...table, rows};
}

/** A row whose text cells are blank but for one word, and whose amounts are sums. */
function totalRow({header, rows}: TextTable, word: string): Cell[] {
  let named = false;
  return header.map((title, at) => {
    const amounts = rows.flatMap((row) => (AMOUNT.test(row[at] ?? '') ? [numberOf(row[at]!)] : []));
    if (MONEY_NAME.test(title) && amounts.length > rows.length / 2)
      return amounts.reduce((sum, n) => sum + n, 0).toFixed(2);
    if (named) return null;
    named = true;
    return word;
  });
}

const insert = (table: TextTable, at: number, row: Cell[]): TextTable => ({
  ...table,
  rows: [...table.rows.slice(0, at), row, ...table.rows.slice(at)],
});
const middle = ({rows}: TextTable): number => Math.floor(rows.length / 2);
const words = (title: string): string =>
  title.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

const renamed = (table: TextTable, random: Random, to: (title: string) => string): TextTable => {
  const at = random.int(table.header.length);
  return {...table, header: table.header.map((title, nth) => (nth === at ? to(title) : title))};
};

export const PUBLISHER_FAULTS: Readonly<Record<string, PublisherFault>> = {
  // Files that are no file, or half of one.
  'an empty file': {bytes: () => Buffer.alloc(0)},
  'an HTML error page': {
    bytes: () => Buffer.from('<!DOCTYPE html><html><body><h1>503 Service Unavailable</h1></body></html>'),
  },
  'a JSON error body': {bytes: () => Buffer.from('{"error":{"code":503,"message":"busy"}}')},
  'cut in the middle of a row': {
    bytes: (bytes, random) =>
      bytes.subarray(0, random.between(Math.ceil(bytes.length / 4), bytes.length - 20)),
  },
  'cut after a row': {
    table: (table, random) => ({
      ...table,
      rows: table.rows.slice(0, random.int(Math.ceil(table.rows.length * 0.9))),
    }),
  },
  'a header alone': {csvOnly: true, table: (table) => ({...table, rows: []})},
  'zeros in the middle': {
    bytes: (bytes, random) => {
      const copy = Buffer.from(bytes);
      const at = random.int(Math.max(1, bytes.length - 512));
      return copy.fill(0, at, Math.min(at + 512, bytes.length));
    },
  },
  // Rows that are no data, or data twice.
  'appended to itself with its header': {csvOnly: true, bytes: (bytes) => Buffer.concat([bytes, bytes])},
  'appended to itself': {table: (table) => ({...table, rows: [...table.rows, ...table.rows]})},
  'its header again in the middle': {
    adds: true,
    csvOnly: true,
    table: (table) => insert(table, middle(table), [...table.header]),
  },
  'a second header in words': {
    adds: true,
    csvOnly: true,
    table: (table) => insert(table, 0, table.header.map(words)),
  },
  'a row of totals': {
    adds: true,
    table: (table) => insert(table, table.rows.length, totalRow(table, 'Total')),
  },
  'a row of subtotals': {
    adds: true,
    table: (table) => insert(table, middle(table), totalRow(table, 'Sous-total')),
  },
  'a row of dashes': {
    adds: true,
    csvOnly: true,
    table: (table) =>
      insert(
        table,
        middle(table),
        table.header.map(() => '-----'),
      ),
  },
  'a footnote': {
    adds: true,
    csvOnly: true,
    table: (table) =>
      insert(table, table.rows.length, [
        'Source: open data portal',
        ...table.header.slice(1).map(() => null),
      ]),
  },
  'lines before the header': {
    adds: true,
    csvOnly: true,
    bytes: (bytes) => Buffer.concat([Buffer.from('Open data export\r\nGenerated on request\r\n\r\n'), bytes]),
  },
  // Columns.
  'a renamed column': {table: (table, random) => renamed(table, random, (title) => `${title}_2`)},
  'a column without a name': {csvOnly: true, table: (table, random) => renamed(table, random, () => '')},
  'a column gone': {
    table: (table, random) => {
      const at = random.int(table.header.length);
      const without = <T>(list: T[]): T[] => list.filter((_, nth) => nth !== at);
      return {header: without(table.header), rows: table.rows.map(without)};
    },
  },
  'a blank column': {table: inColumn(/./, () => null)},
  'a column of one value': {table: inColumn(/./, () => 'N/A')},
  'a column of zeros': {table: inColumn(AMOUNT, () => '0')},
  'two columns swapped': {
    table: (table, random) =>
      swapped(table, (filled) => {
        if (filled.length < 2) return null;
        const a = random.pick(filled);
        return [a, random.pick(filled.filter((at) => at !== a))];
      }),
  },
  'a column a row too low': {
    table: (table, random) => {
      const at = random.int(table.header.length);
      if (new Set(table.rows.map((row) => row[at])).size < table.rows.length / 2) return null;
      return {
        ...table,
        rows: table.rows.map((row, nth) =>
          row.map((cell, n) => (n === at ? (table.rows[nth - 1]?.[at] ?? null) : cell)),
        ),
      };
    },
  },
  'latitude and longitude swapped': {
    table: (table) => {
      const [lat, lng] = [/^lat(itude)?$/i, /^(lng|lon|long|longitude)$/i].map((name) =>
        table.header.findIndex((title) => name.test(title)),
      );
      return lat! < 0 || lng! < 0 ? null : swapped(table, () => [lat!, lng!]);
    },
  },
  'all points at zero': {
    table: (table) => {
      const at = table.header.flatMap((title, nth) =>
        /^(lat|lng|lon|long)(itude)?$/i.test(title) ? [nth] : [],
      );
      return at.length
        ? {...table, rows: table.rows.map((row) => row.map((cell, nth) => (at.includes(nth) ? '0' : cell)))}
        : null;
    },
  },
  // Amounts.
  'amounts in thousands': {table: money((amount) => String(amount / 1000))},
  'amounts in cents': {table: money((amount) => String(Math.round(amount * 100)))},
  'amounts with a French comma': {
    table: money(
      (amount) =>
        `${amount
          .toFixed(2)
          .replace('.', ',')
          .replace(/\B(?=(\d{3})+(?!\d))/g, '\u00a0')} $`,
    ),
  },
  'amounts with a currency': {
    table: money((amount) => `CA$${amount.toLocaleString('en-CA', {minimumFractionDigits: 2})}`),
  },
  'amounts in parentheses': {table: money((amount) => `(${Math.abs(amount).toFixed(2)})`)},
  'amounts with a minus behind': {table: money((amount) => `${Math.abs(amount).toFixed(2)}-`)},
  'amounts rounded by a spreadsheet': {table: money((amount) => amount.toExponential(1).toUpperCase())},
  'two amounts in a cell': {table: money((amount) => `${amount} ${amount}`)},
  // Dates.
  'dates with the day first': {table: everyDay((y, m, d) => `${d}/${m}/${y}`)},
  'dates as numbers of a spreadsheet': {
    table: everyDay((y, m, d) => String(Date.UTC(Number(y), Number(m) - 1, Number(d)) / 86_400_000 + 25_569)),
  },
  'dates of a year before': {
    table: everyDay((y, m, d, rest) => `${Number(y) - 1}-${m}-${d === '29' ? '28' : d}${rest}`),
  },
  'dates in words': {table: everyDay((y, m, d) => `${d} mois ${m} de ${y}`)},
  'a year gone': {
    table: (table, random) => {
      const at = columnOf(table, random, DAY);
      if (at === null) return null;
      const years = [...new Set(table.rows.map((row) => (row[at] ?? '').slice(0, 4)))].filter(Boolean);
      const gone = random.pick(years);
      return years.length < 3
        ? null
        : {...table, rows: table.rows.filter((row) => !row[at]?.startsWith(gone))};
    },
  },
  'an old version': {
    table: (table, random) => {
      const at = columnOf(table, random, DAY);
      if (at === null) return null;
      const days = table.rows.map((row) => row[at] ?? '').sort();
      const last = days[Math.floor(days.length * 0.7)]!;
      return {...table, rows: table.rows.filter((row) => (row[at] ?? '') <= last)};
    },
  },
  // Keys.
  'ids given anew': {
    table: inColumn(/./, (_, row) => `new-${row}`, /(^|_)(id|number|no|num|key|permit)$|number|no\.?$/i),
  },
  'ids blanked': {table: inColumn(/./, () => '', /(^|_)(id|number|no|num|key)$|number/i)},
  // Encodings.
  'Windows-1252 in some lines': {
    bytes: (bytes) => {
      const lines = bytes.toString('utf8').split('\n');
      const mixed = lines.map((line, nth) =>
        nth % 3 ? Buffer.from(`${line}\n`) : Buffer.from(`${line}\n`, 'latin1'),
      );
      return /[\u00c0-\u00ff]/.test(bytes.toString('utf8')) ? Buffer.concat(mixed) : null;
    },
  },
  'encoded twice': {
    bytes: (bytes) => {
      const text = bytes.toString('utf8');
      return /[\u00c0-\u00ff]/.test(text) ? Buffer.from(bytes.toString('latin1')) : null;
    },
  },
  'accents replaced': {
    bytes: (bytes) => {
      const text = bytes.toString('utf8');
      return /[\u00c0-\u00ff]/.test(text) ? Buffer.from(text.replace(/[\u00c0-\u00ff]/g, '\ufffd')) : null;
    },
  },
  // The form of the file.
  'semicolons for commas': {
    csvOnly: true,
    bytes: (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('","', '";"')),
  },
  'a quote that is never closed': {
    csvOnly: true,
    bytes: (bytes, random) => {
      const text = bytes.toString('utf8');
      const from = text.indexOf('\n', random.int(text.length >> 1));
      // Before a quoted cell it would be an escaped quote.
      const at = from < 0 ? -1 : text.slice(from + 1).search(/(?<=,)[^",\s]/);
      return at < 0 ? null : Buffer.from(`${text.slice(0, from + 1 + at)}"${text.slice(from + 1 + at)}`);
    },
  },
  'rows short of their last cells': {
    csvOnly: true,
    table: (table) => ({...table, rows: table.rows.map((row, nth) => (nth % 3 ? row : row.slice(0, -2)))}),
  },
  'a comma more in every row': {
    csvOnly: true,
    table: (table) => ({...table, rows: table.rows.map((row) => [...row, ''])}),
  },
  // Faults that are none.
  'rows in another order': {
    reorders: true,
    table: (table) => ({...table, rows: table.rows.toReversed()}),
  },
  'a byte order mark': {csvOnly: true, bytes: (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes])},
};

/**
 * Shortens one record, or anything else that is no list, to a size: it says what it leaves out, and what that
 * is in all.
 */
import type {Column, Columns} from '../../datasets/types.ts';
import {isObject} from './arguments.ts';

type Row = Record<string, unknown>;

/** What is left of the rows of one member. */
export interface Cut {
  shown: number;
  of: number;
  /** Members with rows of their own, which are left out of each row. */
  without?: readonly string[];
  /** By column of a closed set: how many of all rows have each value. */
  counts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

interface Shortened {
  data: unknown;
  /** By member, inner ones after a dot. */
  cut: Readonly<Record<string, Cut>>;
}

/** An array of rows inside the data. */
interface Rows {
  path: string;
  rows: readonly unknown[];
  columns: Columns;
  owner: Row;
  name: string;
}

/** Fewest rows that are left of a member, and fewest texts. */
const FEWEST = 3;
const FEWEST_TEXTS = 12;

/** What a report of the cuts takes, at most this share of the whole. */
const REPORT_BYTES = 1000;
const REPORT_SHARE = 0.2;

/** Longest text that is left where rows alone do not make it short enough. */
const LONGEST_TEXT = 1500;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** All arrays of rows, outer ones first; members of rows are not entered. */
function rowsIn(owner: Row, columns: Columns, kept: ReadonlySet<string>, before = ''): Rows[] {
  return Object.entries(owner).flatMap(([name, value]): Rows[] => {
    if (kept.has(before + name)) return [];
    const fields = columns[name]?.fields ?? {};
    if (Array.isArray(value)) return [{path: before + name, rows: value, columns: fields, owner, name}];
    return isObject(value) ? rowsIn(value, fields, kept, `${before}${name}.`) : [];
  });
}

/** How many rows have each value, by column of a closed set. */
function tally(rows: readonly unknown[], columns: Columns): Record<string, Record<string, number>> {
  const closed = Object.entries(columns).filter(([, {values}]: [string, Column]) => values);
  return Object.fromEntries(
    closed.map(([name]) => {
      const counts: Record<string, number> = {};
      for (const row of rows) {
        const value = String((row as Row)[name]);
        counts[value] = (counts[value] ?? 0) + 1;
      }
      return [name, counts];
    }),
  );
}

const dateOf = (row: unknown): string => (isObject(row) ? String(row['date'] ?? '') : '');

/** The first rows; of rows with the oldest date first the last ones, which are newer. */
function some(rows: readonly unknown[], count: number): unknown[] {
  const isAscending = rows.length > 1 && dateOf(rows[0]) < dateOf(rows.at(-1));
  return isAscending ? rows.slice(-count) : rows.slice(0, count);
}

const hasRows = (value: unknown): boolean => Array.isArray(value) && isObject(value[0]);

/** The members of rows that hold rows. */
const inner = (rows: readonly unknown[]): string[] => [
  ...new Set(
    rows.flatMap((row) => (isObject(row) ? Object.keys(row).filter((name) => hasRows(row[name])) : [])),
  ),
];

/** Rows without the rows inside them. */
const flat = (row: unknown): unknown =>
  isObject(row) ? Object.fromEntries(Object.entries(row).filter(([, value]) => !hasRows(value))) : row;

function shortTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)} [cut]` : value;
  if (Array.isArray(value)) return value.map(shortTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortTexts(one)]));
}

/** What was cut of a member; nothing of one that is whole. */
function cutOf({path, rows, columns}: Rows, left: readonly unknown[]): [string, Cut][] {
  const without = sizeOf(rows) === sizeOf(left) ? [] : inner(rows);
  const isFewer = left.length < rows.length;
  if (!isFewer && without.length === 0) return [];
  const counts = isFewer ? tally(rows, columns) : {};
  const cut: Cut = {shown: left.length, of: rows.length};
  if (without.length > 0) cut.without = without;
  if (Object.keys(counts).length > 0) cut.counts = counts;
  return [[path, cut]];
}

/**
 * The data with at most `most` bytes together with the report of what was cut, if that can be had: rows
 * inside rows are left out first, then the longest member is halved again and again, then texts are cut.
 * Members in `kept` stay whole and do not count.
 */
export function shorten(
  whole: Readonly<Row>,
  columns: Columns,
  most: number,
  kept: readonly string[],
): Shortened {
  const data = structuredClone(whole) as Row;
  const all = rowsIn(data, columns, new Set(kept));
  const size = most - Math.min(REPORT_BYTES, most * REPORT_SHARE);
  const free = kept.reduce((sum, name) => sum + sizeOf(data[name] ?? null), 0);
  const isLong = () => sizeOf(data) - free > size;
  const now = ({owner, name}: Rows) => owner[name] as unknown[];
  const fewest = ({rows}: Rows) => (isObject(rows[0]) ? FEWEST : FEWEST_TEXTS);
  if (isLong()) for (const one of all) one.owner[one.name] = one.rows.map(flat);
  while (isLong()) {
    const longer = all.filter((one) => now(one).length > fewest(one));
    const longest = longer.sort((a, b) => sizeOf(now(b)) - sizeOf(now(a)))[0];
    if (!longest) break;
    longest.owner[longest.name] = some(now(longest), Math.max(fewest(longest), now(longest).length >> 1));
  }
  const cut = Object.fromEntries(all.flatMap((one) => cutOf(one, now(one))));
  if (!isLong()) return {data, cut};
  const named = Object.fromEntries(kept.map((name) => [name, data[name]]));
  return {data: {...(shortTexts(data) as Row), ...named}, cut};
}

/**
 * Bar charts in HTML: records by year and outcomes of rows, with a description for those who do not see them.
 */
import {greatest, sum} from 'd3-array';
import {number, plural} from '../runtime/counts.ts';
import {share} from './format.ts';
import {type Html, html} from './html.ts';
import type {Years} from './years.ts';

/** Most years with a bar of their own, and most labelled ones. */
const [MOST_YEARS, MOST_LABELS] = [36, 6];

interface YearBar {
  label: string;
  rows: number;
  /** Stands for all years beyond one end of the axis. */
  rest: boolean;
}

/**
 * Bars from the first to the last year. Of a long range, the window with most records, and of equal ones the
 * latest: typing errors lie far from the bulk on both sides.
 */
export function barsOf(counts: Years['counts']): YearBar[] {
  const rowsOf = (holds: (year: number) => boolean) =>
    sum(counts, ({year, rows}) => (holds(year) ? rows : 0));
  const within = (start: number) => (year: number) => year >= start && year < start + MOST_YEARS;
  const first = greatest(counts.toReversed(), ({year}) => rowsOf(within(year)))?.year;
  if (first === undefined) return [];
  const last = counts.findLast(({year}) => within(first)(year))?.year ?? first;
  const years = Array.from({length: last - first + 1}, (_, at) => first + at);
  return [
    {label: `before ${first}`, rows: rowsOf((year) => year < first), rest: true},
    ...years.map((year) => ({label: String(year), rows: rowsOf((one) => one === year), rest: false})),
    {label: `after ${last}`, rows: rowsOf((year) => year > last), rest: true},
  ].filter(({rows, rest}) => rows > 0 || !rest);
}

interface Bar {
  /** Its colour; empty: it is not seen. */
  kind: string;
  /** In proportion to the others; the style sheet keeps a small one visible. */
  size: number;
  title: string;
  label?: Html | false;
}

/** Bars beside each other: columns of `years`, or the parts of one line. */
const chart = (shape: 'years' | 'outcomes', described: string, bars: readonly Bar[]): Html =>
  html`<div class="${shape}" role="img" aria-label="${described}">${bars.map(
    ({kind, size, title, label}) =>
      html`<i class="${kind}" style="--size:${size.toFixed(2)}" title="${title}">${label}</i>`,
  )}</div>`;

/** Records by year, round years labelled, with a line that says the same in words. */
export function yearChart(title: string, {counts}: Years): Html {
  const bars = barsOf(counts);
  const all = sum(bars, ({rows}) => rows);
  const peak = greatest(bars, ({rows}) => rows);
  const described = `${plural(all, 'record')} from ${bars[0]?.label} to ${bars.at(-1)?.label}; most in ${peak?.label}: ${number(peak?.rows ?? 0)}.`;
  const every = [1, 2, 5, 10].find((one) => bars.length / one <= MOST_LABELS) ?? 20;
  const drawn = bars.map(({label, rows, rest}) => ({
    kind: rows ? (rest ? 'rest' : 'bar') : '',
    size: (100 * rows) / (peak?.rows ?? 1),
    title: `${label}: ${plural(rows, 'record')} (${share(rows, all)})`,
    label: !rest && Number(label) % every === 0 && html`<b>${label}</b>`,
  }));
  return html`${chart('years', `${title}. ${described}`, drawn)}<small>${described}</small>`;
}

const OUTCOMES = ['kept', 'merged', 'rejected'] as const;

/** Outcomes of the rows of a source as one stacked bar. */
export function outcomeBar(rows: Record<(typeof OUTCOMES)[number] | 'read', number>): Html {
  const some = OUTCOMES.filter((kind) => rows[kind]);
  const described = some.map((kind) => `${kind} ${number(rows[kind])} (${share(rows[kind], rows.read)})`);
  const drawn = some.map((kind, at) => ({
    kind,
    size: (100 * rows[kind]) / rows.read,
    title: described[at] ?? '',
  }));
  return chart('outcomes', described.join(', '), drawn);
}

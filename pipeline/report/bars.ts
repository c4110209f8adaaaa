/** Bar charts as inline SVG: records by year and outcomes of rows, with axes, titles and descriptions. */

import {number, plural} from '../runtime/counts.ts';
import {share, shortNumber} from './format.ts';
import {type Html, html} from './html.ts';
import type {Years} from './years.ts';

const WIDTH = 360;
const HEIGHT = 156;
const LEFT = 40;
const BOTTOM = 22;
const TOP = 10;
const PLOT = HEIGHT - TOP - BOTTOM;

/** Most years with a bar of their own. */
const MOST_YEARS = 36;
/** Most labelled years. */
const MOST_LABELS = 6;
const TICKS = 3;

interface Bar {
  label: string;
  rows: number;
  /** Stands for all years beyond one end of the axis. */
  rest: boolean;
}

/** Bars from the first to the last year; of a long range, the window with most records. */
export function barsOf(counts: Years['counts']): Bar[] {
  const [first, last] = [counts[0]?.year, counts.at(-1)?.year];
  if (first === undefined || last === undefined) return [];
  const start = bestStart(counts);
  const shown = counts.filter(({year}) => year >= start && year < start + MOST_YEARS);
  const [from, to] = [shown[0]?.year ?? start, shown.at(-1)?.year ?? start];
  const by = new Map(shown.map(({year, rows}) => [year, rows]));
  const beyond = (label: string, isBeyond: (year: number) => boolean): Bar[] => {
    const rows = counts.filter(({year}) => isBeyond(year)).reduce(total, 0);
    return rows ? [{label, rows, rest: true}] : [];
  };
  return [
    ...beyond(`before ${from}`, (year) => year < from),
    ...Array.from({length: to - from + 1}, (_, at) => ({
      label: String(from + at),
      rows: by.get(from + at) ?? 0,
      rest: false,
    })),
    ...beyond(`after ${to}`, (year) => year > to),
  ];
}

/**
 * The year from which a window has most records; typing errors lie far from the bulk on both sides. Of equal
 * windows the latest wins, which begins with a year that has records.
 */
function bestStart(counts: Years['counts']): number {
  let [best, start, rows] = [0, 0, 0];
  let end = counts.length - 1;
  for (let at = counts.length - 1; at >= 0; at--) {
    const {year} = counts[at]!;
    rows += counts[at]!.rows;
    while (counts[end]!.year >= year + MOST_YEARS) rows -= counts[end--]!.rows;
    if (rows > best) [best, start] = [rows, year];
  }
  return start;
}

const total = (sum: number, one: {rows: number}): number => sum + one.rows;

/** A round upper end of the axis that divides into round ticks. */
function axisTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(most / TICKS, 1)));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * unit).find((one) => one * TICKS >= most) ?? most;
  return Math.max(step < 1 ? 1 : Math.ceil(step), 1) * TICKS;
}

/** `name` makes ids unique on the page. */
export function yearChart(name: string, title: string, years: Years): Html {
  const bars = barsOf(years.counts);
  const most = Math.max(...bars.map((bar) => bar.rows), 1);
  const top = axisTop(most);
  const step = (WIDTH - LEFT) / bars.length;
  const width = Math.min(Math.max(step * 0.78, 1), 26);
  const y = (rows: number) => TOP + PLOT * (1 - rows / top);
  const x = (at: number) => LEFT + step * (at + 0.5);
  const all = bars.reduce(total, 0);
  const peak = bars.find((bar) => bar.rows === most);
  const [first, last] = [bars[0]?.label, bars.at(-1)?.label];
  const described = `${plural(all, 'record')} from ${first} to ${last}; most in ${peak?.label}: ${number(most)}.`;
  return html`<svg class="years" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${name}-t ${name}-d">
<title id="${name}-t">${title}</title><desc id="${name}-d">${described}</desc>
${Array.from({length: TICKS + 1}, (_, at) => axis((top * at) / TICKS, y((top * at) / TICKS)))}
${bars.map((bar, at) => column(bar, x(at), y(bar.rows), width, all))}
${labelledYears(bars).map((at) => html`<text class="tick" x="${fixed(x(at))}" y="${HEIGHT - 6}" text-anchor="middle">${bars[at]?.label}</text>`)}
</svg>`;
}

const fixed = (n: number): string => String(Number(n.toFixed(2)));

function axis(rows: number, y: number): Html {
  return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${fixed(y)}" y2="${fixed(y)}"/><text class="tick" x="${LEFT - 6}" y="${fixed(y + 3.5)}" text-anchor="end">${shortNumber(rows)}</text>\n`;
}

/** A non-zero bar is at least a line. */
function column(bar: Bar, x: number, y: number, width: number, all: number): Html | null {
  if (!bar.rows) return null;
  const height = Math.max(TOP + PLOT - y, 1);
  return html`<rect class="${bar.rest ? 'rest' : 'bar'}" x="${fixed(x - width / 2)}" y="${fixed(TOP + PLOT - height)}" width="${fixed(width)}" height="${fixed(height)}"><title>${bar.label}: ${plural(bar.rows, 'record')} (${share(bar.rows, all)})</title></rect>\n`;
}

/** Labelled years: round ones at equal distances, or all of a few. */
function labelledYears(bars: readonly Bar[]): number[] {
  const years = bars.flatMap((bar, at) => (bar.rest ? [] : [{year: Number(bar.label), at}]));
  const every = [1, 2, 5, 10].find((one) => years.length / one <= MOST_LABELS) ?? 20;
  return years.filter(({year}) => year % every === 0).map(({at}) => at);
}

const OUTCOMES = ['kept', 'merged', 'rejected'] as const;

/**
 * Outcomes of the rows of a source as one stacked bar; thin segments are widened so that they stay visible.
 */
export function outcomeBar(name: string, rows: Record<(typeof OUTCOMES)[number] | 'read', number>): Html {
  const [length, thinnest] = [1000, 4];
  const raw = OUTCOMES.map((fate) =>
    rows[fate] ? Math.max((length * rows[fate]) / rows.read, thinnest) : 0,
  );
  const sum = raw.reduce((a, b) => a + b, 0) || 1;
  let x = 0;
  const parts = OUTCOMES.map((fate, at) => {
    const width = ((raw[at] ?? 0) * length) / sum;
    const from = x;
    x += width;
    if (!width) return null;
    return html`<rect class="${fate}" x="${fixed(from)}" y="0" width="${fixed(width)}" height="10"><title>${fate}: ${plural(rows[fate], 'row')} (${share(rows[fate], rows.read)})</title></rect>`;
  });
  const described = OUTCOMES.map((fate) => `${fate} ${number(rows[fate])} (${share(rows[fate], rows.read)})`);
  return html`<svg class="fate" viewBox="0 0 ${length} 10" preserveAspectRatio="none" role="img" aria-labelledby="${name}-t ${name}-d"><title id="${name}-t">Rows kept, merged and rejected</title><desc id="${name}-d">${described.join(', ')}</desc>${parts}</svg>`;
}
